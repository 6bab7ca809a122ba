// A student's hand table as cards, one query word each; grid_editor.py states how it is kept and sent. Words come in by textContent
// and attributes only.
import { between, el, fill, part, target } from "./dom.js";
import { Edits } from "./grid_edits.js";
import { colours, cycled } from "./values.js";

const SLOW = 8000; // ms without an answer until we say so
const REST_MS = 1200; // after the last tap, until what was tapped goes to the server
const AGAIN = [5000, 60000]; // ms until what was refused is sent again: at first, at most
const DRAFTS = "attention-table.draft.";
const MAX_DRAFTS = 40; // the oldest go first; a clock that is set wrong deletes none
const FEW = 12; // words: up to so many cards are chosen by chips that are all in view
const FAR = 60; // px: a shorter stroke is no swipe

export default function mount({ parentElement, data, setStateValue }) {
  parentElement.widget ??= new Cards(parentElement);
  parentElement.widget.receive(data, setStateValue);
}

/** [[row, column, value]] of the cells that are filled in. */
const cellsOf = (rows) =>
  rows.flatMap((row, i) => row.map((value, j) => [i, j, value])).filter(([, , value]) => value !== null);
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

class Cards {
  constructor(parent) {
    this.edits = new Edits();
    this.row = 0;
    this.wait = AGAIN[0];
    this.results = new Map();
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
    if (anew || this.language !== this.labels.rows) this.build();
    this.showResults();
    this.paint();
    this.save();
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
    const first = this.values.findIndex((_, i) => !this.isDone(i));
    this.row = first < 0 ? words.length - 1 : first;
    this.pending = null; // the table that was sent and not answered yet
    this.refusal = "";
    this.results = new Map();
    clearTimeout(this.waiting);
    clearTimeout(this.resting);
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
    if (!data.refused) [this.kept, this.wait] = [pending.values, AGAIN[0]];
  }

  // ---- filling in ----

  /** 没有 → 有点 → 很; a word that was not tapped counts as the first of them. */
  tap(j) {
    const [least] = this.data.cycle;
    this.values[this.row][j] = cycled(this.values[this.row][j] ?? least, this.data.cycle) ?? least;
    this.changed();
  }

  /** Whoever goes on from a card has answered it: the words that were not tapped have nothing to do with it. */
  fillRest() {
    if (this.data.closed || this.results.has(this.row)) return;
    const [least] = this.data.cycle;
    this.values[this.row] = this.values[this.row].map((value, j) => (j === this.row ? null : (value ?? least)));
    this.changed();
  }

