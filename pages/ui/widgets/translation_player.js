// A translation step by step: where the decoder looked to write each unit, how sure it was, and what else it might have written.
import { colour, ink } from "./colours.js";
import { bend, curves } from "./curves.js";
import { el, fill, part, vector } from "./dom.js";
import { Player } from "./player.js";

export default function mount(component) {
  const { data, parentElement } = component;
  const made = JSON.stringify([data.source, data.steps.map((step) => step.text)]);
  let player = parentElement.querySelector(".player");
  if (!player || player.dataset.made !== made) {
    player?.remove();
    player = build(parentElement, data);
    player.dataset.made = made;
  }
  player.update(data);
}

const PAUSE_MS = 900;

function build(parent, first) {
  const player = part("div", "player", parent);
  const bar = part("div", "bar", player);
  const stage = part("div", "stage", part("div", "scroll", player));
  stage.parentElement.tabIndex = 0;
  const source = part("ol", "words source", stage);
  const links = vector("svg", { class: "links", "aria-hidden": "true" }, stage);
  const target = part("ol", "words target", stage);
  const readout = part("p", "readout", player);
  const list = part("div", "candidates", player);
  let state = first;
  let at;

  const above = first.source.map((word, i) => {
    const box = part("li", first.marks[i] ? "word marked" : "word", source);
    box.append(el("span", "text", {}, word), el("span", "number"));
    if (first.marks[i]) box.title = first.marks[i];
    return box;
  });
  const below = first.steps.map((step, k) => {
    const item = part("li", `unit-${step.kind}`, target);
    const box = part("button", "unit", item);
    box.type = "button";
    box.onclick = () => play.go(k);
    return box;
  });

  const show = (k) => {
    at = k;
    const row = state.weights[k];
    const most = row.indexOf(Math.max(...row));
    above.forEach((box, i) => {
      box.style.background = colour(state.colours, row[i]);
      box.style.color = ink(state.colours, row[i]);
      box.querySelector(".number").textContent = row[i].toFixed(2);
    });
    below.forEach((box, j) => {
      box.classList.toggle("hidden", j > k);
      box.setAttribute("aria-pressed", j === k);
    });
    const step = state.steps[k];
    candidates(step);
    draw();
    follow();
    const gaps = { step: k + 1, of: state.steps.length, unit: name(step), percent: percent(step.p) };
    return fill(state.labels.readout, { ...gaps, word: state.source[most], weight: row[most].toFixed(2) });
  };
  const name = (step) => (step.kind === "end" ? state.labels.end : step.kind === "piece" ? `‑${step.text}` : step.text);
  const candidates = (step) => {
    list.replaceChildren(el("span", "title", {}, state.labels.candidates));
    step.candidates.forEach(([unit, p]) => {
      const chosen = unit.text === step.text && unit.kind === step.kind;
      const row = part("span", chosen ? "candidate chosen" : "candidate", list);
      row.append(el("span", "name", {}, name(unit)), el("span", "percent", {}, percent(p)));
      row.style.setProperty("--share", p);
    });
  };

  // One curve for each weight that counts; the chosen unit's in front and strong, those of the units before it faint.
  const draw = () => {
    const frame = links.getBoundingClientRect();
    links.setAttribute("viewBox", `0 0 ${frame.width} ${frame.height}`);
    const middle = (box) => {
      const place = box.getBoundingClientRect();
      return place.left + place.width / 2 - frame.left;
    };
    const [from, to] = [above.map(middle), below.map(middle)];
    const paths = curves(state.weights, at, state.faintest).map((curve) => {
      const d = bend(from[curve.from], to[curve.to], frame.height);
      const path = vector("path", { d, class: curve.chosen ? "link chosen" : "link" }, links);
      path.style.strokeWidth = 1 + 9 * curve.weight;
      path.style.opacity = curve.chosen ? 0.35 + 0.65 * curve.weight : 0.08 + 0.3 * curve.weight;
      return path;
    });
    links.replaceChildren(...paths);
  };

  // Where the sentence is wider than its box, the box scrolls to the written unit; with the word that it looks at, if both have room.
  const follow = () => {
    const box = stage.parentElement;
    const row = state.weights[at];
    const unit = below[at].getBoundingClientRect();
    const word = above[row.indexOf(Math.max(...row))].getBoundingClientRect();
    const both = [Math.min(unit.left, word.left), Math.max(unit.right, word.right)];
    const [left, right] = both[1] - both[0] <= box.clientWidth ? both : [unit.left, unit.right];
    const to = box.scrollLeft + (left + right) / 2 - box.getBoundingClientRect().left - box.clientWidth / 2;
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    box.scrollTo({ left: to, behavior: still ? "auto" : "smooth" });
  };

  const play = new Player(bar, readout, { draw: show, ms: PAUSE_MS, single: true });
  play.reel.count = first.steps.length;
  play.reel.go(opening(first.steps));
  new ResizeObserver(() => {
    draw();
    follow();
  }).observe(stage);

  player.update = (fresh) => {
    state = fresh;
    const labels = fresh.labels;
    player.setAttribute("role", "group");
    player.setAttribute("aria-label", labels.title);
    stage.parentElement.setAttribute("aria-label", labels.title);
    source.setAttribute("aria-label", labels.source);
    target.setAttribute("aria-label", labels.target);
    below.forEach((box, k) => (box.textContent = name(fresh.steps[k])));
    play.update({ labels, count: fresh.steps.length });
  };
  return player;
}

// The last word that is no mark: the whole sentence stands there, and the shown step is one worth looking at.
function opening(steps) {
  const words = steps.map((step) => step.kind !== "end" && /[\p{L}\p{N}]/u.test(step.text));
  return Math.max(words.lastIndexOf(true), 0);
}

const percent = (p) => (p < 0.0005 ? "<0.1%" : `${(100 * p).toFixed(p < 0.0995 ? 1 : 0)}%`);
