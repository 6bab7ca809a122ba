"""The command line: a sentence in, its attention table out, as JSON, CSV, SVG or HTML.

    python -m attention 我喜欢在周末去公园散步 --format csv -o table.csv

What is asked for goes to standard output or the file, everything else to standard error. Exit code 2: it could not be done.
"""

# ruff: noqa: E402 (numpy reads the number of threads when it is imported)

from __future__ import annotations

import os

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")  # the matrices are small: more threads only wait for each other

import argparse
import io
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any, get_args

from attention.api import SentenceTable, format_of, source_named, table
from attention.errors import AttentionError, FileError, FileProblem, TemperatureError
from attention.exchange.formats import FORMATS, Format
from attention.exchange.hand_file import load_compared, load_hand, read_bytes
from attention.exchange.table_json import agreement_fields, table_json
from attention.exchange.versions import VERSION
from attention.hand.compare import Agreement, RowAgreement
from attention.imported.stack import Pick
from attention.reading.files import decode_text
from attention.sources.e5_model import MEAN_OF_ALL
from attention.sources.registry import USUAL, self_sufficient, source_of
from attention.types import TEMPERATURES, HandTable, Switches
from attention.view import Language
from attention.words.segment import MAX_CHARACTERS, MAX_WORDS, Cut, own_words_in, own_words_line

USAGE_EXAMPLES = """\
examples:
  python -m attention 我喜欢在周末去公园散步
  python -m attention 我喜欢在周末去公园散步 --format csv -o table.csv
  python -m attention 我喜欢在周末去公园散步 --words "我 喜欢 在 周末 去公园 散步" --source random --seed 3
  python -m attention 我喜欢在周末去公园散步 --source e5 --layer 10 --head 8
  python -m attention 我喜欢在周末去公园散步 --compare hand.csv
  python -m attention --file sentences.txt -o tables.parquet
"""


