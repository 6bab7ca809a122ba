// The film of a fitting: computed table, hand table and difference at each kept step; below them the loss, and for a chosen cell the
// way back from the loss to the matrices. Everything moves here, in the browser, each step for the same time.
import { el, fill, part } from "./dom.js";
import { LossCurve } from "./film_curve.js";
import { Chosen, table, thumbnail } from "./film_tables.js";
import { WayBack } from "./film_way_back.js";
import { Player, Reel } from "./player.js";
import { floats } from "./values.js";

export default function mount({ data, parentElement }) {
  const made = JSON.stringify([data.words, data.digits]);
  if (parentElement.made !== made) {
    parentElement.film?.root.remove();
    parentElement.film = new Film(parentElement, data);
    parentElement.made = made;
  }
  const play = data.played > (parentElement.played ?? data.played);
  parentElement.played = data.played;
  parentElement.film.update(data, play);
}

const PACES = { slow: 2000, normal: 1000, fast: 400 };
const MANY = 12; // words beyond which the curve stands above the tables

class Film {
  constructor(parent, data) {
    this.root = part("div", "film", parent);
    const bar = part("div", "bar", this.root);
    const readout = el("output", "readout");
    this.player = new Player(bar, readout, { draw: (at) => this.draw(at), ms: PACES.normal });
    bar.append(readout);
    this.paces = Object.entries(PACES).map(([name, ms]) => this.paceButton(bar, name, ms));
    this.strip = part("div", "strip", this.root);
    const many = data.words.length > MANY;
    const below = many ? part("div", "below", this.root) : null;
    const tables = part("div", "tables", this.root);
    this.views = ["computed", "hand", "difference"].map((name) => table(tables, name, data));
    const bottom = below || part("div", "below", this.root);
    this.curve = new LossCurve(bottom);
    this.wayBack = new WayBack(bottom);
    if (this.views[0].cells.length) this.chosen = new Chosen(this.views, (k) => this.choose(k));
    this.setPace("normal");
  }

  paceButton(bar, name, ms) {
    const made = bar.appendChild(el("button", "pace", { type: "button" }));
    made.addEventListener("click", () => {
      this.player.pace(ms);
      this.setPace(name);
    });
    return [name, made];
  }

  setPace(name) {
    for (const [other, made] of this.paces) made.setAttribute("aria-pressed", other === name);
  }

  /** Other numbers of the same words. play: from the beginning, unless things should not move: then the end is shown. */
  update(fresh, play) {
    const n = fresh.words.length;
    const another = this.data && this.data.run !== fresh.run;
    this.data = { ...fresh, tables: frames(floats(fresh.tables), n * n) };
    if (another || !this.picked) this.cell = fresh.chosen;
    if (another || play) this.player.reel = new Reel();
    const { labels } = this.data;
    this.views.forEach((view) => view.update(this.data));
    this.views[1].paint(this.data.target);
    this.paces.forEach(([name, made]) => (made.textContent = labels[name]));
    this.wayBack.update(this.data);
    this.curve.update(this.data);
    this.fillStrip();
    this.player.update({ labels, count: this.data.numbers.length, live: fresh.live });
    if (play && !stillWished()) this.player.play();
  }

  draw(at) {
    const { tables, target: wanted, numbers, frameLosses, floor, labels } = this.data;
    this.at = at;
    this.views[0].paint(tables[at].map((value, k) => (wanted[k] === null ? null : value)));
    this.views[2].paint(tables[at].map((value, k) => (wanted[k] === null ? null : value - wanted[k])));
    this.chosen?.mark(this.cell);
    this.curve.mark(numbers[at], frameLosses[at]);
    this.wayBack.draw(at, this.cell, false);
    [...this.strip.children].forEach((still, k) => still.setAttribute("aria-pressed", k === at));
    return fill(labels.readout, {
      step: numbers[at],
      loss: frameLosses[at].toFixed(3),
      gap: (frameLosses[at] - floor).toFixed(3),
    });
  }

  /** A cell of which the way back is to be shown. */
  choose(k) {
    Object.assign(this, { cell: k, picked: true });
    this.chosen.mark(k);
    this.wayBack.draw(this.at, k, true);
  }

  /** The steps as still pictures; a style shows them where things should not move, and on paper. */
  fillStrip() {
    this.strip.replaceChildren();
    this.data.numbers.forEach((number, at) => {
      const still = this.strip.appendChild(el("button", "still", { type: "button" }));
      thumbnail(still, this.data, at);
      still.append(fill(this.data.labels.still, { step: number }));
      still.addEventListener("click", () => this.player.go(at));
    });
  }
}

const stillWished = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** All values, so many a frame. */
const frames = (values, each) =>
  Array.from({ length: values.length / each }, (_, f) => Array.from(values.subarray(f * each, (f + 1) * each)));
