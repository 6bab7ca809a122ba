// All scripts and styles, and what a component asks for before it is drawn (component.py).
import { translate } from "./foreign.js";
import { rowAt } from "./pointing.js";

/** What draws a component: the styles go before all else, once. */
export function mounting(css, mounts) {
  return (name, styles, component) => {
    const {
      parentElement,
      data: [data],
    } = component;
    if (!parentElement.dressed)
      parentElement.prepend(
        Object.assign(document.createElement("style"), { textContent: styles.map((of) => css[of] ?? "").join("") }),
      );
    parentElement.dressed = true;
    return mounts[name]({ ...component, data });
  };
}

const REST = 500; // ms without a change, after which pictures stand
const SOON = 100; // ms after a change until Streamlit's own words are looked through

/** A picture that scrolls in its place can be reached by keyboard. */
function reach() {
  for (const plot of document.querySelectorAll(".js-plotly-plot"))
    for (const place of [plot.closest("[class*=_chart]"), plot.closest("[class*=links_scroll_]")]) {
      if (place?.scrollWidth > place?.clientWidth) place.tabIndex = 0;
      else place?.removeAttribute("tabindex");
    }
}

/** Who points at a word's label beside a picture is told how the word is said and what it means. */
function tell({ target, clientX, clientY }) {
  const plot = target.closest?.(".js-plotly-plot");
  const [rows, columns] = plot?.layout?.meta?.titles ?? [[], []];
  if (!plot?._fullLayout?._size) return;
  const { l, t, w, h } = plot._fullLayout._size;
  const { left, top } = plot.getBoundingClientRect();
  const row = clientX - left < l ? rowAt(clientY - top, t, h, rows.length) : null;
  const column = clientY - top < t ? rowAt(clientX - left, l, w, columns.length) : null;
  plot.title = rows[row] ?? columns[column] ?? "";
}

export default function mount() {
  let timer;
  let soon = null;
  const watch = new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(() => [reach, translate].forEach((act) => act()), REST);
    if (soon === null)
      soon = setTimeout(() => {
        soon = null;
        translate();
      }, SOON);
  });
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  document.addEventListener("pointermove", tell);
  return () => {
    watch.disconnect();
    document.removeEventListener("pointermove", tell);
  };
}
