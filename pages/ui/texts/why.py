"""Texts of the page 为什么; its longer ones are in assets/texts/why.zh.md and why.en.md."""

TEXTS: dict[str, tuple[str, str]] = {
    "why.lead": (
        "九个学生常问的问题。先猜，再拨开关，看前后两张图；为什么，最后再说。",
        "Nine questions that students ask. Guess first, then move the switch and compare before and now; why comes last.",
    ),
    "why.title.values": (
        "1. 为什么 V 不直接用 X？",
        "1. Why is V not simply X?",
    ),
    "why.title.dish": (
        "2. 一个向量，还是两个？",
        "2. One vector, or two?",
    ),
    "why.title.cost": (
        "3. V 直接用 X，省不省？",
        "3. Is V = X cheaper?",
    ),
    "why.title.swap": (
        "4. Q 和 K 能不能对调？",
        "4. Are Q and K interchangeable?",
    ),
    "why.title.scaling": (
        "5. 为什么除以 √d_k？",
        "5. Why divide by √d_k?",
    ),
    "why.title.rows": (
        "6. 为什么行和是 1，列和不是？",
        "6. Why do rows sum to 1, and columns not?",
    ),
    "why.title.far": (
        "7. 隔得很远，还看得到吗？",
        "7. Can it still be seen from far away?",
    ),
    "why.title.reference": (
        "8. “他”是谁？",
        "8. Who is 他 (he)?",
    ),
    "why.title.senses": (
        "9. 这张表有什么用？",
        "9. What is this table good for?",
    ),
    "why.ask.values": (
        "让 V 就是 X，也就是把 W_V 换成单位矩阵 I：注意力权重和输出会怎样？",
        "Let V be X itself, that is, W_V the identity I: what happens to the attention weights, and to the output?",
    ),
    "why.guess.values.a": (
        "权重和输出都变",
        "Both weights and output change",
    ),
    "why.guess.values.b": (
        "权重不变，输出变",
        "The weights stay, the output changes",
    ),
    "why.guess.values.c": (
        "权重和输出都不变",
        "Neither changes",
    ),
    "why.ask.dish": (
        "“鱼香肉丝”里没有鱼。只用名字这一个向量去找、去拿，输出说有鱼。改成用名字找、拿内容，会怎样？",
        "There is no fish in “鱼香肉丝” (fish-fragrant pork). With the name as the only vector, the output tells of fish. What if the name is matched and the content handed over?",
    ),
    "why.guess.dish.a": (
        "还是有鱼，因为是按名字找的",
        "Still fish, since the name was matched",
    ),
    "why.guess.dish.b": (
        "找不到这道菜了",
        "The dish is not found any more",
    ),
    "why.guess.dish.c": (
        "还找得到，输出里主要是肉",
        "It is found, and the output is mostly meat",
    ),
    "why.ask.cost": (
        "V 直接用 X，X·W_V 这一步就省了。八个头（d_model = 512）的乘法一共会怎样？",
        "With V = X the product X·W_V is saved. What happens to all the multiplications of eight heads (d_model = 512)?",
    ),
    "why.guess.cost.a": (
        "变少",
        "Fewer",
    ),
    "why.guess.cost.b": (
        "差不多",
        "About as many",
    ),
    "why.guess.cost.c": (
        "变多",
        "More",
    ),
    "why.ask.swap": (
        "把 W_Q 和 W_K 对调，得分表和权重表会怎样？",
        "Exchange W_Q and W_K: what happens to the scores and to the weights?",
    ),
    "why.guess.swap.a": (
        "都不变",
        "Neither changes",
    ),
    "why.guess.swap.b": (
        "都正好行列互换",
        "Both are transposed, rows for columns",
    ),
    "why.guess.swap.c": (
        "得分正好行列互换，权重不是",
        "The scores are transposed, the weights are not",
    ),
    "why.ask.scaling": (
        "随机抽一个查询和几个键，d_k = 64。不除以 √d_k，一行里最大的权重会怎样？",
        "One random query and some random keys, d_k = 64. Without ÷√d_k, what happens to the largest weight of the row?",
    ),
    "why.guess.scaling.a": (
        "大得多",
        "It becomes much larger",
    ),
    "why.guess.scaling.b": (
        "差不多",
        "It stays about the same",
    ),
    "why.guess.scaling.c": (
        "小得多",
        "It becomes much smaller",
    ),
    "why.ask.rows": (
        "softmax 改成一列一列地做，每一行的和会怎样？",
        "If softmax goes down columns instead, what happens to the sum of each row?",
    ),
    "why.guess.rows.a": (
        "还都是 1",
        "All are still 1",
    ),
    "why.guess.rows.b": (
        "不再是 1，各行不同",
        "No longer 1, and not the same",
    ),
    "why.guess.rows.c": (
        "都是 0",
        "All are 0",
    ),
    "why.ask.far": (
        "句子越来越长，两个词离得越来越远。图上是注意力给的权重；循环神经网络还记得多少？",
        "A sentence grows, and two words move apart. The picture has the weights of attention; how much does a recurrent neural network remember?",
    ),
    "why.guess.far.a": (
        "和注意力差不多",
        "About as much",
    ),
    "why.guess.far.b": (
        "越远越少",
        "Less and less with the distance",
    ),
    "why.guess.far.c": (
        "越远越多",
        "More and more with the distance",
    ),
    "why.ask.reference": (
        "左边是随机的矩阵。换成用语法树教出来的句法模型，“他”最看谁？",
        "On the left the matrices are random. To whom does 他 (he) attend most in the syntax model, which was taught on trees of grammar?",
    ),
    "why.guess.reference.a": (
        "他指的那个人",
        "The person meant",
    ),
    "why.guess.reference.b": (
        "和它有语法关系的动词",
        "The verb that it belongs to",
    ),
    "why.guess.reference.c": (
        "每个词一样多",
        "All words alike",
    ),
    "why.ask.senses": (
        "同一个词放进另一句话，W_Q、W_K、W_V 都不变。它的输出会怎样？",
        "The same word in another sentence, with the same W_Q, W_K and W_V: what happens to its output?",
    ),
    "why.guess.senses.a": (
        "会变，因为周围的词换了",
        "It changes, since other words surround it",
    ),
    "why.guess.senses.b": (
        "不变，因为词没有变",
        "It stays, since the word is the same",
    ),
    "why.guess.senses.c": (
        "会变，因为矩阵换了",
        "It changes, since the matrices did",
    ),
    "why.all": (
        "全部显示（不用先猜）",
        "Show all, without guessing",
    ),
    "why.before": (
        "原来",
        "Before",
    ),
    "why.now": (
        "现在",
        "Now",
    ),
    "why.guess": (
        "你猜呢？",
        "What do you guess?",
    ),
    "why.guess.free": (
        "猜完，开关就能拨了。",
        "Once you have guessed, the switch is yours.",
    ),
    "why.guessed": (
        "猜的是：{answer}",
        "Guessed: {answer}",
    ),
    "why.told": (
        "你猜的是“{answer}”。",
        "You guessed “{answer}”. ",
    ),
    "why.told.right": (
        "拨一拨开关，看是不是这样。",
        "Move the switch: so it is.",
    ),
    "why.told.other": (
        "拨一拨开关看看：{answer}。",
        "Move the switch and see: {answer}.",
    ),
    "why.class.ask": (
        "让全班在手机上猜",
        "Let the class guess on its phones",
    ),
    "why.class.room": (
        "课堂 {code}",
        "Room {code}",
    ),
    "why.class.curtain": (
        "全班正在猜；看投票结果的时候，这里揭晓。",
        "The class is guessing; what is so is revealed here with the result.",
    ),
    "why.class.told": (
        "全班猜得最多的是“{answer}”。",
        "Most of the class guessed “{answer}”. ",
    ),
    "why.again": (
        "重新猜",
        "Guess again",
    ),
    "why.back": (
        "全部问题",
        "All questions",
    ),
    "why.previous": (
        "上一题",
        "Previous",
    ),
    "why.next": (
        "下一题",
        "Next",
    ),
    "why.question": ("问全班：", "To the class:"),
    "why.no_text": (
        "讲解文字里没有“{name}”这一节；实验照样可以做。",
        "The lesson has no section “{name}”; the experiment works without it.",
    ),
    "why.text_file": (
        "讲解文字的文件“{name}”读不出来，请检查；其余的实验照样可以做。",
        "The lesson file “{name}” cannot be read; please check it. The other experiments still work.",
    ),
    "why.no_weights": (
        "句法模型的权重文件“{name}”读不出来，这里先不列它。",
        "The syntax model's file “{name}” cannot be read, so it is left out here.",
    ),
    "why.first_words": (
        "图和表只列前 {limit} 个词，一共 {count} 个；最大、最小和平均按全部词计算。",
        "Pictures and tables show the first {limit} of {count} words; extremes and means are over all.",
    ),
    "why.rounding": (
        "0：相差不到十亿分之一，只是计算机的舍入。",
        "0: less than a billionth apart, which is the computer's rounding.",
    ),
    "why.all_masked": ("所有格子都被遮住了，没有可比的行。", "Every cell is masked; there is no row to compare."),
    "why.numbers": ("看曲线上的数", "The numbers of the curves"),
    "why.output": ("输出", "Output"),
    "why.words": ("句子的词数 n", "Words in the sentence, n"),
    "why.put": ("放到黑板上", "Put it on the board"),
    # 1. values
    "why.W_V": ("W_V 用哪一个？", "Which W_V?"),
    "why.W_V.learned": ("来源的 W_V", "The source's W_V"),
    "why.W_V.identity": ("W_V = I（V 就是 X）", "W_V = I (V is X)"),
    "why.W_V.said.syntax": (
        "句法模型的 W_V 是学来的：训练时要靠它的输出说出两个词是什么语法关系。",
        "The syntax model's W_V was learned: its output had to tell which grammatical relation two words have.",
    ),
    "why.W_V.said.fitted": (
        "注意：拟合只学了 W_Q 和 W_K；这里的 W_V 是随机的，没有学过。",
        "Note: fitting taught W_Q and W_K only; this W_V is random, not learned.",
    ),
    "why.W_V.said.random": (
        "注意：这里的 W_V 是随机的，没有学过；换成“句法”可以看学来的。",
        "Note: this W_V is random, not learned; choose “Syntax” for a learned one.",
    ),
    "why.W_V.said.translation": (
        "翻译模型的 W_V 是学来的：编码器要靠它的输出把句子译好。",
        "The translation model's W_V was learned: its encoder's output had to make good translations.",
    ),
    "why.W_V.said.typed": ("这里的 W_V 是自己输入的。", "This W_V was typed in."),
    "why.values_query": ("看哪个词的输出", "Output of which word"),
    "why.values.picture": (
        "{what}：上面每行是一个词交出的值，最后一行是按权重加起来的输出。颜色以 0 为白，最深是 ±{top}，只在这张图里通用。",
        "{what}: each row is the value that a word hands over, the last one the output, their weighted sum. White is 0, the "
        "deepest colours are ±{top}; the range is this picture's own.",
    ),
    "why.values.alt": ("热力图：各词的值和输出", "Heatmap of the words' values and the output"),
    "why.values.width": ("输出的维数", "Width of the output"),
    "why.values.handed": ("整句交出的数", "Numbers handed over by the sentence"),
    "why.values.same": (
        "两种做法的权重最多相差 {gap}：该看谁，W_V 管不着。",
        "The weights of the two differ by {gap} at most: W_V has no say in where to look.",
    ),
    "why.values.word": ("词", "Word"),
    "why.values.weight": ("权重", "Weight"),
    "why.values.like_x": ("V = X 时，输出像这个词的 x（余弦）", "V = X: output like its x (cosine)"),
    "why.values.like_v": ("用 W_V 时，输出像这个词的 v（余弦）", "With W_V: output like its v (cosine)"),
    "why.way": ("用哪个向量？", "Which vectors?"),
    "why.way.name": ("只用名字", "Name only"),
    "why.way.bowl": ("只用内容", "Content only"),
    "why.way.both": ("名字找，内容给", "Both, each its own"),
    "why.dish": ("按名字找哪道菜", "Dish to look up by name"),
    "why.dish.keys": ("键", "Keys"),
    "why.dish.values": ("值", "Values"),
    "why.dish.match": ("得分（q·k × 4）和权重", "Scores (q·k × 4) and weights"),
    "why.dish.score": ("得分", "Score"),
    "why.dish.output": ("输出 = Σ 权重 × 值", "Output = Σ weight × value"),
    "why.dish.found": ("给“{dish}”的权重", "Weight of {dish}"),
    "why.dish.told": ("输出：{what}", "Output: {what}"),
    "why.cost": ("V 从哪里来？", "Where does V come from?"),
    "why.cost.narrow": ("W_V，每头 d_v = 64", "W_V, d_v = 64 a head"),
    "why.cost.wide": ("W_V，每头 d_v = 512", "W_V, d_v = 512 a head"),
    "why.cost.plain": ("V = X，每头 512 维", "V = X, 512 a head"),
    "why.cost.project": ("X·W_V", "X·W_V"),
    "why.cost.mix": ("权重·V", "weights·V"),
    "why.cost.join": ("合并·W_O", "joined·W_O"),
    "why.cost.total": ("一共", "Total"),
    "why.cost.times": ("是 d_v = 64 的几倍", "Times d_v = 64"),
    "why.cost.axis": ("乘法次数", "Multiplications"),
    "why.cost.alt": (
        "折线图：三种做法的乘法次数随词数增加",
        "Line chart: multiplications needed by the three ways, against the number of words",
    ),
    "why.cost.caption": (
        "八个头加在一起；评分的 Q·Kᵀ 三种做法都一样，没有算进来。虚竖线是现在这句话：{n} 个词。两根轴都是对数刻度。",
        "All eight heads together; the scores Q·Kᵀ are the same in all three and left out. The vertical line is this "
        "sentence, {n} words. Both axes are logarithmic.",
    ),
    # 2. swap
    "why.swap": ("怎样改？", "What to change?"),
    "why.swap.before": ("原来", "As it was"),
    "why.swap.swapped": ("W_Q 和 W_K 对调", "W_Q and W_K exchanged"),
    "why.swap.tied": ("令 W_K = W_Q", "W_K := W_Q"),
    "why.swap.scores": ("得分 Q·Kᵀ：{title}", "Scores Q·Kᵀ: {title}"),
    "why.swap.weights": ("注意力权重：{title}", "Attention weights: {title}"),
    "why.swap.scale": (
        "得分的颜色以 0 为中间，左右两张通用；权重的颜色固定在 0 到 1。",
        "The colours of the scores have 0 in the middle and are the same on both sides; those of the weights run from 0 to 1.",
    ),
    "why.swap.S": ("得分表", "Scores"),
    "why.swap.A": ("权重表", "Weights"),
    "why.swap.against_transpose": ("和原表的转置最多差", "Largest gap to the old table, transposed"),
    "why.swap.against_same": ("和原表最多差", "Largest gap to the old table"),
    "why.swap.S_uneven": ("得分：s_ij 和 s_ji 最多差", "Scores: largest gap of s_ij and s_ji"),
    "why.swap.A_uneven": ("权重：a_ij 和 a_ji 最多差", "Weights: largest gap of a_ij and a_ji"),
    "why.swap.example": (
        "例如“{i}”问“{j}”的得分 {score}，对调以后成了“{j}”问“{i}”的得分 {moved}；权重却从 {before} 变成 {after}。",
        "For instance, the score {score} of “{i}” asking “{j}” has become that of “{j}” asking “{i}”, {moved}; but the weight "
        "went from {before} to {after}.",
    ),
    "why.swap.uneven": (
        "例如“{i}”和“{j}”：两个方向的得分都是 {score}，“{i}”给“{j}”的权重是 {a}，“{j}”给“{i}”的却是 {b}。",
        "For instance “{i}” and “{j}”: the score is {score} both ways, but “{i}” gives “{j}” the weight {a}, and “{j}” gives "
        "“{i}” {b}.",
    ),
    # 3. scaling
    "why.d_k": ("d_k（查询和键的维数）", "d_k (width of query and key)"),
    "why.divided": ("除以 √d_k", "Divide by √d_k"),
    "why.scaling.one": (
        "随机抽一个 {d_k} 维的查询和 {n} 个键（词只借个名字，向量是随机的）：",
        "One random query of {d_k} dimensions against {n} random keys (the words lend their names only):",
    ),
    "why.scaling.key": ("键", "Key"),
    "why.scaling.score": ("得分 q·k", "Score q·k"),
    "why.scaling.used": ("进 softmax 的数", "What softmax gets"),
    "why.scaling.weight": ("权重", "Weight"),
    "why.scaling.strongest": ("只列权重最大的 {limit} 个。", "The {limit} strongest only."),
    "why.scaling.many": ("抽很多次，取平均", "Drawn many times: means"),
    "why.scaling.with": ("除以 √d_k", "Divided by √d_k"),
    "why.scaling.without": ("不除", "Not divided"),
    "why.scaling.deviation": ("得分的标准差", "Standard deviation of the scores"),
    "why.scaling.entropy": ("一行的熵（纳特，平分时 {most}）", "Entropy of a row (nats; {most} when even)"),
    "why.scaling.entropy.axis": ("一行的熵（纳特）", "Entropy of a row (nats)"),
    "why.scaling.entropy.with": ("熵，除", "Entropy, divided"),
    "why.scaling.entropy.without": ("熵，不除", "Entropy, not divided"),
    "why.scaling.top": ("一行里最大的权重", "Largest weight of a row"),
    "why.scaling.top.axis": ("一行里最大的权重", "Largest weight of a row"),
    "why.scaling.top.with": ("最大权重，除", "Largest weight, divided"),
    "why.scaling.top.without": ("最大权重，不除", "Largest weight, not divided"),
    "why.scaling.slope": ("softmax 的导数 w(1−w)，平均", "Derivative of softmax, w(1−w), mean"),
    "why.scaling.alt": ("折线图：{what}随 d_k 变化，除与不除", "Curves: {what} over d_k, divided and not"),
    "why.scaling.source": ("换成这句话、这个来源", "This sentence, this source"),
    "why.scaling.source.said": (
        "来源自己的 q 和 k 不是随机抽的：d_k = {d_k}，√d_k = {root}。",
        "The source's own q and k are not drawn at random: d_k = {d_k}, √d_k = {root}.",
    ),
    # 4. rows
    "why.direction": ("softmax 的方向", "Direction of softmax"),
    "why.direction.row": ("按行（注意力的做法）", "Along rows (attention)"),
    "why.direction.column": ("按列", "Down columns"),
    "why.temperature": ("温度", "Temperature"),
    "why.rows.table": ("得分做过 softmax 的表", "The scores after softmax"),
    "why.rows.row_sum": ("行和", "Row sum"),
    "why.rows.column_sum": ("列和", "Column sum"),
    "why.rows.all": ("合计（全部词）", "All words together"),
    "why.rows.said.row": (
        "被注意得最多的是“{most}”，列和 {top}；最少的是“{least}”，列和 {low}。",
        "Attended to most is “{most}”, column sum {top}; least “{least}”, {low}.",
    ),
    "why.rows.said.column": (
        "现在每一列的和是 1，行和却不是：“{most}”的行和是 {top}，“{least}”的只有 {low}。每个词不再分完正好一份注意力。",
        "Now every column sums to 1 and rows do not: “{most}” has {top}, “{least}” only {low}. A word no longer gives away "
        "exactly one portion.",
    ),
    "why.heat.title": ("温度做了什么？", "What does temperature do?"),
    "why.heat.at": ("温度 {t}", "Temperature {t}"),
    "why.heat.now": ("现在：温度 {t}", "Now: temperature {t}"),
    "why.heat.entropy": ("行熵的平均（纳特，平分时 {most}）", "Mean entropy of the rows (nats; {most} when even)"),
    "why.heat.share": ("熵占平分时的几成", "Entropy as a share of an even row's"),
    "why.heat.alt": ("折线图：熵和最大权重随温度变化", "Curves: entropy and largest weight over temperature"),
    # 5. far
    "why.far": ("哪句话？", "Which sentence?"),
    "why.far.growing": ("越来越长的句子", "One that grows"),
    "why.far.board": ("黑板上的这句", "The one on the board"),
    "why.network": ("加上循环神经网络", "Add a recurrent neural network"),
    "why.strength": ("循环神经网络的记忆强度", "Memory strength of the recurrent neural network"),
    "why.log": ("纵轴用对数", "Logarithmic vertical axis"),
    "why.far.network": ("循环神经网络的记忆", "Memory of the recurrent neural network"),
    "why.far.row": ("注意力权重（{source}，最后一行）", "Attention weights ({source}, last row)"),
    "why.far.distance": ("“{first}”到“{last}”隔几步", "Steps from {first} to {last}"),
    "why.far.place": ("第几个词", "Place of the word"),
    "why.far.left": ("句末还剩多少", "What is left at the end"),
    "why.far.apart": ("步数", "Steps"),
    "why.far.sentence": ("句子", "Sentence"),
    "why.far.alt": (
        "折线图：注意力权重和循环神经网络的记忆",
        "Curves: attention weights and the recurrent neural network's memory",
    ),
    "why.far.measure": (
        "注意力：输出对那个词的值的导数，正好等于权重。循环神经网络：最后状态对那个词的输入的导数 ‖∂h/∂a‖/√d，"
        "h = tanh(W·h + U·x)，W 是随机正交矩阵乘记忆强度，没有训练过。",
        "Attention: the derivative of the output with respect to that word's value, which is just the weight. Recurrent neural network: "
        "that of the last state with respect to the word's input, ‖∂h/∂a‖/√d, where h = tanh(W·h + U·x) and W is a random "
        "orthogonal matrix times the strength, untrained.",
    ),
    "why.far.lowest": ("小于 10⁻⁶ 的画在 10⁻⁶。", " What is below 10⁻⁶ is drawn at 10⁻⁶."),
    "why.bottleneck.title": ("装进一个向量，还是回头看？", "Packed into one vector, or looked back at?"),
    "why.packed": ("向量的长度 d", "Length of the vector, d"),
    "why.bottleneck.one": ("一个固定长度的向量", "One vector of fixed length"),
    "why.bottleneck.back": ("回头看（注意力）", "Looking back (attention)"),
    "why.bottleneck.right": ("读对的词", "Words read right"),
    "why.bottleneck.numbers": ("留下的数", "Numbers kept"),
    "why.bottleneck.read": ("从一个向量读回：", "Read back from the one vector:"),
    "why.bottleneck.axis": ("前几个词", "Number of words"),
    "why.bottleneck.share": ("读对的比例", "Share read right"),
    "why.bottleneck.alt": ("折线图：句子越长，从一个向量读对的越少", "Curves: share of words read right, over length"),
    "why.bottleneck.help": (
        "装法：每个位置有一串随机的正负号，词向量乘上它再相加；读的时候再乘一次，取最像的词。这串正负号也是回头看时的键。"
        "曲线是 3 次随机的平均。",
        "Packing: each place has a row of random signs; word vectors are multiplied by it and added up. Reading multiplies once "
        "more and takes the most similar word. When looking back these signs are the keys. Curves are means of 3 draws.",
    ),
    # 6. reference
    "why.reference.sentence": (
        "句子：{words}。看“{pronoun}”这一行，特别是给“{first}”的权重。",
        "Sentence: {words}. Look at the row of “{pronoun}”, above all at its weight for “{first}”.",
    ),
    "why.who": ("谁来算“他”这一行？", "Who computes the row?"),
    "why.reference.row": ("：“{pronoun}”这一行", ": the row of “{pronoun}”"),
    "why.reference.who": ("来源", "Source"),
    "why.reference.most": ("最关注", "Attends most to"),
    "why.reference.first": ("给“{first}”", "For “{first}”"),
    "why.reference.fitted": ("拟合（照手工表学的）", "Fitted (to the hand table)"),
    "why.reference.random": ("随机（种子 {seed}）", "Random (seed {seed})"),
    "why.matrices.title": ("一组找得到人的小矩阵", "Small matrices that find the person"),
    "why.pronoun": ("代词", "Pronoun"),
    "why.pronoun.他": ("他", "他 (he)"),
    "why.pronoun.她": ("她", "她 (she)"),
    "why.two": ("加上小红", "Add 小红 (a girl)"),
    "why.asking": ("提问的力度（W_Q 里的数）", "Strength of asking (the number in W_Q)"),
    "why.matrices.before": ("不提问（力度 0）", "Asking nothing (strength 0)"),
    "why.matrices.after": ("现在", "Now"),
    "why.matrices.weight": ("“{pronoun}”给“{person}”的权重", "Weight of {pronoun} for {person}"),
    "why.matrices.like": (
        "“{pronoun}”像“{person}”的内容吗？（余弦；前：自己的 v，后：输出）",
        "Is {pronoun} like {person}'s content? (cosine; before: its own v, after: the output)",
    ),
    "why.matrices.row": ("“{pronoun}”的一行", "The row of {pronoun}"),
    "why.matrices.score": ("q·k", "q·k"),
    "why.matrices.scaled": ("÷√2", "÷√2"),
    "why.matrices.output": ("值和输出", "Value and output"),
    "why.matrices.v": ("自己的 v", "Its own v"),
    "why.matrices.help": (
        "全部的数都在这里。W_K 里代词那一行是 −1，所以 k 在“他”那里是 1 − 1 = 0，“他”不会找到自己。"
        "因果掩码让每个词只看自己和前面的词。",
        "All the numbers are here. The row of pronouns (代词) in W_K is −1, so the k of 他 is 1 − 1 = 0, and 他 does not find "
        "itself. The causal mask lets a word see itself and the words before it. The marks are, in order: person, male, female, "
        "pronoun, time, place, action, 小明, 小红.",
    ),
    # 7. senses
    "why.pair": ("哪一对？", "Which pair?"),
    "why.sentence": ("放进哪一句？", "In which sentence?"),
    "why.sentence.first": ("第一句", "The first"),
    "why.sentence.second": ("第二句", "The second"),
    "why.pairs.alt": ("热力图：{text}", "Heatmap: {text}"),
    "why.pairs.compare": ("“{first}”和“{second}”", "“{first}” and “{second}”"),
    "why.pairs.cosine": ("余弦（1 是同向）", "Cosine (1: same direction)"),
    "why.pairs.x": ("词向量 x", "Word vectors x"),
    "why.pairs.v": ("值 v", "Values v"),
    "why.pairs.output": ("输出", "Outputs"),
    "why.pairs.source": ("来源：{source}；从左边换来源再比。", "Source: {source}; change it on the left and compare."),
    "why.pairs.chinese": ("中文里", "In Chinese"),
    "why.pairs.english": ("英文里", "In English"),
    "why.pairs.spot": ("第 {place} 个词", "word {place}"),
    "why.pairs.first": (
        "先说的：中文是“{chinese}”，英文是“{english}”。",
        "Said first: {chinese} in Chinese, {english} in English.",
    ),
}
