// The statistics of a selection: the same definitions as src/naivebench/evaluation/statistics, and the same draws. Pure functions of
// numbers, without the page, so that they also run in a worker. Matrices are arrays of rows, data sets x methods.
const analysis = (() => {
  "use strict";
  const NOISE = 1e-12, SEED = 2003, TIE = 1e-9;
  const sum = (values) => { let s = 0; for (const v of values) s += v; return s; };
  const mean = (values) => sum(values) / values.length;
  const deviation = (values) => { const m = mean(values); return Math.sqrt(sum(values.map((v) => (v - m) ** 2)) / (values.length - 1)); };
  const column = (rows, j) => rows.map((row) => row[j]);

  // Noise
  const rint = (x) => { const r = Math.round(x); return Math.abs(x - Math.trunc(x)) === 0.5 && r % 2 ? r - 1 : r; };
  const merged = (values, sizes) => {
    sizes = sizes.map((s) => (Number.isFinite(s) ? s : 0));
    const largest = sizes.reduce((a, b) => Math.max(a, b), 0), least = Math.min(largest, 1);
    if (!largest) return values;
    const amounts = [...values.map(Math.abs), 0], noise = [...sizes.map((s) => NOISE * Math.max(s, least)), 0];
    const order = amounts.map((_, i) => i).sort((i, j) => (amounts[i] === amounts[j] ? 0 : amounts[i] - amounts[j]));
    const lowest = [];
    order.forEach((i, at) => {
      const before = order[at - 1];
      lowest[i] = at && amounts[i] - amounts[before] <= Math.max(noise[i], noise[before]) ? lowest[before] : amounts[i];
    });
    return values.map((v, i) => (v < 0 ? -lowest[i] : lowest[i]) + 0);
  };
  const withoutNoise = (rows) => {
    const flat = rows.flat(), k = rows.length ? rows[0].length : 0, values = merged(flat, flat.map(Math.abs));
    return rows.map((_, i) => values.slice(i * k, (i + 1) * k));
  };
  const differences = (a, b) => {
    const size = (v) => (Number.isFinite(v) ? Math.abs(v) : 0);
    return merged(a.map((v, i) => (v === b[i] ? 0 : v - b[i])), a.map((v, i) => Math.max(size(v), size(b[i]))));
  };

  // Distributions
  const erfc = (x) => {
    if (x < 0) return 2 - erfc(-x);
    if (x < 2) {
      let term = x, total = x;
      for (let n = 1; Math.abs(term) > 1e-17 * Math.abs(total); n++) { term *= 2 * x * x / (2 * n + 1); total += term; }
      return 1 - 2 / Math.sqrt(Math.PI) * Math.exp(-x * x) * total;
    }
    let f = x;
    for (let n = 120; n > 0; n--) f = x + n / 2 / f;
    return Math.exp(-x * x) / Math.sqrt(Math.PI) / f;
  };
  const upper = (z) => erfc(z / Math.SQRT2) / 2; // P(normal > z)
  const STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156];
  const logGamma = (x) => {
    let shift = 0;
    for (; x < 12; x++) shift += Math.log(x);
    let series = 0;
    for (let i = STIRLING.length - 1; i >= 0; i--) series = series / (x * x) + STIRLING[i];
    return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series / x - shift;
  };
  // Continued fraction b0 + a1 / (b1 + a2 / (b2 + ...)) by the rule of Lentz; part(n) gives [a_n, b_n].
  const fraction = (b0, part) => {
    let f = b0 || 1e-300, c = f, d = 0;
    for (let n = 1; n < 10000; n++) {
      const [a, b] = part(n);
      d = 1 / (b + a * d || 1e-300);
      c = b + a / c || 1e-300;
      f *= c * d;
      if (Math.abs(c * d - 1) < 1e-16) break;
    }
    return f;
  };
  const betaIncomplete = (a, b, x) => {
    if (!(x > 0)) return x <= 0 ? 0 : NaN;
    if (x >= 1) return 1;
    if (x > (a + 1) / (a + b + 2)) return 1 - betaIncomplete(b, a, 1 - x);
    const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)) / a;
    return front / fraction(1, (n) => {
      const m = Math.floor(n / 2);
      return [n % 2 ? -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)) : m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), 1];
    });
  };
  const gammaUpper = (a, x) => {
    if (x <= 0) return 1;
    const front = Math.exp(a * Math.log(x) - x - logGamma(a));
    if (x >= a + 1) return front / fraction(x + 1 - a, (n) => [-n * (n - a), x + 2 * n + 1 - a]);
    let term = 1 / a, total = term;
    for (let n = 1; term > 1e-17 * total; n++) { term *= x / (a + n); total += term; }
    return 1 - front * total;
  };
  const tTail = (df, t) => { const p = betaIncomplete(df / 2, 0.5, df / (df + t * t)) / 2; return t > 0 ? p : 1 - p; }; // P(T > t)
  const rangeTail = (k, q) => { // P(range of k normal variables > q), by the trapezoidal rule
    const h = 0.04;
    let total = 0;
    for (let z = -9; z <= 9; z += h) total += Math.exp(-z * z / 2) * (upper(z - q) - upper(z)) ** (k - 1);
    return 1 - k * h * total / Math.sqrt(2 * Math.PI);
  };
  const criticalDifference = (k, n, alpha) => {
    let low = 0, high = 100;
    for (let i = 0; i < 70; i++) { const q = (low + high) / 2; if (rangeTail(k, q) > alpha) low = q; else high = q; }
    return low / Math.SQRT2 * Math.sqrt(k * (k + 1) / (6 * n));
  };

  // Draws: the hash of a counter, as evaluation/statistics/draws.py
  const mixed = (x) => {
    x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
    x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
    return (x ^ (x >>> 16)) >>> 0;
  };
  const KEY = mixed(SEED);
  const draw = (i) => mixed((mixed(i) + KEY) | 0);
  const uniform = (i) => (draw(i) + 0.5) / 4294967296;
  const quantile = (sorted, q) => { const at = q * (sorted.length - 1), i = Math.floor(at); return sorted[i] + (at - i) * ((sorted[i + 1] ?? sorted[i]) - sorted[i]); };

  // Ranks and tests of all methods
  const midRanks = (values) => {
    const order = values.map((_, i) => i).sort((a, b) => (values[a] < values[b] ? -1 : values[a] > values[b] ? 1 : 0));
    const ranks = new Array(values.length);
    for (let i = 0, j; i < order.length; i = j) {
      for (j = i + 1; j < order.length && values[order[j]] === values[order[i]];) j++;
      for (let m = i; m < j; m++) ranks[order[m]] = (i + j + 1) / 2;
    }
    return ranks;
  };
  const rankRows = (scores, lower) => withoutNoise(scores).map((row) => midRanks(lower ? row : row.map((v) => -v)));
  // Methods, the best average rank first; ties by name where there are names, as benchmark/results/summaries.py
  const inOrder = (average, names = null) => average.map((_, i) => i).sort((a, b) => average[a] - average[b] || (!names ? a - b : names[a] < names[b] ? -1 : 1));
  const averageRanks = (ranks) => ranks[0].map((_, j) => mean(column(ranks, j)));
  const omnibus = (average, n) => {
    const k = average.length;
    const friedman = 12 * n / (k * (k + 1)) * sum(average.map((r) => (r - (k + 1) / 2) ** 2));
    const rest = n * (k - 1) - friedman, df = [k - 1, (k - 1) * (n - 1)];
    const f = n < 2 ? NaN : rest <= 1e-9 * n * k ? Infinity : (n - 1) * friedman / rest;
    return {
      friedman: { statistic: friedman, df: k - 1, p: gammaUpper((k - 1) / 2, friedman / 2) },
      iman_davenport: { statistic: f, df, p: f === Infinity ? 0 : betaIncomplete(df[1] / 2, df[0] / 2, df[1] / (df[1] + df[0] * f)) },
    };
  };
  const holm = (p) => {
    const order = p.map((_, i) => i).sort((a, b) => p[a] - p[b]), adjusted = new Array(p.length);
    let running = 0;
    order.forEach((at, i) => { running = Math.max(running, p[at] * (p.length - i)); adjusted[at] = Math.min(1, running); });
    return adjusted;
  };
  const spread = (k, n) => Math.sqrt(k * (k + 1) / (6 * n)); // standard error of a difference of average ranks
  const against = (average, n, control) => {
    const others = average.map((_, i) => i).filter((i) => i !== control);
    const z = others.map((i) => (average[control] - average[i]) / spread(average.length, n));
    const p = z.map((v) => 2 * upper(Math.abs(v))), adjusted = holm(p);
    return { others, z, p, holm: adjusted };
  };
  const pairsOf = (k) => { const pairs = []; for (let i = 0; i < k; i++) for (let j = i + 1; j < k; j++) pairs.push([i, j]); return pairs; };
  // Bergmann and Hommel's procedure, as evaluation/statistics/bergmann.py: the largest set of pairs without one that is further apart.
  const largestSet = (ranks, order, i, j) => {
    const low = Math.min(ranks[i], ranks[j]), high = Math.max(ranks[i], ranks[j]), tie = TIE * Math.max(1, ...ranks);
    const x = order.filter((m) => m !== i && m !== j).map((m) => ranks[m]);
    const plain = [0], joined = [1], inside = (v) => v >= low - tie && v <= high + tie;
    for (let to = 1; to <= x.length; to++) {
      let best = 0, with_ = 0;
      for (let from = to - 1; from >= 0; from--) {
        const size = to - from, narrow = x[to - 1] - x[from] <= high - low + tie;
        if (narrow) { best = Math.max(best, plain[from] + size * (size - 1) / 2); with_ = Math.max(with_, joined[from] + size * (size - 1) / 2); }
        if (inside(x[from]) && inside(x[to - 1])) with_ = Math.max(with_, plain[from] + (size + 2) * (size + 1) / 2);
      }
      plain.push(best);
      joined.push(Math.max(with_, best + 1));
    }
    return joined.at(-1);
  };
  const bergmannHommel = (ranks, pairs, p) => {
    const order = ranks.map((_, i) => i).sort((a, b) => ranks[a] - ranks[b]);
    const bound = pairs.map(([i, j], t) => p[t] * largestSet(ranks, order, i, j));
    return p.map((each, t) => { let most = bound[t]; p.forEach((other, s) => { if (other < each * (1 - TIE) && bound[s] > most) most = bound[s]; }); return Math.min(1, most); });
  };
  const allPairs = (average, n) => {
    const pairs = pairsOf(average.length);
    const z = pairs.map(([i, j]) => Math.abs(average[i] - average[j]) / spread(average.length, n));
    const p = z.map((v) => 2 * upper(v));
    return { pairs, z, p, holm: holm(p), bergmann_hommel: bergmannHommel(average, pairs, p) };
  };
  // Maximal runs of two or more neighbours in `order` without a significant pair
  const cliques = (order, same) => {
    const runs = [];
    order.forEach((_, start) => {
      let end = start;
      while (end + 1 < order.length && order.slice(start, end + 1).every((m) => same(m, order[end + 1]))) end++;
      if (end > start && !runs.some(([a, b]) => a <= start && b >= end)) runs.push([start, end]);
    });
    return runs.map(([a, b]) => order.slice(a, b + 1));
  };
  const rankIntervals = (ranks, draws = 10000, level = 0.95) => {
    const n = ranks.length, k = ranks[0].length, best = new Float64Array(k), totals = new Float64Array(k);
    const samples = Array.from({ length: k }, () => new Float64Array(draws));
    for (let i = 0; i < draws; i++) {
      totals.fill(0);
      for (let j = 0; j < n; j++) { const row = ranks[Math.floor(draw(i * n + j) * n / 4294967296)]; for (let m = 0; m < k; m++) totals[m] += row[m]; }
      let least = Infinity, shared = 0;
      for (let m = 0; m < k; m++) { const r = rint(totals[m] / n * 1e9) / 1e9; samples[m][i] = r; if (r < least) { least = r; shared = 1; } else if (r === least) shared++; }
      for (let m = 0; m < k; m++) if (samples[m][i] === least) best[m] += 1 / shared;
    }
    samples.forEach((s) => s.sort());
    return { low: samples.map((s) => quantile(s, (1 - level) / 2)), high: samples.map((s) => quantile(s, (1 + level) / 2)), best: Array.from(best, (b) => b / draws), level, draws };
  };

  // Elo, as evaluation/statistics/elo.py
  const RIDGE = 0.5 / (1e6 * Math.LN10 ** 2), POINTS = 400 / Math.LN10;
  const solved = (a, b) => { // a symmetric positive definite, overwritten
    const k = b.length;
    for (let j = 0; j < k; j++) {
      for (let m = 0; m < j; m++) { const f = a[j][m]; if (f) for (let i = j; i < k; i++) a[i][j] -= a[i][m] * f; }
      const d = Math.sqrt(a[j][j]);
      for (let i = j; i < k; i++) a[i][j] /= d;
    }
    for (let i = 0; i < k; i++) { for (let m = 0; m < i; m++) b[i] -= a[i][m] * b[m]; b[i] /= a[i][i]; }
    for (let i = k - 1; i >= 0; i--) { for (let m = i + 1; m < k; m++) b[i] -= a[m][i] * b[m]; b[i] /= a[i][i]; }
    return b;
  };
  const logStrengths = (wins) => {
    const k = wins.length, t = new Float64Array(k), a = Array.from({ length: k }, () => new Float64Array(k));
    for (let round = 0; round < 100; round++) {
      const gradient = Float64Array.from(t, (v) => -2 * RIDGE * v);
      for (let i = 0; i < k; i++) a[i].fill(0)[i] = 2 * RIDGE;
      for (let i = 0; i < k; i++) for (let j = 0; j < i; j++) {
        const beaten = 1 / (1 + Math.exp(t[i] - t[j])), beats = 1 / (1 + Math.exp(t[j] - t[i]));
        const pull = wins[i][j] * beaten - wins[j][i] * beats, bend = (wins[i][j] + wins[j][i]) * beaten * beats;
        gradient[i] += pull; gradient[j] -= pull;
        a[i][j] -= bend; a[i][i] += bend; a[j][j] += bend;
      }
      const step = solved(a, gradient), largest = step.reduce((m, v) => Math.max(m, Math.abs(v)), 0);
      for (let i = 0; i < k; i++) t[i] += step[i] * Math.min(1, 2 / Math.max(largest, 2));
      if (largest < 1e-9) break;
    }
    const centre = mean(t);
    return Array.from(t, (v) => v - centre);
  };
  const elo = (ranks, draws = 200, level = 0.95) => {
    const n = ranks.length, k = ranks[0].length;
    const games = ranks.map((r) => r.map((a, i) => Float64Array.from(r, (b, j) => (i === j ? 0 : a < b ? 1 : a === b ? 0.5 : 0))));
    const rated = (times) => {
      const wins = Array.from({ length: k }, () => new Float64Array(k));
      times.forEach((c, d) => { if (c) for (let i = 0; i < k; i++) for (let j = 0; j < k; j++) wins[i][j] += c * games[d][i][j]; });
      return logStrengths(wins).map((t) => 1000 + POINTS * t);
    };
    const samples = Array.from({ length: k }, () => new Float64Array(draws));
    for (let i = 0; i < draws; i++) {
      const times = new Array(n).fill(0);
      for (let j = 0; j < n; j++) times[Math.floor(draw(i * n + j) * n / 4294967296)]++;
      rated(times).forEach((e, m) => { samples[m][i] = e; });
    }
    samples.forEach((s) => s.sort());
    return { elo: rated(new Array(n).fill(1)), low: samples.map((s) => quantile(s, (1 - level) / 2)), high: samples.map((s) => quantile(s, (1 + level) / 2)), level, draws };
  };
  const winRates = (ranks) => averageRanks(ranks).map((r) => (ranks[0].length - r) / (ranks[0].length - 1));
  const improvement = (scores, reference, lower) => scores[0].map((_, m) => mean(scores.map((row) => {
    const [e, base] = lower ? [row[m], row[reference]] : [1 - row[m], 1 - row[reference]], larger = Math.max(e, base);
    return e === base || larger === 0 ? 0 : larger === Infinity ? (e < base) - (e > base) : (base - e) / larger;
  })));

  // Two methods; positive differences: the first is better
  const wilcoxon = (d) => {
    const kept = d.filter((v) => v !== 0), n = kept.length;
    if (!n) return { statistic: 0, p: 1, n: 0, zeros: d.length, method: "exact", rank_biserial: 0 };
    const ranks = midRanks(kept.map(Math.abs));
    const plus = sum(ranks.filter((_, i) => kept[i] > 0)), minus = sum(ranks.filter((_, i) => kept[i] < 0));
    let tails;
    if (n <= 25) {
      const steps = ranks.map((r) => Math.round(2 * r));
      let probability = new Float64Array(sum(steps) + 1);
      probability[0] = 1;
      for (const step of steps) probability = probability.map((v, i) => (v + (i >= step ? probability[i - step] : 0)) / 2);
      const w = Math.round(2 * plus);
      tails = [sum(probability.slice(w)), sum(probability.slice(0, w + 1))];
    } else {
      const z = (plus - sum(ranks) / 2) / Math.sqrt(sum(ranks.map((r) => r * r)) / 4);
      tails = [upper(z), upper(-z)];
    }
    return { statistic: Math.min(plus, minus), p: Math.min(1, 2 * Math.min(...tails)), n, zeros: d.length - n, method: n <= 25 ? "exact" : "normal", rank_biserial: (plus - minus) / (plus + minus) };
  };
  // Bayesian signed-rank tests of many pairs of methods on the same n data sets, which share the weights of every draw
  const bayesAll = (pairs, rope, draws = 50000) => {
    const n = pairs[0].length, m = n + 1, w = new Float64Array(m), sums = new Float64Array(m + 1);
    const tests = pairs.map((d) => {
      const z = [0, ...d], order = z.map((_, i) => i).sort((a, b) => z[a] - z[b] || a - b), rising = order.map((i) => z[i]);
      const noise = NOISE * Math.max(rope, ...z.map(Math.abs));
      const count = (test) => { let c = 0; while (c < m && test(rising[c])) c++; return c; };
      const [best, worst] = [2 * rope, -2 * rope].map((e) => [0, 1].map((side) => Int32Array.from(rising, (v) => count((x) => (side ? x <= e - v + noise : x < e - v - noise)))));
      return { order: Int32Array.from(order), best, worst, shares: [0, 0, 0] };
    });
    for (let i = 0; i < draws; i++) {
      const at = i * (n + 2);
      let total = 0;
      for (let j = 0; j < m; j++) { w[j] = j ? -Math.log(uniform(at + j + 1)) : -Math.log(uniform(at)) * Math.cos(2 * Math.PI * uniform(at + 1)) ** 2; total += w[j]; }
      for (const { order, best, worst, shares } of tests) {
        let notBetter = 0, worse = 0;
        for (let j = 0; j < m; j++) sums[j + 1] = sums[j] + w[order[j]] / total;
        for (let j = 0; j < m; j++) {
          const own = w[order[j]] / total;
          notBetter += own * (sums[best[0][j]] + sums[best[1][j]]) / 2;
          worse += own * (sums[worst[0][j]] + sums[worst[1][j]]) / 2;
        }
        const masses = [1 - notBetter, rope > 0 ? notBetter - worse : 0, worse], most = Math.max(...masses) - 1e-12;
        const shared = masses.filter((v) => v >= most).length;
        for (let r = 0; r < 3; r++) if (masses[r] >= most) shares[r] += 1 / shared;
      }
    }
    return tests.map(({ shares }) => ({ better: shares[0] / draws, rope: shares[1] / draws, worse: shares[2] / draws }));
  };
  const bayes = (d, rope) => bayesAll([d], rope)[0];
  // Each method against the best one, as evaluation/statistics/best.py: paired tests of the two methods alone decide
  const SURE = 0.95, WORSE = 0.5;
  const verdict = (p, effect, posterior, alpha) => {
    if (p <= alpha) return effect > 0 ? "ahead" : "behind";
    if (posterior && posterior.worse > WORSE) return "probably behind";
    return posterior && posterior.rope >= SURE ? "practically equivalent" : "cannot be told apart";
  };
  const againstBest = (gaps, ranksHolm, alpha, rope) => {
    const tests = gaps.map(wilcoxon), p = holm(tests.map((t) => t.p)), defined = gaps.filter((d) => rope !== null && d.every(Number.isFinite));
    const found = defined.length ? bayesAll(defined, rope) : [];
    return gaps.map((d, i) => {
      const posterior = found[defined.indexOf(d)] ?? null;
      return { wilcoxon: tests[i].p, wilcoxon_holm: p[i], ranks_holm: ranksHolm[i], better: posterior?.better ?? null, rope: posterior?.rope ?? null, worse: posterior?.worse ?? null, verdict: verdict(p[i], tests[i].rank_biserial, posterior, alpha) };
    });
  };
  const disagrees = (c, alpha) => new Set([c.wilcoxon_holm <= alpha, c.ranks_holm <= alpha, ...(c.worse === null ? [] : [c.worse > WORSE])]).size > 1;
  const small = (c, alpha) => c.wilcoxon_holm <= alpha && c.rope !== null && c.rope > WORSE; // a difference, but more probably than not within the ROPE
  const tQuantile = (df, p) => { let low = 0, high = 1e4; for (let i = 0; i < 80; i++) { const t = (low + high) / 2; if (tTail(df, t) > 1 - p) low = t; else high = t; } return low; };
  const correctedT = (d, ratio) => {
    const n = d.length, m = mean(d), head = { mean: m, n, statistic: null, p: null, low: null, high: null };
    if (n < 2) return head;
    const s = deviation(d);
    if (s <= 1e-12 * Math.max(...d.map(Math.abs)) || s === 0) return m === 0 ? { ...head, statistic: 0, p: 1, low: 0, high: 0 } : head;
    const error = s * Math.sqrt(1 / n + ratio), t = m / error, half = tQuantile(n - 1, 0.975) * error;
    return { ...head, statistic: t, p: 2 * tTail(n - 1, Math.abs(t)), low: m - half, high: m + half };
  };

  // Mean of a's advantage over b, with Student's t interval over the data sets; infinite scores are left out, as report/duel.py
  const gain = (a, b, lower) => {
    const kept = a.map((_, i) => i).filter((i) => Number.isFinite(a[i]) && Number.isFinite(b[i]));
    if (!kept.length) return null;
    const { mean: value, low, high, n } = correctedT(differences(kept.map((i) => a[i]), kept.map((i) => b[i])).map((v) => (lower ? -v : v) + 0), 0);
    return { value, low: n > 1 ? low ?? value : null, high: n > 1 ? high ?? value : null, n };
  };

  // Tasks of the worker
  const selection = ({ scores, lower, reference, alpha, rope = null, names }) => {
    const ranks = rankRows(scores, lower), average = averageRanks(ranks), n = scores.length, k = average.length;
    const sign = lower ? -1 : 1, order = inOrder(average, names), best = order[0];
    const pairs = allPairs(average, n);
    const columns = average.map((_, j) => column(scores, j));
    const gaps = (i, j) => differences(columns[i], columns[j]).map((v) => sign * v + 0), better = pairs.pairs.map(([i, j]) => gaps(i, j));
    const others = (i) => order.filter((j) => j !== i), byRanks = against(average, n, best), ranksHolm = others(best).map((j) => byRanks.holm[byRanks.others.indexOf(j)]);
    const wilcoxonHolm = (i) => holm(others(i).map((j) => wilcoxon(gaps(j, i)).p));
    const won = better.map((d) => [d.filter((v) => v > 0).length, d.filter((v) => v === 0).length, d.filter((v) => v < 0).length]);
    return {
      n, k, ranks: average, order, best, ...omnibus(average, n), critical_difference: criticalDifference(k, n, alpha),
      pairs: { ...pairs, wins: won, wilcoxon: better.map((d) => { const w = wilcoxon(d); return { p: w.p, rank_biserial: w.rank_biserial }; }) },
      to_best: { others: others(best), comparisons: againstBest(others(best).map((j) => gaps(j, best)), ranksHolm, alpha, rope) },
      to_reference: reference >= 0 ? { ...against(average, n, reference), paired: { others: others(reference), holm: wilcoxonHolm(reference) } } : null,
      mean: columns.map(mean), std: columns.map((c) => (n > 1 ? deviation(c) : null)), win_rate: winRates(ranks),
      improvement: reference >= 0 ? improvement(scores, reference, lower) : null,
    };
  };
  const resampled = ({ scores, lower }) => { const ranks = rankRows(scores, lower); return { intervals: rankIntervals(ranks), elo: elo(ranks) }; };
  // `votes`: which data sets vote, by default all; the others have a difference and folds alone
  const two = ({ a, b, lower, rope, folds, votes = a.map(() => true) }) => {
    const every = differences(a, b).map((v) => (lower ? -v : v) + 0), voting = (values) => values.filter((_, i) => votes[i]), d = voting(every), finite = d.every(Number.isFinite);
    return {
      differences: every, n: d.length, wins: d.filter((v) => v > 0).length, ties: d.filter((v) => v === 0).length, losses: d.filter((v) => v < 0).length,
      gain: gain(voting(a), voting(b), lower), wilcoxon: wilcoxon(d), bayes: finite ? bayes(d, rope) : null,
      folds: folds.map((f) => (f ? correctedT(differences(f.a, f.b).map((v) => (lower ? -v : v) + 0), f.ratio) : null)),
    };
  };
  const tasks = { selection, resampled, two };
  return { ...tasks, tasks, cliques, gain, inOrder, averageRanks, erfc, upper, logGamma, betaIncomplete, gammaUpper, tTail, tQuantile, rangeTail, criticalDifference, draw, uniform, rankRows, rankIntervals, elo, wilcoxon, bayes, correctedT, holm, verdict, disagrees, small };
})();
