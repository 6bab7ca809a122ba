"""Texts of the page of real models: bringing attention in, picking a table, the views, and a sentence for each refusal."""

TEXTS: dict[str, tuple[str, str]] = {
    "models.lead": (
        "一个真实的模型读这句话：12 层，每层 12 个头，为检索训练，头没有人教。点一张小图把它放大；也可以放进你自己的模型。",
        "A real model reads the sentence: 12 layers of 12 heads, trained for search, and nobody taught its heads. Click a picture to enlarge it, or bring in your own model.",
    ),
    "models.another": ("放进自己的模型：文件、文件夹；给子词改名", "Bring in a model of your own, or name the pieces"),
    "models.forget": ("不要这份导入了，回到自带的 e5", "Forget this import, back to the app's e5"),
    "models.wall.wall": ("所有的头，一行一层", "All heads, a row a layer"),
    "models.wall.head": ("第 {layer} 层第 {head} 头", "Layer {layer}, head {head}"),
    "models.wall.count": ("{said}：{counted} {count}/{rows}", "{said}: {counted}, {count}/{rows}"),
    "models.wall.invitation": ("点一张小图，右边放大它。", "Click a picture to see it large."),
    "models.wall.between": ("、", ", "),
    "models.wall.colours": (
        "一行一层，一列一个头。小图只有颜色：从 0 到它自己最大的权重，取 256 级；放大的表才是准确的数。数的是行：7 行里有 6 行最看重的别的词是前一个词，就写 6/7。",
        "A row is a layer, a column a head. A small picture has colours only, from 0 to its own largest weight in 256 steps; the large table has the exact numbers. "
        "Rows are counted: 6/7 says that in 6 of 7 rows the strongest other word is the one named.",
    ),
    "models.wall.shares": ("全部权重里，{shares}，一共 {total}。", "Of all weight, {shares}, together {total}."),
    "models.wall.sink": (
        "这么多权重不在词上：softmax 逼着每行把 1 分完，一个头没有什么可找时就放在特殊符号上（“注意力汇”）。",
        "So much weight is on no word: softmax makes each row give away all of its 1, and a head that finds nothing to look at puts it on a special token (an “attention sink”).",
    ),
    "models.lit": ("亮出哪些头", "Lit: heads that look at"),
    "models.lit.help": (
        "在这句话的至少一半的行里这样做的头。语法来自句法模型；手工表是主页的那一张。",
        "Heads that do it in at least half of the rows of this sentence. Grammar is the syntax model's; the hand table is that of the main page.",
    ),
    "models.lit.all": ("全部（{heads} 个）", "all ({heads})"),
    "models.lit.some": ("{does}（{heads} 个）", "{does} ({heads})"),
    "models.does.previous": ("看前一个词", "the word before"),
    "models.does.next": ("看后一个词", "the word after"),
    "models.does.linked": ("看语法上相连的词", "a word linked in grammar"),
    "models.does.hand": ("和手工表一致", "as the hand table"),
    "models.does.self": ("看自己", "the word itself"),
    "models.does.special": ("看 {piece}", "{piece}"),
    "models.order": ("怎样排", "Order"),
    "models.order.place": ("按层和头", "layer and head"),
    "models.order.hand": ("和手工表最一致的在前", "as the hand table first"),
    "models.order.linked": ("和句法最一致的在前", "as grammar first"),
    "models.note.shares": ("这张表里特殊符号分到：{shares}。", "In this table special tokens get {shares}."),
    "models.note.does": ("这个头在这句话里：{rows}。", "On this sentence this head looks at: {rows}."),
    "models.note.does.nothing": (
        "这个头在这句话里看什么，数不出来：没有一样占一半的行。",
        "What this head looks at here cannot be counted: nothing in half of the rows.",
    ),
    "models.from": ("从哪里来", "From"),
    "models.from.own": ("自带的翻译模型", "The app's translation model"),
    "models.own.text": (
        "手边没有模型，也可以先看这个：本程序自带的翻译模型在上面这句话上的全部注意力，编码器、交叉注意力和解码器，每层每头都在。",
        "No model at hand? Look at this one first: all the attention of the app's own translation model on the sentence above, encoder, cross-attention and decoder, every layer and head.",
    ),
    "models.own.run": ("用这句话运行", "Run it on this sentence"),
    "models.own.name": ("翻译模型", "Translation model"),
    "models.from.file": ("文件", "A file"),
    "models.from.model": ("这里的模型", "A model here"),
    "models.file": (
        "注意力文件：npz、npy、json 或 safetensors",
        "A file with attention: npz, npy, json or safetensors",
    ),
    "models.limits": (
        "最多 {megabytes} MB、{weights}个权重、每边 {pieces} 个子词；先读文件头里的大小再解开。不运行文件里的任何东西。",
        "At most {megabytes} MB, {weights} weights and {pieces} pieces a side; sizes are read from the headers before anything is "
        "unpacked. Nothing in a file is ever run.",
    ),
    "models.shapes": ("文件里要有什么", "What the file should hold"),
    "models.shapes.text": (
        "权重的形状：{shapes}，或者每层一个数组。L 层、H 头、q 查询、k 键；行是查询，列是键。L 后面多一维是几句话（批），选其中一句。",
        "Shapes of the weights: {shapes}, or one array per layer. L layers, H heads, q queries, k keys; a row is a query, a column a key. "
        "One more dimension behind L is several sentences (a batch), of which one is chosen.",
    ),
    "models.shapes.names": (
        "数组叫作 {arrays}；编码器-解码器模型的叫作 {parts}。子词放在 {tokens} 里，两边不同时放在 {sides} 里；原句放在 {text} 里。"
        "safetensors 的子词写在 metadata 里（JSON 列表）。",
        "Arrays are called {arrays}; those of an encoder-decoder model {parts}. The pieces are called {tokens}, or {sides} where the two "
        "sides differ; the sentence is called {text}. In safetensors the pieces stand in the metadata, as a JSON list.",
    ),
    "models.number": ("第几句（共 {many} 句）", "Which sentence (of {many})"),
    "models.names": ("子词的名字", "Names of the pieces"),
    "models.names.text": (
        "文件里没有子词，或者不对，就在这里给：一行一个，或者用空格隔开，或者 JSON 列表。"
        "什么都没有时，如果句子的词正好和行一样多，就用句子的词；不然是编号。",
        "Where the file has no pieces, or wrong ones, give them here: one per line, separated by spaces, or as a JSON list. With none at "
        "all, the words of the sentence are used if there are as many as rows, otherwise numbers.",
    ),
    "models.names.typed": ("在这里写", "Type them"),
    "models.names.file": ("或者用文件（txt、json）", "Or a file (txt, json)"),
    "models.install": (
        "这台电脑上还没有装 transformers 和 PyTorch，所以不能在这里运行模型；文件照样能用。管理这台电脑的人在项目文件夹里运行下面这一行，再重新启动：",
        "transformers and PyTorch are not installed on this computer, so no model can be run here; files work all the same. Whoever runs this "
        "computer can install them with this line, in the project's folder, and start the app again:",
    ),
    "models.model": ("模型", "Model"),
    "models.model.choose": ("选一个，或者写缓存里的名字", "Choose one, or type a name from the cache"),
    "models.folder": (
        "可以打开的有：环境变量 {variable} 指定的文件夹里的模型，和这台电脑的 Hugging Face 缓存里的模型（共 {count} 个）。别的文件夹打不开，这里也从不上网下载。只读 safetensors 权重，不运行模型自带的代码。",
        "What can be opened: the models below the folder that the environment variable {variable} names, and those in this computer's Hugging Face "
        "cache ({count} in all). No other folder can be opened, and nothing is ever downloaded here. Only safetensors weights are read, and a "
        "model's own code is never run.",
    ),
    "models.no_folder": (
        "没有指定模型文件夹：只能打开这台电脑的 Hugging Face 缓存里的模型（共 {count} 个）。要用本地文件夹，请在启动前设置 {variable}，比如 {example}；它下面的模型会列在这里，别的文件夹打不开，免得访客读到服务器上的文件。这里从不上网下载，不运行模型自带的代码。",
        "No folder of models is named: only those in this computer's Hugging Face cache can be opened ({count} in all). To use a local folder set {variable} "
        "before the start, as in {example}; the models below it are listed here, and no other folder can be opened, so "
        "that visitors cannot read the server's files. Nothing is ever downloaded here, and a model's own code is never run.",
    ),
    "models.target": ("目标句（只有编码器-解码器模型用）", "Target sentence (for encoder-decoder models only)"),
    "models.target.help": (
        "比如译文。空着就让模型自己写。",
        "Such as a translation. Left empty, the model writes one itself.",
    ),
    "models.run": ("算这句话的注意力", "Compute this sentence's attention"),
    "models.step.start": ("等前面的人算完……", "Waiting for those ahead of you …"),
    "models.step.config": ("读模型的设置……", "Reading the model's settings …"),
    "models.step.tokenizer": ("读分词器……", "Reading the tokenizer …"),
    "models.step.weights": ("读权重，大模型要一会儿……", "Reading the weights; a large model takes a while …"),
    "models.step.attention": ("计算注意力……", "Computing attention …"),
    "models.step.done": ("好了。", "Done."),
    "models.size": (
        "{kind}：{layers} 层 × {heads} 头，{queries} 个查询 × {keys} 个键",
        "{kind}: {layers} layers × {heads} heads, {queries} queries × {keys} keys",
    ),
    "models.between": ("；", "; "),
    "models.kind": ("哪一部分", "Which part"),
    "models.kind.self": ("自注意力", "self-attention"),
    "models.kind.causal": ("自注意力（只看前面）", "self-attention (causal)"),
    "models.kind.encoder": ("编码器", "encoder"),
    "models.kind.decoder": ("解码器", "decoder"),
    "models.kind.cross": ("交叉注意力", "cross-attention"),
    "models.other_text.file": (
        "导入的是另一句话：“{text}”。词要对上，才能和手工表、主页的表放在一起。",
        "The import is of another sentence: “{text}”. The words have to be the same for the hand table and the main page.",
    ),
    "models.other_text.model": (
        "句子改了：下面的注意力还是“{text}”的。再按一次“算这句话的注意力”，或者回到那句话。",
        "The sentence has changed: the attention below is still that of “{text}”. Press “Compute this sentence's attention” again, or go "
        "back to that sentence.",
    ),
    "models.take_text": ("把导入的句子放进句子框", "Put the imported sentence into the box"),
    "models.sums.right": (
        "检查过：{rows} 行的和都是 1（±{tolerance}）。",
        "Checked: all {rows} rows sum to 1 (±{tolerance}).",
    ),
    "models.sums.rounded": (
        "文件里的数只有 {decimals} 位小数，行的和因此差一点；照原样显示。",
        "The numbers in the file have only {decimals} decimals, so the sums are a little off; they are shown as they are.",
    ),
    "models.sums.wrong": (
        "这些不是 softmax 的行：{rows} 行里有 {bad} 行的和不是 1（从 {smallest} 到 {largest}）。现在照原样显示；可以按行归一。",
        "These are not softmax rows: {bad} of {rows} rows do not sum to 1 (from {smallest} to {largest}). They are shown as they are; you can "
        "have each row divided by its sum.",
    ),
    "models.sums.turned": (
        "这里不是行，而是列的和都是 1：行和列也许存反了（行应当是查询）。",
        "Here the columns, not the rows, sum to 1: rows and columns may have been swapped (a row should be a query).",
    ),
    "models.turn": ("把行和列换过来", "Swap rows and columns"),
    "models.how": ("哪一张表", "Which table"),
    "models.how.head": ("一个头", "One head"),
    "models.how.layer": ("这一层的平均", "Mean of the layer"),
    "models.how.all": ("所有层的平均", "Mean of all layers"),
    "models.how.rollout": ("累积（rollout）", "Rollout"),
    "models.how.help": (
        "累积（Abnar 和 Zuidema，2020）：每层的平均表加上一半的“留在原地”，从第一层乘到这一层，估计词的信息从哪里来。",
        "Rollout (Abnar and Zuidema 2020): each layer's mean table with one half of staying in place, multiplied from the first layer up to this "
        "one; it estimates from which words the information came.",
    ),
    "models.layer": ("层（1–{most}）", "Layer (1–{most})"),
    "models.head": ("头（1–{most}）", "Head (1–{most})"),
    "models.words": ("合并成词", "Add up to words"),
    "models.words.help": (
        "关掉就看模型自己的子词。词用句子框下面的分词，合并、拆开都跟着变。",
        "Off: the model's own pieces. The words are those under the sentence box; merging and splitting them changes this table too.",
    ),
    "models.specials": ("显示特殊符号", "Show special tokens"),
    "models.specials.help": ("[CLS]、[SEP]、<s> 之类。", "[CLS], [SEP], <s> and the like."),
    "models.normalise": ("按行归一", "Normalise rows"),
    "models.normalise.help": ("每一行除以它的和。", "Each row is divided by its sum."),
    "models.table": ("选中的表", "The picked table"),
    "models.note.words": (
        "一个词的几个子词：作为键，权重相加；作为查询，取平均，所以每行的和不变。",
        "A word's pieces: added up as keys, averaged as queries, so that the sum of a row stays.",
    ),
    "models.note.pieces": (
        "每一行、每一列是模型的一个子词；几个子词合成一个字时带编号。",
        "Each row and column is one piece of the model; pieces that share a character are numbered.",
    ),
    "models.note.left_out": (
        "特殊符号没有显示，每行除以剩下的和（重新归一）。",
        "Special tokens are left out, and each row is divided by what remains (renormalised).",
    ),
    "models.note.specials": ("特殊符号也显示。", "Special tokens are shown too."),
    "models.note.rescaled": ("每行除以了它的和。", "Each row was divided by its sum."),
    "models.note.decoder": (
        "解码器的行是已经写出的词：模型从这里看，来写下一个词。",
        "A decoder's row is the piece just written: from there the model looks, to write the next one.",
    ),
    "models.main": ("用作主页的权重来源", "Use as the main page's source"),
    "models.main.help": (
        "主页的“导入”就是这里选中的表，开关（温度、掩码等）都能用。",
        "“Imported” on the main page is the table picked here; the switches (temperature, masks …) act on it.",
    ),
    "models.main.is": ("主页现在用的就是选中的这张表。", "The main page now uses the picked table."),
    "models.main.other_words": (
        "词和上面的句子对不上，所以主页还不能用它。",
        "Its words are not those of the sentence above, so the main page cannot use it yet.",
    ),
    "models.main.two_sided": (
        "这张表的查询和键是不同的词，所以主页不能用它；请选编码器。",
        "Queries and keys of this table are different words, so the main page cannot use it; choose the encoder.",
    ),
    "models.pair": ("和另一张表比", "Compare with another table"),
    "models.pair.text": (
        "左边是上面选中的表，右边是另一张；相减，再看吻合程度。",
        "On the left the table picked above, on the right another one; then their difference and how well they agree.",
    ),
    "models.pair.with": ("和什么比", "Compare with"),
    "models.pair.table": ("这里的另一张表", "another table here"),
    "models.pair.hand": ("手工表", "the hand table"),
    "models.pair.words": (
        "导入的词和句子的词对不上，不能比。把导入的句子放进句子框再试。",
        "The imported words are not those of the sentence, so there is nothing to compare. Put the imported sentence into the box.",
    ),
    "models.pair.switches": (
        "两张表都用主页的开关（对角线、掩码、温度）。",
        "Both tables are shown with the switches of the main page (diagonal, masks, temperature).",
    ),
    "models.pair.scale": ("另一张更大 ↔ 选中的更大", "more in the other ↔ more in the picked"),
    "models.pair.first": ("选中的表", "The picked table"),
    "models.pair.second": ("另一张", "The other one"),
    "models.pair.difference": ("差别：选中的 − 另一张", "Difference: picked − other"),
    "models.pair.rows.help": (
        "选中的表里一行最强的词，在另一张表的这一行里是不是也最强。",
        "Whether the strongest word of a picked row is also the strongest in that row of the other table.",
    ),
    "models.pair.rho.help": (
        "斯皮尔曼 ρ：每一行里，两张表给各格排的名次有多像，再取各行的平均。",
        "Spearman's ρ: how alike both tables rank the cells of a row, mean over the rows.",
    ),
    "models.pair.kl.help": (
        "从选中的行到另一张表的行的距离，单位纳特，0 是完全一样。",
        "From the picked row to the other table's row, in nats; 0 is the same.",
    ),
    "models.questions": ("常见的问题", "Frequently asked questions"),
    "models.ask.axis": ("哪根轴是查询？", "Which axis is the query?"),
    "models.answer.axis": (
        "行是查询（谁在看），列是键（看谁）；每一行的和是 1，列的和不是。不确定文件的方向时，看哪一边的和是 1。",
        "Rows are queries (who looks), columns are keys (who is looked at); a row sums to 1, a column does not. If you are not sure how a file is "
        "turned, see along which side the sums are 1.",
    ),
    "models.ask.sink": ("为什么大家都看第一个词？", "Why does everything look at the first token?"),
    "models.answer.sink": (
        "softmax 逼着每一行把 1 分完。一个头没有什么可找时，就把权重放到一个没什么用的地方，常常是第一个词、[CLS] 或 [SEP]（叫“注意力汇”）。那里权重大，不等于那个词重要。",
        "Softmax makes every row give away all of its 1. A head that has nothing to look for puts it where it does no harm, often on the first token, "
        "on [CLS] or [SEP] (an “attention sink”). A large weight there does not mean that the word matters.",
    ),
    "models.ask.symmetric": ("为什么不对称？", "Why is it not symmetric?"),
    "models.answer.symmetric": (
        "“甲看乙”用甲的查询乘乙的键，“乙看甲”用乙的查询乘甲的键，是两次不同的乘法；每一行又单独归一。需要谁，和被谁需要，本来就是两件事。",
        "That a looks at b is a's query times b's key, that b looks at a is b's query times a's key: two different products, and each row is "
        "normalised on its own. Needing somebody and being needed are two different things.",
    ),
    "models.sink": (
        "这里，所有层和头平均，第一个（{piece}）得到 {share:.2f}；平均分只有 {even:.2f}。",
        "Here, over all layers and heads, the first one ({piece}) gets {share:.2f}; an even share is {even:.2f}.",
    ),
    "models.asymmetric": (
        "这张表里差得最多的一对：“{a}”看“{b}”是 {there:.2f}，反过来是 {back:.2f}。",
        "The pair of this table that differs most: “{a}” looks at “{b}” with {there:.2f}, the other way round with {back:.2f}.",
    ),
    "source.no_matrices": (
        "这个来源只有权重，没有 W_Q、W_K、W_V；这一页改用句法模型来算。",
        "This source has weights only, no W_Q, W_K, W_V; this page computes with the syntax model instead.",
    ),
    "imported.open": ("到“真实模型”页去选", "Choose on “Real models”"),
    "import.large": (
        "文件“{name}”有 {found} 字节，最多 {wanted} 字节。",
        "The file “{name}” has {found} bytes; at most {wanted} are read.",
    ),
    "import.unpacked": (
        "“{name}”读进来要 {found} 字节内存，按它的大小最多给 {wanted} 字节，所以没有读。请用短一点的句子，或存成不压缩的 npz。",
        "“{name}” would take {found} bytes of memory; a file of its size is given at most {wanted}, so it was not read. Use a shorter sentence, or "
        "save it uncompressed with np.savez.",
    ),
    "import.members": (
        "“{name}”里有 {found} 个数组，最多 {wanted} 个。",
        "“{name}” holds {found} arrays; at most {wanted} are read.",
    ),
    "import.kind": (
        "“{name}”不是这里能读的格式。请用 npz、npy、json 或 safetensors。",
        "“{name}” is not in a supported format. Use npz, npy, json or safetensors.",
    ),
    "import.damaged": (
        "“{name}”已损坏或者不完整，读不出来。请重新存一次，或重新下载。",
        "“{name}” is damaged or incomplete and cannot be read. Save or download it again.",
    ),
    "import.pickle": (
        "“{name}”里是 Python 对象（pickle），可能藏着程序，这里不打开。请存成数字的数组：{wanted}",
        "“{name}” holds Python objects (a pickle), which may hide programs and are not opened here. Save arrays of numbers: {wanted}",
    ),
    "import.torch": (
        "“{name}”是 {found} 存的，可能藏着程序，这里不打开。请用这一行重新存：{wanted}",
        "“{name}” was written by {found}; such files may hide programs and are not opened here. Save it again with this line: {wanted}",
    ),
    "import.bfloat": (
        "“{name}”里的数是 {found}，存的时候已经认不出了。请先转换再存：{wanted}",
        "The numbers in “{name}” are {found}, which numpy saves as unknown bytes. Convert them before saving: {wanted}",
    ),
    "import.workbook": (
        "“{name}”是表格文件（{found}），里面没有层和头的数组。请从程序里直接存数组：{wanted}",
        "“{name}” is a workbook ({found}), not an array of layers and heads. Save one from the program itself: {wanted}",
    ),
    "import.steps": (
        "“{name}”像是模型一步一步写字时的注意力：一步一个数组（{found}），不是一层一个。请让模型把整句再读一遍，存那一次的：{wanted}",
        "“{name}” looks like the attention of a text being written: an array a step ({found}), not a layer. Let the model read the whole text once more and save that: {wanted}",
    ),
    "import.dropout": (
        "“{name}”里有一行的和是 {found}，又到处有 0：训练时会随机丢掉一些权重，这是那时的。请先调用 {wanted}，再算一次。",
        "A row of “{name}” sums to {found}, and there are zeros here and there: these are weights after dropout, as in training. Call {wanted} first and compute them again.",
    ),
    "import.none": (
        "“{name}”里没有注意力的数组。请把它存在 {wanted} 这个名字下。",
        "There is no array of attention in “{name}”. Save it under the name {wanted}.",
    ),
    "import.several": (
        "“{name}”里有几个数组：{found}。请把要用的叫作 {wanted}。",
        "“{name}” holds several arrays: {found}. Name the one to use {wanted}.",
    ),
    "import.shape": (
        "“{name}”的形状是 {found}，需要 {wanted}。",
        "“{name}” has the shape {found}; {wanted} is needed.",
    ),
    "import.ragged": (
        "“{name}”各层的形状不一样：{found}；需要都是 {wanted}。",
        "The layers of “{name}” have different shapes: {found}; all should be {wanted}.",
    ),
    "import.dtype": (
        "“{name}”里是 {found}，需要浮点数，比如 {wanted}。",
        "“{name}” holds {found}; floating-point numbers are needed, such as {wanted}.",
    ),
    "import.nan": (
        "“{name}”里有不是数的值（NaN 或无穷），第一处在（层 / 头 / 行）：{found}。整行补齐用的 NaN 会自动去掉，这一处不是。",
        "“{name}” holds values that are not numbers (NaN or infinity); the first is at (layer / head / row) {found}. Rows of NaN that pad a sentence are left out, this is none.",
    ),
    "import.negative": (
        "“{name}”里有负数（{found}）：这是得分，不是权重。请先做 softmax。",
        "“{name}” holds negative numbers ({found}): these are scores, not weights. Apply softmax first.",
    ),
    "import.sums": (
        "“{name}”里有一行的和是 {found}，应当是 {wanted}：这不是 softmax 的权重。请先做 softmax，或把每行除以它的和，再存一次。",
        "A row of “{name}” sums to {found} where it should be {wanted}: these are not softmax weights. Apply softmax, or divide each row by its "
        "sum, and save the file again.",
    ),
    "import.rows": (
        "“{name}”里有 {found} 个列表，最多 {wanted} 个。请用短一点的句子，或存成 npz。",
        "“{name}” holds {found} lists; at most {wanted} are read. Use a shorter sentence, or save it as npz.",
    ),
    "import.memory": (
        "服务器现在内存不够，读不了“{name}”。请过一会儿再试，或用小一点的文件。",
        "The server is short of memory just now and cannot read “{name}”. Try again in a while, or use a smaller file.",
    ),
    "import.zeros": ("“{name}”里全是 0。", "“{name}” holds nothing but zeros."),
    "import.cells": (
        "“{name}”太大：{found} 个权重，最多 {wanted} 个。请用短一点的句子。",
        "“{name}” is too large: {found} weights, at most {wanted}. Use a shorter sentence.",
    ),
    "import.heads": (
        "“{name}”各层加起来有 {found} 个头，最多 {wanted} 个。请检查数组的形状：最后两维是查询和键。",
        "“{name}” has {found} heads in all its layers; at most {wanted} are read. Check the array's shape: its last two axes are queries and keys.",
    ),
    "import.pieces": (
        "“{name}”一边有 {found} 个子词，最多 {wanted} 个。",
        "“{name}” has {found} pieces on one side; at most {wanted} are shown.",
    ),
    "import.tokens": (
        "子词的个数不对：“{name}”给了 {found} 个，权重要 {wanted} 个。",
        "Wrong number of pieces: “{name}” comes with {found}, the weights need {wanted}.",
    ),
    "import.names": (
        "“{name}”里子词的名字不是文字的列表。",
        "The names of the pieces in “{name}” are not a list of texts.",
    ),
    "import.name": (
        "子词“{found}…”太长，最多 {wanted} 个字符。",
        "The piece “{found}…” is too long; at most {wanted} characters.",
    ),
    "import.words": (
        "“{name}”里的文字太多：{found}，最多 {wanted} 个字符。",
        "Too much text in “{name}”: {found}, at most {wanted} characters.",
    ),
    "import.full": (
        "服务器给大家存放导入内容的地方满了（一共 {wanted} 字节，“{name}”要 {found}）。请过几分钟再试，或者换短一点的句子；和同学用同一个文件不另占地方。",
        "The server's space for everybody's imports is full ({wanted} bytes in all, “{name}” needs {found}). Try again in a few minutes, or use a "
        "shorter sentence; the same file as a classmate's takes no extra space.",
    ),
    "import.nothing": (
        "还没有导入什么。请到“真实模型”页导入文件或模型；现在显示的是随机权重。",
        "Nothing is imported yet. Import a file or a model on the page “Real models”; random weights are shown for now.",
    ),
    "import.other_words": (
        "导入的“{name}”是另一句话的（{found}），和现在的词对不上，所以显示的是随机权重。请改回那句话，或者到“真实模型”页再算一次。",
        "The import “{name}” is of another sentence ({found}), not of these words, so random weights are shown. Go back to that sentence, or compute "
        "it again on the page “Real models”.",
    ),
    "import.two_sided": (
        "导入的“{name}”现在选的是两句话之间的表，主页只能用一句话自己的表；显示的是随机权重。",
        "The table picked of the import “{name}” is between two sentences; the main page needs one sentence's own. Random weights are shown.",
    ),
    "import.not_installed": (
        "这台电脑上没有装 transformers 和 PyTorch，不能运行模型“{name}”。",
        "transformers and PyTorch are not installed on this computer, so the model “{name}” cannot be run.",
    ),
    "import.model_name": (
        "“{name}”不是模型的名字。名字像 owner/model；文件夹只能从列表里选。",
        "“{name}” is not the name of a model. A name looks like owner/model; folders can only be chosen from the list.",
    ),
    "import.model_missing": (
        "这台电脑上没有模型“{name}”，这里也不上网下载。请管理这台电脑的人先运行 hf download {name}，或者把模型放进 ATTENTION_MODELS 的文件夹。",
        "The model “{name}” is not on this computer, and nothing is downloaded here. Whoever runs this computer can fetch it with "
        "hf download {name}, or put it into the folder of ATTENTION_MODELS.",
    ),
    "import.weights": (
        "模型“{name}”没有 safetensors 格式的权重（有：{found}）。别的格式可能藏着程序，这里不读。",
        "The model “{name}” has no safetensors weights (it has: {found}). Other formats may hide programs and are not read here.",
    ),
    "import.model_large": (
        "模型“{name}”的权重有 {found} 字节，最多 {wanted} 字节。",
        "The weights of the model “{name}” have {found} bytes; at most {wanted} are loaded.",
    ),
    "import.model": (
        "模型“{name}”打不开，或者算不出来（{found}）。请换一个模型，或请管理这台电脑的人看日志。",
        "The model “{name}” cannot be opened or run ({found}). Try another, or ask whoever runs this computer to look into its log.",
    ),
    "import.outside": (
        "模型“{name}”里的“{found}”不是普通文件，或者指向放模型的文件夹之外，这里不打开。",
        "“{found}” in the model “{name}” is not an ordinary file, or is a link that leads out of the folder of models; it is not opened.",
    ),
    "import.model_files": (
        "模型“{name}”的文件夹里文件太多，最多 {wanted} 个。",
        "The folder of the model “{name}” holds too many files; at most {wanted} may be there.",
    ),
    "import.sizes": (
        "模型“{name}”的设置文件和权重对不上：设置里写的是 {found}，权重文件里只有 {wanted}。请重新下载这个模型。",
        "config.json of the model “{name}” does not fit its weights: it speaks of {found}, the weights hold {wanted}. Download the model again.",
    ),
    "import.no_attention": (
        "模型“{name}”没有给出注意力；它的结构也许不是 Transformer。",
        "The model “{name}” returned no attention; perhaps it is not a Transformer.",
    ),
    "import.long": (
        "句子有 {found} 个子词，模型“{name}”最多 {wanted} 个。请写短一点。",
        "The sentence has {found} pieces; the model “{name}” takes {wanted} at most. Write a shorter one.",
    ),
    "import.empty": (
        "模型“{name}”在这句话里什么也没有读到。请换一句话。",
        "The model “{name}” reads nothing in this sentence. Try another one.",
    ),
    "import.target": (
        "模型“{name}”没有写出目标句。请自己写一个目标句，比如译文。",
        "The model “{name}” wrote no target sentence. Type one, such as a translation.",
    ),
}
