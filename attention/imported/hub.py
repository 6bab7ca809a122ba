"""A Hugging Face model, run on a sentence here: what it attends to, in all layers and heads.

`transformers` and PyTorch are optional and imported only when a model is wanted. Nothing is ever fetched: a model is a folder
below the one that the environment names (ATTENTION_MODELS), or is already in Hugging Face's own cache. Weights are read from
.safetensors only, code that comes with a model is never run, and attention is computed by the plain ("eager") implementation,
the only one that returns it.
"""

from __future__ import annotations

import importlib.util
import logging
import math
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import Any, Literal

import numpy as np

from attention.errors import ImportProblem, ImportRefused
from attention.imported.pieces import Pieces, label_pieces, line_of
from attention.imported.stack import MAX_CELLS, MAX_PIECES, Imported, Kind, Stack, stack_of
from attention.limits.budget import Budget
from attention.reading.values import fields
from attention.words.characters import clean

FOLDER = "ATTENTION_MODELS"
"""The environment variable with the folder below which models may be opened."""
MAX_WEIGHTS = 3_000_000_000
"""Bytes of a model's weights."""
MAX_OFFERED = 200
MAX_DEEP = 3
"""Folders between the configured one and a model."""
MAX_WRITTEN = 64
"""Pieces that an encoder-decoder model writes, where no target sentence is given."""
NAME = re.compile(r"(?=.{1,200}$)[A-Za-z0-9][\w.-]*(/[A-Za-z0-9][\w.-]*)?", re.ASCII)
MAX_FILES = 10_000
MAX_SETTINGS_BYTES = 100_000_000
"""Bytes of a file with a vocabulary or settings: the largest have some 40 million."""
MAX_CONFIG = 1_000_000
MAX_MODEL_HEADER = 10_000_000
PART_COUNTS = re.compile(r"layer|expert|label|types|group|depth|block", re.IGNORECASE)
"""Settings by which the library makes parts one by one, not larger ones."""
FEW = 64
"""Parts that may be made whatever the weights hold."""
MAX_MISSING_NUMBERS = 10_000_000
"""Numbers of a network that may be missing from its weights: computed positions, a last layer."""
LOG = logging.getLogger("attention_table")

SAFE = {"trust_remote_code": False, "local_files_only": True}

LoadingStage = Literal["start", "config", "tokenizer", "weights", "attention", "done"]
LOADING_STAGES: tuple[LoadingStage, ...] = ("start", "config", "tokenizer", "weights", "attention", "done")
OnStage = Callable[[LoadingStage], None]


def is_installed() -> bool:
    """Whether models can be run at all."""
    return all(importlib.util.find_spec(name) is not None for name in ("transformers", "torch"))


# Which models there are


def models_folder() -> Path | None:
    """The folder that the environment names, if it exists."""
    named = os.environ.get(FOLDER, "").strip()
    folder = Path(named).expanduser()
    return folder.resolve() if named and folder.is_dir() else None


def folders() -> list[str]:
    """The models below that folder, by their relative paths."""
    root = models_folder()
    if root is None:
        return []
    found = (path for depth in range(MAX_DEEP) for path in sorted(root.glob("*/" * depth + "config.json")))
    return [name for path in found if (name := path.parent.relative_to(root).as_posix()) and inside(root, path)][
        :MAX_OFFERED
    ]


def inside(root: Path, path: Path) -> bool:
    """Whether the path lies below the root after following links."""
    try:
        return path.resolve().is_relative_to(root)
    except (OSError, RuntimeError):  # links in a circle
        return False


def cached() -> list[str]:
    """The names of the models in this computer's Hugging Face cache."""
    cache = cache_folder()
    found = sorted(path.name for path in cache.glob("models--*") if path.is_dir()) if cache.is_dir() else []
    return [name.removeprefix("models--").replace("--", "/") for name in found][:MAX_OFFERED]


def cache_folder() -> Path:
    """Where huggingface_hub keeps downloads, by the same variables."""
    home = os.environ.get("HF_HOME") or Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache") / "huggingface"
    return Path(os.environ.get("HF_HUB_CACHE") or Path(home) / "hub").expanduser()


def place_of(name: str) -> Path:
    """The folder of a model: one below the configured folder, or the cached one of this name. Nothing else on the disk is opened.

    Raises ImportRefused.
    """
    root = models_folder()
    if root is not None and name in folders():
        return root / name
    if not NAME.fullmatch(name) or ".." in name:
        raise ImportRefused(ImportProblem.MODEL_NAME, name=name)
    try:
        snapshot = snapshot_of(cache_folder() / f"models--{name.replace('/', '--')}")
    except OSError:
        snapshot = None
    if snapshot is None:
        raise ImportRefused(ImportProblem.MODEL_MISSING, name=name)
    return snapshot


