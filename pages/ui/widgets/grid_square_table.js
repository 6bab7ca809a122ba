// What the hand table looks like: a square with the measures of the picture beside it; one row at a time on a phone, and for very
// many words. The class in grid_square.js goes on from this one.
import { between, el, fill } from "./dom.js";
import { lit, Veil, weights } from "./pointing.js";
import { colours } from "./values.js";

const MAX_SQUARE = 60; // words: with more, one query row at a time
const LEAST_MARK = 0.05; // a smaller difference has no mark

const sumOf = (row) => (row.every((v) => v === null) ? null : row.reduce((a, b) => a + b, 0));

/** Draws the words this.data.shown of this.full into this.root, row this.active[0] of a list; knows nothing of edits. */
export class Table {
  /** What is in row i and column j of the words that are shown. */
  at(i, j) {
    return this.full[this.data.shown[i]][this.data.shown[j]];
  }

  name(i) {
    return this.data.words[this.data.shown[i]];
  }

  /** How the word is said and what it means, where the visitor wants that. */
  title(i) {
    return this.data.titles[this.data.shown[i]];
  }

  draw() {
    const { layout } = this.data.look;
    this.list = this.n > MAX_SQUARE || this.narrow.matches;
    this.root.className = `editor${this.list ? " list" : ""}${layout.turned ? " turned" : ""}${layout.digit ? "" : " bare"}`;
    this.root.style.setProperty("--n", this.n);
    for (const name of ["left", "top", "edge", "height", "width", "font", "digit"])
      this.root.style.setProperty(`--${name}`, `${layout[name] || layout.font}px`);
    this.note = el("p", "refused", { role: "alert" }); // stands beside a cell
    this.bar = el("div", "acts");
    this.root.replaceChildren(...(this.list ? [this.chooser(), this.oneRow()] : [this.square()]), this.bar, this.note);
  }

  /** Buttons for the whole table. One that can do nothing now keeps the focus. */
  paintActs() {
    const { acts } = this.data;
    if (this.bar.children.length !== acts.length)
      this.bar.replaceChildren(
        ...acts.map(([act, label, title]) => {
          const button = el("button", "act", { type: "button", title }, label);
          button.addEventListener(
            "click",
            () => button.getAttribute("aria-disabled") !== "true" && this.commit() && this.step([[act]]),
          );
          return button;
        }),
      );
    acts.forEach(([, , , now], i) => this.bar.children[i].setAttribute("aria-disabled", String(!now)));
  }

  cell(i, j) {
    const cell = el("div", "cell", { role: "gridcell" });
    cell.append(el("span", "value"));
    return Object.assign(cell, { at: [i, j] });
  }

  word(i, role, className) {
    const box = el("div", className, { role, title: this.title(i) ?? this.name(i) });
    box.append(el("span", i % this.data.look.layout.every && !this.list ? "word left-out" : "word", {}, this.name(i)));
    return box;
  }

  square() {
    const grid = el("div", "grid", { role: "grid", "aria-label": this.labels.title });
    const places = this.data.shown.map((_, i) => i);
    const row = (index, ...children) => {
      const line = grid.appendChild(el("div", "row", { role: "row" }));
      line.append(...children);
      line.index = index;
    };
    const corner = el("div", "corner", { role: "columnheader" }, this.labels.corner);
    row(null, corner, ...places.map((i) => this.word(i, "columnheader", "head")));
    this.sides = places.map((i) => this.word(i, "rowheader", "side"));
    this.cells = places.map((i) => places.map((j) => this.cell(i, j)));
    for (const i of places) row(i, this.sides[i], ...this.cells[i]);
    this.veil = new Veil(grid, "var(--ground)");
    const box = el("div", "box"); // scrolls where the window is narrower than labels and digits need
    box.append(grid);
    return box;
  }

