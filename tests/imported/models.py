"""Tiny real models with random weights, made by `transformers` itself and saved into a folder, as anybody's would be."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

SEED = "我喜欢在周末去公园散步"
ENGLISH = "I like to take a walk in the park on weekends."
SMALL = {"num_hidden_layers": 2, "num_attention_heads": 2}


def characters_of_bert(folder: Path) -> None:
    """A BERT whose vocabulary is characters and two WordPieces; its tokenizer is the usual one for Chinese."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *sorted(set(SEED)), "trans", "##form", "##er"]
    tokenizer = Tokenizer(models.WordPiece({word: i for i, word in enumerate(words)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    ends = [("[CLS]", 2), ("[SEP]", 3)]
    tokenizer.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=ends)
    names = {"unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]", "pad_token": "[PAD]"}
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, **names).save_pretrained(folder)
    config = BertConfig(
        vocab_size=len(words), hidden_size=16, intermediate_size=16, max_position_embeddings=64, **SMALL
    )
    saved(BertModel, config, folder)


def byte_pieces(special: list[str]) -> Any:
    """A byte-level BPE, trained on two sentences, in which most Chinese characters are several pieces."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=280, initial_alphabet=alphabet, special_tokens=special, show_progress=False
    )
    tokenizer.train_from_iterator([SEED, ENGLISH], trainer)
    return tokenizer


def bytes_of_gpt(folder: Path) -> None:
    from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast

    end = "<|endoftext|>"
    tokenizer = byte_pieces([end])
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, bos_token=end, eos_token=end).save_pretrained(folder)
    config = GPT2Config(vocab_size=280, n_embd=16, n_layer=2, n_head=2, n_positions=64, bos_token_id=0, eos_token_id=0)
    saved(GPT2LMHeadModel, config, folder)


def two_halves_of_bart(folder: Path) -> None:
    from tokenizers import processors
    from transformers import BartConfig, BartForConditionalGeneration, PreTrainedTokenizerFast

    tokenizer = byte_pieces(["<s>", "<pad>", "</s>", "<unk>"])
    ends = [("<s>", 0), ("</s>", 2)]
    tokenizer.post_processor = processors.TemplateProcessing(single="<s> $A </s>", special_tokens=ends)
    names = {"bos_token": "<s>", "eos_token": "</s>", "pad_token": "<pad>", "unk_token": "<unk>"}
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, **names).save_pretrained(folder)
    halves = {f"{half}_{what}": 2 for half in ("encoder", "decoder") for what in ("layers", "attention_heads")}
    widths = {"encoder_ffn_dim": 16, "decoder_ffn_dim": 16}
    config = BartConfig(vocab_size=280, d_model=16, max_position_embeddings=96, **halves, **widths)
    saved(BartForConditionalGeneration, config, folder)


def saved(kind: Any, config: Any, folder: Path) -> None:
    import torch
    from transformers.utils import logging

    logging.disable_progress_bar()
    torch.manual_seed(0)
    network = kind(config)
    for parameter in network.parameters():  # as they come they are so small that every row is nearly even
        torch.nn.init.normal_(parameter, std=0.3)
    network.save_pretrained(folder)


MAKERS: dict[str, Callable[[Path], None]] = {
    "bert": characters_of_bert, "gpt": bytes_of_gpt, "bart": two_halves_of_bart,
}  # fmt: skip
