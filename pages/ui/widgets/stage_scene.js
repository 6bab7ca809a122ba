// Where everything on the stage of the four steps stands, at a moment of a step: numbers in, rectangles and texts out.
import { colour, ink } from "./colours.js";
import { between } from "./dom.js";
import { short } from "./values.js";

/** What lies that share of the way from a to b: numbers, and lists of them. */
export const mix = (a, b, share) =>
  Array.isArray(a) ? a.map((value, k) => mix(value, b[k], share)) : share === 1 ? b : a + (b - a) * share;

/** Where each of the values begins and ends if each stands on the one before it. */
export function heaped(values) {
  let end = 0;
  return values.map((value) => {
    end += value;
    return [end - value, end];
  });
}

/** What of a step happens between two moments, 0 to 1, gently at both ends. */
export function phase(t, from, to) {
  const x = between((t - from) / (to - from), 0, 1);
  return x * x * (3 - 2 * x);
}

/** Where 0 lies and how long a 1 is, so that bars of all these values have room from top to bottom. */
export function room(values, top, bottom) {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const unit = (bottom - top) / (high - low || 1);
  return { unit, zero: top + high * unit };
}

/** Everything of step 0 to 3 at moment t, 0 to 1. way: one of data.ways, or what lies between two. box: width, height, em. */
export const scene = (step, t, data, way, box) => [scoring, scaling, sharing, adding][step](t, data, way, box);

const wide = (text) => Array.from(text).reduce((sum, one) => sum + (one < "\u02ff" ? 0.57 : 1), 0);
const longest = (texts) => Math.max(0, ...texts.map(wide));

export function clip(text, most) {
  const all = Array.from(text);
  return all.length > most ? `${all.slice(0, most - 1).join("")}…` : text;
}

const rect = (id, [x, y, w, h], look) => ({ id, x, y, w, h, opacity: 1, ...look });
const label = (id, text, x, y, look) => ({ id, text, x, y, opacity: 1, anchor: "middle", size: 0.8, ...look });
const bar = (x, w, { unit, zero }, from, to) => [x, zero - Math.max(from, to) * unit, w, Math.abs(to - from) * unit];
const sign = (data, value) => data.signed[value < 0 ? 0 : data.signed.length - 1];
const largest = (...lists) => Math.max(1e-12, ...lists.flat(2).map(Math.abs));

/** A vector as a strip of colour with its digits, where they have room. of(c): what a click on column c tells. */
function strip(id, values, [x, y, cell, tall], { em, limit, scale, opacity = 1, digits = true, of }) {
  const room = longest(values.map(short)) * em;
  const size = [1.1, 0.95, 0.8, 0.65].find((one) => room * one < cell - 2 && one * em < tall * 0.75);
  const fits = digits && size;
  return values.flatMap((value, c) => {
    const at = (value / limit + 1) / 2;
    const gap = cell > 6 ? 1 : 0;
    const box = rect(`${id}${c}`, [x + c * cell, y, cell - gap, tall], { fill: colour(scale, at), opacity });
    if (of) box.of = of(c);
    const look = { fill: ink(scale, at), size, opacity };
    const middle = y + tall / 2 + 0.35 * size * em;
    return fits ? [box, label(`${id}t${c}`, short(value), x + (c + 0.5) * cell, middle, look)] : [box];
  });
}

/** Numbers of columns, from 1; where they are narrow, not all. */
function numbered(n, x, y, cell, em) {
  const every = [1, 2, 5, 10, 20, 50].find((one) => one * cell > 1.5 * em) || 100;
  const shown = Array.from({ length: n }, (_, c) => c).filter(
    (c) => c === 0 || (c + 1 > every / 2 && (c + 1) % every === 0),
  );
  return shown.map((c) => label(`n${c}`, String(c + 1), x + (c + 0.5) * cell, y, { size: 0.7, pale: true }));
}

const side = (id, text, y, { em, width }) =>
  label(id, text, 0, y, { anchor: "start", size: width < 500 ? 0.75 : 0.9, most: 9 * em });

