// A table of values 0 to 1 or "-", edited in place. What is shown is the server's table with the edits on top that it has
// not confirmed yet; grid_editor.py states the rule. Words come in by textContent and attributes only.
import { between, el, fill } from "./dom.js";
import { Edits } from "./grid_edits.js";
import { Table } from "./grid_square_table.js";
import { lit, onPoint, point } from "./pointing.js";
import { cycled, parse, show } from "./values.js";

const LONG = 600; // ms of a press that opens a cell

export default function mount({ parentElement, data, setStateValue }) {
  parentElement.widget ??= new Editor(parentElement);
  parentElement.widget.receive(data, setStateValue);
}

class Editor extends Table {
  constructor(parent) {
    super();
    this.edits = new Edits();
    this.active = [0, 1];
    this.root = parent.appendChild(el("div", "editor"));
    this.narrow = matchMedia("(max-width: 640px)");
    this.narrow.addEventListener("change", () => this.data && this.build());
    onPoint(this.root, () => this.follow());
    this.root.addEventListener("pointermove", (event) => this.onPointer(event));
    this.root.addEventListener("pointerleave", () => point({ hover: null }));
    this.root.addEventListener("contextmenu", (event) => this.touched && event.preventDefault()); // a tap on selected text
    this.root.addEventListener("pointerdown", (event) => {
      const at = event.target.closest(".cell")?.at;
      this.touched = event.pointerType === "touch";
      if (at && this.touched) this.held = setTimeout(() => this.write(at), LONG);
    });
    for (const end of ["pointerup", "pointercancel", "pointermove"])
      this.root.addEventListener(end, () => clearTimeout(this.held));
    this.input = el("input", "input", { autocomplete: "off", spellcheck: "false", enterkeyhint: "done" });
    this.input.addEventListener("keydown", (event) => this.onKey(event));
    this.input.addEventListener("input", () => {
      this.say(""); // what was said was about something else
      if (!this.editing) this.open({ caret: false });
    });
    this.input.addEventListener("focus", () => this.editing || this.input.select());
    this.input.addEventListener("blur", () => this.moving || (this.editing ? this.commit() : this.say("")));
    this.input.addEventListener("paste", (event) => this.onPaste(event));
    this.root.addEventListener("click", (event) => this.onClick(event));
    this.root.addEventListener("scroll", () => this.place(), true);
    this.root.addEventListener("mousedown", (event) => {
      this.pressed = this.focused ? this.active : null; // before this press moves the focus
      if (event.target.closest(".cell") && event.target !== this.input) event.preventDefault(); // keeps the focus
    });
  }

  get focused() {
    return this.root.getRootNode().activeElement === this.input;
  }

  // ---- the server's table and the edits on top ----

  receive(data, setStateValue) {
    const look = JSON.stringify([data.words, data.shown, data.look, data.titles]);
    const anew = this.look !== look;
    if (anew) this.commit(); // what is half typed belongs to the old words
    Object.assign(this, { data, look, labels: data.look.labels, n: data.shown.length });
    const before = JSON.stringify(this.full);
    this.edits.confirm(data.receipt);
    this.full = this.edits.over(data);
    this.send = () => setStateValue("edits", this.edits.message());
    if (!anew && JSON.stringify(this.full) !== before) this.say("");
    if (anew) this.build();
    else this.paint();
  }

  apply(cells) {
    const { shown } = this.data;
    for (const [i, j, value] of cells) this.full[shown[i]][shown[j]] = value;
    this.step(cells.map(([i, j, value]) => [shown[i], shown[j], value]));
    this.paint();
  }

  /** Cells of the whole table, or ["undo"], ["redo"]. */
  step(cells) {
    this.edits.add(this.data, cells);
    this.say("");
    this.send();
  }

  // ---- on the screen ----

  build() {
    const hadFocus = this.focused;
    this.active = this.active.map((at) => between(at, 0, this.n - 1));
    this.moving = true;
    this.draw();
    this.say("");
    this.paint();
    this.select(...this.active, hadFocus);
    if (this.list && lit() === null) point({ fixed: this.active[0] }); // the one row that is shown
  }