def snapshot_of(repository: Path) -> Path | None:
    """The folder of a cached model's current version."""
    reference = repository / "refs" / "main"
    if not reference.is_file():
        return None
    commit = reference.read_text("ascii", "replace").strip()
    snapshot = repository / "snapshots" / commit
    found = re.fullmatch(r"[0-9a-f]{6,64}", commit) and (snapshot / "config.json").is_file()
    return snapshot if found else None


# Loading


@dataclass
class Model:
    """A loaded model. both: it has an encoder and a decoder; writes: it can write a target sentence itself."""

    name: str
    network: Any
    tokenizer: Any
    both: bool
    writes: bool


@dataclass
class Slot:
    """Keeps one model in memory for all visitors; another one replaces it. Only one of them computes at a time."""

    model: Model | None = None
    lock: Lock = field(default_factory=Lock)

    def attention(self, name: str, text: str, target: str, progress: OnStage) -> Imported:
        """The model's attention on the sentence. target: for an encoder-decoder model; "" lets it write one.

        Raises ImportRefused.
        """
        place = place_of(name)
        progress("start")
        if (kept := self.model) is None or kept.name != name:
            check(name, place)  # others go on meanwhile
        with self.lock:
            if self.model is None or self.model.name != name:
                self.model = None  # before the next one is loaded
                self.model = make_model(name, place, progress)
            progress("attention")
            found = attention_of(self.model, text, target)
        progress("done")
        return found


@contextmanager
def refusing_model(name: str) -> Iterator[None]:
    """Whatever somebody else's folder or network makes the library raise becomes ImportRefused.

    What the library says names places of this computer: that is for its log.
    """
    try:
        yield
    except ImportRefused:
        raise
    except Exception as error:
        LOG.warning("model=%s %s: %s", name, type(error).__name__, error)
        raise ImportRefused(ImportProblem.MODEL, name=name, found=type(error).__name__) from error


# What is checked before anything is made


def check(name: str, place: Path) -> None:
    """Raises ImportRefused unless the folder holds weights that may be read and a network that they fill."""
    if not is_installed():
        raise ImportRefused(ImportProblem.NOT_INSTALLED, name=name)
    with refusing_model(name):
        check_files(name, place)
        check_weights(name, place)
        check_sizes(name, place)


def check_files(name: str, place: Path) -> None:
    """Refuse links that lead out of the models' folder, and anything that is neither file nor folder."""
    home = home_of(place).resolve()
    found = list(islice(place.rglob("*"), MAX_FILES + 1))
    if len(found) > MAX_FILES:
        raise ImportRefused(ImportProblem.MODEL_FILES, name=name, found=f"> {MAX_FILES:,}", wanted=f"{MAX_FILES:,}")
    for path in (place, *found):
        if not inside(home, path) or not (path.is_file() or path.is_dir()):
            raise ImportRefused(ImportProblem.OUTSIDE, name=name, found=path.name)
        if path.suffix in (".json", ".txt", ".model") and (size := path.stat().st_size) > MAX_SETTINGS_BYTES:
            raise ImportRefused(
                ImportProblem.MODEL_LARGE, name=name, found=f"{size:,}", wanted=f"{MAX_SETTINGS_BYTES:,}"
            )


def home_of(place: Path) -> Path:
    """Where a model's files may be: below the configured folder, or in the cached model's own, which links to its versions."""
    root = models_folder()
    if root is not None and place.is_relative_to(root):
        return root
    return place.parents[1] if place.parent.name == "snapshots" else place


def check_weights(name: str, place: Path) -> None:
    """Refuse a folder without .safetensors, or with too many bytes of them."""
    sizes = [path.stat().st_size for path in place.glob("*.safetensors")]
    if not sizes:
        raise ImportRefused(
            ImportProblem.WEIGHTS, name=name, found=", ".join(sorted(p.name for p in place.glob("*.bin")))
        )
    if sum(sizes) > MAX_WEIGHTS:
        raise ImportRefused(ImportProblem.MODEL_LARGE, name=name, found=f"{sum(sizes):,}", wanted=f"{MAX_WEIGHTS:,}")


