"""The hand-table editor in a real browser: what is typed arrives, all of it, and nothing else does."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.visit import expect

WORDS = "我 喜欢 在 周末 去 公园 散步".split()
Serve = Callable[[str], str]


def cell(page: Any, i: int, j: int, words: list[str] = WORDS) -> Any:
    """The cell in row i, column j, from 0."""
    start = f"查询 {words[i]}（第{i + 1}词）→ 键 {words[j]}（第{j + 1}词）："
    return page.get_by_role("gridcell", name=re.compile("^" + re.escape(start)))


def shows(page: Any, i: int, j: int, value: str, words: list[str] = WORDS) -> None:
    shown = value if value == "-" else f"{float(value):.2f}"
    expect(cell(page, i, j, words)).to_have_accessible_name(re.compile(f"：{re.escape(shown)}$"))


def server(rows: dict[tuple[int, int], str], n: int = 7, base: str = "0.1") -> str:
    """The table as the scratch page prints it: `base` everywhere, '-' on the diagonal, `rows` on top."""
    rows_of_text = [[rows.get((i, j), "-" if i == j else base) for j in range(n)] for i in range(n)]
    return "server: " + " | ".join(" ".join(row) for row in rows_of_text)


def arrived(page: Any, rows: dict[tuple[int, int], str], n: int = 7) -> None:
    expect(page.get_by_text("server: ")).to_have_text(server(rows, n))


def visit(page: Any, serve: Serve, query: str = "") -> None:
    page.goto(f"{serve('editor.py')}/?{query}")
    expect(page.get_by_role("grid")).to_be_visible()
    expect(page.get_by_text(re.compile(r"^run \d+$"))).to_be_visible()


def type_into(page: Any, i: int, j: int, text: str, key: str = "Enter") -> None:
    cell(page, i, j).click()
    page.keyboard.type(text)
    page.keyboard.press(key)


def paste(page: Any, text: str) -> None:
    page.evaluate(
        """text => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", text);
            let at = document.activeElement;
            while (at.shadowRoot) at = at.shadowRoot.activeElement;
            at.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
        }""",
        text,
    )


# ---- every edit is kept ----


def test_ten_quick_edits_all_arrive_although_the_server_is_slow(page: Any, serve: Serve) -> None:
    visit(page, serve, "delay=0.7")
    cell(page, 0, 1).click()
    for i in range(10):
        page.keyboard.type(f"0.{i % 5 + 2}")
        page.keyboard.press("Tab")  # 0,1 … 0,6 then 1,0 1,1 1,2 1,3
    places = [divmod(at, 7) for at in range(1, 11)]
    want = {place: f"0.{i % 5 + 2}" for i, place in enumerate(places)}
    arrived(page, want)
    for place, value in want.items():
        shows(page, *place, value)


def test_an_edit_made_while_the_servers_change_is_on_its_way_stays_on_top(page: Any, serve: Serve) -> None:
    visit(page, serve, "delay=0.7")
    type_into(page, 0, 1, "0.9")
    page.get_by_role("button", name="make symmetric").click()
    type_into(page, 1, 0, "0.3")
    type_into(page, 5, 6, "0.8")
    arrived(page, {(0, 1): "0.9", (1, 0): "0.3", (5, 6): "0.8"})
    shows(page, 1, 0, "0.3")


def test_the_servers_change_shows_and_includes_the_edit_that_the_click_ended(page: Any, serve: Serve) -> None:
    visit(page, serve)
    type_into(page, 0, 6, "0.35")
    cell(page, 2, 4).click()
    page.keyboard.type("0.7")  # not committed: the click on the button takes the focus away
    page.get_by_role("button", name="make symmetric").click()
    arrived(page, {(0, 6): "0.35", (6, 0): "0.35", (2, 4): "0.7", (4, 2): "0.7"})
    shows(page, 6, 0, "0.35")
    shows(page, 4, 2, "0.7")
    type_into(page, 6, 0, "0.2")  # and editing goes on from there
    arrived(page, {(0, 6): "0.35", (6, 0): "0.2", (2, 4): "0.7", (4, 2): "0.7"})


def test_the_table_outlives_the_component(page: Any, serve: Serve) -> None:
    visit(page, serve)
    type_into(page, 0, 1, "0.6")
    arrived(page, {(0, 1): "0.6"})
    switch = page.get_by_role("switch").or_(page.get_by_role("checkbox"))
    page.get_by_text("show the editor").click()
    expect(page.get_by_role("grid")).to_have_count(0)
    expect(switch).not_to_be_checked()
    page.get_by_text("show the editor").click()
    shows(page, 0, 1, "0.6")
    type_into(page, 0, 2, "0.7")
    arrived(page, {(0, 1): "0.6", (0, 2): "0.7"})


def test_half_typed_values_go_with_their_word_when_the_words_change(page: Any, serve: Serve) -> None:
    visit(page, serve, "late=1.5")
    page.get_by_role("button", name="drop the first word").click()
    cell(page, 2, 3).click()  # still the old words: 在 → 周末
    page.keyboard.type("0.8")
    expect(page.get_by_role("columnheader", name="我")).to_have_count(0)
    arrived(page, {(1, 2): "0.8"}, n=6)
    shows(page, 1, 2, "0.8", WORDS[1:])


# ---- refused ----


def test_what_is_no_value_is_refused_by_name_and_the_old_one_stays(page: Any, serve: Serve) -> None:
    visit(page, serve)
    type_into(page, 0, 1, "0.6")
    alert = page.get_by_role("alert")
    for typed in ["1.7", "-0.3", "abc", "0.1.2", "101%"]:
        type_into(page, 0, 1, typed)
        expect(alert).to_contain_text(f"“{typed}”")
        expect(alert).to_contain_text("仍是 0.6")
        shows(page, 0, 1, "0.6")
        expect(cell(page, 0, 1).get_by_role("textbox")).to_be_focused()
    arrived(page, {(0, 1): "0.6"})
    page.keyboard.type("0.5")
    page.keyboard.press("Enter")
    expect(alert).to_be_empty()
    arrived(page, {(0, 1): "0.5"})


def beside(page: Any, i: int, j: int) -> None:
    """What is said stands next to the cell that it is about, and in sight."""
    said, about = page.get_by_role("alert").bounding_box(), cell(page, i, j).bounding_box()
    assert 0 <= said["y"] <= page.viewport_size["height"] - said["height"]
    gap = max(said["y"] - about["y"] - about["height"], about["y"] - said["y"] - said["height"])
    assert 0 <= gap <= 12
    assert said["x"] - 4 <= about["x"] + about["width"]
    assert about["x"] <= said["x"] + said["width"]


def test_a_refusal_stands_beside_its_cell_and_goes_with_its_cause(page: Any, serve: Serve) -> None:
    visit(page, serve)
    alert = page.get_by_role("alert")

    def refused(i: int, j: int) -> None:
        type_into(page, i, j, "7")
        expect(alert).to_contain_text("“7”")
        beside(page, i, j)

    for i, j in [(0, 1), (6, 5), (3, 6)]:
        refused(i, j)
    page.keyboard.press("Escape")
    expect(alert).to_be_empty()
    refused(0, 1)
    page.keyboard.press("ArrowRight")
    expect(alert).to_be_empty()
    refused(0, 1)
    page.keyboard.type("0")
    expect(alert).to_be_empty()
    page.keyboard.press("Escape")
    refused(0, 1)
    page.get_by_role("button", name="drop the first word").click()
    expect(page.get_by_role("columnheader", name="我")).to_have_count(0)
    expect(alert).to_be_empty()


def test_a_refusal_goes_with_a_new_table_but_not_with_a_mere_receipt(page: Any, serve: Serve) -> None:
    visit(page, serve, "delay=0.7")
    alert = page.get_by_role("alert")
    type_into(page, 0, 1, "0.6")
    type_into(page, 2, 3, "7")
    arrived(page, {(0, 1): "0.6"})
    expect(alert).to_contain_text("“7”")
    page.get_by_role("button", name="make symmetric").click()
    arrived(page, {(0, 1): "0.6", (1, 0): "0.6"})
    expect(alert).to_be_empty()


def test_an_emptied_cell_is_a_dash_and_says_so(page: Any, serve: Serve) -> None:
    visit(page, serve)
    cell(page, 0, 1).dblclick()
    page.keyboard.press("Backspace")
    page.keyboard.press("Enter")
    shows(page, 0, 1, "-")
    expect(page.get_by_role("alert")).to_have_text("空着就是“-”：不考虑。原来是 0.1。")
    beside(page, 0, 1)
    arrived(page, {(0, 1): "-"})
    expect(page.get_by_role("alert")).not_to_be_empty()
    page.keyboard.type("0.4")  # in the cell below, where Enter went
    expect(page.get_by_role("alert")).to_be_empty()


# ---- keyboard ----


def test_keyboard_alone(page: Any, serve: Serve) -> None:
    visit(page, serve)
    page.get_by_role("button", name="drop the first word").focus()
    while not page.get_by_role("grid").get_by_role("textbox").evaluate("e => e.getRootNode().activeElement === e"):
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")  # 1,2
    page.keyboard.type("0.25")
    page.keyboard.press("ArrowRight")  # commits, 1,3
    page.keyboard.type("-")
    page.keyboard.press("Tab")  # commits, 1,4
    page.keyboard.press("F2")
    page.keyboard.type(".5")
    page.keyboard.press("Enter")  # commits, 2,4
    page.keyboard.type("0.9")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    page.keyboard.press("End")
    page.keyboard.press("Backspace")
    page.keyboard.type("6")
    page.keyboard.press("ArrowDown")  # 0.6, 3,4
    page.keyboard.press("Home")
    page.keyboard.type("1")
    page.keyboard.press("Enter")  # 4,0
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")  # 1,2
    page.keyboard.press("Delete")
    arrived(page, {(1, 3): "-", (1, 4): "0.5", (2, 4): "0.6", (3, 0): "1"})


def test_the_letters_r_and_c_are_no_shortcuts_of_the_page(page: Any, serve: Serve) -> None:
    visit(page, serve)
    cell(page, 0, 1).click()
    page.keyboard.type("rcR")
    page.keyboard.press("Escape")
    type_into(page, 0, 2, "0.4")
    arrived(page, {(0, 2): "0.4"})
    expect(page.get_by_text("run 2", exact=True)).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_what_a_chinese_input_method_writes_is_understood(page: Any, serve: Serve) -> None:
    visit(page, serve)
    typed = {"0．9": "0.9", "０。８": "0.8", "。5": "0.5", "１": "1", "－": "-", " 0.30 ": "0.3"}
    cell(page, 0, 1).click()
    for text in typed:
        page.keyboard.insert_text(text)
        page.keyboard.press("Tab")
    for text in ["——", "–"]:  # 1,0 and 1,1
        page.keyboard.insert_text(text)
        page.keyboard.press("Tab")
    arrived(page, {(0, j + 1): value for j, value in enumerate(typed.values())} | {(1, 0): "-", (1, 1): "-"})


def test_a_composition_is_not_cut_short(page: Any, serve: Serve) -> None:
    visit(page, serve)
    cell(page, 0, 1).click()
    session = page.context.new_cdp_session(page)
    session.send("Input.imeSetComposition", {"text": "0。", "selectionStart": 2, "selectionEnd": 2})
    session.send("Input.imeSetComposition", {"text": "0。9", "selectionStart": 3, "selectionEnd": 3})
    shows(page, 0, 1, "0.1")
    session.send("Input.insertText", {"text": "0。9"})
    page.keyboard.press("Enter")
    arrived(page, {(0, 1): "0.9"})


def test_a_value_is_kept_as_typed_and_shown_short(page: Any, serve: Serve) -> None:
    visit(page, serve)
    type_into(page, 0, 1, "0.12345")
    arrived(page, {(0, 1): "0.12345"})
    shows(page, 0, 1, "0.123")
    cell(page, 0, 1).dblclick()
    expect(page.get_by_role("grid").get_by_role("textbox")).to_have_value("0.12345")
    expect(page.get_by_role("rowheader").first).to_have_attribute("title", "查询 我（第1词）合计：0.62")


def test_paste_of_a_block_fills_cells_and_names_what_it_refuses(page: Any, serve: Serve) -> None:
    visit(page, serve)
    cell(page, 1, 4).click()
    paste(page, "0.2\t０．3\t0.4\t0.5\r\n-\t1.7\t0.6\r\n")
    arrived(page, {(1, 4): "0.2", (1, 5): "0.3", (1, 6): "0.4", (2, 4): "-", (2, 6): "0.6"})
    expect(page.get_by_role("alert")).to_contain_text("“1.7”")
    cell(page, 0, 1).click()
    expect(page.get_by_role("alert")).to_be_empty()
    paste(page, "0.7\n0.8\n")
    arrived(
        page, {(0, 1): "0.7", (1, 1): "0.8", (1, 4): "0.2", (1, 5): "0.3", (1, 6): "0.4", (2, 4): "-", (2, 6): "0.6"}
    )


def test_paste_of_a_block_from_a_spreadsheet(page: Any, serve: Serve) -> None:
    visit(page, serve)
    cell(page, 0, 1).click()
    paste(page, "80%\t\t.8\n0,5\t５０％\t\n")
    arrived(page, {(0, 1): "0.8", (0, 2): "-", (0, 3): "0.8", (1, 1): "0.5", (1, 2): "0.5", (1, 3): "-"})
    expect(page.get_by_role("alert")).to_be_empty()
    cell(page, 6, 5).click()
    paste(page, "0.2\t0.3\t0.4\n0.5\t0.6\t0.7")
    expect(page.get_by_role("alert")).to_have_text("粘贴的有 4 格在表外，没有填。")
    shows(page, 6, 5, "0.2")


# ---- many words ----


def test_above_sixty_words_one_row_at_a_time_with_the_same_edits(page: Any, serve: Serve) -> None:
    visit(page, serve, "n=61")
    words = [WORDS[i % 7] for i in range(61)]
    expect(page.locator(".cell")).to_have_count(61)
    page.get_by_role("combobox", name="查询").select_option("2")
    cell(page, 2, 3, words).click()
    page.keyboard.type("0.75")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("“2”")
    expect(page.get_by_text("server: ")).to_have_text(f"server: 0.75 {0.1 * 61 * 60 + 0.65:.2f}")
    page.get_by_role("button", name="下一个词").click()
    shows(page, 3, 3, "-", words)
    page.get_by_role("button", name="上一个词").click()
    shows(page, 2, 3, "0.75", words)


# ---- look ----


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_digits_are_legible(page: Any, serve: Serve, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    visit(page, serve)
    cell(page, 0, 1).click()
    paste(page, "0\t0.2\t0.4\t0.45\t0.5\t0.55\n0.6\t0.7\t0.8\t0.9\t1\t-")
    arrived(
        page,
        {
            **{(0, j + 1): v for j, v in enumerate("0 0.2 0.4 0.45 0.5 0.55".split())},
            **{(1, j + 1): v for j, v in enumerate("0.6 0.7 0.8 0.9 1 -".split())},
        },
    )
    contrasts = page.get_by_role("grid").evaluate(CONTRASTS)
    assert len(contrasts) > 49
    assert min(contrasts) >= 4.5


CONTRASTS = """grid => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const luminance = (colour) => {
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
            .map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    return [...grid.querySelectorAll("[role=gridcell], [role=columnheader], [role=rowheader]")].map((cell) => {
        const { color, backgroundColor } = getComputedStyle(cell);
        const [a, b] = [luminance(color), luminance(backgroundColor)].sort((x, y) => x - y);
        return (b + 0.05) / (a + 0.05);
    });
}"""


def test_phone_cells_are_big_enough_and_the_page_does_not_overflow(phone: Any, serve: Serve) -> None:
    visit(phone, serve)
    phone.get_by_role("combobox", name="查询").select_option("3")
    box = cell(phone, 3, 4).bounding_box()
    assert box["width"] >= 40
    assert box["height"] >= 40
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_phone_the_second_tap_opens_the_cell_with_its_text_selected(phone: Any, serve: Serve) -> None:
    visit(phone, serve)
    cell(phone, 0, 1).tap()
    box = cell(phone, 0, 1).get_by_role("textbox")
    expect(box).to_have_attribute("inputmode", "none")
    cell(phone, 0, 1).tap()
    expect(box).to_have_attribute("inputmode", "decimal")
    expect(box).to_be_focused()
    phone.keyboard.type("0.8")
    cell(phone, 0, 5).tap()
    arrived(phone, {(0, 1): "0.8"})


def test_phone_a_tap_cycles_where_asked(phone: Any, serve: Serve) -> None:
    visit(phone, serve, "cycle=1&delay=0.4")
    for j in (1, 2, 2, 3, 3, 3, 0, 5, 1):
        cell(phone, 0, j).tap()
    arrived(phone, {(0, 1): "0.9", (0, 2): "0.9", (0, 3): "-", (0, 0): "0.1", (0, 5): "0.5"})
    expect(cell(phone, 0, 1).get_by_role("textbox")).to_have_attribute("inputmode", "none")
