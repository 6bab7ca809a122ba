"""The visitor's state: one board, and notices. The only file that touches st.session_state and the link's parameters.

A widget's value is lost when the page changes, so the board is kept under a key of our own. Each widget is filled from the board
before it is drawn (`fill`), and its callback puts what was entered back (`edit`); inputs.py does both.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from dataclasses import replace
from typing import Any, cast

import streamlit as st
from streamlit import runtime
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime.scriptrunner import RerunData, get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequestType

from attention.classroom.keys import new_student, tidy_code
from attention.errors import AttentionError, LinkError
from attention.session.board import (
    Board,
    opening_board,
    with_act,
    with_cover,
    with_edits,
    with_merge,
    with_split,
    with_text,
)
from attention.session.share_link import carries_hand, pack, unpack
from attention.sources import fitted_matrices
from attention.train import Fitted
from attention.view import Language, View
from pages.ui.widgets.grid_editor import new_edits
from pages.ui.widgets.token_chips import chip_event

BOARD = "board"
PAGE = "page"
FILLED = "filled"
FILLING = "filling"
PUT_IN = "put_in"
BROWSER_HAS = "browser_has"
"""Key of a box that nobody sees: its number goes to the browser after all else and comes back with all that the browser sends."""
PART_HAS = "part_has"
"""The same at the end of a part of the page, from when a run of this part alone has put in something."""
TOLD_OF = "told"
BROUGHT = "brought"
BRINGING = "bringing"
HAND_RECEIPT = "receipt"
KEPT_FIT = "fitted"
SENTENCES = "sentences"
NOTICES = "notices"
SAID = "notices_said"
REST_SHOWN = "rest_shows"
UNFOLDED = "unfolded"
REMARKS = "remarks"
AGAIN = "run_again"
NO_ACTS = ("-pocket", "_pulse", "-language", "-view_projector", f"-{BROWSER_HAS}", f"-{PART_HAS}")
"""Ends of the ids of widgets whose news leave a notice where it is: some speak by themselves, and to read is no act."""
LINKS = "links"
LINKED = "linked"
OPENED = "opened"
"""Under this key: whether the visitor came with a board of their own in the address."""
MAX_KNOWN_LINKS = 100
PARAMETER = "s"
TEXT_PARAMETER = "text"
ROOM_PARAMETER = "room"
ROOM = "room"
ROOMS_OPENED = "rooms_opened"
MAKER = "maker"
CLASSROOM, LESSON = "classroom", "lesson"
PARTED = "table"
"""The page whose part, drawn by itself, says itself what the browser has, and puts in the address."""
EDITOR = "hand_cells"
CHIPS = "word_chips"


def board() -> Board:
    """The visitor's board; the opening one at first."""
    if (there := st.session_state.get(BOARD)) is None:
        there = st.session_state[BOARD] = opening_board(View().in_language(first_language()))
    return cast(Board, there)


def first_language() -> Language:
    """The browser's, until the visitor chooses; Chinese where it says nothing."""
    locale = st.context.locale or "zh"
    return "zh" if locale.lower().startswith("zh") else "en"


def at(page: str) -> bool:
    """Whether the visitor is on this page."""
    return bool(st.session_state.get(PAGE) == page)


def set_board(new: Board) -> None:
    """Make `new` the visitor's board."""
    st.session_state[BOARD] = new


def edit(change: Callable[..., Board], *arguments: Any) -> None:
    """Change the board; an error becomes a notice, and the board stays as it was.

    What was typed into the hand table meanwhile comes first, so that a button works on the table that the visitor sees.
    """
    take_hand_edits()
    try:
        set_board(change(board(), *arguments))
    except AttentionError as error:
        notify(error)


def enter(page: str) -> None:
    """The visitor is on this page now."""
    if not at(page):
        keep(TOLD_OF, set())
    go_on(page)
    st.session_state[PAGE] = page
    st.session_state[FILLING] = {}
    st.session_state[UNFOLDED] = False


def go_on(page: str) -> None:
    """A run of the page, or of a part of it, begins. What has been said is forgotten once the visitor has done something."""
    st.session_state.setdefault(TOLD_OF, set()).update(from_browser())
    if acted(page):
        said = st.session_state.get(SAID, set())
        st.session_state[NOTICES] = {key: notice for key, notice in notices().items() if key not in said}
    st.session_state[REMARKS] = {}


def rest_shows(*what: Hashable) -> None:
    """Within a part of the page that is drawn by itself, before it draws: the rest of the page shows this.

    Where it showed something else when it was drawn, or has a fold open, the whole page is drawn instead.
    """
    what = (*what, link_lacks(), *notices(), *st.session_state.get(REMARKS, {}))
    if in_part() and (st.session_state.get(UNFOLDED) or st.session_state.get(REST_SHOWN) != what):
        st.session_state[AGAIN] = True
        st.rerun()
    st.session_state[REST_SHOWN] = what


