// Asks for the next look at something that goes on at the server; pulse.py says why the browser is the one that asks.
const PATIENCE_MS = 3000;
const LONGEST_MS = 24000;

/** While there is no server, a request would only push aside what the visitor has done meanwhile and is to be sent first. */
function connected() {
  const app = document.querySelector("[data-testid=stApp]");
  return !app || app.dataset.testConnectionState === "CONNECTED";
}

export default function mount({ data, parentElement, setTriggerValue }) {
  const ask = (patience) => {
    if (connected()) setTriggerValue("look", data.number);
    // Whatever came of it: an answer sets the time anew. A server that is slow is not asked faster than it answers.
    parentElement.timer = setTimeout(ask, patience, Math.min(2 * patience, LONGEST_MS));
  };
  clearTimeout(parentElement.timer);
  if (data.live) parentElement.timer = setTimeout(ask, data.after, PATIENCE_MS);
  return () => clearTimeout(parentElement.timer);
}