def check_sizes(name: str, place: Path) -> None:
    """Refuse a config.json whose network is much larger than its weights: it is built without memory and counted."""
    tensors, stored = count_stored(place)
    given = limited_json((place / "config.json").read_bytes()[: MAX_CONFIG + 1], MAX_CONFIG)
    if (parts := most_parts(given)) > max(FEW, tensors):
        raise ImportRefused(ImportProblem.SIZES, name=name, found=f"{parts:,}", wanted=f"{tensors:,}")
    transformers, torch = quiet_library()
    config = transformers.AutoConfig.from_pretrained(place, **SAFE)
    with torch.device("meta"):
        network = library_class(transformers, config).from_config(config)
    size = sum(x.numel() for x in (*network.parameters(), *network.buffers()))
    if size > 2 * stored + MAX_MISSING_NUMBERS:
        raise ImportRefused(ImportProblem.SIZES, name=name, found=f"{size:,}", wanted=f"{stored:,}")


def count_stored(place: Path) -> tuple[int, int]:
    """How many tensors and how many numbers the weights have, by the headers of their files."""
    shapes = [entry["shape"] for path in place.glob("*.safetensors") for entry in header_of(path)]
    return len(shapes), sum(math.prod(shape) for shape in shapes)


def header_of(path: Path) -> list[Any]:
    """The entries of a .safetensors header. Raises ValueError if they do not fit the file."""
    with path.open("rb") as file:
        length = int.from_bytes(file.read(8), "little")
        header = limited_json(file.read(min(length, MAX_MODEL_HEADER + 1)), MAX_MODEL_HEADER)
    entries = [fields(entry) for key, entry in header.items() if key != "__metadata__"]
    if sum(end - start for start, end in (entry["data_offsets"] for entry in entries)) > path.stat().st_size:
        raise ValueError("tensors that are not in the file")
    if any(end - start < math.prod(e["shape"]) // 2 for e in entries for start, end in (e["data_offsets"],)):
        raise ValueError("more numbers than bytes")
    return entries


def limited_json(data: bytes, most: int) -> dict[str, Any]:
    """The object in a JSON file of limited size. Raises ValueError, TypeError or TooCostly."""
    if len(data) > most:
        raise ValueError(f"more than {most:,} bytes of JSON")
    return fields(Budget(len(data)).json(data.decode("utf-8")))


def most_parts(value: Any, counted: bool = False) -> int:
    """The largest number in the settings that counts parts, at whatever depth."""
    if isinstance(value, dict):
        return max(
            (most_parts(item, counted or bool(PART_COUNTS.search(key))) for key, item in value.items()), default=0
        )
    if isinstance(value, list):
        return max((most_parts(item, counted) for item in value), default=0)
    return int(value) if counted and isinstance(value, int | float) and abs(value) < math.inf else 0


# Making the model


def make_model(name: str, place: Path, progress: OnStage) -> Model:
    """The model of a folder that has been checked. Raises ImportRefused."""
    with refusing_model(name):
        transformers, torch = quiet_library()
        progress("config")
        config = transformers.AutoConfig.from_pretrained(place, **SAFE)
        progress("tokenizer")
        tokenizer = transformers.AutoTokenizer.from_pretrained(place, **SAFE)
        progress("weights")
        network = library_class(transformers, config).from_pretrained(
            place, config=config, use_safetensors=True, attn_implementation="eager", dtype=torch.float32, **SAFE
        )
    network.eval()
    both = bool(config.is_encoder_decoder)
    writes = both and any("ConditionalGeneration" in x or "MTModel" in x for x in config.architectures or ())
    return Model(name, network, tokenizer, both, writes)


def library_class(transformers: Any, config: Any) -> Any:
    """The class of `transformers` that such a network is made with."""
    return transformers.AutoModelForSeq2SeqLM if config.is_encoder_decoder else transformers.AutoModel


def quiet_library() -> tuple[Any, Any]:
    """`transformers` and `torch`, told to stay offline and to draw no progress bars into the server's log."""
    os.environ["HF_HUB_OFFLINE"] = os.environ["HF_HUB_DISABLE_TELEMETRY"] = "1"
    import torch
    import transformers

    transformers.utils.logging.disable_progress_bar()
    return transformers, torch


# Running


def attention_of(model: Model, text: str, target: str = "") -> Imported:
    """The attention of a loaded model on a sentence. Raises ImportRefused if there is none, or the sentence is too long."""
    import torch

    with refusing_model(model.name), torch.no_grad():
        stacks = tuple(both_halves(model, text, target) if model.both else one_half(model, text))
    return Imported(model.name, "model", stacks)


def one_half(model: Model, text: str) -> Iterator[Stack]:
    """The attention of an encoder or a decoder alone."""
    ids, line = encode_text(model, text)
    check_room(model, len(line), len(line))
    out = model.network(input_ids=ids, output_attentions=True)
    yield stack_layers(model, "encoder", out.attentions, line, line)


def both_halves(model: Model, text: str, target: str) -> Iterator[Stack]:
    """The cross-attention, the encoder and the decoder.

    The decoder's pieces are those that go into it: each row is the place from which the next piece is written.
    """
    ids, line = encode_text(model, text)
    labels, written_line = encode_text(model, target, target=True) if target.strip() else generate_target(model, ids)
    start = model.network.prepare_decoder_input_ids_from_labels(labels)
    ahead = labelled_start(model, int(start[0, 0]), written_line)
    check_room(model, max(len(line), len(ahead)), max(len(line), len(ahead)))
    out = model.network(input_ids=ids, decoder_input_ids=start, output_attentions=True)
    yield stack_layers(model, "cross", out.cross_attentions, ahead, line)
    yield stack_layers(model, "encoder", out.encoder_attentions, line, line)
    yield stack_layers(model, "decoder", out.decoder_attentions, ahead, ahead)


def labelled_start(model: Model, start: int, line: Pieces) -> Pieces:
    """The target's pieces moved on by one: first the start sign; the last piece is never put in."""
    sign = label_pieces([str(model.tokenizer.convert_ids_to_tokens(start))], "", [None], [True])
    return Pieces(line.text, (*sign.pieces, *line.pieces[:-1]))


def generate_target(model: Model, ids: Any) -> tuple[Any, Pieces]:
    """What the model itself writes, greedily: ids (1, n) without the start sign, and their pieces."""
    if not model.writes:
        raise ImportRefused(ImportProblem.TARGET, name=model.name)
    out = model.network.generate(input_ids=ids, max_new_tokens=MAX_WRITTEN, num_beams=1, do_sample=False)[:, 1:]
    text = clean(str(model.tokenizer.decode(out[0], skip_special_tokens=True))).text
    if not text:
        raise ImportRefused(ImportProblem.TARGET, name=model.name)
    return out, line_of([str(name) for name in model.tokenizer.convert_ids_to_tokens(out[0].tolist())], text)


def encode_text(model: Model, text: str, *, target: bool = False) -> tuple[Any, Pieces]:
    """The ids (1, n) of a text and its pieces with their places; target: as what an encoder-decoder model writes."""
    import torch

    text = clean(text).text
    fast = bool(getattr(model.tokenizer, "is_fast", False))
    given = {"text_target": text} if target else {"text": text}
    out = model.tokenizer(**given, return_special_tokens_mask=True, return_offsets_mapping=fast)
    ids, special = list(out["input_ids"]), [bool(x) for x in out["special_tokens_mask"]]
    if len(ids) > most_pieces(model):
        raise ImportRefused(ImportProblem.LONG, name=model.name, found=len(ids), wanted=most_pieces(model))
    if not ids:
        raise ImportRefused(ImportProblem.EMPTY, name=model.name)
    names = [str(name) for name in model.tokenizer.convert_ids_to_tokens(ids)]
    line = line_of(names, text)
    if fast:
        spans = [(a, b) if b > a and not s else None for (a, b), s in zip(out["offset_mapping"], special, strict=True)]
        line = label_pieces(names, text, spans, special)
    return torch.tensor([ids]), line


def most_pieces(model: Model) -> int:
    """As many pieces as the model has positions for."""
    config = model.network.config
    places = (getattr(config, name, None) for name in ("max_position_embeddings", "n_positions"))
    return min([MAX_PIECES, *(n for n in places if isinstance(n, int) and n > 0)])


def check_room(model: Model, n_q: int, n_k: int) -> None:
    """Refuse a sentence whose weights would be too many to keep, before the network runs."""
    config = model.network.config
    layers, heads = (int(getattr(config, name, 1) or 1) for name in ("num_hidden_layers", "num_attention_heads"))
    if (cells := layers * heads * n_q * n_k) > MAX_CELLS:
        raise ImportRefused(
            ImportProblem.CELLS,
            name=model.name,
            found=f"{layers} × {heads} × {n_q} × {n_k} = {cells:,}",
            wanted=f"{MAX_CELLS:,}",
        )


def stack_layers(model: Model, kind: Kind, attentions: Any, queries: Pieces, keys: Pieces) -> Stack:
    """One array (L, H, q, k) from the layers, each (1, H, q, k)."""
    layers = [layer for layer in attentions or () if layer is not None]
    if not layers:
        raise ImportRefused(ImportProblem.NO_ATTENTION, name=model.name)
    array = np.stack([layer[0].to("cpu").float().numpy() for layer in layers])
    array.flags.writeable = False
    config = model.network.config
    heads, width = array.shape[1], getattr(config, "hidden_size", None)
    d_k = (
        getattr(config, "head_dim", None)
        or getattr(config, "d_kv", None)
        or (width // heads if isinstance(width, int) else None)
    )
    return stack_of(kind, array, queries, keys, name=model.name, d_k=d_k if isinstance(d_k, int) else None)