def unfolded() -> None:
    """A fold is open in the page that is drawn."""
    st.session_state[UNFOLDED] = True


def fill(key: str, value: Any, titles: tuple[str, ...], *, tells: bool = True) -> str:
    """Put `value` into the widget `key` before it is drawn; returns the key. titles: its own and those of its options. tells: the
    browser says what is in it as soon as it has drawn it, not only when this changes.

    Only where it is not there yet: what is put in goes back to the browser, over what was typed meanwhile. A widget of the
    same key on another page is another widget and still empty, although the old one's value lies under the key. And where a
    title has changed, with the language or the words, it is another widget, or the browser would answer with what is no option.
    What a run put in counts only once the run has come to its end (`settle`): of one that was broken off by the next, the
    browser may have seen nothing, and would answer with an empty widget. And only once the browser has told of the widget: it
    loads a kind of widget when it first has one to draw, and where the next run is over by then, it draws what that one sent,
    which says nothing of a value.
    """
    drawn = (st.session_state.get(PAGE), *titles)
    st.session_state.setdefault(FILLING, {})[key] = drawn
    if holds(st.session_state.get(BROUGHT, ()), key):
        return key  # the browser has it, and may have more by now; `take_along` takes it
    held, late, known = st.session_state.get(key), late_answers(key), st.session_state.get(FILLED, {}).get(key)
    answered = not in_part() or at(PARTED)
    if held != value or known != drawn or late or (tells and answered and not told(key)):
        if known and known[0] == drawn[0] and answered:
            st.session_state.setdefault(PUT_IN, {})[key] = (times_put_in() + 1, {*late, held, value})
            if in_part():
                st.session_state.setdefault(PART_HAS, 0)
        st.session_state[key] = value
    return key


def from_browser() -> Collection[str]:
    """The ids of the widgets of which the browser tells in the message that caused this run. To be asked before any is drawn."""
    context = get_script_run_ctx()
    return [] if context is None else list(context.session_state._state._new_widget_state)


def holds(widgets: Collection[str], key: str) -> bool:
    """Whether there is the widget of this key among these ids."""
    return any(widget.endswith(f"-{key}") for widget in widgets)


def told(key: str) -> bool:
    """Whether the browser has told of this widget since the visitor turned to this page: it has drawn it. True where there is no
    browser."""
    return get_script_run_ctx() is None or holds(st.session_state.get(TOLD_OF, ()), key)


def late_answers(key: str) -> Collection[Any]:
    """What the browser may still answer with where a run has put another value into the widget: what was there before, for as
    long as nothing has come from a browser that had that value. Such an answer is no entry."""
    number, values = st.session_state.get(PUT_IN, {}).get(key, (0, set()))
    return values if number > browser_has() else set()


def browser_has() -> int:
    """The last of the values put in that the browser had when it sent what caused this run."""
    return max((st.session_state.get(box) or 0 for box in (BROWSER_HAS, PART_HAS) if told(box)), default=0)


def times_put_in() -> int:
    """How often a run has put another value into a widget that the browser had already."""
    return max((number for number, _ in st.session_state.get(PUT_IN, {}).values()), default=0)


def browser_box(key: str = BROWSER_HAS) -> str:
    """Fill the box that tells what the browser has; to be drawn last of all, or of its part. Returns its key."""
    st.session_state[key] = times_put_in()
    return key


def part_has_box() -> bool:
    """Whether the part of the page needs a box of its own."""
    return PART_HAS in st.session_state


def settle() -> None:
    """The page has been drawn to its end: what was filled in is in the browser."""
    st.session_state[FILLED] = {**st.session_state.get(FILLED, {}), **st.session_state.get(FILLING, {})}


def settle_part() -> None:
    """A fragment has been drawn by itself; within a run of the whole page its own end counts."""
    if in_part():
        settle()


def in_part() -> bool:
    """Whether this run draws a fragment alone."""
    context = get_script_run_ctx()
    return context is not None and bool(context.fragment_ids_this_run)


def is_dark() -> bool:
    """Whether the visitor's page is dark, as the browser says."""
    return st.context.theme.type == "dark"


def value(key: str, default: Any = None) -> Any:
    """What lies under a key of the session."""
    return st.session_state.get(key, default)


def keep(key: str, what: Any) -> None:
    """Put something of a page's own under a key; it survives a change of page."""
    st.session_state[key] = what


def session() -> str:
    """The name that the server gives the visitor's session."""
    context = get_script_run_ctx()
    return context.session_id if context else ""


def connected(session: str) -> bool:
    """Whether the visitor of this session has the page open; True where there is no server to ask."""
    return not runtime.exists() or runtime.get_instance().is_active_session(session)