// 1: the strips of q and k meet, their products grow, and fall together into the score.
function scoring(t, data, _, box) {
  const { width, height, em } = box;
  const [left, right] = width < 500 ? [3.6 * em, 4 * em] : [7 * em, 8 * em];
  const n = data.q.length;
  const cell = Math.min((width - left - right) / n, 9 * em);
  const [top, tall] = [1.3 * em, 1.9 * em];
  const below = mix(height - tall, top + tall + 2, phase(t, 0, 0.25));
  const look = { em, limit: largest(data.q, data.k), scale: data.signed };
  const score = data.scores[data.chosen];
  const heap = heaped(data.products);
  const scale = room([...heap.flat(), ...data.products, score], top + 2 * tall + 1.6 * em, height - 1.6 * em);
  const [thin, x, w] = [cell * 0.72, left + n * cell + right * 0.32, right * 0.4];
  const done = phase(t, 0.94, 1);
  const words = width < 500 ? ["", ""] : [data.query, data.words[data.chosen]].map((word) => ` ${clip(word, 5)}`);
  const marks = [
    ...numbered(n, left, 0.9 * em, cell, em),
    side("lq", `q${words[0]}`, top + 1.25 * em, box),
    side("lk", `k${words[1]}`, below + 1.25 * em, box),
    side("lp", "q ⊙ k", scale.zero + 0.3 * em, box),
    ...strip("q", data.q, [left, top, cell, tall], { ...look, of: (c) => of("q", data.q[c], { column: c + 1 }) }),
    ...strip("k", data.k, [left, below, cell, tall], { ...look, of: (c) => of("k", data.k[c], { column: c + 1 }) }),
    rect("zero", [left, scale.zero, n * cell + right * 0.8, 1], { fill: "currentColor", opacity: 0.4 }),
  ];
  const size = [1, 0.8].find((one) => longest(data.products.map(short)) * one * em < cell - 2);
  data.products.forEach((value, c) => {
    const grown = phase(t, 0.22 + (0.2 * c) / n, 0.4 + (0.2 * c) / n);
    const falls = phase(t, 0.62 + (0.12 * c) / n, 0.84 + (0.12 * c) / n);
    const own = bar(left + c * cell + (cell - thin) / 2, thin, scale, 0, value * grown);
    const fill = sign(data, value);
    const told = of("product", value, { column: c + 1, q: data.q[c], k: data.k[c] });
    marks.push(rect(`p${c}`, own, { fill, of: told, opacity: 1 - 0.45 * falls }));
    marks.push(rect(`f${c}`, mix(own, bar(x, w, scale, ...heap[c]), falls), { fill, opacity: falls ? 1 - done : 0 }));
    const y = value < 0 ? own[1] + own[3] + em * 0.9 : own[1] - em * 0.3;
    if (size) marks.push(label(`pt${c}`, short(value), left + (c + 0.5) * cell, y, { opacity: grown, size }));
  });
  const whole = bar(x, w, scale, 0, score);
  const end = score < 0 ? whole[1] + whole[3] + em * 1.1 : whole[1] - em * 0.4;
  marks.push(
    rect("score", whole, { fill: sign(data, score), opacity: done, of: told("score", score, data, data.chosen) }),
  );
  marks.push(
    label("lscore", `q·k = ${short(score)}`, x + w / 2, end, {
      opacity: done,
      strong: true,
      size: width < 500 ? 0.8 : 1,
    }),
  );
  return marks;
}

const of = (name, value, gaps) => ({ name, value, gaps });
const told = (name, value, data, k, gaps = {}) =>
  of(name, value, { word: data.words[k], place: data.places[k], ...gaps });

/** Columns for the words of the row. under: how much room their names take. */
function columns(data, { width, em }) {
  const cell = Math.min((width - em) / data.words.length, 6.5 * em);
  const level = longest(data.words.map((word) => clip(word, 7))) * 0.9 * em < cell;
  return {
    cell,
    x: (width - cell * data.words.length) / 2,
    under: (level ? 1.7 : longest(data.words.map((word) => clip(word, 5))) * 0.9 + 1.3) * em,
    thin: cell * 0.66,
    level,
  };
}

const names = (data, { cell, x, level }, y, em, opacity = () => 1) =>
  data.words.map((word, k) =>
    label(`w${k}`, clip(word, level ? 7 : 5), x + (k + 0.5) * cell, y + (level ? em : 0.2 * em), {
      size: level ? 0.9 : between(cell / em, 0.6, 0.9),
      vertical: !level,
      strong: k === data.chosen,
      opacity: opacity(k),
    }),
  );

/** A number above or below the bar of word k; where not all have room, the chosen word alone has one. */
function tip(k, value, all, data, [x, y, w, h], cell, { width, em }, opacity) {
  const size = [1, 0.8].find((one) => longest(all.map(short)) * one * em < cell);
  if (!size && k !== data.chosen) return [];
  const half = (wide(short(value)) * em) / 2;
  const middle = between(x + w / 2, half, width - half);
  return [label(`v${k}`, short(value), middle, value < 0 ? y + h + em : y - 0.3 * em, { opacity, size: size || 0.9 })];
}