  /** Choose the query … */
  chooser() {
    const bar = el("div", "chooser");
    const step = (by, text, label) => {
      const button = el("button", "step", { type: "button", "aria-label": label, title: label }, text);
      button.addEventListener("click", () => this.turn(between(this.active[0] + by, 0, this.n - 1)));
      return button;
    };
    this.picker = el("select", "picker", { "aria-label": this.labels.query });
    this.picker.append(
      ...this.data.shown.map((place, i) => el("option", "", { value: i }, `${place + 1}  ${this.name(i)}`)),
    );
    this.picker.addEventListener("change", () => this.turn(Number(this.picker.value)));
    this.picker.value = this.active[0];
    bar.append(el("span", "caption", {}, this.labels.query), step(-1, "‹", this.labels.previous), this.picker);
    bar.append(step(1, "›", this.labels.next));
    return bar;
  }

  /** … and see what was computed and what was filled in, word by word. */
  oneRow() {
    const [i] = this.active;
    const grid = el("div", "grid", { role: "grid", "aria-label": `${this.labels.title} ${this.name(i)}` });
    this.sides = {};
    this.cells = { [i]: this.data.shown.map((_, j) => this.cell(i, j)) };
    this.bars = this.cells[i].map((cell, j) => {
      const row = grid.appendChild(el("div", "row", { role: "row" }));
      const bar = el("div", "computed", { role: "gridcell", "aria-readonly": "true" });
      bar.append(el("i"), el("span"));
      row.append(this.word(j, "rowheader", "side"), bar, cell);
      return bar;
    });
    return grid;
  }

  paint() {
    const { look } = this.data;
    this.paintActs();
    for (const i of Object.keys(this.cells).map(Number)) {
      const sum = sumOf(this.full[this.data.shown[i]]);
      const gaps = { query: this.name(i), row: this.data.shown[i] + 1 };
      this.cells[i].forEach((cell, j) => {
        const raw = this.at(i, j);
        const value = look.shares && raw !== null && sum > 0 ? raw / sum : raw;
        if (cell.shown === value) return;
        cell.shown = value;
        [cell.style.background, cell.style.color] = colours(value, look.scale);
        cell.classList.toggle("none", value === null);
        const text = value === null ? "-" : value.toFixed(2);
        cell.firstChild.textContent = text;
        const all = { ...gaps, key: this.name(j), column: this.data.shown[j] + 1, value: text };
        cell.setAttribute("aria-label", fill(this.labels.cell, all));
      });
      const total = fill(this.labels.row_sum, { ...gaps, value: sum === null ? "-" : sum.toFixed(2) });
      if (this.sides[i]) this.sides[i].title = [this.title(i), total].filter(Boolean).join("\n");
    }
    this.light();
  }

  /** The row that is looked at stands out, with a mark in each cell that differs from what was computed. */
  light() {
    const row = lit();
    if (this.list) return this.paintBars();
    const { top, height, edge } = this.data.look.layout;
    this.veil.show(row !== null && row < this.n ? row : null, top, height - top - edge, this.n);
    const differences = this.data.differences.split("\n")[row]?.split(" ").map(Number) ?? [];
    this.marked?.forEach((cell) => cell.removeAttribute("data-mark"));
    this.marked = this.cells[row]?.filter((_, j) => Math.abs(differences[j]) >= 100 * LEAST_MARK) ?? [];
    for (const cell of this.marked) cell.dataset.mark = differences[cell.at[1]] > 0 ? "more" : "less";
  }

  paintBars() {
    const [i] = this.active;
    const computed = this.data.covered ? undefined : weights(this.n, i);
    this.bars.forEach((bar, j) => {
      const weight = computed?.[j] ?? null;
      const [line, text] = bar.children;
      line.style.width = `${100 * (weight ?? 0)}%`;
      line.style.background = colours(weight ?? 0, this.data.look.scale)[0];
      text.textContent = computed ? (weight === null ? "-" : weight.toFixed(2)) : "";
      const gaps = {
        query: this.name(i),
        row: this.data.shown[i] + 1,
        key: this.name(j),
        column: this.data.shown[j] + 1,
      };
      const label = fill(this.labels.computed, { ...gaps, value: text.textContent || "?" });
      bar.setAttribute("aria-label", label);
    });
  }
}
