// The strip of a lesson: its scenes, the one that is on, and a clock. Space, arrows and a presenter's remote go on. Where the lesson
// is without a class, and since when, lies in the browser's own store, so that a reload goes on there.
import { between, el, fill, part } from "./dom.js";

const PLACE = "attention-table.lesson";
const OLD = 3 * 60 * 60 * 1000; // ms after which a lesson is another one
const ON = new Set([" ", "ArrowRight", "ArrowDown", "PageDown"]);
const BACK = new Set(["ArrowLeft", "ArrowUp", "PageUp"]);
const TAKES_KEYS =
  "input, textarea, select, [contenteditable], [role=tab], [role=slider], [role=radio], [role=grid], [role=listbox]";

/** Where a key leads from scene `at` of `count`; undefined for one that is meant for something else. path: what it was pressed in. */
export function turned({ key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented }, path, at, count) {
  const step = ON.has(key) ? 1 : BACK.has(key) ? -1 : 0;
  if (!step || ctrlKey || metaKey || altKey || shiftKey || defaultPrevented) return undefined;
  const within = (selector) => path.some((one) => one.matches?.(selector));
  const paged = key.startsWith("Page"); // a remote's keys are meant for nothing else
  if (!paged && within(TAKES_KEYS)) return undefined;
  if (key === " " && within("button, a, summary")) return undefined;
  return between(at + step, 0, count - 1);
}

/** Minutes and seconds since `began`. */
export function clock(began, now) {
  const seconds = Math.max(0, Math.floor((now - began) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export default function mount({ parentElement, data, setStateValue }) {
  parentElement.strip ??= new Strip(parentElement);
  const { strip } = parentElement;
  strip.receive(data, setStateValue);
  const onKey = (event) => strip.onKey(event);
  document.addEventListener("keydown", onKey);
  const timer = setInterval(() => strip.tick(), 1000);
  return () => {
    document.removeEventListener("keydown", onKey);
    clearInterval(timer);
  };
}

class Strip {
  constructor(parent) {
    this.root = parent.appendChild(el("div", "strip"));
  }

  receive(data, setStateValue) {
    this.tell = (at) => setStateValue("go", { at, moment: Date.now() });
    const first = !this.data;
    this.data = data;
    const kept = recall(data.of);
    this.began = kept?.began ?? Date.now();
    this.at = data.at;
    if (first && !data.known && kept && kept.at !== data.at) this.go(kept.at);
    else this.keep();
    this.draw();
  }

  onKey(event) {
    const to = turned(event, event.composedPath(), this.at, this.data.scenes.length);
    if (to === undefined) return;
    event.preventDefault();
    if (to !== this.at) this.go(to);
  }

  go(to) {
    this.at = between(to, 0, this.data.scenes.length - 1);
    this.keep();
    this.tell(this.at);
    this.draw();
  }

  keep() {
    try {
      localStorage.setItem(PLACE, JSON.stringify({ of: this.data.of, at: this.at, began: this.began }));
    } catch {
      // full or forbidden
    }
  }

  draw() {
    const { scenes, labels } = this.data;
    const list = el("div", "scenes", { role: "group", "aria-label": labels.scenes });
    scenes.forEach((scene, i) => {
      const text = fill(labels.scene, { number: i + 1, title: scene.title });
      const button = part("button", "scene", list);
      button.type = "button";
      button.title = scene.title;
      button.textContent = i + 1;
      button.setAttribute("aria-label", text);
      if (i === this.at) button.setAttribute("aria-current", "step");
      button.addEventListener("click", () => this.go(i));
    });
    const now = scenes[this.at];
    const title = el("span", "title", { role: "status" }, now.title);
    this.time = el("button", "time", { type: "button", title: labels.restart });
    this.time.addEventListener("click", () => {
      this.began = Date.now();
      this.keep();
      this.tick();
    });
    this.root.replaceChildren(list, title, this.time);
    this.tick();
  }

  tick() {
    const { scenes, labels } = this.data;
    const { start, end } = scenes[this.at];
    this.time.textContent = fill(labels.clock, { now: clock(this.began, Date.now()), start, end });
  }
}

function recall(of) {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE));
    const fresh = kept.of === of && Date.now() - kept.began < OLD;
    return fresh && Number.isInteger(kept.at) ? kept : null;
  } catch {
    return null;
  }
}
