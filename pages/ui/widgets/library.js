// All scripts and styles, and what a component asks for before it is drawn (component.py). As the one thing on each page that
// belongs to no part of it, it also asks for the whole page when the server is back: one that has been started anew, or another
// process, knows no parts yet.
const SOON = 1000; // ms, at most: a class does not come back all at once

/** What draws a component: the styles go before all else, once. */
export function mounting(css, mounts) {
  return (name, styles, component) => {
    const { parentElement } = component;
    if (!parentElement.dressed)
      parentElement.prepend(
        Object.assign(document.createElement("style"), { textContent: styles.map((of) => css[of] ?? "").join("") }),
      );
    parentElement.dressed = true;
    return mounts[name](component);
  };
}

export default function mount({ setTriggerValue }) {
  const app = document.querySelector("[data-testid=stApp]");
  let away = false;
  let timer;
  const look = () => {
    const here = app.dataset.testConnectionState === "CONNECTED";
    clearTimeout(timer);
    if (here && away) timer = setTimeout(setTriggerValue, SOON * Math.random(), "back", true);
    away = !here;
  };
  const watch = new MutationObserver(look);
  if (app) watch.observe(app, { attributeFilter: ["data-test-connection-state"] });
  return () => watch.disconnect();
}
