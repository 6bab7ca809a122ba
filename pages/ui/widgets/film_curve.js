// The loss of every step, on axes with numbers, beside the losses of earlier runs; its floor, named; a mark at the step that is shown.
import { between, el, fill, part, vector } from "./dom.js";

/** The steps that the film shows on its way to the last one: each is about as far from the next on this axis. */
export function clock(last) {
  const steps = [0, 1];
  while (steps[steps.length - 1] < last) steps.push(Math.max(2, steps[steps.length - 1] + steps[steps.length - 2]));
  return [...steps.filter((step) => step < last), last];
}

/** About so many round numbers from low to high. */
export function round(low, high, about) {
  const rough = (high - low) / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough);
  const first = Math.ceil(low / step - 1e-9);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const numbers = Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, k) => (first + k) * step);
  return numbers.map((number) => [number, number.toFixed(digits)]);
}

/** Where steps and losses lie in a picture of that size, and the numbers on its axes. */
export function axes({ curves, floor, top }, { width, height, em }) {
  const last = Math.max(1, ...curves.map(({ losses }) => losses[losses.length - 1][0]));
  const [left, right, above, under] = [2.6 * em, width - 0.8 * em, 1.3 * em, height - 1.5 * em];
  const low = floor - 0.2 * (top - floor); // room for the floor's name, below which no curve can be
  const x = (step) => left + ((right - left) * Math.log1p(step)) / Math.log1p(last);
  const y = (loss) => under - ((under - above) * (loss - low)) / (top - low);
  let free = Number.NEGATIVE_INFINITY;
  const steps = clock(last)
    .reverse()
    .filter((step) => {
      const middle = -x(step); // from the right: the last step is always named
      const half = 0.3 * em * String(step).length;
      if (middle - half < free) return false;
      free = middle + half + 0.3 * em;
      return true;
    });
  return {
    x,
    y,
    left,
    right,
    above,
    under,
    steps: steps.reverse(),
    losses: round(low, top, between(Math.floor((under - above) / (1.4 * em)), 2, 6)),
  };
}

export class LossCurve {
  constructor(parent) {
    const box = part("figure", "curve", parent);
    this.caption = part("figcaption", "", box);
    this.svg = vector("svg", { role: "img" }, box);
    this.names = part("ul", "names", box);
    new ResizeObserver(() => this.draw()).observe(this.svg);
  }

  update(data) {
    this.data = data;
    const { labels, curves, floor } = data;
    const { losses } = curves[0];
    this.caption.textContent = labels.loss;
    const gaps = {
      name: curves[0].name,
      first: losses[0][1].toFixed(3),
      last: losses[losses.length - 1][1].toFixed(3),
      step: losses[losses.length - 1][0],
      floor: floor.toFixed(3),
    };
    this.svg.setAttribute("aria-label", fill(labels.curve, gaps));
    this.names.replaceChildren();
    curves.forEach(({ name }, k) => {
      const item = this.names.appendChild(el("li", "", {}, name));
      item.prepend(el("span", `swatch run${k}`, { "aria-hidden": "true" }));
    });
    this.draw();
  }

  draw() {
    const { width, height } = this.svg.getBoundingClientRect();
    if (!width || !this.data) return;
    const { svg, data } = this;
    const em = Number.parseFloat(getComputedStyle(svg).fontSize);
    const found = axes(data, { width, height, em });
    const { x, y, left, right, above, under } = found;
    svg.replaceChildren();
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const line = (kind, x1, y1, x2, y2) => vector("line", { class: kind, x1, y1, x2, y2 }, svg);
    const text = (content, at, up, anchor, kind = "") => {
      vector("text", { class: kind, x: at, y: up, "text-anchor": anchor }, svg).textContent = content;
    };
    line("axis", left, under, right, under);
    line("axis", left, above, left, under);
    for (const step of found.steps) text(String(step), x(step), under + 1.1 * em, "middle", "tick");
    for (const [loss, name] of found.losses) {
      line("axis", left - 3, y(loss), left, y(loss));
      text(name, left - 5, y(loss) + 0.35 * em, "end", "tick");
    }
    text(data.labels["curve.loss"], 0, 0.85 * em, "start");
    text(data.labels["curve.step"], 0, under + 1.1 * em, "start");
    line("floor", left, y(data.floor), right, y(data.floor));
    const floor = fill(data.labels["curve.floor"], { floor: data.floor.toFixed(3) });
    text(floor, left + 0.4 * em, y(data.floor) + em, "start", "strong");
    const inside = vector("svg", { x: left, y: above - 2, width: right - left + 4, height: under - above + 4 }, svg);
    const points = (losses) => losses.map(([step, loss]) => `${x(step) - left},${y(loss) - above + 2}`).join(" ");
    for (let k = data.curves.length - 1; k >= 0; k--)
      vector("polyline", { class: `loss run${k}`, points: points(data.curves[k].losses) }, inside);
    this.spot = [line("mark", 0, above, 0, under), vector("circle", { class: "spot", r: 4 }, svg)];
    this.found = found;
    if (this.at) this.mark(...this.at);
  }

  /** The step that is shown. */
  mark(step, loss) {
    this.at = [step, loss];
    if (!this.spot) return;
    const { x, y, above } = this.found;
    const [upright, point] = this.spot;
    for (const end of ["x1", "x2"]) upright.setAttribute(end, x(step));
    point.setAttribute("cx", x(step));
    point.setAttribute("cy", Math.max(y(loss), above));
  }
}