// 2: the scores of the row are divided, and the mask takes away what may not be seen.
function scaling(t, data, way, box) {
  const { height, em } = box;
  const row = columns(data, box);
  const [grown, shrunk, gone] = [phase(t, 0, 0.25), phase(t, 0.35, 0.7), phase(t, 0.78, 1)];
  const both = [...data.scores, ...data.ways.flatMap((one) => one.scaled)];
  const low = both.some((value) => value < 0) ? 1.5 * em : 0;
  const scale = room(both, 2.7 * em, height - row.under - low);
  const marks = [label("cap", data.labels.caption.scores, 0, em, { anchor: "start", pale: true })];
  marks.push(
    rect("zero", [row.x, scale.zero, row.cell * data.words.length, 1], { fill: "currentColor", opacity: 0.4 }),
  );
  data.words.forEach((_, k) => {
    const [score, scaled, kept] = [data.scores[k], way.scaled[k], data.mask[k]];
    const x = row.x + k * row.cell + (row.cell - row.thin) / 2;
    const raw = bar(x, row.thin, scale, 0, score * grown);
    const now = bar(x, row.thin, scale, 0, mix(score * grown, scaled, shrunk) * (kept ? 1 : 1 - gone));
    marks.push(
      rect(`g${k}`, raw, {
        fill: "none",
        edge: sign(data, score),
        opacity: shrunk * (kept ? 0.9 : 0.3),
        of: told("score", score, data, k),
      }),
    );
    const what = kept ? told("scaled", scaled, data, k, { score, factor: way.factor }) : told("masked", null, data, k);
    marks.push(rect(`b${k}`, now, { fill: sign(data, score), of: what, opacity: kept ? 1 : 1 - gone }));
    const value = shrunk < 0.5 ? score : scaled;
    const all = [...data.scores, ...way.scaled];
    marks.push(...tip(k, value, all, data, now, row.cell, box, grown * (kept ? 1 : 1 - gone)));
    if (!kept)
      marks.push(label(`m${k}`, "−∞", x + row.thin / 2, scale.zero - 0.3 * em, { opacity: gone, size: 1, of: what }));
  });
  return [...marks, ...names(data, row, height - row.under, em, (k) => (data.mask[k] ? 1 : 1 - 0.5 * gone))];
}

// 3: exp of each score, then all of them side by side as one bar of length 1: the row of the table.
function sharing(t, data, way, box) {
  const { width, height, em } = box;
  const row = columns(data, box);
  const [powered, joined, done] = [phase(t, 0, 0.35), phase(t, 0.45, 0.88), phase(t, 0.88, 1)];
  const [tall, length] = [2.4 * em, width - 2 * em];
  const low = height - tall - 1.9 * em;
  const bottom = low - row.under - 2 * em;
  const seen = data.words.map((_, k) => k).filter((k) => data.mask[k]);
  const before = room(
    seen.map((k) => way.scaled[k]),
    2.7 * em,
    bottom,
  );
  const after = room([1], 2.7 * em, bottom);
  const heap = heaped(way.weights);
  const marks = [
    label("cap", data.labels.caption.exps, 0, em, { anchor: "start", pale: true }),
    label("cap2", data.labels.caption.weights, 0, low - 0.5 * em, { anchor: "start", pale: true, opacity: powered }),
    rect("one", [em, low, length, tall], { fill: "none", edge: "currentColor", opacity: 0.35 }),
    label("from", "0", em, height - 0.6 * em, { pale: true }),
    label("to", "1", width - em, height - 0.6 * em, { pale: true }),
  ];
  seen.forEach((k) => {
    const [power, weight] = [way.exps[k], way.weights[k]];
    const x = row.x + k * row.cell + (row.cell - row.thin) / 2;
    const own = mix(bar(x, row.thin, before, 0, way.scaled[k]), bar(x, row.thin, after, 0, power), powered);
    const fill = colour(data.shades, weight);
    const look = { fill, edge: "rgb(128,128,128)" };
    const segment = [em + heap[k][0] * length, low, weight * length, tall];
    const gaps = { scaled: way.scaled[k], top: way.top };
    const share = told("weight", weight, data, k, { exp: power, total: way.total });
    marks.push(rect(`e${k}`, own, { ...look, of: told("exp", power, data, k, gaps) }));
    marks.push(...tip(k, power, way.exps, data, own, row.cell, box, powered));
    marks.push(rect(`s${k}`, mix(own, segment, joined), { ...look, opacity: joined ? 1 : 0, of: share }));
    marks.push(...inside(k, weight, segment, data, done, em));
  });
  if (data.left) {
    const at = em + (1 - way.rest) * length;
    const rest = of("rest", way.rest, { count: data.left });
    marks.push(rect("rest", [at, low, way.rest * length, tall], { fill: "rgb(160,160,160)", opacity: done, of: rest }));
  }
  marks.push(...names(data, row, bottom + 0.1 * em, em, (k) => (data.mask[k] ? 1 : 0.5)));
  return marks;
}

