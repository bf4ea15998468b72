// Draws: the hash of a counter, as evaluation/statistics/bayes.py.

const SEED = 2003;
/** @type {(x: number) => number} */
const mixed = (x) => {
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
};
const KEY = mixed(SEED);
/** @type {(i: number) => number} */
export const draw = (i) => mixed((mixed(i) + KEY) | 0);
/** @type {(i: number) => number} */
export const uniform = (i) => (draw(i) + 0.5) / 4294967296;
