// Numbers as text; a value of a hand table, 0 to 1 or null for "-", as text and colour, and read from text.
import { colour, ink } from "./colours.js";

/** A number in four digits. */
export const short = (value) => String(Number(value.toPrecision(4)));

/** What base64 packs: bytes with a sign, and little-endian floats. */
export const bytes = (packed) => Int8Array.from(atob(packed), (one) => one.charCodeAt(0));
export const floats = (packed) => new Float32Array(bytes(packed).buffer);

export const show = (value) => (value === null ? "-" : String(Math.round(value * 1000) / 1000));

/** What comes after a value where a tap goes through `steps`, which rise, and null. */
export const cycled = (value, steps) => (value === null ? steps[0] : (steps.find((step) => step > value) ?? null));

/** A number from 0 to 1, null for "-" and for nothing at all, undefined for anything else: the rules of parse_value in handmade.py. */
export function parse(text) {
  const plain = text
    .normalize("NFKC")
    .replace(/[‐‒–—―−ー]/g, "-")
    .trim()
    .replace(/。/g, ".");
  if (/^-*$/.test(plain)) return null;
  const number = /^([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?)( ?%)?$/.exec(
    plain.includes(".") ? plain : plain.replace(/,/g, "."),
  );
  const value = number ? Number(number[1]) / (number[2] ? 100 : 1) : -1;
  return value >= 0 && value <= 1 ? Math.abs(value) : undefined;
}

/** Background and ink for a value. */
export const colours = (value, scale) => (value === null ? ["", ""] : [colour(scale, value), ink(scale, value)]);