/** In a segment its weight, with two digits where four have no room; under it its word. */
function inside(k, weight, [x, y, w, h], data, opacity, em) {
  const text = [short(weight), weight.toFixed(2)].find((one) => wide(one) * em < w - 2);
  const word = clip(data.words[k], 6);
  const marks = [];
  const fill = ink(data.shades, weight);
  if (text)
    marks.push(
      label(`st${k}`, text, x + w / 2, y + h / 2 + 0.3 * em, { fill, opacity, size: 1, strong: k === data.chosen }),
    );
  if (wide(word) * 0.85 * em < w - 2)
    marks.push(label(`sw${k}`, word, x + w / 2, y + h + 1.2 * em, { opacity, size: 0.85 }));
  return marks;
}

// 4: strips of values, each as thick as its weight, flow together into the output; beside it the old value, and what changed.
function adding(t, data, way, box) {
  const { width, height, em } = box;
  const [thinned, joined, done] = [phase(t, 0.1, 0.4), phase(t, 0.45, 0.85), phase(t, 0.85, 1)];
  const weights = data.strips.map((k) => way.weights[k]);
  const rows = data.strips.map((k, r) => ({ k, values: data.values[r], shares: way.shares[r], weight: weights[r] }));
  if (data.others) rows.push({ k: -1, values: null, shares: way.othersShare, weight: way.othersWeight });
  const left = width < 500 ? 5.6 * em : 10 * em;
  const n = data.before.length;
  const cell = Math.min((width - left - 2) / n, 12 * em);
  const tall = Math.min((height - 2.4 * em) / (rows.length + 3), 4.2 * em);
  const look = { em, limit: largest(data.values, data.before, way.output), scale: data.signed };
  const heap = heaped(rows.map((row) => row.weight));
  const out = 1.3 * em + rows.length * tall + 0.9 * em;
  const [full, thick] = [tall * 0.54, tall * 0.36 - 3];
  const marks = numbered(n, left, 0.9 * em, cell, em);
  const column = (name, list, more) => (c) => of(name, list[c], { column: c + 1, ...more(c) });
  rows.forEach(({ k, values, shares, weight }, r) => {
    const y = 1.3 * em + r * tall;
    const word = k < 0 ? { word: "" } : { word: data.words[k], place: data.places[k] };
    const name = k < 0 ? data.labels.others.replace("{count}", data.others) : clip(word.word, width < 500 ? 3 : 6);
    marks.push({
      ...side(`l${r}`, `${name} × ${short(weight)}`, y + full * 0.5 + 0.3 * em, box),
      of: k < 0 ? undefined : of("weight", weight, { ...word, exp: way.exps[k], total: way.total }),
    });
    if (values)
      marks.push(
        ...strip(`r${r}-`, values, [left, y, cell, full], { ...look, of: column("value", values, () => word) }),
      );
    const [from, thin] = [y + full + 3, thick * mix(values ? 1 : weight, weight, thinned)];
    const named =
      k < 0
        ? column("othersShare", shares, () => ({ count: data.others }))
        : column("share", shares, (c) => ({ ...word, weight, value: values[c] }));
    const shown = values || shares.map((value) => value / (weight || 1));
    const flat = { ...look, digits: false };
    marks.push(...strip(`h${r}-`, shown, [left, from, cell, thin], { ...flat, opacity: thinned, of: named }));
    if (joined === 0 || done === 1) return;
    const to = [out + heap[r][0] * full, full * weight];
    const [y2, tall2] = mix([from, thin], to, joined);
    marks.push(...strip(`j${r}-`, shown, [left, y2, cell, tall2], { ...flat, opacity: 1 - done }));
  });
  const below = [
    ["output", way.output, () => ({}), done],
    ["before", data.before, () => ({}), 1],
    ["change", way.change, (c) => ({ output: way.output[c], before: data.before[c] }), done],
  ];
  below.forEach(([name, values, gaps, opacity], r) => {
    const y = out + r * tall * 0.8;
    marks.push({ ...side(`l-${name}`, data.labels.rows[name], y + full * 0.5 + 0.3 * em, box), strong: r === 0 });
    marks.push(
      ...strip(`${name}-`, values, [left, y, cell, full], { ...look, opacity, of: column(name, values, gaps) }),
    );
  });
  return marks;
}
