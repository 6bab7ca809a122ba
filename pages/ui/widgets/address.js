// The page's address and language. The address follows the board, so that a reload brings everything back; it is
// replaced, not pushed: going back leaves the app instead of stepping through edits.
import { copy } from "./copying.js";
import { el } from "./dom.js";

export default function mount(component) {
  const { data, parentElement } = component;
  document.documentElement.lang = data.lang;
  const url = new URL(window.location.href);
  if (data.room !== null) url.search = `?room=${data.room}`;
  else if (data.link === null) url.search = "";
  else if (url.searchParams.get("s") !== data.link) url.search = `?s=${data.link}`;
  if (url.href !== window.location.href) window.history.replaceState(window.history.state, "", url);

  let button = parentElement.querySelector("button");
  if (!button) {
    button = parentElement.appendChild(el("button", "copy", { type: "button" }));
  }
  button.textContent = data.label;
  button.onclick = async () => {
    await copy(window.location.href);
    button.textContent = data.done;
    setTimeout(() => (button.textContent = data.label), 2000);
  };
}