def parser() -> argparse.ArgumentParser:
    """The options of the command line."""
    parse = argparse.ArgumentParser(
        "python -m attention",
        description="The attention table of a Chinese sentence: how much each word (row, query) attends to each other "
        "word (column, key). JSON goes to standard output unless told otherwise.",
        epilog=USAGE_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parse.add_argument(
        "sentence", nargs="?", metavar="SENTENCE", help="the sentence; - reads many, one a line, from standard input"
    )
    parse.add_argument("--version", action="version", version=VERSION)
    add_input(parse.add_argument_group("what is read"))
    add_source(parse.add_argument_group("where the weights come from"))
    add_output(parse.add_argument_group("what is written"))
    return parse


def add_input(group: argparse._ArgumentGroup) -> None:
    """Options for what is read."""
    group.add_argument("-f", "--file", metavar="FILE", help="many sentences, one a line; - is standard input")
    group.add_argument(
        "--words", metavar='"W W …"', help="the cut of the sentence, with blanks between the words (default: jieba's)"
    )
    group.add_argument(
        "--own-words",
        metavar="W,W,…|@FILE",
        default="",
        help="names and terms that the cut keeps whole, with commas or blanks between, or a file of them; the first line of a "
        "--file may name them as well: 我们的词：W、W",
    )
    group.add_argument("--hand", metavar="FILE", type=Path, help="a hand table, CSV or JSON")
    group.add_argument(
        "--compare",
        metavar="FILE",
        type=Path,
        help="a hand table, or a table in JSON, to compare with: prints the agreement",
    )


def add_source(group: argparse._ArgumentGroup) -> None:
    """Options for where the weights come from."""
    names = self_sufficient()
    about = "; ".join(f"{name}: {source_of(name).about}{' (default)' if name == USUAL else ''}" for name in names)
    group.add_argument("--source", default=USUAL, metavar="|".join(names), help=about)
    group.add_argument(
        "--seed", type=whole_number, default=0, metavar="N", help="seed of the random matrices (default: 0)"
    )
    group.add_argument(
        "--layer",
        type=counted,
        metavar="N",
        help="of a source with layers, such as e5: which, from 1 (default: the mean of all)",
    )
    group.add_argument(
        "--head", type=counted, metavar="N", help="of that layer: which head, from 1 (default: the mean of all)"
    )
    group.add_argument("--no-scale", action="store_true", help="do not divide the scores by √d_k")
    group.add_argument(
        "--temperature", type=temperature, default=1.0, metavar="T",
        help="divide the scores by T, from {:g} to {:g} (default: 1)".format(*TEMPERATURES),
    )  # fmt: skip
    group.add_argument("--diagonal", action="store_true", help="a word may attend to itself")
    group.add_argument("--causal", action="store_true", help="a word may attend only to the words before it")
    group.add_argument("--hide-punctuation", action="store_true", help="leave punctuation marks out")


def add_output(group: argparse._ArgumentGroup) -> None:
    """Options for what is written."""
    group.add_argument(
        "--format", choices=FORMATS, metavar="|".join(FORMATS),
        help="what to write (default: json, or what the ending of the -o file says); hand-… is the hand table",
    )  # fmt: skip
    group.add_argument(
        "-o", "--output", type=Path, metavar="FILE",
        help="where to write (default: standard output); of many sentences Parquet if it ends so, else JSON lines; "
        "broken off, the same command goes on where it was",
    )  # fmt: skip
    group.add_argument(
        "--processes", type=process_count, metavar="N", help="how many work at a --file (default: one a core)"
    )
    group.add_argument(
        "--language", choices=get_args(Language), default="zh", help="of the words around the table (default: zh)"
    )
    group.add_argument("--readings", action="store_true", help="with the pinyin and a short English gloss of each word")


def whole_number(text: str) -> int:
    """A seed as it was typed. Raises ArgumentTypeError for anything but 0 to 999999999."""
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 to 999999999")
    return int(text)


def process_count(text: str) -> int:
    """A number of processes as it was typed. Raises ArgumentTypeError for anything but 1 to 256."""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0
    if not 1 <= number <= 256:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to 256")
    return number


def counted(text: str) -> int:
    """A layer or head as it was typed, from 1. Raises ArgumentTypeError for anything else."""
    if (number := whole_number(text)) < 1:
        raise argparse.ArgumentTypeError("layers and heads are counted from 1")
    return number


def pick(options: argparse.Namespace) -> Pick:
    """Which table of the source's layers. Raises UsageError where it has none, or not so many, or a head has no layer."""
    if options.layer is None and options.head is None:
        return MEAN_OF_ALL
    counts = source_of(options.source).layered
    if counts is None:
        raise UsageError(f"the source {options.source} has no layers: leave --layer and --head out")
    if options.layer is None:
        raise UsageError("--head wants a --layer")
    if options.layer > counts[0] or (options.head or 1) > counts[1]:
        raise UsageError(f"the source {options.source} has {counts[0]} layers of {counts[1]} heads")
    return Pick("head" if options.head else "layer", options.layer - 1, (options.head or 1) - 1)


def temperature(text: str) -> float:
    """A temperature as it was typed. Raises ArgumentTypeError outside TEMPERATURES."""
    try:
        return Switches(temperature=float(text)).temperature
    except (ValueError, TemperatureError) as error:
        limits = "{:g} to {:g}".format(*TEMPERATURES)
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from {limits}") from error


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that knows no √ shows a question mark
    try:
        run_command(parser().parse_args(arguments))
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read our output has enough of it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return 130
    except (AttentionError, OSError, UsageError) as error:
        print(f"attention: {error}", file=sys.stderr)
        return 2
    return 0


class UsageError(Exception):
    """Options that do not go together."""


def run_command(options: argparse.Namespace) -> None:
    """Compute what the options ask for and write it. Raises UsageError, AttentionError or OSError."""
    source_named(options.source)
    pick(options)
    many = reads_many(options)
    hand = load_hand(options.hand) if options.hand else None
    compared = load_compared(options.compare) if options.compare else None
    if many:
        write_many(options, hand)
        return
    made = one_table(options, hand or compared)
    warn(made.cut)
    data = render(options, made, compared)
    with output(options) as out:
        out.write(data)


def reads_many(options: argparse.Namespace) -> bool:
    """Whether a file or standard input is read. Raises UsageError if other options want one sentence."""
    if options.file and options.sentence is not None:
        raise UsageError("give a SENTENCE or a --file, not both")
    one = options.sentence not in (None, "-") or options.words is not None or options.compare
    many = options.file is not None or options.sentence == "-" or (not one and not sys.stdin.isatty())
    if many and (options.words is not None or options.compare or options.readings):
        raise UsageError("--words, --compare and --readings are for one SENTENCE")
    if many and chosen_format(options).name != "json":
        raise UsageError("many sentences are written as JSON, one a line: leave --format out")
    if not many and options.output and options.output.suffix.lower() == ".parquet":
        raise UsageError("Parquet is for many sentences: give a --file")
    if not one and not many:
        raise UsageError("give a SENTENCE, or a --file with one a line; --help says more")
    return many


def chosen_format(options: argparse.Namespace) -> Format:
    """The format that was named, else the one that the output file's ending means, else JSON."""
    if options.format or not options.output:
        return FORMATS[options.format or "json"]
    try:
        return format_of(options.output)
    except ValueError:
        return FORMATS["json"]


def switches(options: argparse.Namespace) -> Switches:
    """The switches that the options set."""
    return Switches(
        scale=not options.no_scale,
        temperature=options.temperature,
        diagonal=options.diagonal,
        causal=options.causal,
        hide_punctuation=options.hide_punctuation,
    )


def own_words(options: argparse.Namespace) -> tuple[str, ...]:
    """A class's own words, typed or from a file. Raises FileError."""
    typed: str = options.own_words
    if not typed.startswith("@"):
        return own_words_in(typed)
    path = Path(typed[1:])
    text = decode_text(path.name, read_bytes(path))
    return own_words_line(text) or own_words_in(text)


def one_table(options: argparse.Namespace, hand: HandTable | None) -> SentenceTable:
    """The table of the one sentence; without a sentence that of the words of the table to compare with."""
    words: Sequence[str] | str | None = options.words
    if options.sentence is None and words is None and hand:
        words = hand.words
    return table(
        options.sentence, words=words, source=options.source, seed=options.seed, hand=hand, switches=switches(options),
        pick=pick(options), own_words=own_words(options),
    )  # fmt: skip


def warn(cut: Cut) -> None:
    """Say on standard error which part of the sentence was left out."""
    if cut.unread:
        print(f"attention: only the first {MAX_CHARACTERS} characters are read", file=sys.stderr)
    if cut.undrawn:
        print(f"attention: only the first {MAX_WORDS} words are in the table", file=sys.stderr)


def output(options: argparse.Namespace) -> Any:
    """The output file, or standard output; to be used in a `with` statement."""
    return options.output.open("wb") if options.output else StandardOutput()


class StandardOutput:
    """Standard output for bytes: unchanged into a file or a pipe, as text in the terminal's own encoding."""

    def __enter__(self) -> StandardOutput:
        return self

    def __exit__(self, *_: object) -> None:
        self.flush()

    def write(self, data: bytes) -> None:
        """Write bytes of UTF-8."""
        if sys.stdout.isatty():
            sys.stdout.write(data.decode("utf-8-sig").replace("\r\n", "\n"))
        else:
            sys.stdout.buffer.write(data)

    def flush(self) -> None:
        """Pass on what has been written so far."""
        sys.stdout.flush()


def render(options: argparse.Namespace, made: SentenceTable, hand: HandTable | None) -> bytes:
    """The bytes to write. hand: the table to compare with, if any."""
    if hand is None:
        return made.to_bytes(chosen_format(options).name, language=options.language, readings=options.readings)
    agreement = made.agreement(hand)
    if options.format is None and options.output is None:
        return report(made, agreement).encode("utf8")
    if chosen_format(options).name == "json":
        said = made.said_in(options.language, readings=options.readings)
        return table_json(said, {"agreement": agreement_fields(agreement)})
    raise UsageError("--compare prints text, or with --format json everything")


def report(made: SentenceTable, agreement: Agreement) -> str:
    """The agreement as text: one line per word, and one for the whole table."""
    if not agreement.compared:
        return "nothing to compare: in each row of the hand table all values are the same, or masked\n"
    lines = [agreement_line(made, i, row) for i, row in enumerate(agreement.rows)]
    lines.append(
        f"strongest words agree in {agreement.agreeing} of {agreement.compared} rows; "
        f"rank correlation {figure(agreement.rho)}, KL divergence {figure(agreement.kl)}"
    )
    return "\n".join(lines) + "\n"


def agreement_line(made: SentenceTable, i: int, row: RowAgreement) -> str:
    """One word of the report."""
    if row.top is None or row.agrees is None:
        return f"{i + 1} {made.words[i]}: nothing to compare"
    strongest = f"{made.words[row.top]} (word {row.top + 1}, {made.weights[i, row.top]:.2f})"
    agrees = "agrees" if row.agrees else "differs"
    return f"{i + 1} {made.words[i]}: strongest {strongest}, {agrees}; rank correlation {figure(row.rho)}, KL {figure(row.kl)}"


def figure(value: float | None) -> str:
    """A number of the report, or "none"."""
    return "none" if value is None else f"{value:.2f}"


# Many sentences


def write_many(options: argparse.Namespace, hand: HandTable | None) -> None:
    """A row a sentence, in order, with its line number; blank lines are skipped."""
    from attention.corpus.progress import Progress  # here, since one sentence does without pyarrow
    from attention.corpus.rows import Asked
    from attention.corpus.run import write_tables

    asked = Asked(
        options.source, options.seed, hand, switches(options), options.language, pick(options), own_words(options)
    )
    with open_input(options) as file, StandardOutput() as out:
        progress = Progress(size_of_input(file))
        counts = write_tables(
            file, asked, options.output, out, processes=options.processes or os.cpu_count() or 1, progress=progress
        )
    for number, what in ((counts.failed, "have no table"), (counts.shortened, "were shortened")):
        if number:
            print(f"attention: {number} of {counts.sentences} sentences {what}: their rows say why", file=sys.stderr)


def open_input(options: argparse.Namespace) -> IO[bytes]:
    """The file with the sentences. Raises FileError if it is not there."""
    if options.file in (None, "-"):
        return sys.stdin.buffer
    try:
        return Path(options.file).open("rb")
    except OSError as error:
        raise FileError(options.file, error.strerror or str(error), problem=FileProblem.MISSING) from error


def size_of_input(file: IO[bytes]) -> int | None:
    """The bytes of a file; None for what has no end that is known."""
    try:
        return os.fstat(file.fileno()).st_size or None
    except OSError:
        return None


if __name__ == "__main__":
    sys.exit(main())
