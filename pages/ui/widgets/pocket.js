// The browser's own memory of classrooms; pocket.py says what it is for. Where the browser allows no memory, as in some
// private windows, it lasts until the tab is closed.

const ID = "attention-table.student";
const KEYS = "attention-table.rooms";
const memory = new Map();

function remembered(name) {
  try {
    return localStorage.getItem(name) ?? memory.get(name) ?? null;
  } catch {
    return memory.get(name) ?? null;
  }
}

function remember(name, text) {
  memory.set(name, text);
  try {
    localStorage.setItem(name, text);
  } catch {
    // full or forbidden: the tab's memory has it
  }
}

/** 128 random bits as 32 hexadecimal digits. */
function randomId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function student() {
  const known = remembered(ID);
  if (/^[0-9a-f]{32}$/.test(known ?? "")) return known;
  const made = randomId();
  remember(ID, made);
  return made;
}

function keys() {
  try {
    const known = JSON.parse(remembered(KEYS) ?? "{}");
    return known && typeof known === "object" && !Array.isArray(known) ? known : {};
  } catch {
    return {};
  }
}

/** The secret behind the address's "#", which is taken off. */
function secretInAddress(name) {
  const url = new URL(window.location.href);
  const found = new RegExp(`^#${name}=([A-Za-z0-9_-]{22})$`).exec(url.hash);
  if (!found) return null;
  url.hash = "";
  window.history.replaceState(window.history.state, "", url);
  return found[1];
}

export default function ({ data, parentElement, setStateValue }) {
  const look = () => {
    const { room, keep, known, forget, hash } = parentElement.pocket;
    const all = { ...keys(), ...keep };
    const secret = room && secretInAddress(hash);
    if (secret) all[room] = secret;
    for (const code of forget) if (!keep[code] && code !== (secret && room)) delete all[code];
    if (JSON.stringify(all) !== JSON.stringify(keys())) remember(KEYS, JSON.stringify(all));
    const found = { student: student(), keys: all };
    const news = known?.student !== found.student || JSON.stringify(Object.keys(all).sort()) !== JSON.stringify(known.codes);
    if (!news && !secret) return; // each word to the server is a run of the page
    if (JSON.stringify(found) === parentElement.told) return;
    parentElement.told = JSON.stringify(found);
    setStateValue("found", found);
  };
  parentElement.pocket = data;
  look();
  window.addEventListener("hashchange", look); // the teacher's link was put into an address that differs in nothing else
  return () => window.removeEventListener("hashchange", look);
}