  paint() {
    super.paint();
    if (!this.editing) this.rest();
  }

  // ---- the row that is looked at ----

  follow() {
    if (!this.cells) return;
    const row = lit();
    if (this.list && row !== null && row < this.n && row !== this.active[0]) this.turn(row);
    else this.light();
  }

  onPointer(event) {
    const { index } = event.target.closest(".row") ?? {};
    if (event.pointerType === "mouse" && !this.list) point({ hover: index ?? null });
  }

  turn(i) {
    if (this.commit()) this.active = [i, this.active[1]];
    this.picker.value = this.active[0];
    this.root.querySelector(".grid").replaceWith(this.oneRow());
    this.paint();
    this.select(...this.active, false);
    point({ fixed: this.active[0] });
  }

  /** A sentence beside the cell that it is about; none once its cause is gone. */
  say(sentence, i, j, kind = "") {
    if (this.note.textContent === sentence) return;
    this.about = [i, j];
    this.note.className = `refused ${kind}`;
    this.note.textContent = sentence;
    this.place();
  }

  /** Below the cell; above it where the window ends. */
  place() {
    const cell = this.note.textContent && this.cells[this.about[0]]?.[this.about[1]];
    if (!cell) return;
    const [base, box, grid] = [this.root, cell, cell.closest(".grid")].map((e) => e.getBoundingClientRect());
    const { offsetWidth: width, offsetHeight: height } = this.note;
    const fits = box.bottom + height + 8 < (window.visualViewport?.height ?? window.innerHeight);
    const top = between(fits ? box.bottom + 6 : box.top - height - 6, grid.top - height, grid.bottom + 6);
    this.note.style.left = `${between(box.left - base.left, 0, Math.max(0, base.width - width))}px`;
    this.note.style.top = `${top - base.top}px`;
  }

  refuse(typed, i, j) {
    this.say(fill(this.labels.refused, { typed: typed.trim().slice(0, 20), old: show(this.at(i, j)) }), i, j);
  }

  // ---- the active cell holds the one input; at rest its text is selected, so that typing replaces it ----

  select(i, j, focus = true) {
    const cell = this.cells[i][j];
    if (this.active.join() !== [i, j].join()) this.say("");
    this.active = [i, j];
    this.moving = true;
    cell.append(this.input);
    this.rest();
    if (focus) this.input.focus({ preventScroll: true });
    this.moving = false;
    if (!focus) return;
    cell.scrollIntoView({ block: "nearest", inline: "nearest" });
    point({ fixed: i });
  }

  rest() {
    const [i, j] = this.active;
    this.editing = false;
    this.input.classList.remove("open");
    this.input.inputMode = "none"; // a screen keyboard only once a cell is opened
    this.input.value = this.cells[i][j].firstChild.textContent;
    this.input.setAttribute("aria-label", this.cells[i][j].getAttribute("aria-label"));
    if (this.focused) this.input.select();
  }

  open({ caret }) {
    const value = this.at(...this.active);
    Object.assign(this, { editing: true, caret });
    this.input.classList.add("open");
    if (!caret) return;
    this.moving = true;
    this.input.blur(); // a phone opens its keyboard on focus only
    this.input.inputMode = "decimal";
    this.input.focus({ preventScroll: true });
    this.moving = false;
    this.input.value = value === null ? "-" : String(value);
    this.input.select();
  }

  /** False where the text was refused. */
  commit() {
    if (!this.editing) return true;
    const [i, j] = this.active;
    const typed = this.input.value;
    const [value, old] = [parse(typed), this.at(i, j)];
    this.rest();
    if (value === undefined) this.refuse(typed, i, j);
    else if (value === old) this.say("");
    else this.apply([[i, j, value]]);
    if (value === null && old !== null && typed.trim() === "") {
      const sentence = fill(this.labels.emptied, { old: show(old) });
      queueMicrotask(() => this.say(sentence, i, j, "note")); // behind the move to the next cell
    }
    return value !== undefined;
  }

