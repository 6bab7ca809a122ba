"""Every short text, Chinese and English, and a sentence for each error. Long ones are in assets/texts.

A key is "place.name"; a text's gaps are named in braces. `say` fills them; what fills a gap is shown as it is.
"""

from __future__ import annotations

from typing import Any

from attention.board import Language
from attention.errors import AttentionError

TEXTS: dict[str, tuple[str, str]] = {
    # the frame
    "app.title": ("注意力表", "Attention table"),
    "app.lead": (
        "一句话里，词与词有什么关系？每一行是一个词在“问”（查询），每一列是一个词在“答”（键）；格子里的数是注意力权重。",
        "How are the words of a sentence related? Each row is a word that asks (query), each column a word that is asked (key); "
        "a cell holds the attention weight.",
    ),
    "page.table": ("注意力表", "Attention table"),
    "page.steps": ("四步计算", "Four steps"),
    "page.train": ("自动设计表格", "The table designs itself"),
    "page.heads": ("多头", "Many heads"),
    "page.why": ("为什么", "Why"),
    "page.translate": ("翻译", "Translation"),
    "page.models": ("真实模型", "Real models"),
    "page.classroom": ("课堂", "Classroom"),
    "frame.language": ("语言", "Language"),
    "frame.view": ("显示", "Display"),
    "view.projector": ("投影仪大字", "Large type for a projector"),
    "frame.copy": ("复制链接", "Copy link"),
    "frame.copied": ("已复制", "Copied"),
    "frame.copy.short": ("链接装不下整张手工表；句子和设置都在里面。", "The link has no room for the whole hand table; all else is in it."),
    "frame.copy.none": ("句子太长，放不进链接。", "The sentence is too long for a link."),
    # sentence and words
    "sentence.label": ("句子", "Sentence"),
    "sentence.placeholder": ("在这里写一句中文", "Write a Chinese sentence here"),
    "sentence.examples": ("例句", "Examples"),
    "sentence.choose": ("选一个例句", "Choose an example"),
    "sentence.empty": (
        "还没有句子。写一句话，或者从左边选一个例句。",
        "No sentence yet. Write one, or choose an example on the left.",
    ),
    "sentence.removed": ("去掉了 {count} 个看不见的字符。", "{count} invisible characters were taken out."),
    "sentence.unread": (
        "只读前 {limit} 个字符；后面还有 {count} 个，仍留在框里。",
        "Only the first {limit} characters are read; {count} more stay in the box.",
    ),
    "sentence.undrawn": (
        "只画前 {limit} 个词；后面还有 {count} 个没有画。",
        "Only the first {limit} words are drawn; {count} more are not.",
    ),
    "words.label": ("分词", "Words"),
    "words.group": ("词：点词可拆，点词间的缝可合", "Words: open one to split it, use the gaps to merge"),
    "words.merge": ("合并“{left}”和“{right}”", "Merge “{left}” and “{right}”"),
    "words.split": ("在“{part}”后面拆开“{word}”", "Split “{word}” behind “{part}”"),
    "words.number": ("第{number}词", "word {number}"),
    "words.reset": ("恢复 jieba 的分词", "Back to jieba's cut"),
    "words.reset.short": ("恢复分词", "Reset cut"),
    "words.by_hand": ("分词由人改过", "Cut changed by hand"),
    # source
    "source.label": ("权重来源", "Source of the weights"),
    "source.syntax": ("句法", "Syntax"),
    "source.translation": ("翻译", "Translation"),
    "source.fitted": ("拟合", "Fitted"),
    "source.random": ("随机", "Random"),
    "source.typed": ("自己输入", "Typed in"),
    "source.imported": ("导入", "Imported"),
    "source.seed": ("随机种子", "Seed"),
    "source.syntax.said": (
        "来源：句法模型。它的头是用树库教过语法的：相关的词互相注意。",
        "Source: the syntax model. Its heads were taught grammar on treebanks: related words attend to each other.",
    ),
    "source.fitted.said": (
        "来源：拟合。W_Q、W_K 用反向传播训练了 {steps} 步，去接近手工表；损失 {loss:.3f}，最低可能是 {floor:.3f}。",
        "Source: fitted. W_Q and W_K were trained by back-propagation for {steps} steps to come close to the hand table; "
        "loss {loss:.3f}, the lowest possible is {floor:.3f}.",
    ),
    "source.random.said": (
        "来源：随机。矩阵没有训练过（种子 {seed}）：表格还看不出意思。",
        "Source: random. The matrices are untrained (seed {seed}): the table means nothing yet.",
    ),
    "source.random.help": (
        "没有训练过的矩阵；同一个种子总是给出同一张表。",
        "Untrained matrices; the same seed always gives the same table.",
    ),
    # switches
    "switches.label": ("开关", "Switches"),
    "switches.scale": ("除以 √d_k", "Divide by √d_k"),
    "switches.scale.help": (
        "得分先除以 √d_k 再做 softmax；关掉它，每一行会更尖。",
        "Scores are divided by √d_k before softmax; without it each row gets sharper.",
    ),
    "switches.temperature": ("温度", "Temperature"),
    "switches.temperature.help": (
        "得分再除以温度：大于 1 更平，小于 1 更尖。",
        "Scores are divided by it too: above 1 flatter, below 1 sharper.",
    ),
    "switches.diagonal": ("不看自己（对角线）", "Leave out the diagonal"),
    "switches.diagonal.help": (
        "打开时，一个词不能注意它自己，和手工表的“-”一样。",
        "When on, a word cannot attend to itself, like the '-' of the hand table.",
    ),
    "switches.causal": ("只看前面（因果遮罩）", "Only earlier words (causal mask)"),
    "switches.causal.help": (
        "一个词只能注意它前面的词，像生成文字的模型那样。",
        "A word can attend only to the words before it, as in a model that writes text.",
    ),
    "switches.punctuation": ("不看标点", "Hide punctuation"),
    "view.digits": ("格子里写数字", "Digits in the cells"),
    "view.normalise_hand": ("手工表按行归一", "Hand rows as shares"),
    "view.normalise_hand.help": (
        "把手工表的每一行除以它的和，就能和计算出的行直接比。",
        "Each hand row is divided by its sum, so that it compares directly with a computed row.",
    ),
    "view.stretch": ("颜色拉伸到最大值", "Stretch the colours"),
    "view.stretch.help": (
        "颜色平时固定在 0 到 1；打开后最亮的颜色是表里最大的权重。",
        "Colours usually run from 0 to 1; when on, the brightest is the largest weight of the table.",
    ),
    # the two tables
    "computed.title": ("计算出的表", "Computed"),
    "hand.title": ("手工表", "Built by hand"),
    "hand.lead": (
        "人填的：有关系的词 0.9，没有关系的 0.1，“-”不考虑。可以在下面改。",
        "Filled in by a person: 0.9 for words that belong together, 0.1 for others, '-' not considered. Edit it below.",
    ),
    "table.query": ("查询", "Query"),
    "table.key": ("键", "Key"),
    "table.hover": (
        "查询 %{y}（第%{y:d}词）→ 键 %{x}（第%{x:d}词）：%{z:.2f}",
        "Query %{y} (word %{y:d}) → key %{x} (word %{x:d}): %{z:.2f}",
    ),
    "table.hover.difference": (
        "查询 %{y}（第%{y:d}词）→ 键 %{x}（第%{x:d}词）：%{z:.2f}",
        "Query %{y} (word %{y:d}) → key %{x} (word %{x:d}): %{z:.2f}",
    ),
    "table.alt.computed": ("热力图：计算出的注意力权重，{count} 个词", "Heatmap of the computed attention weights, {count} words"),
    "table.alt.hand": ("热力图：手工表，{count} 个词", "Heatmap of the hand-built table, {count} words"),
    "table.alt.difference": ("热力图：计算减手工，{count} 个词", "Heatmap of computed minus hand-built, {count} words"),
    "table.scale": ("颜色", "Colours"),
    "table.empty_cell": ("“-”：不考虑，或被遮住", "“-”: not considered, or masked"),
    "table.large": (
        "词多于 {limit} 个，读屏的表不在这里列出；下面有逐行的解读。",
        "With more than {limit} words the table for screen readers is left out; the rows are read below.",
    ),
    # the hand table's editor
    "editor.title": ("改手工表", "Edit the hand table"),
    "editor.symmetric": ("变对称", "Make symmetric"),
    "editor.symmetric.help": ("每一对词的两格取平均", "Both cells of a pair get their mean"),
    "editor.normalise": ("按行归一", "Normalise rows"),
    "editor.normalise.help": ("每一行除以它的和，像计算出的行一样和为 1", "Each row is divided by its sum, to add up to 1 like a computed row"),
    "editor.example": ("恢复例句的表", "Back to the example"),
    "editor.example.help": ("放弃修改，回到例句原来的手工表", "Give up the changes and take the example's own table"),
    "editor.fresh": ("重新开始", "Start anew"),
    "editor.fresh.help": ("每一格回到 0.1，对角线回到“-”", "Every cell back to 0.1, the diagonal to '-'"),
    # comparison
    "difference.title": ("差别：计算 − 手工（按行归一）", "Difference: computed − hand (rows as shares)"),
    "difference.scale": ("手工更大 ↔ 计算更大", "more by hand ↔ more computed"),
    "agreement.title": ("吻合程度", "Agreement"),
    "agreement.rows": ("最强的词一致", "Strongest words agree"),
    "agreement.rows.value": ("{agreeing} / {compared} 行", "{agreeing} of {compared} rows"),
    "agreement.rows.help": (
        "计算出的这一行里权重最大的词，在手工表的这一行里是不是也最大。",
        "Whether the word with the row's largest computed weight has the row's highest value in the hand table.",
    ),
    "agreement.rho": ("等级相关 ρ", "Rank correlation ρ"),
    "agreement.rho.help": (
        "斯皮尔曼 ρ：两张表给各格排的名次有多像，1 是完全一样，0 是没有关系。",
        "Spearman's ρ: how alike both tables rank the cells; 1 is the same order, 0 no relation.",
    ),
    "agreement.kl": ("KL 散度（平均）", "KL divergence (mean)"),
    "agreement.kl.help": (
        "归一后的手工行与计算行的距离，单位奈特，0 是完全一样。∞：手工表要的格子被遮住了。",
        "From the computed row to the hand row (as shares), in nats; 0 is the same. ∞: a cell that the hand table asks for is masked.",
    ),
    "agreement.none": ("没有可比的", "nothing to compare"),
    "reading.title": ("逐行解读", "Row by row"),
    "reading.computed": ("计算出的表", "Computed"),
    "reading.hand": ("手工表", "By hand"),
    "reading.agrees": ("一致", "Agree"),
    "reading.kl": ("KL", "KL"),
    "reading.yes": ("是", "yes"),
    "reading.no": ("否", "no"),
    "reading.most": ("“{query}”最关注{keys}", "“{query}” attends most to {keys}"),
    "reading.flat": ("“{query}”对各词几乎一样关注", "“{query}” attends to all words almost alike"),
    "reading.empty": ("“{query}”没有可看的词", "“{query}” has no word to attend to"),
    "reading.key": ("“{key}”（{weight:.2f}）", "“{key}” ({weight:.2f})"),
    "reading.and": ("、", ", "),
    "reading.place": ("{word}·第{place}词", "{word}, word {place}"),
    "reading.more": ("只列出前 {limit} 行。", "Only the first {limit} rows are listed."),
    # notices
    "link.dropped": (
        "链接里有这个版本不认识的内容，已略过；其余的都打开了。",
        "The link holds something that this version does not know; it was left out, the rest is open.",
    ),
    "jieba.loading": ("正在准备分词词典……", "Getting the dictionary ready …"),
    # errors, by class
    "error.AttentionError": ("出了点问题，你输入的都还在。请换个做法再试。", "Something went wrong; what you typed is still there. Try another way."),
    "error.EmptyText": ("还没有句子。写一句话试试。", "No sentence yet. Write one."),
    "error.BadCut": ("这里不能这样分词；词没有变。", "The words cannot be cut like this; they stay as they were."),
    "error.ShapeError": (
        "{name} 的形状是 {found}，需要 {wanted}。",
        "{name} has the shape {found}; {wanted} is needed.",
    ),
    "error.HandTableError": ("这张手工表和句子对不上；表没有变。", "This hand table does not fit the sentence; the table stays as it was."),
    "error.HandValueError": (
        "“{value}”不行：请输入 0 到 1 的数，或“-”。",
        "“{value}” cannot be used: type a number from 0 to 1, or '-'.",
    ),
    "error.ExampleError": ("例句文件 {name} 读不出来，请检查这个文件。", "The example file {name} cannot be read; please check it."),
    "error.WeightsError": (
        "权重文件“{name}”缺失或损坏，改用随机权重。请重新下载这个项目的文件。",
        "The weight file “{name}” is missing or damaged; random weights are used instead. Please download the project's files anew.",
    ),
    "error.Diverged": (
        "第 {step} 步起损失不再是数：学习率太大。请调小后再试。",
        "From step {step} the loss is no longer a number: the learning rate is too high. Lower it and try again.",
    ),
    "error.LinkError": (
        "链接已损坏，打不开；现在显示的是开头的例句。",
        "The link is damaged and cannot be opened; the opening example is shown instead.",
    ),
}


def say(language: Language, key: str, /, **gaps: Any) -> str:
    """The text of `key` with its gaps filled. An unknown key raises KeyError: a missing text is a fault of ours."""
    text = TEXTS[key][0 if language == "zh" else 1]
    return text.format(**gaps) if gaps else text


def say_error(language: Language, error: AttentionError) -> str:
    """One sentence for the visitor: that of the error's class, else of the nearest class above that has one."""
    key = next(f"error.{c.__name__}" for c in type(error).__mro__ if f"error.{c.__name__}" in TEXTS)
    return say(language, key, **error.data)
