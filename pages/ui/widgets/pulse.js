// Asks for the next look at something that goes on at the server; pulse.py says why the browser is the one that asks.
const AGAIN_MS = 3000;

export default function ({ data, parentElement, setTriggerValue }) {
  const ask = () => {
    setTriggerValue("look", data.number);
    parentElement.timer = setTimeout(ask, AGAIN_MS); // whatever came of it: an answer sets the time anew
  };
  clearTimeout(parentElement.timer);
  if (data.live) parentElement.timer = setTimeout(ask, data.after);
  return () => clearTimeout(parentElement.timer);
}
