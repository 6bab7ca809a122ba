"""Texts of the page of the four steps and of the matrices typed in."""

TEXTS: dict[str, tuple[str, str]] = {
    "steps.lead": (
        "选一个查询词，看它的一行权重是怎样一步一步算出来的。每个数都可以自己验算。",
        "Choose a query word and see how its row of weights is worked out, step by step. Every number can be checked.",
    ),
    "steps.head": ("头", "Head"),
    "steps.board": ("板书例子", "Board example"),
    "steps.board.help": (
        "换成一个可以在黑板上手算的小例子：三个词，d_k = 4。",
        "A small example to be worked out by hand on the board: three words, d_k = 4.",
    ),
    "steps.qkv": ("X 怎样变成 Q、K、V", "How X becomes Q, K and V"),
    "steps.qkv.text": (
        "三者同源异构：都来自同一个 X（每行是一个词的向量），只是各乘了一个不同的、学出来的矩阵。",
        "One source, three forms: all come from the same X (a row for each word), each multiplied by a "
        "learned matrix of its own.",
    ),
    "steps.largest": ("最大 {top}", "largest {top}"),
    "steps.role.name": ("名称", "Name"),
    "steps.role.role": ("角色", "Role"),
    "steps.role.library": ("像在图书馆", "As in a library"),
    "steps.role.here": ("在这里", "Here"),
    "steps.role.q.name": ("查询 Q", "Query Q"),
    "steps.role.q.role": ("提问：我想找什么？", "Asks: what am I looking for?"),
    "steps.role.q.library": ("你写在借书单上的要求", "the wish on your slip"),
    "steps.role.q.here": ("表格的一行", "a row of the table"),
    "steps.role.k.name": ("键 K", "Key K"),
    "steps.role.k.role": ("索引：我可以怎样被找到？", "Is the index: how can I be found?"),
    "steps.role.k.library": ("书脊上的标签", "the label on the spine"),
    "steps.role.k.here": ("表格的一列", "a column of the table"),
    "steps.role.v.name": ("值 V", "Value V"),
    "steps.role.v.role": ("内容：找到我以后，拿走什么？", "Is the content: what is taken once I am found?"),
    "steps.role.v.library": ("书里写的东西", "what the book says"),
    "steps.role.v.here": ("按权重加起来，成为输出", "added up by weight, it becomes the output"),
    "steps.sum": ("和", "Sum"),
    "steps.one": ("1 评分：q·k", "1 Scoring: q·k"),
    "steps.one.text": (
        "“{query}”的查询 q 和“{key}”的键 k，逐项相乘，再加起来。",
        "The query q of “{query}” and the key k of “{key}”, multiplied term by term and added up.",
    ),
    "steps.one.scaled": (
        "和 {total} × {factor}（1/√d_k 除以温度；d_k = {d_k}，温度 {temperature}）= {scaled}。不舍入的得分是 {exact}。",
        "Sum {total} × {factor} (1/√d_k over the temperature; d_k = {d_k}, temperature {temperature}) = {scaled}. "
        "Unrounded, the score is {exact}.",
    ),
    "steps.one.unscaled": (
        "没有缩放（d_k = {d_k}，温度 {temperature}）：得分就是 {scaled}。不舍入的得分是 {exact}。",
        "No scaling (d_k = {d_k}, temperature {temperature}): the score is {scaled}. Unrounded it is {exact}.",
    ),
    "steps.masked": (
        "这一格被遮住了：得分算作 −∞，权重是 0。",
        "This cell is masked: its score counts as −∞, its weight is 0.",
    ),
    "steps.two": ("2 归一化：softmax", "2 Normalising: softmax"),
    "steps.two.text": (
        "“{query}”这一行：每个得分先减去最大的得分（结果不变，只是免得数太大），取 e 的幂，再除以总和。"
        "这一行的和是 1。",
        "The row of “{query}”: from each score the largest is taken off (the result is the same, the "
        "numbers stay small), "
        "then e to that, then divided by the sum. The row adds up to 1.",
    ),
    "steps.two.key": ("键", "Key"),
    "steps.two.score": ("得分", "Score"),
    "steps.two.shifted": ("得分 − 最大", "Score − largest"),
    "steps.two.exp": ("e 的幂", "e to that"),
    "steps.two.share": ("÷ 总和", "÷ sum"),
    "steps.two.weight": ("权重", "Weight"),
    "steps.two.exact": ("不舍入", "Unrounded"),
    "steps.three": ("3 加权求和：Σ 权重 × v", "3 Weighted sum: Σ weight × v"),
    "steps.three.text": (
        "“{query}”按权重从每个词的值 v 里各取一份，加起来。箭头左边是 v，右边是权重 × v。",
        "“{query}” takes a share of each word's value v, by weight, and adds them up. Left of the arrow v, "
        "right weight × v.",
    ),
    "steps.three.more": (
        "V 有 {all} 维，这里算前 {shown} 维；其余的算法一样。",
        "V has {all} dimensions; the first {shown} are worked out, the others go the same way.",
    ),
    "steps.four": ("4 输出", "4 Output"),
    "steps.four.text": (
        "“{query}”原来的值向量（之前），和融合了其他词的输出向量（之后）。下面用余弦看输出更像哪些词的值：1 "
        "是同一个方向。",
        "The word's own value vector (before), and the output that has taken in the others (after), for “{query}”. "
        "Below, by cosine, which words' values the output is like: 1 is the same direction.",
    ),
    "steps.before": ("之前", "Before"),
    "steps.after": ("之后", "After"),
    "steps.four.word": ("词", "Word"),
    "steps.reading": ("怎样理解输出", "Ways to read the output"),
    "steps.reading.here": ("在这里能看到的数", "The number that shows it here"),
    "steps.reading.integrate": ("整合信息", "It brings together"),
    "steps.reading.integrate.text": (
        "能看的 {n} 个词里，有 {count} 个的权重超过 0.01，都进了这个输出。",
        "{count} of the {n} words that it may look at have a weight above 0.01 and are in this output.",
    ),
    "steps.reading.context": ("带上下文", "It depends on the context"),
    "steps.reading.context.text": (
        "“{query}”的向量从之前到之后移动了 {moved}；换一句话，移动就不同。",
        "The vector of “{query}” moved by {moved} from before to after; in another sentence it moves otherwise.",
    ),
    "steps.reading.dynamic": ("动态关注", "Its focus moves"),
    "steps.reading.dynamic.text": (
        "有词可看的各行的熵（前几行）：{entropies}。熵小的词盯着少数几个词，熵大的词看得散。",
        "Entropy of the rows that have words to look at (the first ones): {entropies}. A low one looks at few words, a high one at many.",
    ),
    "steps.reading.enhance": ("增强特征", "It amplifies"),
    "steps.reading.enhance.text": (
        "“{key}”的权重是 {weight}，是平均分配的 {times} 倍（能看的有 {n} 个词）：它的值被放大，别的被压低。",
        "“{key}” has the weight {weight}, {times} times an even share ({n} words may be looked at): its value is amplified, "
        "the others are held down.",
    ),
    "steps.reading.compress": ("压缩与抽象", "It compresses"),
    "steps.reading.compress.text": (
        "{n} 个值向量（共 {numbers} 个数）合成一个 {d_v} 维的向量。",
        "{n} value vectors ({numbers} numbers) become one of {d_v} dimensions.",
    ),
    "steps.reading.human": ("像人的注意", "It is like human attention"),
    "steps.reading.human.text": (
        "这是一个比喻，页面上没有哪个数能证明它。",
        "This is an analogy; no number on this page proves it.",
    ),
    "steps.rounding": (
        "怎样舍入：向量取 3 位小数，得分和权重 4 位，e 的幂 5 位；之后的乘法和加法都用显示出来的数精确地算，"
        "所以可以验算。"
        "“不舍入”是用全部位数算出的结果，末位可能差一点。",
        "How it is rounded: vectors to 3 digits, scores and weights to 4, powers of e to 5; products and "
        "sums are then exact on the "
        "digits shown, so they can be checked. “Unrounded” is the result with all digits; the last one may differ.",
    ),
    "typed.title": ("自己输入矩阵", "Type the matrices"),
    "typed.cell": ("{name} 第 {row} 行第 {column} 列", "{name}, row {row}, column {column}"),
    "typed.refused": (
        "“{typed}”不行：请输入 -1000 到 1000 的数。仍是 {old}。",
        "“{typed}” cannot be used: type a number from -1000 to 1000. It is still {old}.",
    ),
    "head.number": ("头 {number}", "Head {number}"),
    "head.neighbours": ("相邻词（支配和从属）", "Neighbours in the tree"),
    "head.neighbours.text": ("学过：看语法上和自己相连的词。", "Taught: look at the words linked with you."),
    "head.head": ("支配词", "Governing word"),
    "head.head.text": ("学过：看自己依附的那个词。", "Taught: look at the word that you hang on."),
    "head.subject": ("主语", "Subject"),
    "head.subject.text": ("学过：主语和谓语互相看。", "Taught: subject and verb look at each other."),
    "head.object": ("宾语", "Object"),
    "head.object.text": ("学过：宾语和动词互相看。", "Taught: object and verb look at each other."),
    "head.modifier": ("修饰语", "Modifier"),
    "head.modifier.text": ("学过：修饰语和被修饰的词互相看。", "Taught: modifier and modified look at each other."),
    "head.function": ("虚词", "Function word"),
    "head.function.text": (
        "学过：虚词和它所属的实词互相看。",
        "Taught: function word and content word look at each other.",
    ),
}