  changed() {
    this.refusal = "";
    keepDraft(this.drafted, this.data.words, this.values);
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.save(), REST_MS);
    this.paint();
  }

  filled(rows = this.values) {
    return rows.flat().filter((value) => value !== null).length;
  }

  touched(i) {
    return this.filled([this.values[i]]) > 0;
  }

  isDone(i) {
    return this.filled([this.values[i]]) === this.data.words.length - 1;
  }

  // ---- sending ----

  /** Send what the server has not: as it is filled in, nobody need press a button for it. */
  save() {
    const { data, pending, values } = this;
    clearTimeout(this.resting);
    if (data.closed || this.filled() === 0 || same(values, this.kept) || pending) return;
    if (!this.refusal) this.send();
    else [this.resting, this.wait] = [setTimeout(() => this.send(), this.wait), Math.min(2 * this.wait, AGAIN[1])];
  }

  /** again: there was no answer; what was sent may be lost. */
  send(again = false) {
    this.refusal = "";
    this.pending = { values: this.values.map((row) => [...row]), slow: again };
    this.edits.batches = []; // the table goes as a whole: as edits of an empty one
    this.edits.add(this.data, cellsOf(this.values));
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.pending && this.send(true), SLOW);
    this.tell();
    this.paint();
  }

  /** Where the table stands, in a sentence. */
  status() {
    const { labels, data } = this;
    const cards = (rows) => rows.filter((_, i) => this.filled([rows[i]]) > 0).length;
    if (this.refusal) return [`${this.refusal} ${labels.kept}`, "bad"];
    if (data.closed) {
      const counted = this.kept === null ? "" : fill(labels.counted, { cards: cards(this.kept) });
      const unsent = this.filled() && !same(this.kept, this.values) ? labels.unsent : "";
      return [[labels.closed, counted, unsent].filter(Boolean).join(" "), "bad"];
    }
    if (this.pending?.slow) return [labels.slow, "bad"];
    if (this.filled() === 0) return [labels.hint, ""];
    if (!same(this.kept, this.values)) return [labels.sending, ""];
    const done = data.words.every((_, i) => this.isDone(i));
    return [fill(done ? labels.done : labels.sent, { cards: cards(this.kept) }), "good"];
  }

  // ---- on the screen ----

  build() {
    const { labels, data } = this;
    this.language = labels.rows;
    this.root.setAttribute("lang", document.documentElement.lang);
    this.chips = data.words.map((word, i) => {
      const chip = el("button", "chip", { type: "button", role: "tab", id: `tab-${i}`, "aria-controls": "panel" });
      chip.append(el("span", "word", {}, word), el("span", "dot", { "aria-hidden": "true" }));
      chip.addEventListener("click", () => this.turn(i));
      return chip;
    });
    const kind = `rows${data.words.length > FEW ? " many" : ""}`;
    const chooser = el("div", kind, { role: "tablist", "aria-label": labels.rows });
    chooser.append(...this.chips);
    chooser.addEventListener("keydown", (event) => this.onTabKey(event));
    this.panel = el("div", "panel", { role: "tabpanel", id: "panel" });
    this.panel.addEventListener("touchstart", (event) => this.onTouch(event), { passive: true });
    this.panel.addEventListener("touchend", (event) => this.onLift(event), { passive: true });
    this.previous = this.button("previous", () => this.turn(this.row - 1));
    this.next = this.button("next", () => this.goOn(), "next");
    this.note = el("p", "note", { role: "status", "aria-live": "polite" });
    this.aloud = el("p", "aloud", { role: "status", "aria-live": "polite" });
    const foot = el("div", "foot");
    foot.append(this.previous, this.next);
    this.root.replaceChildren(chooser, this.panel, foot, this.note, this.aloud);
    this.drawCard();
  }

  button(name, act, className = "plain") {
    const button = el("button", className, { type: "button" }, this.labels[name]);
    button.addEventListener("click", act);
    return button;
  }

  /** The Tab key reaches the chosen card alone, the arrow keys go from card to card. */
  onTabKey(event) {
    const to = target(event, this.row, this.chips.length - 1);
    if (to === undefined) return;
    event.preventDefault();
    this.turn(to);
    this.chips[to].focus({ preventScroll: true });
  }

  onTouch({ changedTouches: [touch] }) {
    this.from = [touch.clientX, touch.clientY];
  }

  /** A swipe turns the card; one that nobody has tapped stays open. */
  onLift({ changedTouches: [touch] }) {
    const [dx, dy] = [touch.clientX - this.from[0], touch.clientY - this.from[1]];
    if (Math.abs(dx) < FAR || Math.abs(dx) < 2 * Math.abs(dy)) return;
    if (dx < 0 && this.touched(this.row)) this.goOn();
    else this.turn(this.row + (dx < 0 ? 1 : -1));
  }

  goOn() {
    this.fillRest();
    this.save();
    this.turn(this.row + 1);
  }

  turn(i) {
    const to = between(i, 0, this.data.words.length - 1);
    if (to !== this.row)
      this.say(fill(this.labels.at, { query: this.data.words[to], row: to + 1, all: this.chips.length }));
    if (to !== this.row && this.touched(this.row)) this.fillRest(); // by whichever way one goes on
    if (to !== this.row) this.save();
    this.row = to;
    this.drawCard();
    this.paint();
    this.chips[this.row].scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  say(text) {
    this.aloud.textContent = text;
  }

  drawCard() {
    const { words, closed } = this.data;
    const result = this.results.get(this.row);
    this.drawn = JSON.stringify([this.row, result, closed]);
    const title = el("h3", "", {}, fill(this.labels[result ? "revealed" : "card"], { query: words[this.row] }));
    this.cells = result ? [] : words.map((word, j) => (j === this.row ? null : this.cell(word, j)));
    const cells = el("div", "cells");
    cells.append(...this.cells.filter(Boolean));
    this.panel.replaceChildren(title, result ? this.threeRows(result) : cells);
  }

  cell(word, j) {
    const cell = el("button", "cell", { type: "button" });
    cell.append(el("span", "word", {}, word), el("span", "level"));
    cell.addEventListener("click", () => this.tap(j));
    return cell;
  }

  // ---- after the reveal ----

  /** Own, class, model, one under another: each row as shares that add up to 1. */
  threeRows({ mean, model }) {
    const { labels, data } = this;
    const rows = { own: shares(this.values[this.row]), class: mean, model };
    const box = el("div", "scroll", { tabindex: "0", role: "region", "aria-label": labels.rows });
    const table = part("table", "three", box);
    const head = part("tr", "", part("thead", "", table));
    part("td", "", head);
    for (const word of data.words) head.append(el("th", "", { scope: "col" }, word));
    const body = part("tbody", "", table);
    for (const [name, values] of Object.entries(rows)) {
      const line = part("tr", name, body);
      line.append(el("th", "", { scope: "row" }, labels[`who.${name}`]));
      values.forEach((value, j) => {
        const text = value === null || j === this.row ? "-" : `${Math.round(100 * value)}%`;
        const cell = line.appendChild(el("td", "share", {}, text));
        [cell.style.background, cell.style.color] = colours(text === "-" ? null : value, data.scale);
      });
    }
    return box;
  }

  /** Rows that are shown by now and were not before: the last of them is turned to, and said. */
  showResults() {
    const { words, results } = this.data;
    const known = this.results;
    this.results = new Map(results.map((one) => [one.query, one]));
    const fresh = results.filter(({ query }) => !known.has(query)).map(({ query }) => query);
    if (fresh.length) {
      this.row = fresh.length === words.length ? 0 : fresh[fresh.length - 1];
      this.say(this.sentence(this.results.get(this.row)));
    }
    const now = JSON.stringify([this.row, this.results.get(this.row), this.data.closed]);
    if (now !== this.drawn) this.drawCard();
  }

  sentence({ query, mean, model }) {
    const { words } = this.data;
    const top = (row) => (row.some((value) => value > 0) ? words[row.indexOf(Math.max(...row))] : "-");
    const gaps = { query: words[query], own: top(shares(this.values[query])), class: top(mean), model: top(model) };
    return fill(this.labels.said, gaps);
  }

  paint() {
    const { words, scale, closed, cycle } = this.data;
    const levels = ["none", "some", "much"].map((name) => this.labels[`level.${name}`]);
    this.chips.forEach((chip, i) => {
      const state = this.results.has(i) ? "shown" : this.isDone(i) ? "full" : this.touched(i) ? "half" : "empty";
      const gaps = { word: words[i], row: i + 1, state: this.labels[`state.${state}`] };
      chip.setAttribute("aria-selected", String(i === this.row));
      chip.tabIndex = i === this.row ? 0 : -1;
      chip.setAttribute("aria-label", fill(this.labels.chip, gaps));
      chip.lastChild.className = `dot ${state}`;
    });
    this.panel.setAttribute("aria-labelledby", `tab-${this.row}`);
    this.cells.forEach((cell, j) => {
      if (!cell) return;
      const value = this.values[this.row][j];
      const level = levels[cycle.filter((step) => step <= (value ?? cycle[0])).length - 1] ?? levels[0];
      [cell.style.background, cell.style.color] = colours(value, scale);
      cell.classList.toggle("none", value === null);
      cell.disabled = closed;
      cell.lastChild.textContent = level;
      const gaps = { query: words[this.row], key: words[j], column: j + 1, level };
      cell.setAttribute("aria-label", fill(this.labels.cell, gaps));
    });
    const last = this.row === words.length - 1;
    const open = !closed && !this.results.has(this.row);
    this.previous.disabled = this.row === 0;
    this.next.disabled = last && !(open && !this.isDone(this.row));
    const name = open && !this.touched(this.row) ? (last ? "last.none" : "next.none") : last ? "last" : "next";
    this.next.textContent = this.labels[name];
    const [text, kind] = this.status();
    if (this.note.textContent !== text) this.note.textContent = text;
    this.note.className = `note ${kind}`;
  }
}

/** A row as shares of its sum; all null where nothing is filled in. */
function shares(row) {
  const sum = row.reduce((total, value) => total + (value ?? 0), 0);
  return row.map((value) => (sum > 0 && value !== null ? value / sum : null));
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
