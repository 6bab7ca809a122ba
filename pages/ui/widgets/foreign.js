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
  "[role=listbox][data-empty=true] *",
];
const NAMES = ["aria-label", "title", "placeholder"];
const OURS = "[data-testid=stHtml], [data-testid=stMarkdown], .js-plotly-plot";

/** The rows by each of their forms, and apart those with a gap in braces, which stands for any text. */
export function byForm(rows) {
  const forms = Array.from(rows).flatMap((row) => Array.from(row, (form) => [form, row]));
  const gapped = forms.filter(([form]) => form.includes("{")).map(([form, row]) => [...form.split(/\{\w+\}/), row]);
  return { exact: new Map(forms), gapped };
}

/** What to say instead, in the language 1 or 2 of a row; undefined for all that is not Streamlit's. */
export function instead(text, { exact, gapped }, language) {
  if (exact.has(text)) return exact.get(text)[language];
  for (const [start, end, row] of gapped)
    if (text.length > start.length + end.length && text.startsWith(start) && text.endsWith(end))
      return row[language].replace(/\{\w+\}/, () => text.slice(start.length, text.length - end.length));
  return undefined;
}

const KNOWN = byForm(SAID);

/** Says it all in the language that the page has now. */
export function translate() {
  const language = document.documentElement.lang.startsWith("zh") ? 1 : 2;
  for (const place of document.querySelectorAll(PLACES.join()))
    for (const part of place.childNodes) {
      const said = part.nodeType === 3 ? instead(part.data.trim(), KNOWN, language) : undefined;
      if (said !== undefined && said !== part.data) part.data = said;
    }
  for (const name of NAMES)
    for (const element of document.querySelectorAll(`[${name}]`)) {
      if (element.closest(OURS)) continue;
      const said = instead(element.getAttribute(name), KNOWN, language);
      if (said !== undefined && said !== element.getAttribute(name)) element.setAttribute(name, said);
    }
}
