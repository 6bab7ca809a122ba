"""Faults of ours: one line in the log with a number, the same number before the visitor, and no word of what was typed."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages.ui.frame import crashes
from tests.pages.visit import PATIENCE, containers, prose, whole

ROOT = Path(__file__).parents[2]
SECRET = "小明的秘密"
LINE = re.compile(r"fault=(?P<number>[2-9A-Z]{6}) page=(?P<page>\S+) error=(?P<error>\w+) at=(?P<at>\S+)")


class Written(logging.Handler):
    """The lines of a log, as they would stand in it."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(crashes.Lines(crashes.LOG_LINE))
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def log() -> Iterator[list[str]]:
    written = Written()
    crashes.logger().addHandler(written)
    yield written.lines
    crashes.logger().removeHandler(written)


def planted() -> None:
    try:
        int(f"{SECRET}\nand more")
    except ValueError as error:
        raise KeyError(SECRET) from error


def broken() -> KeyError:
    try:
        planted()
    except KeyError as error:
        return error
    raise AssertionError


def page(body: str) -> AppTest:
    """A page of the frame whose body is this code."""
    imports = "from pages.ui.frame import page as frame, state\nfrom pages.ui.parts import sentence"
    code = f"{imports}\nframe.PAGES = ()\nwith frame.opened('table'):\n    {body}\n"
    return AppTest.from_string(code, default_timeout=PATIENCE)


@pytest.fixture(autouse=True)
def menu(monkeypatch: pytest.MonkeyPatch) -> None:
    from pages.ui.frame import page

    monkeypatch.setattr(page, "PAGES", page.PAGES)  # `page` takes them away


def test_a_line_names_number_page_class_and_place(log: list[str]) -> None:
    number = crashes.log_fault(broken(), "steps").number
    assert len(log) == 1
    found = LINE.search(log[0])
    assert found is not None
    assert found.groupdict() | {"at": ""} == {"number": number, "page": "steps", "error": "KeyError", "at": ""}
    assert re.match(r"tests/pages/test_faults\.py:\d+:planted<tests/pages/test_faults\.py:\d+:broken$", found["at"])
    assert "from=ValueError" in log[0]
    assert re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z ERROR attention_table ", log[0])


def test_what_was_typed_is_in_a_line_only_when_asked_for(log: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(crashes.WITH_TEXT, raising=False)
    crashes.log_fault(broken())
    monkeypatch.setenv(crashes.WITH_TEXT, "1")
    crashes.log_fault(broken())
    assert [SECRET in line for line in log] == [False, True]


def test_whatever_is_logged_is_one_line(log: list[str]) -> None:
    try:
        planted()
    except KeyError:
        crashes.logger().warning("a\nb\r\nc %s", "d\ne", exc_info=True)
    assert len(log) == 1
    assert "\n" not in log[0]


def test_an_error_is_written_once(log: list[str]) -> None:
    error = broken()
    assert crashes.log_fault(error).number == crashes.log_fault(error).number
    assert len(log) == 1


def test_numbers_differ(log: list[str]) -> None:
    assert len({crashes.log_fault(broken()).number for _ in range(50)}) == 50


def test_an_error_in_a_librarys_code_names_the_place_in_ours() -> None:
    with pytest.raises(re.error) as caught:
        re.compile("(")
    ours = r"re/\w+\.py:\d+:\w+<tests/pages/test_faults\.py:\d+:test_an_error_in_a_librarys"
    assert re.match(ours, crashes.places(caught.value))


def test_streamlits_many_lines_become_ours(log: list[str]) -> None:
    app = AppTest.from_string("from pages.ui.frame import crashes\ncrashes.watch()\nraise KeyError('小明的秘密')")
    with_ours = app.run(timeout=PATIENCE)
    assert with_ours.exception  # nobody caught it
    assert len(log) == 1
    assert SECRET not in log[0]
    assert "error=KeyError" in log[0]


def test_a_page_that_breaks_off_tells_the_number_and_keeps_what_was_typed(log: list[str]) -> None:
    app = page("sentence.sentence_box(); 1 / (state.board().text != '小猫睡觉')").run()
    assert not app.error
    app.text_input("text").set_value("小猫睡觉").run()
    assert not app.exception
    number = LINE.search(log[0])
    assert number is not None
    assert number["error"] == "ZeroDivisionError"
    assert number["page"] == "table"
    assert [number["number"] in error.value for error in app.error] == [True]
    assert "还在" in app.error[0].value
    assert app.text_input("text").value == "小猫睡觉"
    app.text_input("text").set_value("小狗睡觉").run()  # and the page goes on
    assert not app.error
    assert len(log) == 1


def test_the_sentence_is_in_the_visitors_language(log: list[str]) -> None:
    app = page("1 / (state.board().view.language != 'en')").run()
    app.segmented_control("language").set_value("English").run()
    assert "still there" in app.error[0].value


def test_the_rest_of_the_frame_is_drawn_around_a_fault(log: list[str]) -> None:
    app = page("1 / 0").run()
    assert app.toggle("view_projector").label == "投影仪大字"
    assert "注意力表" in prose(app)


def test_the_servers_own_errors_are_one_line_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging, "_logRecordFactory", logging.getLogRecordFactory())
    crashes.one_line_each()
    other, written = logging.getLogger("somebody"), Written()
    other.addHandler(written)
    try:
        planted()
    except KeyError:
        other.exception("it broke\nbadly")
    finally:
        other.removeHandler(written)
    assert len(written.lines) == 1
    assert "it broke badly error=KeyError at=tests/pages/test_faults.py" in written.lines[0]
    assert SECRET not in written.lines[0]


def test_a_fault_stands_where_tests_find_it(log: list[str]) -> None:
    assert [key for key in containers(page("1 / 0").run()) if key.startswith("fault_")]
    with pytest.raises(AssertionError, match="broke off"):
        whole(page("1 / 0").run())
    whole(page("pass").run())


def test_what_a_part_has_told_of_is_not_told_again_by_the_page(log: list[str]) -> None:
    """Streamlit hands an error of a part to `handled` first, and then lets it go on as one that has been handled."""
    raised = "error = KeyError('x'); state.keep(crashes.FAILED, True); crashes.handled(error); raise Handled(error)"
    imports = "from pages.ui.frame import crashes; from streamlit.errors import FragmentHandledException as Handled"
    app = page(f"{imports}; {raised}").run()
    assert not app.exception
    assert len([key for key in containers(app) if key.startswith("fault_")]) == 1
    assert len(app.error) == len(log) == 1
