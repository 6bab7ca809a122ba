"""All that a model is trained and watched on, read from files: treebanks, our own tables, sentences without trees."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import jieba

from attention.assets import EXAMPLES_FOLDER
from recipes import tables
from recipes.syntax import conllu
from recipes.syntax.trees import Tree, from_table, untied
from recipes.syntax.variants import pairs_joined, variants

LONGEST = 100
"""Longer sentences of a treebank are lists, and attention costs their square."""

TEXT_LENGTHS = range(3, 31)

EXAMPLE_SENTENCES = (
    "我喜欢在周末去公园散步",
    "小明昨天去了学校他今天也去了学校",
    "老师把作业发给了学生",
    "因为下雨所以我们在教室里看书",
    "妈妈每天早上给我做早饭",
    "这只小猫比那只小狗更可爱",
    "注意力让模型找到句子里相关的词",
)
"""What visitors see first must be something that the model has never seen; the app's example files are added to these."""


@dataclass(frozen=True)
class Corpus:
    """Trees of the treebanks, ours, ours held out, and sentences without trees; `refused`: examples found among them."""

    treebanks: list[Tree]
    own: list[Tree]
    held_out: list[Tree]
    text: list[Tree]
    refused: list[str]


def read(treebanks: Sequence[Path], folder: Path | None, text: Sequence[Path], limit: int | None = None) -> Corpus:
    """Read everything; at most `limit` sentences of a kind (for a smoke run). Example and held-out sentences do not train."""
    trees = [tree for path in treebanks for tree in conllu.read(path)[:limit] if len(tree) <= LONGEST]
    sentences = tables.read_all(folder)[:limit] if folder else []
    held_out = [from_table(sentence) for sentence in sentences if sentence.held_out]
    own = [from_table(sentence) for sentence in sentences if not sentence.held_out]
    untied_text = [tree for path in text for tree in read_text(path, limit)]
    examples = {letters(sentence) for sentence in (*EXAMPLE_SENTENCES, *example_texts())}
    refused = [tree.text for tree in [*trees, *own, *untied_text] if letters(tree.text) in examples]
    closed = examples | {letters(tree.text) for tree in held_out}
    kept = [[tree for tree in kind if letters(tree.text) not in closed] for kind in (trees, own, untied_text)]
    return Corpus(kept[0], kept[1], held_out, kept[2], refused)


def letters(text: str) -> str:
    """The text without punctuation and blanks, to compare by."""
    return "".join(c for c in text if not tables.is_mark(c) and not c.isspace())


def example_texts() -> list[str]:
    """The sentences of the app's example files."""
    found = [json.loads(path.read_text(encoding="utf8")) for path in sorted(EXAMPLES_FOLDER.glob("*.json"))]
    return ["".join(one.get("words", ())) for one in found if isinstance(one, dict)]


def read_text(path: Path, limit: int | None = None) -> list[Tree]:
    """Sentences without trees, one a line (of a table the first column), cut by jieba; each once."""
    lines = dict.fromkeys(line.split("\t")[0].strip() for line in path.read_text(encoding="utf8").splitlines()[:limit])
    cuts = ([word for word in jieba.cut(line) if not word.isspace()] for line in lines)
    return [untied(words) for words in cuts if len(words) in TEXT_LENGTHS]


def augmented(corpus: Corpus, *, variants_each: int, rng: random.Random) -> list[list[Tree]]:
    """For each sentence its variants: the treebanks, our own, and pairs of our own typed as one."""
    treebanks = [list(variants(tree, jieba.lcut(tree.text), variants_each, rng)) for tree in corpus.treebanks]
    own = [list(variants(tree, tree.words, variants_each, rng)) for tree in corpus.own]
    both = [[tree] for tree in pairs_joined(corpus.own, len(corpus.own) // 5, 10, rng)]
    return [*treebanks, *own, *both]


def augmented_text(text: Sequence[Tree], rng: random.Random) -> list[list[Tree]]:
    """Sentences without a tree, three to a place: an epoch takes one of the three, so that they do not outweigh the trees.

    Each as it is, and in a variant that may lack its marks.
    """
    pairs = [list(variants(tree, tree.words, 2, rng)) for tree in text]
    return [[tree for pair in pairs[i : i + 3] for tree in pair] for i in range(0, len(pairs), 3)]
