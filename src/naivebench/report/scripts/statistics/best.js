// Each method against the best one, as evaluation/statistics/best.py: paired tests of the two methods alone
// decide.
import { bayesAll, wilcoxon } from "./pairs.js";
import { holm } from "./rank_tests.js";

/**
 * A method against the best one, as evaluation/statistics/best.py has it.
 * @typedef {{
 *   wilcoxon: number, wilcoxon_holm: number, ranks_holm: number, better: number | null, rope: number | null,
 *   worse: number | null, verdict: string,
 * }} AgainstBest
 */

const SURE = 0.95,
  WORSE = 0.5;
/**
 * @type {(p: number, effect: number, posterior: import("./pairs.js").Posterior | null, alpha: number) =>
 *   string}
 */
export const verdict = (p, effect, posterior, alpha) => {
  if (p <= alpha) return effect > 0 ? "ahead" : "behind";
  if (posterior && posterior.worse > WORSE) return "probably behind";
  return posterior && posterior.rope >= SURE ? "practically equivalent" : "cannot be told apart";
};
/** @type {(gaps: number[][], ranksHolm: number[], alpha: number, rope: number | null) => AgainstBest[]} */
export const againstBest = (gaps, ranksHolm, alpha, rope) => {
  const tests = gaps.map(wilcoxon),
    p = holm(tests.map((t) => t.p)),
    defined = gaps.filter((d) => d.every(Number.isFinite));
  const found = rope !== null && defined.length ? bayesAll(defined, rope) : [];
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
/** @type {(c: AgainstBest, alpha: number) => boolean} */
export const disagrees = (c, alpha) =>
  new Set([c.wilcoxon_holm <= alpha, c.ranks_holm <= alpha, ...(c.worse === null ? [] : [c.worse > WORSE])])
    .size > 1;
// a difference, but more probably than not within the ROPE
/** @type {(c: AgainstBest, alpha: number) => boolean} */
export const practicallyNone = (c, alpha) => c.wilcoxon_holm <= alpha && c.rope !== null && c.rope > WORSE;
