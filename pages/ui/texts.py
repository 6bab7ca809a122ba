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
    "source.fitted.kept": (
        "来源：拟合。用的是为“{trained_on}”训练了 {steps} 步的 W_Q、W_K（损失 {loss:.3f}）。",
        "Source: fitted. W_Q and W_K were trained on “{trained_on}” for {steps} steps (loss {loss:.3f}).",
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
    # training
    "train.lead": (
        "刚才的表是人填的。这里让 W_Q 和 W_K 自己学：从随机数开始，用反向传播一步一步接近手工表。",
        "The table was filled in by a person. Here W_Q and W_K learn it: from random numbers, step by step, by back-propagation.",
    ),
    "train.d_model": ("d_model（词向量的维数）", "d_model (width of a word's vector)"),
    "train.d_k": ("d_k（查询和键的维数）", "d_k (width of query and key)"),
    "train.heads": ("头的个数", "Heads"),
    "train.heads.help": ("几个头的权重取平均，合成一张表。", "The table is the mean of the heads' weights."),
    "train.optimiser": ("优化方法", "Optimiser"),
    "train.optimiser.adam": ("Adam", "Adam"),
    "train.optimiser.momentum": ("动量法", "Momentum"),
    "train.optimiser.sgd": ("梯度下降 SGD", "Gradient descent (SGD)"),
    "train.learning_rate": ("学习率", "Learning rate"),
    "train.momentum": ("动量", "Momentum"),
    "train.steps": ("步数", "Steps"),
    "train.seed": ("随机种子", "Seed"),
    "train.positions": ("加上位置", "Add positions"),
    "train.positions.help": (
        "不加位置时，同一个词不管在哪儿，向量都一样。",
        "Without positions a word has the same vector wherever it stands.",
    ),
    "train.scale": ("除以 √d_k", "Divide by √d_k"),
    "train.train_X": ("词向量 X 也一起学", "Train the word vectors X too"),
    "train.usual": ("恢复默认设置", "Usual settings"),
    "train.start": ("开始训练", "Train"),
    "train.go_on": ("继续", "Go on"),
    "train.pause": ("暂停", "Pause"),
    "train.one": ("走一步", "One step"),
    "train.anew": ("重来", "Start over"),
    "train.standing": (
        "第 {step} / {steps} 步：损失 {loss}，下限 {floor}，还差 {gap} 奈特。",
        "Step {step} of {steps}: loss {loss}, floor {floor}, {gap} nats to go.",
    ),
    "train.diverging": (
        "损失不降反升：学习率太大，每一步都迈过了头。请调小学习率，或者恢复默认设置。",
        "The loss rises instead of falling: the learning rate is too high and each step overshoots. Lower it, or go back to the usual settings.",
    ),
    "train.back": ("恢复默认设置", "Back to the usual settings"),
    "film.computed": ("计算出的表", "Computed"),
    "film.hand": ("手工表（按行归一）", "By hand (rows as shares)"),
    "film.difference": ("差别：计算 − 手工", "Difference: computed − hand"),
    "film.loss": ("损失", "Loss"),
    "film.play": ("播放", "Play"),
    "film.pause": ("停", "Stop"),
    "film.slider": ("训练到第几步", "Step of the training"),
    "film.readout": ("第 {step} 步，损失 {loss}", "Step {step}, loss {loss}"),
    "film.curve": (
        "从 {first} 降到 {last}；虚线是下限 {floor}（手工表的熵），任何表都不能更低。",
        "From {first} to {last}; the dotted line is the floor {floor} (the hand table's entropy), which no table can get below.",
    ),
    "train.matrices.title": ("看矩阵和梯度", "Look at the matrices and gradients"),
    "train.matrices.help": (
        "每张图有自己的颜色范围：白色是 0，红色为正，蓝色为负，最深的颜色是这张图里绝对值最大的数。",
        "Each picture has its own range: white is 0, red positive, blue negative; the deepest colour is its largest absolute value.",
    ),
    "train.matrix": ("{name}，头 {head}，{shape}，最大 {top}", "{name}, head {head}, {shape}, largest {top}"),
    "train.digits.title": ("一步之间，一个格子变了多少", "What one step changed in one cell"),
    "train.digits.none": ("先走一步，再来看。", "Take a step first."),
    "train.digits.masked": ("这一格是“-”，不参加训练。", "This cell is '-': it takes no part."),
    "train.digits.score": ("得分 q·k（缩放后），头 {head}", "Score q·k (scaled), head {head}"),
    "train.digits.weight": ("权重，头 {head}", "Weight, head {head}"),
    "train.digits.gap": ("表中的权重 − 目标", "Weight in the table − target"),
    "train.digits.loss": ("损失", "Loss"),
    "train.digits.step": ("第 {step} 步", "Step {step}"),
    "train.digits.change": ("变化", "Change"),
    "train.digits.target": (
        "目标（手工表归一后）是 {target}。权重比目标小，得分就被往上推；比目标大，就被往下推。",
        "The target (hand table as shares) is {target}. Where the weight is below it, the score is pushed up; above it, down.",
    ),
    "train.try.title": ("试一试", "Things to try"),
    "train.try": ("试试", "Try"),
    "train.try.running": ("正在训练：第 {step} / {steps} 步……", "Training: step {step} of {steps} …"),
    "train.try.rate": ("学习率太大会怎样？", "What does too high a learning rate do?"),
    "train.try.rate.text": ("把学习率从 0.03 改成 3。", "The learning rate goes from 0.03 to 3."),
    "train.try.rate.outcome": (
        "最后损失是 {loss}，下限是 {floor}：步子太大，跨过了谷底，再也回不来。",
        "The loss ends at {loss}, the floor is {floor}: steps this large jump over the valley and do not come back.",
    ),
    "train.try.rank": ("查询和键只有一维，够吗？", "Is one dimension enough for query and key?"),
    "train.try.rank.text": ("把 d_k 改成 1。", "d_k becomes 1."),
    "train.try.rank.outcome": (
        "还差 {gap} 奈特，再多训练也没用：d_k = 1 时得分表 Q·Kᵀ 的秩是 1，每一行只是同一行乘一个数，装不下各不相同的行。",
        "It stays {gap} nats above the floor, however long it trains: with d_k = 1 the scores Q·Kᵀ have rank 1, each row is the same row "
        "times a number, and rows that differ do not fit in.",
    ),
    "train.try.scale": ("不除以 √d_k 呢？", "And without ÷√d_k?"),
    "train.try.scale.text": ("得分大了 √d_k 倍，softmax 更尖。", "Scores are √d_k times as large, softmax is sharper."),
    "train.try.scale.outcome": (
        "还差 {gap} 奈特。得分一开始就大，行很尖，同样的学习率下曲线更抖；看看曲线的开头。",
        "{gap} nats above the floor. Scores start large and rows sharp, so the curve shakes more at the same rate; look at its beginning.",
    ),
    "train.try.heads": ("两个头怎样分工？", "How do two heads share the work?"),
    "train.try.heads.text": ("头数改成 2，表是两个头的平均。", "Two heads; the table is their mean."),
    "train.try.heads.outcome": (
        "还差 {gap} 奈特。两个头学到的并不一样：同一格最多相差 {apart}，平均起来才是手工表。在“看矩阵”里可以看到。",
        "{gap} nats above the floor. The heads did not learn the same: a cell differs by up to {apart} between them; only their mean is the hand table.",
    ),
    "train.try.order": ("词的顺序有关系吗？", "Does the order of the words matter?"),
    "train.try.order.text": ("去掉位置，再把句子倒过来比一比。", "Positions off; then the sentence is reversed and compared."),
    "train.try.order.outcome": (
        "把词倒过来排，同一对词的权重最多变了 {change}。没有位置，注意力不知道词的先后；加上位置再训练，这个数就不是 0 了。",
        "With the words in reverse order the weight of a pair changes by at most {change}. Without positions attention does not know "
        "what comes first; train with positions and this is no longer 0.",
    ),
    "train.keep": ("用作权重来源“拟合”", "Keep as the source “Fitted”"),
    "train.forget": ("不再使用", "Forget them"),
    "train.kept": (
        "“拟合”现在用的是：为“{words}”训练了 {steps} 步的矩阵。它们不放进链接，要留下请下载。",
        "“Fitted” now uses matrices trained on “{words}” for {steps} steps. They are not in the link; download them to keep them.",
    ),
    "train.keep.title": ("保存和打开矩阵", "Save and open matrices"),
    "train.download": ("下载 {kind}", "Download {kind}"),
    "frame.choose_file": ("选择文件", "Choose a file"),
    "train.load": ("打开下载过的矩阵（npz 或 json）", "Open matrices downloaded before (npz or json)"),
    "another.title": ("换一句话呢？", "And another sentence?"),
    "another.sentence": ("另一句话", "Another sentence"),
    "another.agrees": (
        "和这句的手工表比：{agreeing} / {compared} 行最强的词一致，等级相关 {rho}。",
        "Against this sentence's hand table: the strongest word agrees in {agreeing} of {compared} rows, rank correlation {rho}.",
    ),
    "another.no_hand": ("这句话没有手工表，请自己看看哪张更有道理。", "Nobody built a table for this sentence; judge for yourself which makes more sense."),
    "another.text": (
        "拟合一张表，不等于学会一种语言。这些矩阵只见过一句话的几个词，换一句话，它们对新词一无所知。在许多句子上训练，"
        "同样的词和同样的结构反复出现，矩阵才学得到用得上的规律；“句法”模型就是这样训练的。",
        "Fitting one table is not learning a language. These matrices have seen the few words of one sentence; of new words they know "
        "nothing. Only when training sees many sentences, where words and structures come back again and again, do the matrices learn "
        "what holds elsewhere; the syntax model was trained that way.",
    ),
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
    "error.FileError": (
        "文件“{name}”打不开：不是这里下载的格式，或者已损坏。请换一个文件。",
        "The file “{name}” cannot be opened: it is of another format, or damaged. Please choose another.",
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
