// The film of a fitting: computed table, hand table and difference at each kept step, the loss below, a slider and a play button.
// Everything moves here, in the browser; while the fitting goes on, the film follows its last step.
import { colour } from "./colours.js";
import { el, fill, part, vector } from "./dom.js";
import { Player, Reel } from "./player.js";

export default function mount(component) {
  const { data, parentElement } = component;
  let film = parentElement.querySelector(".film");
  if (!film || film.dataset.words !== JSON.stringify(data.words) + data.digits) {
    film?.remove();
    film = build(parentElement, data);
  }
  film.update(data);
}

const FRAME_MS = 120;

function build(parent, data) {
  const film = part("div", "film", parent);
  film.dataset.words = JSON.stringify(data.words) + data.digits;
  const bar = part("div", "bar", film);
  const readout = el("output", "readout");
  const tables = part("div", "tables", film);
  const views = ["computed", "hand", "difference"].map((name) => table(tables, name, data));
  const curve = lossCurve(film);
  let state;

  const draw = (index) => {
    const number = state.numbers[index];
    const considered = (values) => values.map((value, k) => (state.target[k] === null ? null : value));
    views[0].paint(considered(state.tables[index]));
    views[2].paint(considered(state.tables[index].map((value, k) => value - state.target[k])));
    curve.mark(number);
    return fill(state.labels.readout, { step: number, loss: state.frameLosses[index].toFixed(3) });
  };
  const player = new Player(bar, readout, { draw, ms: FRAME_MS });
  bar.append(readout);

  film.update = (fresh) => {
    const another = state && state.run !== fresh.run;
    state = { ...fresh, tables: decode(fresh.tables, fresh.words.length) };
    if (another) player.reel = new Reel();
    views.forEach((view) => view.caption(state.labels));
    views[1].paint(state.target);
    curve.draw(state);
    player.update({ labels: state.labels, count: state.tables.length, live: state.live });
  };
  return film;
}

const MAX_CELLS = 30;

// Many words: one point a cell, drawn big.
function picture(parent, name, data) {
  const n = data.words.length;
  const box = part("figure", name, parent);
  const caption = part("figcaption", "", box);
  const canvas = part("canvas", "picture", box);
  canvas.width = canvas.height = n;
  canvas.setAttribute("role", "img");
  const pen = canvas.getContext("2d");
  const [scale, position] = look(name, data);
  return {
    caption: (labels) => {
      caption.textContent = labels[name];
      canvas.setAttribute("aria-label", labels[name]);
    },
    paint: (values) => {
      for (let k = 0; k < n * n; k++) {
        pen.fillStyle = values[k] === null ? "rgb(128,128,128)" : colour(scale, position(values[k]));
        pen.fillRect(k % n, Math.floor(k / n), 1, 1);
      }
    },
  };
}

function look(name, data) {
  if (name === "difference") return [data.differences, (v) => (v / data.limit + 1) / 2];
  return [data.weights, (v) => v];
}

// One table: HTML cells with digits where there is room, so that it can be read aloud and copied; squares of colour beyond.
function table(parent, name, data) {
  const words = data.words;
  if (words.length > MAX_CELLS) return picture(parent, name, data);
  const box = part("figure", name, parent);
  const caption = part("figcaption", "", box);
  const grid = part("table", words.length > 9 ? "grid tight" : "grid", part("div", "scroll", box));
  const head = grid.createTHead().insertRow();
  if (words.length > 9)
    head.style.height = `${Math.min(8, Math.max(...words.map((word) => word.length))) * 1.15 + 0.6}em`;
  head.appendChild(document.createElement("td"));
  words.forEach((word) => header(head, word, "col"));
  const body = grid.createTBody();
  const cells = [];
  words.forEach((word) => {
    const row = body.insertRow();
    header(row, word, "row");
    words.forEach(() => cells.push(row.insertCell()));
  });
  const [scale, position] = look(name, data);
  return {
    caption: (labels) => {
      caption.textContent = labels[name];
      grid.setAttribute("aria-label", labels[name]);
    },
    paint: (values) =>
      cells.forEach((cell, k) => {
        const v = values[k];
        const text = v === null ? "-" : (Math.abs(v) < 0.005 ? 0 : v).toFixed(2);
        cell.textContent = data.digits ? text : "";
        cell.title = text;
        cell.className = v === null ? "empty" : "";
        cell.style.background = v === null ? "" : colour(scale, position(v));
      }),
  };
}

function header(row, word, scope) {
  const cell = document.createElement("th");
  cell.scope = scope;
  cell.textContent = word.length > 8 ? `${word.slice(0, 7)}…` : word;
  row.appendChild(cell);
}

// The loss of every step, its floor as a dotted line, and a mark at the step that the slider shows.
function lossCurve(parent) {
  const box = part("figure", "curve", parent);
  const caption = part("figcaption", "", box);
  const svg = vector("svg", { viewBox: "0 0 600 120", preserveAspectRatio: "none", role: "img" }, box);
  const floor = vector("line", { class: "floor", x1: 0, x2: 600 }, svg);
  const line = vector("polyline", { class: "loss" }, svg);
  const mark = vector("line", { class: "mark", y1: 0, y2: 120 }, svg);
  const ends = part("div", "ends", box);
  let x = () => 0;
  return {
    mark: (step) => ["x1", "x2"].forEach((end) => mark.setAttribute(end, x(step))),
    draw: (state) => {
      const losses = state.losses.map((point) => point[1]);
      const top = Math.max(...losses, state.floor + 0.01);
      const y = (loss) => 114 - (108 * (loss - state.floor)) / (top - state.floor);
      x = (step) => (600 * step) / Math.max(state.steps, 1);
      line.setAttribute(
        "points",
        state.losses.map(([step, loss]) => `${x(step).toFixed(1)},${y(loss).toFixed(1)}`).join(" "),
      );
      ["y1", "y2"].forEach((end) => floor.setAttribute(end, y(state.floor)));
      caption.textContent = state.labels.loss;
      const said = fill(state.labels.curve, {
        first: losses[0].toFixed(3),
        last: losses[losses.length - 1].toFixed(3),
        floor: state.floor.toFixed(3),
      });
      svg.setAttribute("aria-label", said);
      ends.textContent = said;
    },
  };
}

// base64 of little-endian uint16: 10000 times the weight.
function decode(packed, n) {
  const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
  const all = new Uint16Array(bytes.buffer);
  return Array.from({ length: all.length / (n * n) }, (_, f) =>
    Array.from(all.subarray(f * n * n, (f + 1) * n * n), (v) => v / 10000),
  );
}