def let_go(file_id: str) -> None:
    """Take an uploaded file out of the server's memory. Streamlit has no public way from a page to do so before the visitor
    leaves or presses its cross; a test of tests/deploy tells when the file goes by itself."""
    if context := get_script_run_ctx():
        context.uploaded_file_mgr.remove_file(session_id=context.session_id, file_id=file_id)  # type: ignore[attr-defined]


def kept_fit() -> Fitted | None:
    """Matrices that the visitor keeps for the source 拟合; None: they are fitted anew to each hand table."""
    return cast(Fitted | None, st.session_state.get(KEPT_FIT))


def keep_fitted(matrices: Fitted | None) -> None:
    """Keep the matrices, and make them the board's source; None: forget them."""
    st.session_state[KEPT_FIT] = matrices
    if matrices is not None:
        set_board(replace(board(), source=fitted_matrices.FITTED.name))


def sentences() -> tuple[str, ...]:
    """Sentences of the visitor's own, from a file; they stand among the examples."""
    return cast(tuple[str, ...], st.session_state.get(SENTENCES, ()))


def keep_sentences(own: tuple[str, ...]) -> None:
    """Put the sentences among the examples, and the first of them on the board."""
    st.session_state[SENTENCES] = own
    edit(with_text, own[0])


def page_address() -> str:
    """The address of the page as the browser sees it, without the link's parameters."""
    return str(st.context.url or "").partition("#")[0].partition("?")[0]


def receipt() -> str:
    """Up to where the board's hand table holds the edits of its editor; goes back to the editor with the table."""
    return str(st.session_state.get(HAND_RECEIPT, ""))


def take_hand_edits() -> None:
    """Put what was typed into the hand table's editor onto the board."""
    if edits := new_edits(st.session_state.get(EDITOR), receipt()):
        for batch in edits.batches:
            if not batch.act:
                set_board(with_edits(board(), batch.words, batch.cells))
            elif batch.words == board().words:  # what was pressed under another table is not done to this one
                set_board(with_act(board(), batch.act))
        st.session_state[HAND_RECEIPT] = edits.receipt


def take_chip_event() -> None:
    """Merge or split the words as the chips were told to."""
    event = chip_event(st.session_state.get(CHIPS), board().words)
    if event and event.action == "merge":
        edit(with_merge, event.i)
    elif event:
        edit(with_split, event.i, event.at)


def acted(page: str) -> bool:
    """Whether the visitor has caused this run: turned to this page, or changed a widget. The browser asks for runs on its own as
    well: components tell what they have found, fragments look around, a lost connection is back.

    Which widgets have changed is what Streamlit itself calls their callbacks by; it has no public name.
    """
    context = get_script_run_ctx()
    if st.session_state.pop(AGAIN, False) or context is None:
        return False
    widgets = context.session_state._state
    changed = (widget for widget in widgets._new_widget_state if widgets._widget_changed(widget))
    return st.session_state.get(PAGE) != page or any(not widget.endswith(NO_ACTS) for widget in changed)


def notices() -> dict[str, AttentionError | str]:
    return cast(dict[str, AttentionError | str], st.session_state.setdefault(NOTICES, {}))


def noticed(notice: AttentionError | str) -> str:
    """The same for what reads the same."""
    return notice if isinstance(notice, str) else f"{type(notice).__name__} {notice} {vars(notice)}"


def notify(notice: AttentionError | str) -> None:
    """Something has happened: it is said at the top of the page until the visitor does something. A text's key, or an error."""
    notices()[noticed(notice)] = notice
    st.session_state.setdefault(SAID, set()).discard(noticed(notice))


def remark(notice: AttentionError | str) -> None:
    """Something is so while the page is drawn: it is said in this run, and in the next one if it is still so."""
    st.session_state.setdefault(REMARKS, {})[noticed(notice)] = notice


def take_notices() -> list[AttentionError | str]:
    """What is to be said on the page that has been drawn."""
    st.session_state[SAID] = set(notices())
    return list({**notices(), **st.session_state.get(REMARKS, {})}.values())


def open_link() -> None:
    """Take the board from the address where it holds one that this session has not had in its address before.

    The browser may still send the address of an edit ago, so all links of the session count as known. The session starts
    from `?text=…` where that is all the address has.
    """
    packed = st.query_params.get(PARAMETER)
    if packed and packed not in links():
        remember_link(packed)
        try:
            opened = unpack(packed)
            set_board(replace(opened.board, guess_first=board().guess_first))  # a wish of the visitor's, not the link's
            keep(OPENED, True)
            if opened.dropped:
                notify("link.dropped")
        except LinkError as error:
            notify(error)
    elif not packed and BOARD not in st.session_state and (text := st.query_params.get(TEXT_PARAMETER)):
        edit(with_text, text)
        edit(with_cover, False)
        keep(OPENED, True)


