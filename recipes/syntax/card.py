"""The model card: what a visitor may want to know of the weights, in Chinese and English."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

LICENCE = "CC BY-SA 4.0"

UD = "https://universaldependencies.org/treebanks"

DATA = [
    {
        "name": "UD Chinese GSD",
        "licence": "CC BY-SA 4.0",
        "link": f"{UD}/zh_gsd/index.html",
        "zh": "维基百科句子的依存树库，用的是 UD 1.4 的训练部分：转成简体，并按规则改得接近 UD 2。"
        "早期版本曾带有非商业条款；据维护者说明，该条款已取消。",
        "en": "Dependency treebank of Wikipedia sentences; the training part of UD 1.4 was used, in simplified characters and "
        "brought close to UD 2 by rule. Its early release carried a non-commercial clause, which its maintainers say was lifted.",
    },
    {
        "name": "UD Chinese HK",
        "licence": "CC BY-SA 4.0",
        "link": f"{UD}/zh_hk/index.html",
        "zh": "电影字幕的依存树库。",
        "en": "Dependency treebank of film subtitles.",
    },
    {
        "name": "UD Chinese CFL",
        "licence": "CC BY-SA 4.0",
        "link": f"{UD}/zh_cfl/index.html",
        "zh": "汉语学习者作文的依存树库。",
        "en": "Dependency treebank of essays by learners of Chinese.",
    },
]

OWN = {
    "name": "recipes/data/tables",
    "licence": "CC BY-SA 4.0",
    "zh": "为本项目编写的课堂句子，每句有手工表格；十分之一不参加训练，用来打分。",
    "en": "Classroom sentences written for this project, each with a hand-built table; "
    "a tenth is kept out of training, for scoring.",
}

TEXT = {
    "name": "Tatoeba",
    "licence": "CC BY 2.0 FR",
    "link": "https://tatoeba.org",
    "zh": "Tatoeba 的中文句子（没有树）：几个“老师”模型标注后，用来教“学生”模型。",
    "en": "Chinese sentences from Tatoeba, without trees: labelled by the teacher models, to teach the student model.",
}

ABOUT = {
    "zh": "这些注意力头学过语法：训练时告诉它们每个词依附于哪个词。"
    "所以表里数值大的格子是相互依附的词，而不是任何注意力都会自己找到的东西。",
    "en": "These heads were taught grammar: in training they were told which word each word hangs on. "
    "So the strong cells are words that belong together grammatically, not something that any attention finds by itself.",
}

LIMITS = {
    "zh": [
        "训练中没有出现过的词，模型只认识它的字。",
        "长句、诗歌、古文、方言和对话里的省略句，错误会多。",
        "模型只看左右几个词的顺序和一层注意力，不懂意思，也不知道代词指谁。",
        "角色表（主语、宾语、修饰、虚词）里，没有对应词的一行大致平均，其中的大小没有意义。",
        "训练数据是简体字，繁体字多半不认识。",
        "标点只依附于别的词，没有词关注标点。",
    ],
    "en": [
        "Of a word that never stood in the training data the model knows the characters only.",
        "More errors in long sentences, poems, classical Chinese, dialects and clipped dialogue.",
        "It sees a few words to each side and one layer of attention; it knows no meanings, and not whom a pronoun refers to.",
        "In the role tables (subject, object, modifier, function word) the row of a word without a partner is about even, "
        "and its differences mean nothing.",
        "The training data are in simplified characters; most traditional ones are unknown to it.",
        "Punctuation hangs on words; no word attends to punctuation.",
    ],
}

START = {
    "zh": "句首还有一个看不见的“开始”符号：训练时谓语依附于它。它不出现在任何表里，每一行只在词之间归一。",
    "en": "An invisible start symbol stands before the sentence: in training the main predicate hangs on it. It is in no table; "
    "each row is normalised over words only.",
}


def card(
    *, config: Mapping[str, Any], scores: Mapping[str, Any], training: Mapping[str, Any], text_used: bool
) -> dict[str, Any]:
    """Everything but what weights.save adds: the arrays' shapes, the size and the sha256."""
    return {
        "name": "syntax",
        "title": {"zh": "句法模型", "en": "Syntax model"},
        "licence": LICENCE,
        "date": datetime.date.today().isoformat(),
        "about": ABOUT,
        "start_symbol": START,
        "config": dict(config),
        "data": [*DATA, OWN, *([TEXT] if text_used else [])],
        "training": dict(training),
        "scores": dict(scores),
        "limits": LIMITS,
    }
