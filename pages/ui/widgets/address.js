// The page's address and language. The address follows the board, so that a reload brings everything back; it is
// replaced, not pushed: going back leaves the app instead of stepping through edits.
export default function mount({ data }) {
  document.documentElement.lang = data.lang;
  const url = new URL(window.location.href);
  if (data.room !== null) url.search = `?room=${data.room}`;
  else if (data.link === null) url.search = "";
  else if (url.searchParams.get("s") !== data.link) url.search = `?s=${data.link}`;
  if (url.href !== window.location.href) window.history.replaceState(window.history.state, "", url);
}
