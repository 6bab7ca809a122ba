// All heads of a model as small pictures: a click, or Enter on the one that the arrow keys chose, opens it. See wall.py.
import { mixed } from "./colours.js";
import { between, el, fill, part } from "./dom.js";

const WIDEST = 25; // rem, of the wall
const LARGEST = 6; // rem, of a picture

export default function mount({ parentElement, data, setTriggerValue }) {
  parentElement.widget ??= new Wall(parentElement);
  parentElement.widget.receive(data, setTriggerValue);
}

class Wall {
  constructor(parent) {
    this.grid = parent.appendChild(el("div", "wall", { role: "group" }));
    this.line = parent.appendChild(el("p", "wall-line", { role: "status" }));
    this.grid.addEventListener("click", ({ target }) => this.open(target.closest("button")));
    this.grid.addEventListener("keydown", (event) => this.onKey(event));
    for (const type of ["pointerover", "focusin"]) {
      this.grid.addEventListener(type, ({ target }) => this.tell(target.closest("button")));
    }
    this.grid.addEventListener("pointerleave", () => this.tell(null));
  }

  receive(data, setTriggerValue) {
    this.pick = (head) => setTriggerValue("head", { layer: Math.floor(head / data.heads), head: head % data.heads });
    const held = this.grid.contains(this.grid.getRootNode().activeElement);
    this.data = data;
    this.grid.setAttribute("aria-label", data.labels.wall);
    this.draw(Uint8Array.from(atob(data.pictures), (c) => c.charCodeAt(0)));
    this.tell(null);
    if (held) this.buttons[this.at].focus({ preventScroll: true });
  }

  draw(bytes) {
    const { layers, heads, order, plain, chosen } = this.data;
    this.grid.textContent = "";
    this.grid.style.maxWidth = `${Math.min(WIDEST, LARGEST * heads)}rem`;
    this.grid.style.gridTemplateColumns = `${plain ? "auto " : ""}repeat(${heads}, minmax(0, 1fr))`;
    if (plain) for (let head = 0; head <= heads; head++) this.label(head || "");
    const shades = Array.from({ length: 256 }, (_, i) => mixed(this.data.shades, i / 255));
    this.buttons = [];
    for (let place = 0; place < layers * heads; place++) {
      if (plain && place % heads === 0) this.label(place / heads + 1);
      this.buttons.push(this.button(order[place], bytes, shades));
    }
    this.at = Math.max(order.indexOf(chosen), 0);
    this.buttons[this.at].tabIndex = 0;
  }

  label(text) {
    part("span", "wall-label", this.grid).textContent = text;
  }

  button(head, bytes, shades) {
    const { rows, cols, chosen, lit } = this.data;
    const button = part("button", lit[head] === "1" ? "" : "dim", this.grid);
    Object.assign(button, { type: "button", tabIndex: -1, head });
    button.setAttribute("aria-label", this.name(head));
    button.setAttribute("aria-pressed", head === chosen);
    const canvas = part("canvas", "", button);
    Object.assign(canvas, { width: cols, height: rows });
    const image = new ImageData(cols, rows);
    for (let i = 0; i < rows * cols; i++) {
      image.data.set(shades[bytes[head * rows * cols + i]], 4 * i);
      image.data[4 * i + 3] = 255;
    }
    canvas.getContext("2d").putImageData(image, 0, 0);
    return button;
  }

  name(head) {
    const { heads, labels, counts, counted } = this.data;
    const said = fill(labels.head, { layer: Math.floor(head / heads) + 1, head: (head % heads) + 1 });
    return counts ? fill(labels.count, { said, counted, count: counts[head], rows: this.data.of }) : said;
  }

  /** What is pointed at; else what is chosen, else what to do. */
  tell(button) {
    const head = button?.head ?? this.data.chosen;
    this.line.textContent = head === null ? this.data.labels.invitation : this.name(head);
  }

  open(button) {
    if (button) this.pick(button.head);
  }

  onKey(event) {
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.data.heads, ArrowDown: this.data.heads };
    if (!(event.key in steps) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.buttons[this.at].tabIndex = -1;
    this.at = between(this.at + steps[event.key], 0, this.buttons.length - 1);
    this.buttons[this.at].tabIndex = 0;
    this.buttons[this.at].focus();
  }
}
