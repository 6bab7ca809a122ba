"""Texts of the page of the four steps and of the matrices typed in."""

TEXTS: dict[str, tuple[str, str]] = {
    "steps.lead": (
        "缩放点积注意力：从一个查询词的 q 到它的输出，四步，每个数都可以验算。按 ← → 一步一步看。",
        "Scaled dot-product attention: from the q of one query word to its output in four steps, every number to be checked. "
        "Step with ← →.",
    ),
    "steps.lead.example": (
        "缩放点积注意力，先看板书例子“猫吃鱼”：从一个查询词的 q 到它的输出，四步，每个数都能心算。按 ← → 一步一步看。",
        "Scaled dot-product attention, first in the board example “cat eats fish”: four steps, with numbers "
        "that can be worked out mentally. Step with ← →.",
    ),
    "steps.head": ("头", "Head"),
    "steps.own": ("换成上面的句子", "Use the sentence above"),
    "steps.own.help": (
        "现在看的是板书例子，它不动你的句子。",
        "This is the board example; your sentence stays as it is.",
    ),
    "steps.board": ("板书例子", "Board example"),
    "steps.board.help": (
        "可以在黑板上手算的小例子：三个词，d_k = 4。上面的句子留着。",
        "A small example to be worked out by hand on the board: three words, d_k = 4. The sentence above stays.",
    ),
    "steps.board.edit": ("改板书例子的矩阵", "Edit the example's matrices"),
    "steps.stage.title": ("缩放点积注意力的四步", "The four steps of scaled dot-product attention"),
    "steps.stage.picture": (
        "这一步的图：上下方向键换一个数，回车看全部数字",
        "This step's picture: up and down lead from number to number, Enter shows all digits",
    ),
    "steps.stage.play": ("播放", "Play"),
    "steps.stage.pause": ("暂停", "Pause"),
    "steps.stage.back": ("◀ 上一步", "◀ Back"),
    "steps.stage.forward": ("下一步 ▶", "Next ▶"),
    "steps.stage.slider": ("第几步", "Step"),
    "steps.stage.scale": ("÷ √d_k", "÷ √d_k"),
    "steps.stage.digits": ("点任何一格或一条，看它的全部数字。", "Click any cell or bar for all its digits."),
    "steps.stage.others": ("其余 {count} 个词", "{count} others"),
    "steps.stage.steps.one": ("1 评分", "1 Score"),
    "steps.stage.steps.two": ("2 缩放和掩码", "2 Scale and mask"),
    "steps.stage.steps.three": ("3 softmax", "3 Softmax"),
    "steps.stage.steps.four": ("4 加权求和", "4 Weighted sum"),
    "steps.stage.caption.scores": (
        "得分：先是 q·k（空框），再缩放（实条）",
        "Scores: q·k (outlined), then scaled (filled)",
    ),
    "steps.stage.caption.exps": ("e 的幂（先减去最大的得分）", "exp of each score (less the largest)"),
    "steps.stage.caption.weights": (
        "÷ 总和 → 权重：表格的这一行，合起来长 1",
        "÷ sum → weights: this row of the table, together 1 long",
    ),
    "steps.stage.rows.output": ("输出", "Output"),
    "steps.stage.rows.before": ("原来的 v", "Own v before"),
    "steps.stage.rows.change": ("变化", "Change"),
    "steps.stage.exact.q": ("查询 q，第 {column} 列", "query q, column {column}"),
    "steps.stage.exact.k": ("键 k，第 {column} 列", "key k, column {column}"),
    "steps.stage.exact.product": ("q ⊙ k，第 {column} 列：{q} × {k}", "q ⊙ k, column {column}: {q} × {k}"),
    "steps.stage.exact.score": ("“{word}”（第 {place} 词）的得分 q·k", "Score q·k of “{word}” (word {place})"),
    "steps.stage.exact.scaled": (
        "“{word}”（第 {place} 词）缩放后的得分：{score} × {factor}",
        "Scaled score of “{word}” (word {place}): {score} × {factor}",
    ),
    "steps.stage.exact.masked": (
        "“{word}”（第 {place} 词）被掩码遮住：得分算作 −∞，权重是 0",
        "“{word}” (word {place}) is masked: its score counts as −∞, its weight is 0",
    ),
    "steps.stage.exact.exp": (
        "“{word}”（第 {place} 词）：e 的（{scaled} − {top}）次方",
        "“{word}” (word {place}): exp({scaled} − {top})",
    ),
    "steps.stage.exact.weight": (
        "“{word}”（第 {place} 词）的权重：{exp} ÷ {total}",
        "Weight of “{word}” (word {place}): {exp} ÷ {total}",
    ),
    "steps.stage.exact.rest": ("没有画出的 {count} 个词，权重合计", "Weights of the {count} words not drawn, together"),
    "steps.stage.exact.value": (
        "“{word}”（第 {place} 词）的值 v，第 {column} 列",
        "Value v of “{word}” (word {place}), column {column}",
    ),
    "steps.stage.exact.share": (
        "“{word}”（第 {place} 词），第 {column} 列：{weight} × {value}",
        "“{word}” (word {place}), column {column}: {weight} × {value}",
    ),
    "steps.stage.exact.othersShare": (
        "其余 {count} 个词合在一起，第 {column} 列",
        "The {count} others together, column {column}",
    ),
    "steps.stage.exact.output": ("输出，第 {column} 列", "Output, column {column}"),
    "steps.stage.exact.before": ("原来的 v，第 {column} 列", "Own v before, column {column}"),
    "steps.stage.exact.change": (
        "变化，第 {column} 列：{output} − {before}",
        "Change, column {column}: {output} − {before}",
    ),
    "steps.stage.cut": (
        "这一行有 {all} 个词，画了权重最大的 {shown} 个；其余的权重合计 {rest}。",
        "The row has {all} words; the {shown} with the largest weights are drawn, the others weigh {rest} together.",
    ),
    "steps.stage.cut.columns": (
        "v 有 {all} 列，画了前 {shown} 列。",
        "v has {all} columns; the first {shown} are drawn.",
    ),
    "steps.stage.one": (
        "“{query}”的 q 和“{key}”的 k 逐列相乘（q ⊙ k），{d_k} 列加起来是得分 q·k = {score}。最大的一条在第 {column} 列：{q} × {k} = {product}。",
        "q of “{query}” times k of “{key}”, column by column (q ⊙ k); the {d_k} columns add up to the score q·k = {score}. "
        "The largest is column {column}: {q} × {k} = {product}.",
    ),
    "steps.stage.two.scaled": (
        "这一行的得分都除以 √{d_k} = {root}{heat}：“{key}”从 {score} 变成 {scaled}。",
        "All scores of the row are divided by √{d_k} = {root}{heat}: “{key}” goes from {score} to {scaled}.",
    ),
    "steps.stage.two.unscaled": (
        "没有除以 √{d_k} = {root}{heat}：“{key}”从 {score} 到 {scaled}。",
        "Not divided by √{d_k} = {root}{heat}: “{key}” goes from {score} to {scaled}.",
    ),
    "steps.stage.two.heat": ("，再除以温度 {temperature}", ", then by the temperature {temperature}"),
    "steps.stage.two.masked": ("掩码遮住 {count} 个不能看的词。", " The mask takes away {count} that may not be seen."),
    "steps.stage.two.all": ("没有词被遮住。", " Nothing is masked."),
    "steps.stage.three": (
        "每个得分减去最大的，取 e 的幂，再除以总和 {total}，就是“{query}”这一行的权重，合起来是 1。“{top}”最多，{most}。",
        "exp of each score less the largest, divided by the sum {total}: the weights in the row of “{query}”, 1 together. "
        "“{top}” has the most, {most}.",
    ),
    "steps.stage.three.key": ("“{key}”是 {weight}。", " “{key}” has {weight}."),
    "steps.stage.four": (
        "每个词的 v 按权重变薄，合成“{query}”的输出；“{top}”给得最多，{weight}。输出离原来的 v 有 {moved} 远，变得最多的是第 {column} 列：{before} → {output}。",
        "Each v, thinned by its weight, flows into the output of “{query}”; “{top}” gives most, {weight}. The output is {moved} away from "
        "the old v; column {column} changed most: {before} → {output}.",
    ),
    "steps.stage.three.none": (
        "“{query}”没有可看的词：这一行的权重全是 0。",
        "“{query}” has nothing to look at: all weights in its row are 0.",
    ),
    "steps.stage.four.none": (
        "“{query}”没有可看的词：它的输出全是 0。",
        "“{query}” has nothing to look at: its output is all 0.",
    ),
    "steps.all": ("全部数字", "All numbers"),
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
    "steps.role.q.library": ("你写在借书单上的要求", "the request on your slip"),
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
    "steps.scaling": ("2 缩放和掩码", "2 Scaling and masking"),
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
    "steps.two": ("3 归一化：softmax", "3 Normalising: softmax"),
    "steps.two.text": (
        "“{query}”这一行：每个得分先减去最大的得分（结果不变，只是免得数太大），取 e 的幂，再除以总和。"
        "这一行的和是 1。",
        "The row of “{query}”: from each score the largest is taken off (the result is the same, the "
        "numbers stay small), "
        "then exp is taken, then it is divided by the sum. The row adds up to 1.",
    ),
    "steps.two.key": ("键", "Key"),
    "steps.two.score": ("得分", "Score"),
    "steps.two.shifted": ("得分 − 最大", "Score − largest"),
    "steps.two.exp": ("e 的幂", "exp"),
    "steps.two.share": ("÷ 总和", "÷ sum"),
    "steps.two.weight": ("权重", "Weight"),
    "steps.two.exact": ("不舍入", "Unrounded"),
    "steps.three": ("4 加权求和：Σ 权重 × v", "4 Weighted sum: Σ weight × v"),
    "steps.three.text": (
        "“{query}”按权重从每个词的值 v 里各取一份，加起来。箭头左边是 v，右边是权重 × v。",
        "“{query}” takes a share of each word's value v, by weight, and adds them up. Left of the arrow v, "
        "right weight × v.",
    ),
    "steps.three.more": (
        "V 有 {all} 维，这里算前 {shown} 维；其余的算法一样。",
        "V has {all} dimensions; the first {shown} are worked out, the others go the same way.",
    ),
    "steps.four": ("输出：之前和之后", "The output: before and after"),
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
    "head.head": ("支配词", "Syntactic head"),
    "head.head.text": ("学过：看自己依附的那个词。", "Taught: look at your syntactic head."),
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
