// Each method against the best one, as evaluation/statistics/best.py: paired tests of the two methods alone
// decide.
import { bayesAll, wilcoxon } from "./pairs.js";
import { holm } from "./rank_tests.js";

const SURE = 0.95,
  WORSE = 0.5;
export const verdict = (p, effect, posterior, alpha) => {
  if (p <= alpha) return effect > 0 ? "ahead" : "behind";
  if (posterior && posterior.worse > WORSE) return "probably behind";
  return posterior && posterior.rope >= SURE ? "practically equivalent" : "cannot be told apart";
};
export const againstBest = (gaps, ranksHolm, alpha, rope) => {
  const tests = gaps.map(wilcoxon),
    p = holm(tests.map((t) => t.p)),
    defined = gaps.filter((d) => rope !== null && d.every(Number.isFinite));
  const found = defined.length ? bayesAll(defined, rope) : [];
  return gaps.map((d, i) => {
    const posterior = found[defined.indexOf(d)] ?? null;
    return {
      wilcoxon: tests[i].p,
      wilcoxon_holm: p[i],
      ranks_holm: ranksHolm[i],
      better: posterior?.better ?? null,
      rope: posterior?.rope ?? null,
      worse: posterior?.worse ?? null,
      verdict: verdict(p[i], tests[i].rank_biserial, posterior, alpha),
    };
  });
};
export const disagrees = (c, alpha) =>
  new Set([c.wilcoxon_holm <= alpha, c.ranks_holm <= alpha, ...(c.worse === null ? [] : [c.worse > WORSE])])
    .size > 1;
// a difference, but more probably than not within the ROPE
export const practicallyNone = (c, alpha) => c.wilcoxon_holm <= alpha && c.rope !== null && c.rope > WORSE;
