// What Streamlit says itself in English, in the page's language: its status, dialogs, and names that are only heard. It looks in
// Streamlit's own places alone, never where words of the visitor's stand.
const SAID = "STREAMLIT"; // rows of Streamlit's words, ours in Chinese and ours in English; component.py puts them here
const PLACES = [
  "[data-testid=stSkipToContent]",
  "[data-testid=stStatusWidget] *",
  "[data-testid=stStatusWidget]",
  "[role=dialog]:not([data-testid=stPopoverBody]) *",
  "[data-testid=InputInstructions]",
  "[data-testid=InputInstructions] *",
  "[data-testid=stTooltipContent] *",
  "[data-testid=stFileUploaderDropzoneInstructions] *",
  "[data-testid=stFileUploaderFileErrorMessage]",
  "[role=listbox] > :not([role=option])",
  "[role=listbox] > :not([role=option]) *",
];
const NAMES = ["aria-label", "title", "placeholder"];
const OURS = "[data-testid=stHtml], [data-testid=stMarkdown], .js-plotly-plot";

/** What to say instead; undefined for all that is not Streamlit's. rows: as in SAID; a gap in braces stands for any text. */
export function instead(text, rows, language) {
  for (const row of rows)
    for (const form of row) {
      const [start, end] = form.split(/\{\w+\}/);
      const same = end === undefined ? text === form : text.startsWith(start) && text.endsWith(end);
      if (!same || text.length < start.length + (end ?? "").length) continue;
      const gap = text.slice(start.length, text.length - (end ?? "").length);
      return row[language].replace(/\{\w+\}/, () => gap);
    }
}

/** Says it all in the language that the page has now. */
export function translate() {
  const language = document.documentElement.lang.startsWith("zh") ? 1 : 2;
  for (const place of document.querySelectorAll(PLACES.join()))
    for (const part of place.childNodes) {
      const said = part.nodeType === 3 ? instead(part.data.trim(), SAID, language) : undefined;
      if (said !== undefined && said !== part.data) part.data = said;
    }
  for (const name of NAMES)
    for (const element of document.querySelectorAll(`[${name}]`)) {
      if (element.closest(OURS)) continue;
      const said = instead(element.getAttribute(name), SAID, language);
      if (said !== undefined && said !== element.getAttribute(name)) element.setAttribute(name, said);
    }
}