def share_link() -> tuple[str | None, bool]:
    """The board as a link's text, None where the sentence is too long for one; and whether the whole hand table is in it."""
    current = board()
    made_for, packed, whole = st.session_state.get(LINKED, (None, None, False))
    if made_for is not current:
        packed, whole = pack(current), carries_hand(current)
        st.session_state[LINKED] = (current, packed, whole)
        if packed:
            remember_link(packed)
    return packed, whole


def link_lacks() -> str:
    """The text that says what of the board is not in the page's address; empty where all is."""
    if room_in_address():
        return ""
    link, whole = share_link()
    return "frame.copy.none" if link is None else "" if whole else "frame.copy.short"


def links() -> dict[str, None]:
    """The links that the session has had in its address, the latest last."""
    return cast(dict[str, None], st.session_state.setdefault(LINKS, {}))


def remember_link(packed: str) -> None:
    """No more than MAX_KNOWN_LINKS: the browser sends the address of an edit or two ago."""
    known = links()
    known.pop(packed, None)
    known[packed] = None
    while len(known) > MAX_KNOWN_LINKS:
        del known[next(iter(known))]


def room() -> str | None:
    """The code of the classroom that the visitor is in."""
    return cast(str | None, st.session_state.get(ROOM))


def enter_room(code: str | None) -> None:
    """The visitor is in this room from now on; None: in none."""
    st.session_state[ROOM] = code


def room_link() -> str | None:
    """What the address gives as a room's code, until it has been answered; once a session each: who has left a room stays out,
    whatever the address says."""
    code = st.query_params.get(ROOM_PARAMETER)
    return code if code and code not in st.session_state.get(ROOMS_OPENED, ()) else None


def room_link_answered(code: str) -> None:
    """There is such a room, or there is none; "not now" is no answer."""
    st.session_state.setdefault(ROOMS_OPENED, set()).add(code)


def room_in_address() -> str | None:
    """The room's code where the address shall have it instead of the board: on the pages of classroom and lesson."""
    here = st.session_state.get(PAGE) in (CLASSROOM, LESSON)
    return (room() or tidy_code(room_link() or "")) if here else None


def maker() -> str:
    """A random name of this visit's tables and rooms, for limits that are not to reach anybody else."""
    if MAKER not in st.session_state:
        st.session_state[MAKER] = new_student()
    return cast(str, st.session_state[MAKER])


def client_address() -> str | None:
    """Where the visitor comes from, as the server sees it; None: from the server's own machine.

    Behind a proxy on this machine it is the address that the proxy names in X-Forwarded-For; which proxies are believed is
    uvicorn's setting FORWARDED_ALLOW_IPS. A visitor who connects directly is never believed.
    """
    address = st.context.ip_address
    return address if isinstance(address, str) else None  # in tests there is no connection at all


def brought() -> list[Any]:
    """What the browser's widgets hold in a session that has not drawn a page to its end: it comes from a process that is gone.

    To be asked before anything is drawn. Empty for everybody else.
    """
    context = get_script_run_ctx()
    found = [] if context is None or FILLED in st.session_state else list(context.session_state.get_widget_states())
    st.session_state[BROUGHT], st.session_state[BRINGING] = frozenset(widget.id for widget in found), []
    return found


def brings(key: str, value: Any, take: Callable[[], None]) -> None:
    """The widget `key` has been drawn. Where it holds something else than `value`, brought along, that is taken in the end."""
    context = get_script_run_ctx()
    if context is not None and st.session_state.get(BROUGHT):
        here = context.session_state._state._get_widget_id(key) in st.session_state[BROUGHT]
        if here and st.session_state.get(key) != value:
            st.session_state[BRINGING].append(take)


def take_along(widgets: list[Any]) -> None:
    """Let what was brought along count, now that the page is drawn from its link: only now is it known what takes it, and only
    the next run can tell buttons and components."""
    if widgets:
        take_hand_edits()
        for take in st.session_state[BRINGING]:
            take()
        st.session_state[BROUGHT], st.session_state[BRINGING] = frozenset(), []
        run_again(WidgetStates(widgets=widgets))


def run_again(widgets: WidgetStates | None = None) -> None:
    """Ask for another run of this page, as if the widgets had just come to hold this. Whatever is drawn after it breaks off.

    What the browser has said meanwhile, and waits for its run, is newer and says all that the widgets hold.
    """
    st.session_state[AGAIN] = True
    context = get_script_run_ctx()
    if context is not None and context.script_requests is not None:
        if context.script_requests._state is ScriptRequestType.RERUN:
            widgets = None
        again = RerunData(
            query_string=context.query_string,
            widget_states=widgets,
            page_script_hash=context.page_script_hash,
            cached_message_hashes=context.cached_message_hashes,
            context_info=context.context_info,
        )
        context.script_requests.request_rerun(again)
