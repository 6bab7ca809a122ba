"""Texts of the view with links, which several pages have."""

TEXTS: dict[str, tuple[str, str]] = {
    "links.title": ("连线图：谁看谁", "Links: who looks at whom"),
    "links.row": ("只看一个查询", "Only one query"),
    "links.row.all": ("所有的词", "all words"),
    "links.most": ("每个词画几条线", "Links per word"),
    "links.said": (
        "上面一行是查询，下面一行是键。每个查询只画最强的 {most} 条线；线越粗、越深，权重越大。",
        "Queries above, keys below. Only the {most} strongest links of each query are drawn; the wider and darker, the larger the weight.",
    ),
    "links.alt": (
        "连线图：上面 {queries} 个查询，下面 {keys} 个键",
        "Links between {queries} queries above and {keys} keys below",
    ),
    "links.hover": (
        "查询 %{customdata[0]}（第%{customdata[1]}词）→ 键 %{customdata[2]}（第%{customdata[3]}词）：%{customdata[4]:.2f}",
        "Query %{customdata[0]} (word %{customdata[1]}) → key %{customdata[2]} (word %{customdata[3]}): %{customdata[4]:.2f}",
    ),
}
