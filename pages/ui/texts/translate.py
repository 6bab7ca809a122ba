"""Texts of the page of the translation."""

TEXTS: dict[str, tuple[str, str]] = {
    "translate.lead": (
        "一个小型 Transformer 把句子译成英文，一个词一个词地写。写每个词的时候，它先在中文词里找：看哪里，看多少。",
        "A small Transformer writes the sentence in English, word by word. Before it writes a word it looks at the Chinese ones: "
        "where, and how much.",
    ),
    "translate.broken": (
        "翻译模型的文件“{name}”缺失或损坏，现在不能翻译。请重新下载这个项目的文件。",
        "The translation model's file “{name}” is missing or damaged, so nothing can be translated now. Please download the project's files again.",
    ),
    "translate.search": ("怎样搜索", "Search"),
    "translate.search.beam": ("束搜索（4）", "Beam (4)"),
    "translate.search.greedy": ("贪心", "Greedy"),
    "translate.search.help": (
        "贪心：每一步都取概率最大的词。束搜索：同时保留 4 个开头，最后取按长度折算以后概率最大的一个，所以某一步写下的不一定是当时概率最大的词。",
        "Greedy takes the most probable word at each step. Beam search keeps four beginnings and at the end takes the sentence that "
        "is most probable for its length, so a word that was written need not have been the most probable one.",
    ),
    "translate.head": ("交叉注意力的头", "Cross-attention head"),
    "translate.head.help": (
        "“学过词对齐的头”在训练时除了翻译，还要看与要写的英文词对应的中文词；其余的头没有人教过。",
        "Besides translating, the head taught alignments had to look at the Chinese word that the English one stands for; "
        "nobody taught the other heads.",
    ),
    "translate.head.guided": ("学过词对齐的头", "Head taught alignments"),
    "translate.head.mean": ("所有头的平均", "Mean of all heads"),
    "translate.head.place": ("第 {layer} 层第 {head} 个头", "Layer {layer}, head {head}"),
    "translate.word.rare": ("训练里只见过一两次，可能译错", "seen once or twice in training: may go wrong"),
    "translate.word.unseen": (
        "训练里没有见过，只认识它的字，可能译错",
        "never seen in training, known by its characters only: may go wrong",
    ),
    "translate.word.unread": (
        "没有被译到：写英文时几乎没有看它",
        "not translated: hardly looked at while the English was written",
    ),
    "translate.shaky": (
        "这句译文不太可靠，模型最没有把握的词是“{word}”。",
        "This translation is not very reliable; the model was least sure of “{word}”.",
    ),
    "translate.lost": ("没有照原样写进英文：{words}。", "Not carried over into the English: {words}."),
    "translate.player.title": ("逐词翻译", "Translation word by word"),
    "translate.player.source": ("中文词，数字是权重", "Chinese words with their weights"),
    "translate.player.target": (
        "英文词，点一下看它是怎样写出来的",
        "English words; click one to see how it was written",
    ),
    "translate.player.play": ("播放", "Play"),
    "translate.player.pause": ("暂停", "Pause"),
    "translate.player.back": ("上一步", "Back"),
    "translate.player.forward": ("下一步", "Next"),
    "translate.player.slider": ("第几步", "Step"),
    "translate.player.candidates": ("这一步的候选", "Candidates at this step"),
    "translate.player.end": ("（结束）", "(end)"),
    "translate.player.readout": (
        "第 {step} 步（共 {of} 步）：写 {unit}，概率 {percent}；看得最多的是“{word}”，权重 {weight}。",
        "Step {step} of {of}: writes {unit}, probability {percent}; it looks most at “{word}”, weight {weight}.",
    ),
    "translate.who": ("谁译的", "Translated by"),
    "translate.english": ("英文", "English"),
    "translate.model": ("模型", "The model"),
    "translate.person": ("人", "A person"),
    "translate.long": (
        "只翻译前 {most} 个词，后面的 {left} 个词没有译。",
        "Only the first {most} words are translated; the {left} after them are left out.",
    ),
    "translate.all_unseen": (
        "模型在训练里没有见过这里的任何一个词：下面的英文只是它的猜测。请换一句中文日常句子。",
        "The model never or hardly saw any of these words in training: the English is only a guess. Try an everyday sentence in Chinese.",
    ),
    "translate.unsure": (
        "{words}在训练里少见或没见过，可能译错：这是一个只学过约三万个短句的演示模型。",
        "Rare or unseen in training, and likely to go wrong: {words}. This is a demonstration model that learned from about thirty "
        "thousand short sentences.",
    ),
    "translate.quoted": ("“{word}”", "“{word}”"),
    "translate.unfinished": (
        "译文写到第 {most} 步还没有结束，停在这里。",
        "After {most} steps the translation had not ended; it stops here.",
    ),
    "translate.table": ("交叉注意力：英文词看中文词", "Cross-attention: English words look at Chinese ones"),
    "translate.table.text": (
        "一行是一个英文词（查询），一列是一个中文词（键）。这一行是在写这个词之前算出来的：模型先看，再写。",
        "A row is an English word (query), a column a Chinese one (key). The row was computed before its word was written: first it looks, then it writes.",
    ),
    "translate.order": (
        "把每个英文词连到它看得最多的中文词：{pairs} 对英文词里，有 {crossed} 对的先后与中文相反，它们的连线交叉。常见的原因：中文把时间、"
        "地点放在动作之前，英文放在后面。",
        "Link each English word to the Chinese one that it looks at most: of {pairs} pairs of English words, {crossed} stand in the opposite "
        "order in Chinese, and their links cross. A common reason: Chinese puts time and place before the action, English after it.",
    ),
    "translate.order.same": (
        "把每个英文词连到它看得最多的中文词：{pairs} 对英文词里，没有一对的先后与中文相反。这一句的两种词序一致，连线不交叉。",
        "Link each English word to the Chinese one that it looks at most: of {pairs} pairs of English words, none stands in the opposite order "
        "in Chinese. In this sentence both orders agree, and no links cross.",
    ),
    "translate.order.none": (
        "连到中文的英文词不到两个，没有先后可比。",
        "Fewer than two English words are linked to Chinese ones: there is no order to compare.",
    ),
    "translate.by_hand": ("人的译文，手工对齐", "A person's translation, aligned by hand"),
    "translate.by_hand.text": (
        "人会说：{english} 一个英文词对应几个中文词时，权重平分。",
        "A person would say: {english} Where an English word stands for several Chinese ones, its weight is shared out.",
    ),
    "translate.by_hand.none": (
        "只有例句有人的译文。请在左边选一个例句。",
        "Only the example sentences have a human translation. Choose one on the left.",
    ),
    "translate.cross": ("交叉注意力的每一个头", "Every head of the cross-attention"),
    "translate.cross.text": (
        "查询来自解码器（英文），键和值来自编码器（中文）。",
        "Queries come from the decoder (English), keys and values from the encoder (Chinese).",
    ),
    "translate.encoder": (
        "编码器的自注意力：中文词之间",
        "The encoder's self-attention: Chinese words among themselves",
    ),
    "translate.encoder.text": (
        "没有人教这些头看什么，它们是翻译训练的结果；主页的权重来源“翻译”就是它们的平均。",
        "Nobody taught these heads what to look at: training to translate made them. The source “Translation” of the main page is their mean.",
    ),
    "translate.decoder": ("解码器的自注意力：已经写下的英文", "The decoder's self-attention: the English so far"),
    "translate.decoder.text": (
        "一行是要写的单位，一列是已经读进去的单位（从“开始”起）。还没有写的不能看：这就是因果掩码。",
        "A row is the unit to be written, a column a unit already read (from “start” on). What is not yet written cannot be looked at: the causal mask.",
    ),
    "translate.start": ("（开始）", "(start)"),
    "translate.layer": ("层", "Layer"),
    "source.translation.said": (
        "来源：翻译模型的编码器，{layers} 层、每层 {heads} 个头的平均。没有人教过它们看什么。",
        "Source: the translation model's encoder, the mean of {layers} layers of {heads} heads. Nobody taught them what to look at.",
    ),
    "heads.why.translation": (
        "翻译：编码器的头只为译得好而训练，没有人分派任务。有的看邻居，有的看很远，多数说不清在看什么。",
        "Translation: the encoder's heads were trained only to translate well, and nobody assigned them tasks. Some look at neighbours, some far away; for most it is hard to say.",
    ),
    "heads.untaught.translation": ("没有人教：翻译训练自己形成的。", "Untaught: made by training to translate."),
    "card.score.dev_greedy": ("Tatoeba 开发集，贪心", "Tatoeba dev, greedy"),
    "card.score.dev_beam_4": ("Tatoeba 开发集，束搜索 4", "Tatoeba dev, beam 4"),
    "card.score.bleu": ("BLEU", "BLEU"),
    "card.score.chrf": ("chrF", "chrF"),
    "card.score.signature": ("sacrebleu 的计法", "counted by sacrebleu as"),
    "card.score.alignment": ("和手工词对齐相比", "Against alignments by hand"),
    "card.score.aer": ("学过的头的对齐错误率", "alignment error rate of the taught head"),
    "card.score.aer_of_the_best_other_head": ("其余头里最好的", "of the best other head"),
    "card.score.pairs": ("句对", "pairs"),
    "card.score.beam_4": ("束搜索 4", "beam 4"),
    "card.score.greedy": ("贪心", "greedy"),
    "head.encoder": ("编码器第 {layer} 层第 {head} 个头", "Encoder layer {layer}, head {head}"),
}
