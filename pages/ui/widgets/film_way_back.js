// Back-propagation for one cell: from the loss to its score, and from there to W_Q and W_K, with the numbers of the step that is shown.
import { colour } from "./colours.js";
import { el, fill, part } from "./dom.js";
import { bytes, floats, short } from "./values.js";

const MATRICES = ["W_Q", "W_K"];

/** The numbers of a cell at one frame, or null where it takes no part. arrays: of all frames and heads; target: its goal. */
export function numbers(data, arrays, at, head, cell) {
  const n2 = data.words.length ** 2;
  const [heads] = data.traced.shape;
  if (data.target[cell] === null) return null;
  const place = (at * heads + head) * n2 + cell;
  const of = (name) => arrays[name][place];
  return {
    step: data.numbers[at],
    loss: data.frameLosses[at],
    weight: arrays.weights[at * n2 + cell],
    target: data.target[cell],
    score: of("scores"),
    after: of("after"),
    slope: of("d_scores"),
    parts: [of("to_W_Q"), of("to_W_K")],
    all: data.traced.sizes[at].map((sizes) => sizes[head]),
  };
}

/** What there is to say of them, as the name of a text. */
export const direction = (slope) => (slope < 0 ? "up" : slope > 0 ? "down" : "none");

export class WayBack {
  constructor(parent) {
    const box = part("figure", "way-back", parent);
    const top = part("figcaption", "", box);
    this.caption = part("span", "", top);
    this.heads = part("select", "", top);
    this.heads.addEventListener("change", () => this.draw(this.at, this.cell, true));
    this.chain = part("div", "chain", box);
    this.loss = part("div", "node loss", this.chain);
    this.slope = part("div", "arrow slope", this.chain);
    this.score = part("div", "node score", this.chain);
    const matrix = (name) => {
      const arrow = part("div", `arrow to-${name}`, this.chain);
      const node = part("div", `node matrix ${name}`, this.chain);
      const picture = node.appendChild(el("canvas", "", { "aria-hidden": "true" }));
      return { picture, text: part("span", "", node), arrow };
    };
    this.matrices = MATRICES.map(matrix);
    this.sentence = part("p", "sentence", box);
  }

  update(data) {
    const { labels, traced } = data;
    this.data = data;
    this.caption.textContent = labels.way;
    this.chain.hidden = this.heads.hidden = !traced;
    if (!traced) return;
    const [heads, d_model, d_k] = traced.shape;
    this.shape = traced.shape;
    this.arrays = { weights: data.tables.flat(), gradients: bytes(traced.gradients) };
    for (const name of ["scores", "after", "d_scores", "to_W_Q", "to_W_K"]) this.arrays[name] = floats(traced[name]);
    this.most = {};
    for (const name of ["d_scores", "to_W_Q", "to_W_K"])
      this.most[name] = this.arrays[name].reduce((most, value) => Math.max(most, Math.abs(value)), 1e-12);
    for (const { picture } of this.matrices) [picture.width, picture.height] = [d_k, d_model];
    this.heads.hidden = heads < 2;
    this.heads.setAttribute("aria-label", labels["way.head"]);
    while (this.heads.length > heads) this.heads.remove(heads);
    while (this.heads.length < heads) this.heads.add(new Option());
    for (let k = 0; k < heads; k++) this.heads.options[k].text = fill(labels["way.head.of"], { head: k + 1 });
  }

  /** aloud: somebody has asked for this cell; a step of the film is not read out. */
  draw(at, cell, aloud) {
    Object.assign(this, { at, cell });
    this.sentence.setAttribute("aria-live", aloud ? "polite" : "off");
    const { data, heads } = this;
    const { labels, words } = data;
    const n = words.length;
    const names = { query: words[Math.floor(cell / n)], key: words[cell % n] };
    if (!data.traced) {
      this.sentence.textContent = labels["way.many"];
      return;
    }
    const head = Math.max(0, heads.selectedIndex);
    const found = numbers(data, this.arrays, at, head, cell);
    this.chain.classList.toggle("off", !found);
    if (!found) {
      this.sentence.textContent = fill(labels["way.masked"], names);
      return;
    }
    this.matrices.forEach((matrix, m) => this.drawMatrix(matrix, m, head, found));
    this.score.textContent = fill(labels["way.score"], { score: short(found.score) });
    arrow(this.slope, fill(labels["way.slope"], { slope: short(found.slope) }), found.slope, this.most.d_scores, data);
    this.loss.textContent = fill(labels["way.loss"], { loss: found.loss.toFixed(3) });
    this.sentence.textContent = this.told(found, names);
  }

  drawMatrix({ picture, text, arrow: into }, m, head, found) {
    const { data, arrays } = this;
    const [heads, d_model, d_k] = this.shape;
    const size = d_model * d_k;
    const from = ((this.at * MATRICES.length + m) * heads + head) * size;
    const pen = picture.getContext("2d");
    for (let k = 0; k < size; k++) {
      const share = arrays.gradients[from + k] / 127;
      pen.fillStyle = colour(data.differences, (Math.sign(share) * Math.sqrt(Math.abs(share)) + 1) / 2); // small ones show, too
      pen.fillRect(k % d_k, Math.floor(k / d_k), 1, 1);
    }
    text.textContent = fill(data.labels["way.matrix"], { matrix: MATRICES[m], size: short(found.all[m]) });
    const share = found.parts[m];
    const label = fill(data.labels["way.part"], { part: short(share) });
    arrow(into, label, found.slope, this.most[`to_${MATRICES[m]}`], data, share);
  }

  told(found, names) {
    const { labels } = this.data;
    const gaps = {
      ...names,
      step: found.step,
      weight: short(found.weight),
      target: short(found.target),
      score: short(found.score),
      after: short(found.after),
    };
    const moved = Number.isNaN(found.after) ? "way.last" : "way.after";
    return ["way.told", `way.${direction(found.slope)}`, moved].map((name) => fill(labels[name], gaps)).join("");
  }
}

/** As thick as its number is large among those of all steps; red pushes the score down, blue up. */
function arrow(place, label, sign, most, data, size = Math.abs(sign)) {
  const { differences } = data;
  place.replaceChildren(el("span", "", {}, label));
  place.style.setProperty("--thick", `${1 + 7 * Math.min(1, size / most)}px`);
  place.style.setProperty("--ink", sign ? differences[sign < 0 ? 0 : differences.length - 1] : "rgb(128,128,128)");
}
