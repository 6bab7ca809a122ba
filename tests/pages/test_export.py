"""What can be taken along from a page, and what can be opened there."""

from __future__ import annotations

from attention.exchange.formats import FORMATS, ROWS
from attention.session.board import computed_table
from pages.ui.frame.markup import unmarked
from pages.ui.frame.state import SENTENCES
from tests.pages.visit import SEED, board, component, container, opened, turned, typed, unfolded

HAND = "查询\\键,猫,吃,鱼\n猫,-,0.8,0.1\n吃,0.8,-,0.7\n鱼,0.1,0.7,-\n".encode()


def test_every_format_has_its_button() -> None:
    app = unfolded(opened(), "export.title")
    for page in ("table", "steps", "train", "heads"):
        app = turned(app, page)
        assert {f"export_{row.name}" for row in ROWS} <= {button.key for button in app.get("download_button")}


def test_the_buttons_of_a_folded_box_cost_nothing() -> None:
    assert opened().get("download_button") == []


def test_the_link_has_a_picture_until_it_is_too_long() -> None:
    app = unfolded(opened(), "export.title")
    assert len(container(app, "export").children) > 0
    assert len(app.get("image")) == 1
    # Ordinary words hardly repeat, so that they cannot be packed small enough.
    typed(app, "".join(chr(0x4E00 + 7 * i) for i in range(1500)))
    assert app.get("image") == []
    assert "链接太长，放不进二维码；请用“复制链接”。" in [caption.value for caption in app.caption]


def test_what_goes_out_is_what_stands_on_the_page() -> None:
    app = typed(opened(), "猫吃鱼")
    shown = board(app)
    export = computed_table(shown)
    text = FORMATS["csv"].write(export).decode("utf-8-sig")
    assert [line.split(",")[0] for line in text.splitlines()[1:4]] == ["猫", "吃", "鱼"]


def test_files_have_pinyin_where_that_is_asked_for() -> None:
    app = unfolded(opened(), "export.title")
    assert "xǐhuan" not in picture_of(app)
    app.toggle("export_readings").set_value(True).run()
    assert "xǐhuan · to like" in picture_of(app)


def picture_of(app) -> str:
    return component(app, "export_png_svg")["svg"]


def upload(app, key: str, name: str, data: bytes) -> None:
    next(box for box in app.get("file_uploader") if box.key.startswith(key)).upload(name, data, "text/plain").run()
    assert not app.exception


def test_a_hand_table_from_a_file_brings_its_words() -> None:
    app = unfolded(opened(), "open.title")
    upload(app, "hand_file", "表.csv", HAND)
    assert board(app).words == ("猫", "吃", "鱼")
    assert board(app).hand.values[0, 1] == 0.8


def test_a_damaged_file_is_named_with_its_place_and_nothing_is_lost() -> None:
    app = unfolded(opened(), "open.title")
    upload(app, "hand_file", "表.csv", HAND.replace(b"0.7,-", b"7,-"))
    assert board(app).text == SEED
    said = unmarked("第 4 行第 3 格：“7”不行：请写 0 到 1 的数，或“-”。")
    assert [warning.value for warning in app.warning] == [said]


def test_sentences_from_a_file_stand_among_the_examples() -> None:
    app = unfolded(opened(), "open.title")
    upload(app, "sentences_file", "句子.txt", "猫吃鱼\n狗吃肉\n".encode())
    assert board(app).text == "猫吃鱼"
    assert app.session_state[SENTENCES] == ("猫吃鱼", "狗吃肉")
    app.selectbox("example").select_index(7).run()
    assert board(app).text == "狗吃肉"
    upload(app, "sentences_file", "句子.txt", "我们的词：小满满、猫吃鱼\n小满满猫吃鱼\n".encode())
    assert (board(app).words, board(app).own_words) == (("小满满", "猫吃鱼"), ("小满满", "猫吃鱼"))
