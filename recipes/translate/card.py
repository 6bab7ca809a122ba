"""The model card: what a visitor may want to know of the weights, in Chinese and English."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

LICENCE = "CC BY 2.0 FR"

DATA = [
    {
        "name": "Tatoeba",
        "licence": "CC BY 2.0 FR",
        "link": "https://tatoeba.org",
        "zh": "志愿者翻译的中英日常句子（manythings.org 的选集）；暴力和成人内容的句子没有参加训练。",
        "en": "Everyday sentences in Chinese and English, translated by volunteers (the selection of manythings.org); "
        "violent and adult sentences were left out.",
    },
    {
        "name": "recipes/data/pairs",
        "licence": "CC BY 2.0 FR",
        "zh": "为本项目编写的五千多个中英对照句子：时间和地点、语法句式、问路和数字、学校和知识、日常对话。",
        "en": "More than five thousand pairs written for this project: time and place, grammar, the way and numbers, school and "
        "knowledge, everyday talk.",
    },
]

ABOUT = {
    "zh": "一个小型的编码器—解码器 Transformer，只用来演示：它学过大约三万三千个短句，会犯错。"
    "最后一层解码器的一个交叉注意力头另外学过词对齐，其余的头没有人教，是翻译训练自己形成的。",
    "en": "A small encoder-decoder Transformer for demonstration: it learned from about 33,000 short sentences and "
    "makes mistakes. One cross-attention head of the last decoder layer was also taught word alignments; nobody taught the other "
    "heads, they are what training to translate made of them.",
}

LIMITS = {
    "zh": [
        "训练里少见或没见过的词会译错，人名和地名也常错；页面会标出这些词。阿拉伯数字、较大的数和拉丁字母的词原样抄到英文里，不翻译。",
        "训练的句子大多短于二十个词；更长的句子会丢内容。",
        "译出的句子读起来通顺，并不说明意思对。",
        "训练数据是简体字。",
    ],
    "en": [
        "Words that were rare or never seen in training are mistranslated, and often names and places; the page marks such "
        "words. Digits, larger numbers and words in Latin letters are copied into the English, not translated.",
        "Most sentences of training are shorter than twenty words; of longer ones it drops parts.",
        "That a translation reads well does not say that it is right.",
        "The training data are in simplified characters.",
    ],
}


def card(*, config: Mapping[str, Any], scores: Mapping[str, Any], training: Mapping[str, Any]) -> dict[str, Any]:
    """Everything but what weights.save adds: the arrays' shapes, the size and the sha256."""
    return {
        "name": "translate",
        "title": {"zh": "翻译模型", "en": "Translation model"},
        "licence": LICENCE,
        "date": datetime.date.today().isoformat(),
        "about": ABOUT,
        "config": dict(config),
        "data": DATA,
        "training": dict(training),
        "scores": dict(scores),
        "limits": LIMITS,
    }
