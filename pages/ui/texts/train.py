"""Texts of the training page."""

TEXTS: dict[str, tuple[str, str]] = {
    "train.lead": (
        "刚才的表是人填的。这里让 W_Q 和 W_K 自己学：从随机数开始，用反向传播一步一步接近手工表。",
        "The table was filled in by a person. Here W_Q and W_K learn it: from random numbers, step by step, by "
        "back-propagation.",
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
    "train.steps": ("最多几步", "Steps at most"),
    "train.steps.help": (
        "离下限不到 0.001 纳特就停，不用走完。",
        "It stops earlier once the loss is less than 0.001 nats above the floor.",
    ),
    "train.seed": ("随机种子", "Seed"),
    "train.positions": ("加上位置", "Add positions"),
    "train.positions.help": (
        "不加位置时，同一个词不管在哪儿，向量都一样。",
        "Without positions a word has the same vector wherever it stands.",
    ),
    "train.scale": ("除以 √d_k", "Divide by √d_k"),
    "train.train_X": ("词向量 X 也一起学", "Train the word vectors X too"),
    "train.usual": ("恢复默认设置", "Default settings"),
    "train.start": ("开始训练", "Train"),
    "train.go_on": ("继续", "Continue"),
    "train.pause": ("暂停", "Pause"),
    "train.one": ("走一步", "One step"),
    "train.anew": ("重来", "Start over"),
    "train.standing": (
        "第 {step} / {steps} 步：损失 {loss}，下限 {floor}，还差 {gap} 纳特。",
        "Step {step} of {steps}: loss {loss}, floor {floor}, {gap} nats to go.",
    ),
    "train.learned": (
        "离下限不到 0.001，学会了，停下来。",
        " Less than 0.001 to go: it has learned the table, and stops.",
    ),
    "train.own": ("回到自己的设置", "Back to my settings"),
    "train.named": ("默认设置", "Default settings"),
    "train.named.join": ("，", ", "),
    "train.named.d_model": ("d_model = {value}", "d_model = {value}"),
    "train.named.d_k": ("d_k = {value}", "d_k = {value}"),
    "train.named.heads": ("{value} 个头", "{value} heads"),
    "train.named.optimiser": ("{value}", "{value}"),
    "train.named.learning_rate": ("学习率 {value}", "Learning rate {value}"),
    "train.named.momentum": ("动量 {value}", "Momentum {value}"),
    "train.named.steps": ("最多 {value} 步", "At most {value} steps"),
    "train.named.seed": ("种子 {value}", "Seed {value}"),
    "train.named.positions": ("不加位置", "No positions"),
    "train.named.scale": ("不除以 √d_k", "Without ÷√d_k"),
    "train.named.train_X": ("X 也学", "X trained too"),
    "train.diverging": (
        "损失不降反升：学习率太大，每一步都迈过了头。请调小学习率，或者恢复默认设置。",
        "The loss rises instead of falling: the learning rate is too high and each step overshoots. Lower it, or "
        "go back to the default settings.",
    ),
    "train.back": ("恢复默认设置", "Back to the default settings"),
    "train.unfilled": (
        "手工表里每一行的数都一样，没有可学的。先在下面把有关系的词填成 0.9，训练就从这里开始。",
        "All values in each row of the hand table are the same, so there is nothing to learn. First write 0.9 below where words "
        "belong together; the training then begins here.",
    ),
    "film.computed": ("计算出的表", "Computed"),
    "film.hand": ("手工表（按行归一）", "By hand (rows as shares)"),
    "film.difference": ("差别：计算 − 手工", "Difference: computed − hand"),
    "film.loss": ("损失：每一步离手工表有多远", "Loss: how far each step is from the hand table"),
    "film.play": ("播放", "Play"),
    "film.pause": ("停", "Stop"),
    "film.slow": ("慢", "Slow"),
    "film.normal": ("中", "Normal"),
    "film.fast": ("快", "Fast"),
    "film.still": ("第 {step} 步", "Step {step}"),
    "film.slider": ("训练到第几步", "Step of the training"),
    "film.readout": ("第 {step} 步，损失 {loss}，离下限 {gap}", "Step {step}, loss {loss}, {gap} above the floor"),
    "film.curve": (
        "损失曲线，{name}：从第 0 步的 {first} 到第 {step} 步的 {last}；下限 {floor} 是手工表的熵，任何表都不能更低。",
        "Curve of the loss, {name}: from {first} at step 0 to {last} at step {step}; the floor {floor} is the hand table's "
        "entropy, which no table can get below.",
    ),
    "film.curve.loss": ("损失（纳特）", "Loss (nats)"),
    "film.curve.step": ("步", "Step"),
    "film.curve.floor": ("下限 {floor}（手工表的熵）", "Floor {floor} (entropy of the hand table)"),
    "film.way": ("反向传播：点“计算出的表”里的一格", "Back-propagation: click a cell of the table “Computed”"),
    "film.way.head": ("看哪个头", "Which head"),
    "film.way.head.of": ("头 {head}", "Head {head}"),
    "film.way.loss": ("损失\n{loss}", "Loss\n{loss}"),
    "film.way.slope": ("∂损失/∂得分\n{slope}", "∂loss/∂score\n{slope}"),
    "film.way.score": ("得分 q·k\n{score}", "Score q·k\n{score}"),
    "film.way.part": ("经过这格\n{part}", "through this cell\n{part}"),
    "film.way.matrix": ("{matrix} 的梯度\n大小 {size}", "gradient of {matrix}\nsize {size}"),
    "film.way.told": (
        "“{query}”→“{key}”：权重 {weight}，目标 {target}。",
        "“{query}” → “{key}”: weight {weight}, target {target}. ",
    ),
    "film.way.up": (
        "∂损失/∂得分 是负的：得分大一点，损失就小一点。",
        "∂loss/∂score is negative: a larger score would make the loss smaller. ",
    ),
    "film.way.down": (
        "∂损失/∂得分 是正的：得分小一点，损失就小一点。",
        "∂loss/∂score is positive: a smaller score would make the loss smaller. ",
    ),
    "film.way.none": (
        "∂损失/∂得分 = 0：这一行没有人填过，或者已经正好，没有什么从这格传回去。",
        "∂loss/∂score = 0: nobody filled in this row, or it is just right, and nothing goes back through this cell. ",
    ),
    "film.way.after": (
        "走完下一步，得分从 {score} 变成 {after}。",
        "The next step takes the score from {score} to {after}.",
    ),
    "film.way.last": ("这是最后一步。", "This is the last step."),
    "film.way.masked": (
        "“{query}”→“{key}”是“-”，不参加训练。",
        "“{query}” → “{key}” is '-': it takes no part in training.",
    ),
    "film.way.many": (
        "超过 30 个词的句子不画这一部分。",
        "For sentences of more than 30 words this part is not drawn.",
    ),
    "train.matrices.title": ("看矩阵和梯度", "Look at the matrices and gradients"),
    "train.matrices.help": (
        "每张图有自己的颜色范围：白色是 0，红色为正，蓝色为负，最深的颜色是这张图里绝对值最大的数。",
        "Each picture has its own range: white is 0, red positive, blue negative; the deepest colour is its "
        "largest absolute value.",
    ),
    "train.matrix": ("{matrix}，头 {head}，{shape}，最大 {top}", "{matrix}, head {head}, {shape}, largest {top}"),
    "train.try.title": ("试一试", "Things to try"),
    "train.try": ("试试", "Try"),
    "train.try.over": (
        "自己的设置没有变；这条曲线留在图里，可以和后面的比。",
        " Your settings are as they were; this curve stays in the picture, to be compared.",
    ),
    "train.try.running": ("正在训练：第 {step} / {steps} 步……", "Training: step {step} of {steps} …"),
    "train.try.rate": ("学习率太大会怎样？", "What if the learning rate is too high?"),
    "train.try.rate.text": ("学习率用 3，不用 0.03。", "The learning rate is 3 instead of 0.03."),
    "train.try.rate.outcome": (
        "最后损失是 {loss}，下限是 {floor}：步子太大，跨过了谷底，再也回不来。",
        "The loss ends at {loss}, the floor is {floor}: steps this large overshoot the valley and never come back.",
    ),
    "train.try.rank": ("查询和键只有一维，够吗？", "Is one dimension enough for query and key?"),
    "train.try.rank.text": ("d_k 用 1。", "d_k is 1."),
    "train.try.rank.outcome": (
        "还差 {gap} 纳特，再多训练也没用：d_k = 1 时得分表 Q·Kᵀ 的秩是 1，每一行只是同一行乘一个数，装不下各不相同的行。",
        "It stays {gap} nats above the floor, however long it trains: with d_k = 1 "
        "the scores Q·Kᵀ have rank 1, each row is the same row "
        "times a number, and there is no room for rows that differ.",
    ),
    "train.try.scale": ("不除以 √d_k 呢？", "What about without ÷√d_k?"),
    "train.try.scale.text": ("得分大了 √d_k 倍，softmax 更尖。", "Scores are √d_k times as large, softmax is sharper."),
    "train.try.scale.outcome": (
        "还差 {gap} 纳特。得分一开始就大，行很尖，同样的学习率下曲线更抖；看看曲线的开头。",
        "{gap} nats above the floor. Scores start large and rows sharp, so the curve is more jagged at the same "
        "rate; look at its beginning.",
    ),
    "train.try.heads": ("两个头怎样分工？", "How do two heads share the work?"),
    "train.try.heads.text": ("头数改成 2，表是两个头的平均。", "Two heads; the table is their mean."),
    "train.try.heads.outcome": (
        "还差 {gap} 纳特。两个头学到的并不一样：同一格最多相差 {apart}，平均起来才是手工表。在“看矩阵”里可以看到。",
        "{gap} nats above the floor. The heads did not learn the same: a cell differs by up to {apart} between "
        "them; only their mean is the hand table.",
    ),
    "train.try.order": ("词的顺序有关系吗？", "Does the order of the words matter?"),
    "train.try.order.text": (
        "去掉位置，再把句子倒过来比一比。",
        "Turns positions off, then compares with the sentence reversed.",
    ),
    "train.try.order.outcome": (
        "把词倒过来排，同一对词的权重最多变了 {change}。没有位置，注意力不知道词的先后；加上位置再训练，这个数就不是 0 了。",
        "With the words in reverse order the weight of a pair changes by at most "
        "{change}. Without positions attention does not know "
        "what comes first; train with positions and this is no longer 0.",
    ),
    "train.keep": ("用作权重来源“拟合”", "Use as the source “Fitted”"),
    "train.forget": ("不再使用", "Stop using them"),
    "train.kept": (
        "“拟合”现在用的是：为“{words}”训练了 {steps} 步的矩阵。它们不放进链接，要留下请下载。",
        "“Fitted” now uses matrices trained on “{words}” for {steps} steps. They are not in the link; download "
        "them to keep them.",
    ),
    "train.keep.title": ("保存和打开矩阵", "Save and open matrices"),
    "train.download": ("下载 {kind}", "Download {kind}"),
    "train.load": ("打开下载过的矩阵（npz 或 json）", "Open matrices downloaded before (npz or json)"),
    "another.title": ("换一句话呢？", "What about another sentence?"),
    "another.sentence": ("另一句话", "Another sentence"),
    "another.agrees": (
        "和这句的手工表比：{agreeing} / {compared} 行最强的词一致，等级相关 {rho}。",
        "Against this sentence's hand table: the strongest word agrees in {agreeing} of {compared} rows, rank "
        "correlation {rho}.",
    ),
    "another.no_hand": (
        "这句话没有手工表，请自己看看哪张更有道理。",
        "Nobody built a table for this sentence; judge for yourself which makes more sense.",
    ),
    "another.text": (
        "拟合一张表，不等于学会一种语言。这些矩阵只见过一句话的几个词，换一句话，它们对新词一无所知。在许多句子上训练，"
        "同样的词和同样的结构反复出现，矩阵才学得到用得上的规律；“句法”模型就是这样训练的。",
        "Fitting one table is not learning a language. These matrices have seen the "
        "few words of one sentence; of new words they know "
        "nothing. Only when training sees many sentences, where words and "
        "structures come back again and again, do the matrices learn "
        "what holds elsewhere; the syntax model was trained that way.",
    ),
}
