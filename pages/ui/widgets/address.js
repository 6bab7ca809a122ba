// The page's address and language. The address follows the board, so that a reload brings everything back; it is
// replaced, not pushed: going back leaves the app instead of stepping through edits.
const KEPT = "attention.board"; // of this tab, for who types the address of another page

/** Whether the page has just been loaded. */
function arrived() {
  const first = !window.attentionArrived;
  window.attentionArrived = true;
  return first;
}

/** The board's link as this tab had it last, or from now on; nothing where the browser keeps nothing. */
function stored(link) {
  try {
    if (link === undefined) return window.sessionStorage.getItem(KEPT);
    window.sessionStorage.setItem(KEPT, link);
  } catch {
    return null;
  }
}

export default function mount({ data }) {
  document.documentElement.lang = data.lang;
  const url = new URL(window.location.href);
  const kept = arrived() && data.keeps && !url.search && stored();
  if (kept && kept !== data.link) return void window.location.replace(`?s=${kept}`);
  if (data.link !== null) stored(data.link);
  if (data.room !== null) url.search = `?room=${data.room}`;
  else if (data.link === null) url.search = "";
  else if (url.searchParams.get("s") !== data.link) url.search = `?s=${data.link}`;
  if (url.href !== window.location.href) window.history.replaceState(window.history.state, "", url);
}