  /** To the neighbour that many cells on; a step along the row goes on in the next row where `wrap` is set. */
  move(down, right, wrap = false) {
    const { n, list } = this;
    const [i, j] = this.active;
    const columns = list ? getComputedStyle(this.root.querySelector(".grid")).gridTemplateColumns.split(" ").length : n;
    const at = between(i * n + j + right, 0, n * n - 1);
    if (list) this.select(i, between(j + down * columns + right, 0, n - 1));
    else if (wrap) this.select(Math.floor(at / n), at % n);
    else this.select(between(i + down, 0, n - 1), between(j + right, 0, n - 1));
  }

  /** A cell opened with its text, where a tap goes through values: by a long press. */
  write(at) {
    if (!this.commit()) return;
    this.select(...at);
    this.open({ caret: true });
  }

  cycle([i, j] = this.active) {
    this.apply([[i, j, cycled(this.at(i, j), this.data.look.cycle)]]);
  }

  // ---- keyboard, mouse and touch, clipboard ----

  onKey(event) {
    if (event.isComposing || event.keyCode === 229 || event.altKey) return;
    const far = event.ctrlKey || event.metaKey;
    const act = far && !this.editing && { z: event.shiftKey ? "redo" : "undo", y: "redo" }[event.key.toLowerCase()];
    if (act) {
      event.preventDefault();
      return this.step([[act]]);
    }
    const end = (at) => this.select(far && !this.list ? at : this.active[0], at);
    const leave = (...step) => this.commit() && this.move(...step);
    const keys = { ArrowUp: () => leave(-1, 0), ArrowDown: () => leave(1, 0) };
    if (!this.editing || !this.caret)
      Object.assign(keys, { ArrowLeft: () => leave(0, -1), ArrowRight: () => leave(0, 1) });
    if (this.editing) {
      keys.Enter = () => (this.list ? leave(0, 1) : leave(1, 0));
      keys.Tab = () => leave(0, event.shiftKey ? -1 : 1, true);
      keys.Escape = () => {
        this.say("");
        this.rest();
      };
    } else {
      keys.Enter = keys.F2 = () => this.open({ caret: true });
      keys.Delete = () => this.apply([[...this.active, this.data.look.blank]]);
      keys.Escape = () => (this.note.textContent ? this.say("") : point({ fixed: null }));
      keys.Home = () => end(0);
      keys.End = () => end(this.n - 1);
      if (this.data.look.cycle.length) keys[" "] = () => this.cycle();
    }
    if (!keys[event.key]) return;
    event.preventDefault();
    event.stopPropagation(); // Escape closes no dialog around the table
    keys[event.key]();
  }

  onClick(event) {
    const at = event.target.closest(".cell")?.at;
    const again = this.focused && String(at) === String(this.pressed);
    if (!at || (again && this.editing) || !this.commit()) return;
    if (!again) this.select(...at);
    if (this.data.look.cycle.length) this.cycle();
    else if (again) this.open({ caret: true });
  }

  onPaste(event) {
    const text = event.clipboardData.getData("text/plain").replace(/\r\n?/g, "\n").replace(/\n+$/, "");
    if (!/[\t\n]/.test(text)) return; // one value: as if typed
    event.preventDefault();
    this.rest();
    const rows = text.split("\n").map((line) => line.split("\t"));
    const [top, left] = this.active;
    const placed = (this.list ? [rows.flat()] : rows).flatMap((row, i) =>
      row.map((typed, j) => ({ typed, i: top + i, j: left + j, value: parse(typed) })),
    );
    const inside = placed.filter(({ i, j }) => i < this.n && j < this.n);
    const count = placed.length - inside.length;
    const bad = inside.find(({ value }) => value === undefined);
    const good = inside.filter(({ value }) => value !== undefined);
    if (good.length) this.apply(good.map(({ i, j, value }) => [i, j, value]));
    if (bad) this.refuse(bad.typed, bad.i, bad.j);
    else if (count) this.say(fill(this.labels.outside, { count }), top, left, "note");
  }
}
