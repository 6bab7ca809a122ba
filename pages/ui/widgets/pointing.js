// Which row of the tables is looked at. Chips, tables and the sentence below hear of it from each other, in the browser alone:
// each is a component of its own, so the row lies on the document. A row that was tapped or reached by key stays; one under the
// mouse goes before it, until the mouse leaves.
import { between, el } from "./dom.js";

const NEWS = "attention:row";
const rows = () => (document.attentionRows ??= { hover: null, fixed: null });

/** The row that is lit: its number from 0, or null. */
export const lit = () => rows().hover ?? rows().fixed;

/** Whether that is for as long as the mouse stays there. */
export const passing = () => rows().hover !== null;

/** All that listen look again, at the row and at the picture. */
export const announce = () => document.dispatchEvent(new CustomEvent(NEWS));

/** change: {hover} or {fixed}, a row's number or null. */
export function point(change) {
  const before = [lit(), rows().fixed];
  Object.assign(rows(), change);
  if (lit() !== before[0] || rows().fixed !== before[1]) announce();
}

/** Calls `act` whenever another row is lit, for as long as `root` is on the page. */
export function onPoint(root, act) {
  const hear = () => (root.isConnected ? act() : document.removeEventListener(NEWS, hear));
  document.addEventListener(NEWS, hear);
}

/** The picture of the computed table; while it is exchanged, the old one may still stand before it. */
export const picture = () => [...document.querySelectorAll(".st-key-computed .js-plotly-plot")].pop();

/** A row of computed weights, of n, as the picture shows it, null for an empty cell; undefined while it shows other words. */
export function weights(n, row) {
  const z = picture()?._fullData?.[0]?.z;
  return z?.length === n && z[row] ? Array.from(z[row], (v) => (Number.isFinite(v) ? v : null)) : undefined;
}

/** The row of n under a pointer at height y, where the cells begin at `top` and are `height` high; null beside them. */
export function rowAt(y, top, height, n) {
  const row = Math.floor(((y - top) / height) * n);
  return row >= 0 && row < n ? row : null;
}

/** Two veils over all rows but one. */
export class Veil {
  constructor(parent, ground) {
    this.parts = [0, 1].map(() => parent.appendChild(el("div", "veil", { "aria-hidden": "true" })));
    for (const part of this.parts)
      Object.assign(part.style, {
        position: "absolute",
        left: 0,
        right: 0,
        pointerEvents: "none",
        background: ground,
        opacity: 0.7,
      });
  }

  /** row: of n, null for none; the cells begin at `top` and are `height` high, in pixels. */
  show(row, top, height, n) {
    const at = between(row ?? 0, 0, n - 1);
    const [above, below] = this.parts;
    for (const part of this.parts) part.hidden = row === null;
    Object.assign(above.style, { top: `${top}px`, height: `${(height * at) / n}px` });
    Object.assign(below.style, {
      top: `${top + (height * (at + 1)) / n}px`,
      height: `${(height * (n - 1 - at)) / n}px`,
    });
  }
}
