// Tail probabilities of the distributions that the tests need.

/** @type {(x: number) => number} */
export const erfc = (x) => {
  if (x < 0) return 2 - erfc(-x);
  if (x < 2) {
    let term = x,
      total = x;
    for (let n = 1; Math.abs(term) > 1e-17 * Math.abs(total); n++) {
      term *= (2 * x * x) / (2 * n + 1);
      total += term;
    }
    return 1 - (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * total;
  }
  let f = x;
  for (let n = 120; n > 0; n--) f = x + n / 2 / f;
  return Math.exp(-x * x) / Math.sqrt(Math.PI) / f;
};
/** @type {(z: number) => number} */
export const upper = (z) => erfc(z / Math.SQRT2) / 2; // P(normal > z)
const STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156];
/** @type {(x: number) => number} */
export const logGamma = (x) => {
  let shift = 0;
  for (; x < 12; x++) shift += Math.log(x);
  let series = 0;
  for (let i = STIRLING.length - 1; i >= 0; i--) series = series / (x * x) + STIRLING[i];
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series / x - shift;
};
// Continued fraction b0 + a1 / (b1 + a2 / (b2 + ...)) by the rule of Lentz; part(n) gives [a_n, b_n].
/** @type {(b0: number, part: (n: number) => [number, number]) => number} */
const fraction = (b0, part) => {
  let f = b0 || 1e-300,
    c = f,
    d = 0;
  for (let n = 1; n < 10000; n++) {
    const [a, b] = part(n);
    d = 1 / (b + a * d || 1e-300);
    c = b + a / c || 1e-300;
    f *= c * d;
    if (Math.abs(c * d - 1) < 1e-16) break;
  }
  return f;
};
/** @type {(a: number, b: number, x: number) => number} */
export const betaIncomplete = (a, b, x) => {
  if (!(x > 0)) return x <= 0 ? 0 : NaN;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - betaIncomplete(b, a, 1 - x);
  const front =
    Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)) / a;
  return (
    front /
    fraction(1, (n) => {
      const m = Math.floor(n / 2);
      return [
        n % 2
          ? (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
          : (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)),
        1,
      ];
    })
  );
};
/** @type {(a: number, x: number) => number} */
export const gammaUpper = (a, x) => {
  if (x <= 0) return 1;
  const front = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x >= a + 1) return front / fraction(x + 1 - a, (n) => [-n * (n - a), x + 2 * n + 1 - a]);
  let term = 1 / a,
    total = term;
  for (let n = 1; term > 1e-17 * total; n++) {
    term *= x / (a + n);
    total += term;
  }
  return 1 - front * total;
};
/** @type {(df: number, t: number) => number} */
export const tTail = (df, t) => {
  const p = betaIncomplete(df / 2, 0.5, df / (df + t * t)) / 2;
  return t > 0 ? p : 1 - p;
}; // P(T > t)
/** @type {(k: number, q: number) => number} */
export const rangeTail = (k, q) => {
  // P(range of k normal variables > q), by the trapezoidal rule
  const h = 0.04;
  let total = 0;
  for (let z = -9; z <= 9; z += h) total += Math.exp((-z * z) / 2) * (upper(z - q) - upper(z)) ** (k - 1);
  return 1 - (k * h * total) / Math.sqrt(2 * Math.PI);
};
/** @type {(k: number, n: number, alpha: number) => number} */
export const criticalDifference = (k, n, alpha) => {
  let low = 0,
    high = 100;
  for (let i = 0; i < 70; i++) {
    const q = (low + high) / 2;
    if (rangeTail(k, q) > alpha) low = q;
    else high = q;
  }
  return (low / Math.SQRT2) * Math.sqrt((k * (k + 1)) / (6 * n));
};
/** @type {(df: number, p: number) => number} */
export const tQuantile = (df, p) => {
  let low = 0,
    high = 1e4;
  for (let i = 0; i < 80; i++) {
    const t = (low + high) / 2;
    if (tTail(df, t) > 1 - p) low = t;
    else high = t;
  }
  return low;
};
