// A value of a hand table, 0 to 1 or null for "-", as text and colour, and read from text. Put before the scripts that need it.

const show = (value) => (value === null ? "-" : String(Math.round(value * 1000) / 1000));

/** A number from 0 to 1, null for "-", undefined for anything else. Understands what a Chinese input method writes. */
function parse(text) {
  const plain = text.normalize("NFKC").trim().replace(/[。｡]/g, ".").replace(/[—–−‐‑―ー]/g, "-");
  if (/^-+$/.test(plain)) return null;
  const value = /^(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : NaN;
  return value >= 0 && value <= 1 ? value : undefined;
}

/** Background and ink for a value: ink is whichever of black and white has the stronger contrast (4.58 or more). */
function colours(value, scale) {
  if (value === null) return ["", ""];
  const at = value * (scale.length - 1);
  const low = Math.min(Math.floor(at), scale.length - 2);
  const channel = (stop, k) => parseInt(stop.slice(1 + 2 * k, 3 + 2 * k), 16);
  const rgb = [0, 1, 2].map((k) => channel(scale[low], k) * (1 - at + low) + channel(scale[low + 1], k) * (at - low));
  const [r, g, b] = rgb.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
  return [`rgb(${rgb.map(Math.round)})`, 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? "#000" : "#fff"];
}
