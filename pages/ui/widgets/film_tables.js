// The tables of the film: HTML cells with digits where there is room, so that they can be read aloud and copied; squares beyond.
import { colour, ink } from "./colours.js";
import { el, part, target } from "./dom.js";

const MAX_CELLS = 30;
const EMPTY = "rgba(128,128,128,0.35)";

/** A scale, and where a value of the table `name` lies on it. */
function look(name, data) {
  if (name === "difference") return [data.differences, (v) => (v / data.limit + 1) / 2];
  return [data.weights, (v) => v];
}

const rounded = (v) => (v === null ? "-" : (Math.abs(v) < 0.005 ? 0 : v).toFixed(2));

/** The table `name`: update(data) for its caption and colours, paint(values), null for an empty cell. */
export function table(parent, name, data) {
  const n = data.words.length;
  const box = part("figure", name, parent);
  const caption = part("figcaption", "", box);
  const drawn = n > MAX_CELLS ? squares(box, n) : cells(box, data);
  let state = data;
  return {
    ...drawn,
    update: (fresh) => {
      state = fresh;
      caption.textContent = fresh.labels[name];
      drawn.root.setAttribute("aria-label", fresh.labels[name]);
    },
    paint: (values) => drawn.paint(values, ...look(name, state)),
  };
}

// Many words: one point a cell, drawn big.
function squares(box, n) {
  const root = box.appendChild(el("canvas", "picture", { role: "img", width: n, height: n }));
  const pen = root.getContext("2d");
  return { root, cells: [], paint: (values, scale, position) => dots(pen, values, n, scale, position) };
}

function dots(pen, values, n, scale, position) {
  pen.clearRect(0, 0, n, n);
  values.forEach((value, k) => {
    pen.fillStyle = value === null ? EMPTY : colour(scale, position(value));
    pen.fillRect(k % n, Math.floor(k / n), 1, 1);
  });
}

function cells(box, data) {
  const { words, digits } = data;
  const scroll = part("div", "scroll", box);
  const upright = words.length > 9 || !digits; // large type has room for neither digits nor words side by side
  const room = upright ? "tight" : words.length > 7 ? "dense" : "";
  const root = part("table", `grid ${room}`, scroll);
  const head = root.createTHead().insertRow();
  head.appendChild(document.createElement("td"));
  words.forEach((word) => header(head, word, "col"));
  const body = root.createTBody();
  const made = words.flatMap((word) => {
    const row = body.insertRow();
    header(row, word, "row");
    return words.map(() => row.insertCell());
  });
  const paint = (values, scale, position) =>
    made.forEach((cell, k) => {
      const v = values[k];
      cell.textContent = digits ? rounded(v) : "";
      cell.title = rounded(v);
      cell.classList.toggle("empty", v === null);
      cell.style.background = v === null ? "" : colour(scale, position(v));
      cell.style.color = v === null ? "" : ink(scale, position(v));
    });
  return { root, scroll, cells: made, paint };
}

function header(row, word, scope) {
  const cell = row.appendChild(el("th", "", { scope }));
  cell.append(el("span", "", {}, word.length > 8 ? `${word.slice(0, 7)}…` : word));
}

/** The computed table at one step, as small as it gets. */
export function thumbnail(parent, data, at) {
  const n = data.words.length;
  const canvas = parent.appendChild(el("canvas", "", { width: n, height: n, "aria-hidden": "true" }));
  const values = data.tables[at].map((value, k) => (data.target[k] === null ? null : value));
  dots(canvas.getContext("2d"), values, n, ...look("computed", data));
}

/** One cell of the first table is chosen, by a click or by arrow keys; it is marked in all. */
export class Chosen {
  constructor(views, choose) {
    Object.assign(this, { views, choose, at: 0 });
    const [{ root, cells: made }] = views;
    root.setAttribute("role", "grid");
    made.forEach((cell, k) => {
      cell.tabIndex = -1;
      cell.addEventListener("click", () => choose(k));
    });
    root.addEventListener("keydown", (event) => this.onKey(event));
    for (const { scroll } of views.slice(1)) scroll.tabIndex = 0; // what scrolls can be scrolled by keys
  }

  onKey(event) {
    const n = Math.sqrt(this.views[0].cells.length);
    const [row, column] = [Math.floor(this.at / n), this.at % n];
    const upright = event.key === "ArrowUp" || event.key === "ArrowDown";
    const to = target(event, upright ? row : column, n - 1);
    if (to === undefined) return;
    event.preventDefault();
    this.choose(upright ? to * n + column : row * n + to);
    this.views[0].cells[this.at].focus();
  }

  mark(k) {
    for (const { cells: made } of this.views) {
      made[this.at].classList.remove("chosen");
      made[k].classList.add("chosen");
    }
    const [{ cells: made }] = this.views;
    made[this.at].tabIndex = -1;
    made[this.at].removeAttribute("aria-selected");
    made[k].tabIndex = 0;
    made[k].setAttribute("aria-selected", true);
    this.at = k;
  }
}
