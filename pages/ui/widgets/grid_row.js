// A student's hand table, one query row at a time; grid_editor.py states how it is kept and sent. Words come in by
// textContent and attributes only.
import { between, el, fill, target } from "./dom.js";
import { Edits } from "./grid_edits.js";
import { colours, cycled, parse, show } from "./values.js";

const SLOW = 8000; // ms without an answer until we say so
const DRAFTS = "attention-table.draft.";
const MAX_DRAFTS = 40; // the oldest go first; a clock that is set wrong deletes none
const REST = 0.1; // what fills a row's open cells
const FEW = 12; // words: up to so many rows are chosen by chips that are all in view

export default function mount({ parentElement, data, setStateValue }) {
  parentElement.widget ??= new Row(parentElement);
  parentElement.widget.receive(data, setStateValue);
}

/** [[row, column, value]] of the cells that are filled in. */
const cellsOf = (rows) =>
  rows.flatMap((row, i) => row.map((value, j) => [i, j, value])).filter(([, , value]) => value !== null);
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

class Row {
  constructor(parent) {
    this.edits = new Edits();
    this.row = 0;
    this.root = parent.appendChild(el("div", "table"));
    window.addEventListener("online", () => this.pending && this.send());
  }

  receive(data, setStateValue) {
    const anew = !same([data.of, data.words], this.about);
    this.data = data;
    this.labels = data.labels;
    this.tell = () => setStateValue("edits", this.edits.message());
    if (anew) this.begin();
    else if (this.kept === null && data.sent !== null) this.meet(data.sent); // the server could not be asked before
    this.take();
    if (anew || this.language !== this.labels.title) this.build();
    this.paint();
  }

  /** Another room: the draft that this browser has for it, else what the server has, else an empty table. */
  begin() {
    const { words, of, sent } = this.data;
    const empty = words.map(() => words.map(() => null));
    this.about = [of, words];
    this.drafted = DRAFTS + of;
    this.kept = null; // what the server is known to have
    this.values = draft(this.drafted, words) ?? empty;
    if (sent !== null) this.meet(sent);
    this.row = between(this.row, 0, words.length - 1);
    this.pending = null; // the table that was sent and not answered yet
    this.refusal = "";
    clearTimeout(this.waiting);
  }

  /** The server has this of us; it is shown where nothing has been filled in here. */
  meet(sent) {
    this.kept = sent;
    if (this.filled() === 0) this.values = sent.map((row) => [...row]);
  }

  take() {
    const { pending, data } = this;
    this.edits.confirm(data.receipt);
    if (!pending || this.edits.batches.length) return;
    this.pending = null;
    clearTimeout(this.waiting);
    this.refusal = data.refused;
    if (!data.refused) this.kept = pending.values;
  }

  // ---- filling in ----

  set(j, value) {
    this.values[this.row][j] = value;
    this.refusal = "";
    keepDraft(this.drafted, this.data.words, this.values);
    this.paint();
  }

  cycle(j) {
    this.set(j, cycled(this.values[this.row][j], this.data.cycle));
  }

  fillRest() {
    this.values[this.row] = this.values[this.row].map((value, j) => (j === this.row ? null : (value ?? REST)));
    this.set(this.row, null);
  }

  filled(rows = this.values) {
    return rows.flat().filter((value) => value !== null).length;
  }

  // ---- sending ----

