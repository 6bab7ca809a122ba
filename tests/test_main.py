"""The command line: what goes to standard output, what to standard error, and the exit code."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from attention.__main__ import main, parser
from attention.corpus.lines import BATCH_LINES
from attention.exchange.formats import FORMATS
from attention.exchange.table_csv import read_hand_csv
from attention.exchange.table_json import read_json
from attention.exchange.versions import VERSION
from attention.hand.examples import examples
from attention.imported.stack import Pick
from attention.sources.registry import compute
from attention.sources.source import Request
from attention.types import Switches
from attention.words.segment import MAX_CHARACTERS
from tests.exchange.exports import seed_export

ROOT = Path(__file__).parent.parent
SENTENCE = "我喜欢在周末去公园散步"
SEED = examples()[0].table
Captured = pytest.CaptureFixture[bytes]


class Terminal(io.BytesIO):
    name = "<stdin>"

    def isatty(self) -> bool:
        return True


class Pipe(io.BytesIO):
    name = "<stdin>"


class Input:
    """Standard input that is a terminal, or has these bytes."""

    def __init__(self, data: bytes | None) -> None:
        self.buffer = Terminal() if data is None else Pipe(data)

    def isatty(self) -> bool:
        return self.buffer.isatty()


@pytest.fixture(autouse=True)
def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Input(None))


@pytest.fixture
def hand_file(tmp_path: Path) -> Path:
    path = tmp_path / "hand.csv"
    path.write_bytes(FORMATS["hand-csv"].write(seed_export()))
    return path


def run(captured: Captured, *arguments: object) -> bytes:
    """What the command writes when nothing goes wrong."""
    assert main([str(argument) for argument in arguments]) == 0
    return captured.readouterr().out


def refused(captured: Captured, *arguments: object) -> str:
    """What is said where the command does not do it: one line on standard error, nothing on standard output, code 2."""
    try:
        code: Any = main([str(argument) for argument in arguments])
    except SystemExit as exit_:  # argparse
        code = exit_.code
    out, err = captured.readouterr()
    assert (code, out) == (2, b"")
    return err.decode("utf8").splitlines()[-1]


def from_input(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", Input(data))


# One sentence


def test_a_sentence_becomes_json(capsysbinary: Captured) -> None:
    given = json.loads(run(capsysbinary, SENTENCE))
    wanted = compute("syntax", Request(SEED.words))
    assert given["words"] == list(SEED.words)
    np.testing.assert_array_equal(given["weights"], wanted.weights)
    assert given["source"] == {"name": "syntax"}
    assert given["hand"][0][1] == 0.9


@pytest.mark.parametrize("name", FORMATS)
def test_every_format(name: str, capsysbinary: Captured, tmp_path: Path) -> None:
    shown = run(capsysbinary, SENTENCE, "--source", "random", "--format", name)
    assert run(capsysbinary, SENTENCE, "--source", "random", "--format", name, "-o", tmp_path / "x") == b""
    assert (tmp_path / "x").read_bytes() == shown
    assert shown.startswith(
        {"csv": b"\xef\xbb\xbf", "json": b"{", "svg": b"<svg", "html": b"<!d"}[FORMATS[name].ending]
    )


@pytest.mark.parametrize(
    ("name", "start"), [("a.csv", b"\xef\xbb\xbf"), ("a.svg", b"<svg"), ("a.html", b"<!"), ("a.txt", b"{")]
)
def test_the_ending_of_the_file_says_the_format(
    name: str, start: bytes, capsysbinary: Captured, tmp_path: Path
) -> None:
    run(capsysbinary, SENTENCE, "-o", tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(start)


def test_the_seed_and_the_switches(capsysbinary: Captured) -> None:
    options = ["--source", "random", "--seed", "7", "--no-scale", "--temperature", "0.5", "--diagonal", "--causal"]
    back = read_json("x", run(capsysbinary, "我去，他走", *options, "--hide-punctuation"))
    assert back.switches == Switches(scale=False, temperature=0.5, diagonal=True, causal=True, hide_punctuation=True)
    request = Request(("我", "去", "，", "他", "走"), seed=7, switches=back.switches)
    np.testing.assert_array_equal(back.weights, compute("random", request).weights)


def test_a_layer_and_a_head_of_a_real_model(capsysbinary: Captured) -> None:
    for arguments, pick in (
        (("--layer", 10, "--head", 8), Pick("head", 9, 7)), (("--layer", 5), Pick("layer", 4)), ((), None)
    ):  # fmt: skip
        made = json.loads(run(capsysbinary, SENTENCE, "--source", "e5", *arguments))
        wanted = compute("e5", Request(examples()[0].table.words, given={"e5": pick}))
        assert made["source"] == {"name": "e5", **wanted.origin.details}
        np.testing.assert_allclose(made["weights"], wanted.weights, atol=1e-4)


def test_the_cut_with_and_without_a_sentence(capsysbinary: Captured) -> None:
    words = "我 喜欢 在 周末 去公园 散步"
    for sentence in ([SENTENCE], []):
        given = json.loads(run(capsysbinary, *sentence, "--words", words, "--source", "random"))
        assert (given["text"], given["words"]) == (SENTENCE, words.split())


def test_repeated_and_odd_words_come_back_from_csv(capsysbinary: Captured) -> None:
    out = run(capsysbinary, "--words", "去 NaN =1+1 去 2024 <b>", "--source", "random", "--format", "csv")
    assert read_hand_csv("x", out).hand.words == ("去", "NaN", "=1+1", "去", "2024", "<b>")


def test_the_fitted_source_takes_the_hand_table(capsysbinary: Captured, hand_file: Path) -> None:
    own = json.loads(run(capsysbinary, SENTENCE, "--source", "fitted"))
    given = json.loads(run(capsysbinary, SENTENCE, "--source", "fitted", "--hand", hand_file))
    assert own["weights"] == given["weights"]
    assert given["source"]["name"] == "fitted"


def test_english(capsysbinary: Captured) -> None:
    out = run(capsysbinary, SENTENCE, "--source", "random", "--format", "html", "--language", "en")
    assert b"<h2>Attention table</h2>" in out


def test_a_class_s_own_words_typed_in_a_file_or_in_the_first_line_of_many(
    capsysbinary: Captured, tmp_path: Path
) -> None:
    listed, sentences = tmp_path / "own.txt", tmp_path / "sentences.txt"
    listed.write_text("小满满\n注意力权重", encoding="gb18030")
    for given in ("小满满,注意力权重", f"@{listed}"):
        made = json.loads(run(capsysbinary, "小满满算注意力权重", "--own-words", given))
        assert (made["words"], made["own_words"]) == (["小满满", "算", "注意力权重"], ["小满满", "注意力权重"])
    sentences.write_text("我们的词：小满满、注意力权重\n小满满算注意力权重\n", encoding="utf8")
    for more in ([], ["--own-words", "别的"]):
        (line,) = run(capsysbinary, "--file", sentences, *more).splitlines()
        made = json.loads(line)
        assert (made["words"], made["line"]) == (["小满满", "算", "注意力权重"], 2)
        assert made["own_words"][-2:] == ["小满满", "注意力权重"]


def test_pinyin_and_meaning(capsysbinary: Captured) -> None:
    assert json.loads(run(capsysbinary, SENTENCE, "--readings"))["readings"][1] == ["xǐhuan", "to like"]
    assert json.loads(run(capsysbinary, SENTENCE))["readings"] is None


def test_the_rest_of_a_long_sentence_is_said_to_be_left_out(capsysbinary: Captured) -> None:
    assert main(["去" * (MAX_CHARACTERS + 1), "--source", "random"]) == 0
    err = capsysbinary.readouterr().err.decode()
    assert f"only the first {MAX_CHARACTERS} characters are read" in err


# Comparing


def test_the_agreement_is_printed(capsysbinary: Captured, hand_file: Path) -> None:
    lines = run(capsysbinary, SENTENCE, "--source", "fitted", "--compare", hand_file).decode().splitlines()
    assert len(lines) == 8
    assert lines[0].startswith("1 我: strongest 喜欢 (word 2, 0.")
    assert "agrees; rank correlation" in lines[0]
    assert lines[-1].startswith("strongest words agree in 7 of 7 rows; rank correlation ")


def test_without_a_sentence_the_hand_table_has_the_words(capsysbinary: Captured, hand_file: Path) -> None:
    with_sentence = run(capsysbinary, SENTENCE, "--compare", hand_file)
    assert run(capsysbinary, "--compare", hand_file) == with_sentence


def test_the_agreement_in_json(capsysbinary: Captured, hand_file: Path) -> None:
    out = run(capsysbinary, SENTENCE, "--source", "random", "--causal", "--compare", hand_file, "--format", "json")
    agreement = json.loads(out)["agreement"]
    assert agreement["kl"] is None  # a related word is masked
    assert next(row["top"] for row in agreement["rows"]) is None
    assert agreement["compared"] == 6
    assert read_json("x", out).hand is not None


def test_a_hand_table_that_nobody_filled_in_is_neither_compared_nor_fitted(
    capsysbinary: Captured, tmp_path: Path
) -> None:
    path = tmp_path / "hand.csv"
    path.write_bytes(",我,去,园\n我,,,\n去,0.1,,0.1\n园,0.1,0.1,\n".encode("gbk"))
    assert run(capsysbinary, "--compare", path).decode().startswith("nothing to compare: ")
    assert "not filled in" in refused(capsysbinary, "--words", "我 去 园", "--source", "fitted", "--hand", path)
    path.write_bytes(",我,去,园\n我,,,\n去,80%,,\n园,0.9,0.1,\n".encode("gbk"))
    lines = run(capsysbinary, "--compare", path).decode().splitlines()
    assert [line.split(": ")[1][:7] for line in lines[:2]] == ["nothing"] * 2
    assert "in 1 of 1 rows" in lines[-1] or "in 0 of 1 rows" in lines[-1]


def test_a_workbook_to_compare_with_is_called_one(capsysbinary: Captured, tmp_path: Path) -> None:
    path = tmp_path / "hand.csv"
    path.write_bytes(b"PK\x03\x04" + b"\0" * 26 + b"xl/workbook.xml")
    assert "save it as CSV UTF-8" in refused(capsysbinary, "--compare", path)


# Many


def test_a_file_becomes_one_json_a_line(capsysbinary: Captured, tmp_path: Path) -> None:
    path = tmp_path / "s.txt"
    path.write_bytes(f"\ufeff{SENTENCE}\r\n\r\n  \n他走了\n".encode())
    lines = run(capsysbinary, "--file", path, "--source", "random").splitlines()
    given = [json.loads(line) for line in lines]
    assert [(one["line"], one["text"]) for one in given] == [(1, SENTENCE), (4, "他走了")]
    alone = read_json("x", run(capsysbinary, "他走了", "--source", "random"))
    np.testing.assert_allclose(given[1]["weights"], alone.weights, atol=1e-12)


@pytest.mark.parametrize("arguments", [[], ["-"], ["--file", "-"]])
def test_standard_input(arguments: list[str], capsysbinary: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    from_input(monkeypatch, "\ufeff去\n走".encode())
    lines = run(capsysbinary, *arguments, "--source", "random").splitlines()
    assert [json.loads(line)["words"] for line in lines] == [["去"], ["走"]]


def test_more_than_are_computed_at_once_keep_their_order(
    capsysbinary: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = ["去" * (1 + i % 5) + str(i) for i in range(2 * BATCH_LINES + 3)]
    from_input(monkeypatch, "\n".join(texts).encode())
    lines = run(capsysbinary, "--source", "random", "--processes", "1").splitlines()
    assert [json.loads(line)["text"] for line in lines] == texts


def test_many_into_a_file(capsysbinary: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from_input(monkeypatch, "去\n走\n".encode())
    assert run(capsysbinary, "--source", "random", "-o", tmp_path / "x.jsonl") == b""
    assert len((tmp_path / "x.jsonl").read_bytes().splitlines()) == 2


def test_many_into_parquet(capsysbinary: Captured, tmp_path: Path) -> None:
    (tmp_path / "s.txt").write_text("去公园\n走\n", encoding="utf-8")
    assert run(capsysbinary, "--file", tmp_path / "s.txt", "--source", "random", "-o", tmp_path / "x.parquet") == b""
    rows = pq.read_table(tmp_path / "x.parquet").to_pylist()
    assert [(row["line"], row["words"]) for row in rows] == [(1, ["去", "公园"]), (2, ["走"])]
    assert {path.name for path in tmp_path.iterdir()} == {"s.txt", "x.parquet"}


def test_progress_is_for_a_terminal_only(capsysbinary: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    from_input(monkeypatch, "去\n走\n".encode())
    assert main(["--source", "random"]) == 0
    assert capsysbinary.readouterr().err == b""
    from_input(monkeypatch, "去\n走\n".encode())
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert main(["--source", "random"]) == 0
    assert capsysbinary.readouterr().err == b"\r2 sentences\n"


# What is refused


def test_a_source_that_is_not_there_says_which_are(capsysbinary: Captured) -> None:
    said = refused(capsysbinary, SENTENCE, "--source", "elsewhere")
    assert said == "attention: the source 'elsewhere' is not there; there are: syntax, translation, e5, fitted, random"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([""], "no visible character"),
        (["\u200b"], "no visible character"),
        ([SENTENCE, "--source", "e5", "--head", "3"], "--head wants a --layer"),
        ([SENTENCE, "--source", "e5", "--layer", "13"], "12 layers of 12 heads"),
        ([SENTENCE, "--source", "e5", "--layer", "1", "--head", "13"], "12 layers of 12 heads"),
        ([SENTENCE, "--layer", "1"], "the source syntax has no layers"),
        ([SENTENCE, "--words", "我 走"], "does not go on with '走'"),
        ([SENTENCE, "--words", ""], "goes on after the last word"),
        (["--words", ""], "no visible character"),
        (["他走了", "--source", "fitted"], "needs a hand table"),
        ([SENTENCE, "--source", "magic"], "'magic' is not there"),
        ([SENTENCE, "--seed", "x"], "'x' is not a whole number"),
        ([SENTENCE, "--seed", "-1"], "'-1' is not a whole number"),
        ([SENTENCE, "--temperature", "0"], "'0' is not a number from 0.1 to 5"),
        ([SENTENCE, "--temperature", "nan"], "'nan' is not a number from 0.1 to 5"),
        ([SENTENCE, "--format", "pickle"], "invalid choice: 'pickle'"),
        ([SENTENCE, "--hand", "none.csv"], "file none.csv: No such file"),
        ([SENTENCE, "--compare", "none.csv"], "file none.csv: No such file"),
        ([SENTENCE, "-o", "no/such/folder/x.json"], "No such file"),
        (["--file", "none.txt"], "file none.txt: No such file"),
        ([SENTENCE, "--file", "x.txt"], "not both"),
        (["--file", "x.txt", "--words", "我"], "are for one SENTENCE"),
        ([SENTENCE, "--own-words", "@none.txt"], "file none.txt: No such file"),
        (["--file", "x.txt", "--readings"], "are for one SENTENCE"),
        (["--file", "x.txt", "--format", "csv"], "one a line: leave --format out"),
        (["--file", "x.txt", "-o", "x.svg"], "one a line: leave --format out"),
        ([SENTENCE, "-o", "x.parquet"], "Parquet is for many sentences"),
        (["--file", "x.txt", "--processes", "0"], "'0' is not a whole number from 1 to 256"),
        ([], "give a SENTENCE"),
        (["--no-such-option"], "unrecognized arguments"),
        (["我", "去"], "unrecognized arguments: 去"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_code_2(arguments: list[str], said: str, capsysbinary: Captured) -> None:
    assert said in refused(capsysbinary, *arguments)


def test_a_damaged_hand_table_is_said_with_its_place(capsysbinary: Captured, tmp_path: Path) -> None:
    (tmp_path / "bad.csv").write_text(",我,去\n我,-,2\n去,1,-\n", encoding="utf-8")
    said = refused(capsysbinary, "我去", "--compare", tmp_path / "bad.csv")
    assert said.startswith("attention: file bad.csv, line 2, column 3:")


def test_a_hand_table_for_other_words_is_refused(capsysbinary: Captured, hand_file: Path) -> None:
    assert "other words" in refused(capsysbinary, "他走了", "--compare", hand_file)


def test_an_agreement_is_no_picture(capsysbinary: Captured, hand_file: Path) -> None:
    assert "--compare prints text" in refused(capsysbinary, SENTENCE, "--compare", hand_file, "--format", "svg")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "no sentences in it"),
        (b"\n \n", "no sentences in it"),
        (b"\xff\xff\n\n\xff", "no sentences in it (line 1: not text in utf-8)"),
    ],
)
def test_a_file_without_sentences_is_refused(data: bytes, said: str, capsysbinary: Captured, tmp_path: Path) -> None:
    path = tmp_path / "s.txt"
    path.write_bytes(data)
    assert main(["--file", str(path), "--source", "random"]) == 2
    assert said in capsysbinary.readouterr().err.decode()


def test_what_is_no_sentence_or_too_long_a_one_is_counted(capsysbinary: Captured, tmp_path: Path) -> None:
    path = tmp_path / "s.txt"
    path.write_bytes("去\n".encode() + b"\xff\xff\n" + "去".encode() * (MAX_CHARACTERS + 1))
    assert main(["--file", str(path), "--source", "random"]) == 0
    out, err = capsysbinary.readouterr()
    assert [json.loads(line).get("error") for line in out.splitlines()] == [None, "not text in utf-8", None]
    assert err.decode().splitlines() == [
        "attention: 1 of 3 sentences have no table: their rows say why",
        "attention: 1 of 3 sentences were shortened: their rows say why",
    ]


@pytest.mark.parametrize("encoding", ["gb18030", "utf-16", "utf-8-sig"])
def test_files_and_standard_input_in_the_encodings_of_windows(
    encoding: str, capsysbinary: Captured, tmp_path: Path
) -> None:
    data = f"{SENTENCE}\r\n\r\n他走了\r\n".encode(encoding)
    (path := tmp_path / "s.txt").write_bytes(data)
    from_file = run(capsysbinary, "--file", path, "--source", "random")
    assert [json.loads(line)["text"] for line in from_file.splitlines()] == [SENTENCE, "他走了"]
    assert process("--source", "random", data=data).stdout == from_file


def test_its_own_json_is_compared_with(capsysbinary: Captured, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_bytes(run(capsysbinary, "我喜欢喝茶", "--source", "random", "--seed", "5"))
    same = run(capsysbinary, "--compare", path, "--source", "random", "--seed", "5").decode()
    assert "agree in 3 of 3 rows; rank correlation 1.00, KL divergence 0.00" in same
    assert "no hand table in it" in refused(capsysbinary, "我喜欢喝茶", "--hand", path)


def test_who_breaks_it_off_gets_the_code_of_an_interrupted_program(
    monkeypatch: pytest.MonkeyPatch, capsysbinary: Captured
) -> None:
    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("attention.__main__.run_command", interrupted)
    assert main([SENTENCE]) == 130
    assert capsysbinary.readouterr() == (b"", b"")


# As a process


def process(*arguments: str, data: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "attention", *arguments]
    return subprocess.run(command, cwd=ROOT, input=data, capture_output=True, env={**os.environ, **environment})


def test_as_a_process_with_standard_input() -> None:
    done = process("--source", "random", data="去公园\n".encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["words"] == ["去", "公园"]


def test_an_error_as_a_process() -> None:
    done = process(SENTENCE, "--source", "elsewhere")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"attention: the source 'elsewhere'")
    assert b"Traceback" not in done.stderr


def test_help_is_shown_where_the_terminal_knows_no_chinese() -> None:
    done = process("--help", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    for word in (b"--source", b"--words", b"--seed", b"--format", b"--compare", b"examples:"):
        assert word in done.stdout


def test_the_help_names_the_formats_and_the_sources_that_are_there() -> None:
    said = "".join(parser().format_help().split())
    assert "|".join(FORMATS) in said
    assert "syntax|translation|e5|fitted|random" in said


def test_who_reads_only_the_first_line_gets_no_traceback() -> None:
    data = "去公园\n" * 3000
    command = f"{sys.executable} -m attention --source random | head -n 1"
    done = subprocess.run(command, shell=True, cwd=ROOT, input=data.encode(), capture_output=True)
    assert done.stderr == b""
    assert len(done.stdout.splitlines()) == 1


def test_the_version_is_said(capsysbinary: Captured) -> None:
    with pytest.raises(SystemExit, match=r"^0$"):
        main(["--version"])
    assert capsysbinary.readouterr().out.decode().strip() == VERSION
