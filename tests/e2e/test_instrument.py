"""The main page's instrument in a real browser: point at a word and everything answers, without the server."""

from __future__ import annotations

from typing import Any

from tests.e2e.visit import (
    PATIENCE,
    becomes,
    button,
    chart,
    expect,
    frames,
    hand_cell,
    has_words,
    inside,
    lift,
    opened,
    settled,
    type_in,
    values,
)

VEILS = """() => {
    const hosts = [...document.querySelectorAll('.st-key-hand *')].map((element) => element.shadowRoot).filter(Boolean);
    const grids = hosts.map((root) => root.querySelector('.grid'));
    const places = [document.querySelector('.st-key-computed .js-plotly-plot'), ...grids];
    return places.filter(Boolean).map((place) => {
        const veils = [...place.querySelectorAll('.veil')].filter((veil) => !veil.hidden);
        const top = place.getBoundingClientRect().top;
        return veils.map((veil) => [veil.getBoundingClientRect().top - top, veil.getBoundingClientRect().height]);
    });
}"""
"""Where the veils lie in both tables: [top, height] above and below the row that is lit; nothing where none is."""


def lights(page: Any, row: int, n: int = 7) -> None:
    """The row is lit in both tables, and no other."""
    page.wait_for_function(
        f"""([row, n]) => {{
            const tables = ({VEILS})();
            return tables.length === 2 && tables.every((veils) => {{
                if (veils.length !== 2) return false;
                const [[top, above], [, below]] = veils;
                const cell = (above + below) / (n - 1);
                return Math.abs(above - cell * row) < 1.5;
            }});
        }}""",
        arg=[row, n],
        timeout=PATIENCE,
    )


def reading(page: Any) -> Any:
    return inside(page, "spot").locator(".read")


def drawn(page: Any) -> None:
    expect(inside(page, "words").locator(".sky path").first).to_be_attached()
    settled(page)


def test_pointing_at_a_word_lights_its_row_everywhere_without_the_server(tab: Any, address: str) -> None:
    sent = frames(tab)
    opened(tab, address)
    drawn(tab)
    before = len(sent)
    chips = inside(tab, "words").locator(".chip")
    chips.nth(0).hover()
    lights(tab, 0)
    expect(inside(tab, "words").locator(".sky path")).to_have_count(1)  # 我 looks at 喜欢 alone
    expect(reading(tab)).to_contain_text("“我”最关注“喜欢”（1.00）；你填的也是“喜欢”（0.90）。")
    hand_cell(tab, 4, 2).hover()
    lights(tab, 4)
    expect(inside(tab, "words").locator(".asks")).to_have_text("去")
    weights = values(tab, "computed")
    for i in (1, 6):
        box = chart(tab, "computed").bounding_box()
        tab.mouse.move(box["x"] + 200, box["y"] + 26 + (box["height"] - 30) * (i + 0.5) / 7)
        lights(tab, i)
        strong = sum(weight >= 0.05 for weight in weights[i])
        expect(inside(tab, "words").locator(".sky path")).to_have_count(strong)
    expect(inside(tab, "hand").locator("[data-mark]")).not_to_have_count(0)
    tab.mouse.move(5, 5)
    tab.wait_for_function(f"() => ({VEILS})().every((veils) => veils.length === 0)")
    assert len(sent) == before


def test_rows_are_reached_by_key_in_the_computed_table_and_a_cell_opens_its_steps(tab: Any, address: str) -> None:
    opened(tab, address)
    drawn(tab)
    cursor = tab.get_by_role("slider", name="计算出的表：用方向键选行和列，回车看怎么算")
    button(tab, "合并“公园”和“散步”").focus()
    for _ in range(20):
        if cursor.evaluate("element => element === document.activeElement"):
            break
        tab.keyboard.press("Tab")
    expect(cursor).to_be_focused()
    tab.keyboard.press("Home")
    while cursor.get_attribute("aria-valuenow") != "7":
        tab.keyboard.press("ArrowDown")
    lights(tab, 6)
    tab.keyboard.press("ArrowRight")
    assert (cursor.get_attribute("aria-valuetext") or "").endswith("键 喜欢：0.40")
    tab.keyboard.press("Enter")
    how = inside(tab, "how")
    expect(how).to_contain_text("怎么算出来的：“散步” → “喜欢”")
    how.get_by_role("link", name="一步一步看").click()
    expect(tab.get_by_role("heading", level=1, name="四步计算", exact=True)).to_be_visible()


def test_a_sentence_of_ones_own_is_covered_until_one_lifts_it(tab: Any, address: str) -> None:
    opened(tab, address)
    type_in(tab, "小猫在窗台上睡觉")
    has_words(tab, ["小猫", "在", "窗台上", "睡觉"])
    expect(reading(tab)).to_contain_text("先填“小猫”这一行：它和谁有关系？")
    cover, picture = inside(tab, "curtain").bounding_box(), chart(tab, "computed").bounding_box()
    assert cover["y"] <= picture["y"] + 2
    assert cover["y"] + cover["height"] >= picture["y"] + picture["height"] - 2
    for _ in range(2):
        hand_cell(tab, 0, 3).click()
    becomes(tab, "hand", 0, 3, 0.9)
    expect(inside(tab, "words").locator(".sky path")).to_have_count(0)
    lift(tab)
    expect(inside(tab, "hand").locator(".told")).to_have_text("1/1 行一致")
    lights(tab, 0, 4)


def test_on_a_phone_one_row_of_both_tables_follows_the_chips(phone: Any, address: str) -> None:
    opened(phone, address)
    drawn(phone)
    inside(phone, "words").locator(".chip").nth(6).tap()
    rows = inside(phone, "hand").locator(".list .row")
    expect(reading(phone)).to_be_in_viewport(ratio=1)
    expect(rows).to_have_count(7)
    expect(rows.nth(1).locator(".computed")).to_have_text("0.40")
    expect(rows.nth(1).locator(".cell")).to_have_text("0.90")
    rows.nth(2).locator(".cell").tap()
    becomes(phone, "hand", 6, 2, 0.5)
    assert chart(phone, "computed").bounding_box()["y"] > rows.nth(6).bounding_box()["y"]
    phone.get_by_role("button", name="上一个词").tap()
    expect(inside(phone, "words").locator(".asks")).to_have_text("公园")
    expect(reading(phone)).to_contain_text("“公园”最关注")