  send() {
    this.refusal = "";
    this.pending = { values: this.values.map((row) => [...row]), slow: false };
    this.edits.batches = []; // the table goes as a whole: as edits of an empty one
    this.edits.add(this.data, cellsOf(this.values));
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      if (this.pending) this.pending.slow = true;
      this.paint();
    }, SLOW);
    this.tell();
    this.paint();
  }

  /** Where the table stands, in a sentence. */
  status() {
    const { labels, data } = this;
    const filled = this.filled();
    const gaps = { filled };
    if (this.refusal) return [filled ? `${this.refusal} ${labels.kept}` : this.refusal, "bad"];
    if (this.pending) return this.pending.slow ? [labels.slow, "bad"] : [labels.sending, ""];
    if (data.closed) {
      const counted = this.kept === null ? "" : fill(labels.counted, { filled: this.filled(this.kept) });
      const unsent = filled && !same(this.kept, this.values) ? labels.unsent : "";
      return [[labels.closed, counted, unsent].filter(Boolean).join(" "), "bad"];
    }
    if (filled === 0) return [labels.hint, ""];
    if (this.kept === null) return [fill(labels.draft, gaps), "open"];
    return same(this.kept, this.values) ? [fill(labels.sent, gaps), "good"] : [labels.changed, "open"];
  }

  // ---- on the screen ----

  build() {
    const { labels, data } = this;
    this.language = labels.title;
    this.root.setAttribute("lang", document.documentElement.lang);
    this.chips = data.words.map((word, i) => {
      const chip = el("button", "chip", { type: "button", role: "tab", id: `tab-${i}`, "aria-controls": "panel" });
      chip.append(el("span", "word", {}, word), el("span", "done", { "aria-hidden": "true" }));
      chip.addEventListener("click", () => this.turn(i));
      return chip;
    });
    const chooser = el("div", `rows${data.words.length > FEW ? " many" : ""}`, {
      role: "tablist",
      "aria-label": labels.rows,
    });
    chooser.append(...this.chips);
    chooser.addEventListener("keydown", (event) => this.onTabKey(event));
    this.panel = el("div", "panel", { role: "tabpanel", id: "panel" });
    this.previous = this.button("previous", () => this.turn(this.row - 1));
    this.next = this.button("next", () => this.turn(this.row + 1));
    this.rest = this.button("rest", () => this.fillRest());
    this.sender = this.button("send", () => this.send(), "send");
    this.note = el("p", "note", { role: "status", "aria-live": "polite" });
    const foot = el("div", "foot");
    foot.append(this.previous, this.rest, this.next);
    this.root.replaceChildren(el("h3", "", {}, labels.rows), chooser, this.panel, foot, this.sender, this.note);
    this.drawRow();
  }

  button(name, act, className = "plain") {
    const button = el("button", className, { type: "button" }, this.labels[name]);
    button.addEventListener("click", act);
    return button;
  }

  /** The Tab key reaches the chosen row alone, the arrow keys go from row to row. */
  onTabKey(event) {
    const to = target(event, this.row, this.chips.length - 1);
    if (to === undefined) return;
    event.preventDefault();
    this.turn(to);
    this.chips[to].focus({ preventScroll: true });
  }

  turn(i) {
    this.row = between(i, 0, this.data.words.length - 1);
    this.drawRow();
    this.paint();
    this.chips[this.row].scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  drawRow() {
    const { words } = this.data;
    const lines = words.map((word, j) => (j === this.row ? null : this.line(word, j)));
    this.cells = lines.map((line) => line?.cell ?? null);
    const list = el("div", "cells");
    list.append(...lines.filter(Boolean));
    this.panel.replaceChildren(el("h3", "", {}, fill(this.labels.row, { query: words[this.row] })), list);
  }

  line(word, j) {
    const line = el("div", "line");
    const cell = el("button", "cell", { type: "button" });
    const type = el("button", "type", {
      type: "button",
      "aria-label": fill(this.labels["type.cell"], { key: word, column: j + 1 }),
    });
    type.textContent = this.labels.type;
    cell.addEventListener("click", () => this.cycle(j));
    cell.addEventListener("keydown", (event) => {
      if (/^[0-9.。]$/.test(event.key)) this.typeInto(line, j, event.key);
      else if (["Delete", "Backspace", "-"].includes(event.key)) this.set(j, null);
      else return;
      event.preventDefault();
    });
    type.addEventListener("click", () => this.typeInto(line, j, ""));
    line.append(el("span", "word", { title: word }, word), cell, type);
    return Object.assign(line, { cell });
  }

  /** A text field in the cell's place, until Enter or until one goes elsewhere. */
  typeInto(line, j, start) {
    const old = this.values[this.row][j];
    const gaps = { key: this.data.words[j], column: j + 1 };
    const input = el("input", "input", { inputmode: "decimal", autocomplete: "off", enterkeyhint: "done" });
    input.setAttribute("aria-label", fill(this.labels["type.cell"], gaps));
    input.value = start || (old === null ? "" : show(old));
    let open = true;
    const leave = (keep, focus) => {
      if (!open) return;
      open = false;
      input.replaceWith(line.cell);
      if (focus) line.cell.focus();
      if (keep) this.typed(input.value, j);
    };
    input.addEventListener("keydown", (event) => {
      if (event.isComposing || event.keyCode === 229) return;
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault(); // or the cell, which gets the focus, takes it as a tap
      event.stopPropagation();
      leave(event.key === "Enter", true);
    });
    input.addEventListener("blur", () => leave(true, false));
    line.cell.replaceWith(input);
    input.focus();
    if (!start) input.select();
  }

  typed(text, j) {
    const value = text.trim() === "" ? null : parse(text);
    if (value !== undefined) return this.set(j, value);
    this.refusal = fill(this.labels.refused, { typed: text.trim().slice(0, 20) });
    this.paint();
  }

  paint() {
    const { words, scale, closed } = this.data;
    const all = words.length - 1;
    this.chips.forEach((chip, i) => {
      const filled = this.filled([this.values[i]]);
      chip.setAttribute("aria-selected", String(i === this.row));
      chip.tabIndex = i === this.row ? 0 : -1;
      chip.setAttribute("aria-label", fill(this.labels.chip, { word: words[i], row: i + 1, filled, all }));
      chip.classList.toggle("full", filled === all);
      chip.lastChild.textContent = `${filled}/${all}`;
    });
    this.panel.setAttribute("aria-labelledby", `tab-${this.row}`);
    const gaps = { query: words[this.row], row: this.row + 1 };
    this.cells.forEach((cell, j) => {
      if (!cell) return;
      const value = this.values[this.row][j];
      const text = value === null ? this.labels.open : show(value);
      [cell.style.background, cell.style.color] = colours(value, scale);
      cell.classList.toggle("none", value === null);
      cell.textContent = text;
      cell.setAttribute("aria-label", fill(this.labels.cell, { ...gaps, key: words[j], column: j + 1, value: text }));
    });
    this.previous.disabled = this.row === 0;
    this.next.disabled = this.row === words.length - 1;
    this.rest.disabled = this.filled([this.values[this.row]]) === all;
    this.sender.disabled = closed || this.filled() === 0 || (Boolean(this.pending) && !this.pending.slow);
    this.sender.textContent = this.kept === null ? this.labels.send : this.labels.again;
    const [text, kind] = this.status();
    if (this.note.textContent !== text) this.note.textContent = text;
    this.note.className = `note ${kind}`;
  }
}

// ---- drafts in the browser; where it allows none, the page's own memory has the table until it is closed ----

function draft(name, words) {
  try {
    const n = words.length;
    const { values, words: about } = JSON.parse(localStorage.getItem(name));
    if (about && !same(about, words)) return null; // codes are given again after a while
    const cell = (value) => value === null || (typeof value === "number" && value >= 0 && value <= 1);
    const whole =
      values.length === n && values.every((row, i) => row.length === n && row.every(cell) && row[i] === null);
    return whole ? values : null;
  } catch {
    return null;
  }
}

function keepDraft(name, words, values) {
  try {
    localStorage.setItem(name, JSON.stringify({ values, words, kept: Date.now() }));
    const others = Object.keys(localStorage).filter((one) => one.startsWith(DRAFTS) && one !== name);
    if (others.length >= MAX_DRAFTS) localStorage.removeItem(others.sort((a, b) => since(a) - since(b))[0]);
  } catch {
    // full or forbidden
  }
}

function since(name) {
  try {
    return JSON.parse(localStorage.getItem(name)).kept ?? 0;
  } catch {
    return 0;
  }
}
