// A value of a hand table, 0 to 1 or null for "-", as text and colour, and read from text. Put before the scripts that need it.

const show = (value) => (value === null ? "-" : String(Math.round(value * 1000) / 1000));

/** A number from 0 to 1, null for "-" and for nothing at all, undefined for anything else: the rules of parse_value in handmade.py. */
function parse(text) {
  const plain = text.normalize("NFKC").replace(/[‐‒–—―−ー]/g, "-").trim().replace(/。/g, ".");
  if (/^-*$/.test(plain)) return null;
  const number = /^([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?)( ?%)?$/.exec(
    plain.includes(".") ? plain : plain.replace(/,/g, "."),
  );
  const value = number ? Number(number[1]) / (number[2] ? 100 : 1) : -1;
  return value >= 0 && value <= 1 ? Math.abs(value) : undefined;
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
