// The browser's own memory of classrooms; pocket.py says what it is for. Where the browser allows no memory, as in some
// private windows, it lasts until the tab is closed.

const ID = "attention-table.student";
const KEYS = "attention-table.rooms";
const SEATS = "attention-table.seats";
const OFFERS = "attention-table.offers"; // of this tab only: a reload must not lose a secret that could not be looked up yet
const memory = new Map();

function place(name) {
  return name === OFFERS ? window.sessionStorage : window.localStorage;
}

function remembered(name) {
  try {
    return place(name).getItem(name) ?? memory.get(name) ?? null;
  } catch {
    return memory.get(name) ?? null;
  }
}

function remember(name, text) {
  memory.set(name, text);
  try {
    place(name).setItem(name, text);
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

/** What is kept by the codes of rooms. */
function byCode(name) {
  try {
    const known = JSON.parse(remembered(name) ?? "{}");
    return known && typeof known === "object" && !Array.isArray(known) ? known : {};
  } catch {
    return {};
  }
}

function rememberByCode(name, all) {
  if (JSON.stringify(all) !== JSON.stringify(byCode(name))) remember(name, JSON.stringify(all));
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

export default function mount({ data, parentElement, setStateValue }) {
  const look = () => {
    const { room, keep, refused, known, forget, hash } = parentElement.pocket;
    const all = { ...byCode(KEYS), ...keep };
    for (const code of forget) if (!keep[code]) delete all[code];
    rememberByCode(KEYS, all);
    const seats = { ...byCode(SEATS), ...parentElement.pocket.seats };
    rememberByCode(SEATS, seats);
    const offers = byCode(OFFERS);
    for (const code of Object.keys(offers)) if ([keep[code], refused[code]].includes(offers[code])) delete offers[code];
    const secret = room && secretInAddress(hash);
    if (secret) offers[room] = secret;
    rememberByCode(OFFERS, offers);
    const found = { student: student(), keys: all, offers, seats };
    const news =
      known?.student !== found.student || JSON.stringify(Object.keys(all).sort()) !== JSON.stringify(known.codes);
    if (!news && !secret) return; // each word to the server is a run of the page
    if (!secret && JSON.stringify(found) === parentElement.told) return;
    parentElement.told = JSON.stringify(found);
    setStateValue("found", { ...found, moment: Date.now() });
  };
  parentElement.pocket = data;
  look();
  window.addEventListener("hashchange", look); // the teacher's link was put into an address that differs in nothing else
  return () => window.removeEventListener("hashchange", look);
}
