import assert from "node:assert/strict";
import { test } from "node:test";
import { arrange, loaded, matrix } from "../../../src/naivebench/report/scripts/data.js";
import * as selection from "../../../src/naivebench/report/scripts/selection.js";

// Three methods on four data sets under one protocol; `c` has a score on one of them only.
const METHODS = ["a", "b", "c"];
const SETS = ["w", "x", "y", "z"];
const SCORES = { a: [0.9, 0.8, 0.7, 0.6], b: [0.8, 0.8, 0.9, 0.5], c: [0.5, NaN, NaN, NaN] };
const pairs = METHODS.flatMap((method, m) => SETS.map((_, d) => ({ method, m, d })));
const FEW = { protocol: "p", metric: "accuracy", methods: METHODS, datasets: SETS };

const run = (families = {}, partial = []) =>
  arrange(
    {
      protocols: ["p", "q"],
      datasets: SETS.map((id, i) => ({
        id,
        place: 3 - i,
        family: families[id] ?? id,
        rows: 100 * (i + 1),
        classes: i + 2,
        missing: i % 2,
        kind: i < 2 ? "nominal" : "mixed",
      })),
      methods: METHODS.map((id) => ({ id, group: id === "c" ? "baseline" : "family" })),
      metrics: [
        { id: "accuracy", label: "Accuracy", better: "higher", kind: "percent" },
        { id: "loss", label: "Log loss", better: "lower", kind: "score" },
      ],
      costs: ["cpu_seconds"],
      partial,
      fold_groups: [["p", "x", 3, 0.5]],
      presets: [
        { id: "main", protocol: "p", main: true, methods: ["a", "b"], datasets: ["x", "y"] },
        { id: "other", protocol: "p", main: false, methods: ["a"], datasets: ["w"] },
      ],
      primary: ["p", "accuracy"],
      rope: 0.01,
    },
    {
      scores: Float64Array.from([
        ...pairs.map(({ method, d }) => SCORES[method][d]),
        ...pairs.map(() => NaN),
      ]),
      costs: Float64Array.from(pairs, (_, i) => i),
      folds: Float64Array.from([0.7, 0.8, 0.9, 0.75, NaN, 0.95, NaN, NaN, NaN]),
      cells: Uint16Array.from(pairs.flatMap(({ m, d }) => [0, d, m])),
    },
  );

test("scores, costs and folds are found by name", () => {
  const of = run();
  assert.equal(loaded(), of);
  assert.equal(of.score("p", "accuracy", "y", "b"), 0.9);
  assert.equal(of.score("q", "accuracy", "y", "b"), NaN);
  assert.equal(of.cost("cpu_seconds", "p", "x", "b"), 5);
  assert.deepEqual(of.folds("p", "x", "a", "b"), { a: [0.7, 0.9], b: [0.75, 0.95], ratio: 0.5 });
  assert.equal(of.folds("p", "x", "a", "c"), null, "of two folds that both have");
  assert.equal(of.folds("p", "y", "a", "b"), null);
  assert.ok(of.has("p", "accuracy") && !of.has("p", "loss") && !of.has("q", "accuracy"));
  assert.deepEqual(of.ran("p"), METHODS);
});

test("a method without half of the scores goes first, then incomplete data sets", () => {
  run();
  const found = matrix(FEW);
  assert.deepEqual(found.methods, ["a", "b"]);
  assert.deepEqual(found.datasets, SETS);
  assert.deepEqual(found.scores[2], [0.7, 0.9]);
  assert.deepEqual(found.leftOut, [{ method: "c", reason: "has a score on only 1 of 4 data sets" }]);
  run({}, [1]); // the mean of `a` on `x` lacks folds
  assert.deepEqual(matrix(FEW).datasets, ["w", "y", "z"]);
});

test("a family has one vote, that of its first member in the catalogue", () => {
  run({ w: "f", x: "f" });
  const found = matrix(FEW);
  assert.deepEqual(found.datasets, ["x", "y", "z"]);
  assert.deepEqual(found.leftOut.at(-1), { dataset: "w", reason: "x has the only vote of the family f" });
  const every = matrix({ ...FEW, every: true });
  assert.deepEqual(every.votes, [false, true, true, true]);
  const within = matrix({ ...FEW, datasets: ["w", "x"] });
  assert.deepEqual([within.within, within.datasets], [["f"], ["w", "x"]], "fewer than three families");
});

test("a state selects methods and data sets", () => {
  run();
  const ids = (state) => {
    const { methods, datasets } = selection.chosen(state);
    return [methods.join(""), datasets.join("")];
  };
  assert.deepEqual(ids({}), ["ab", "xy"]);
  assert.deepEqual(ids({ comparison: "other" }), ["a", "w"]);
  assert.deepEqual(ids({ methods: "a|b|c|gone", group: "family" }), ["c", "xy"]);
  assert.deepEqual(ids({ sets: "w|x|y|z", cases: "200-300" }), ["ab", "xy"]);
  assert.deepEqual(ids({ sets: "w|x|y|z", classes: "-3", missing: "yes" }), ["ab", "x"]);
  assert.deepEqual(ids({ sets: "w|x|y|z", kind: "mixed" }), ["ab", "yz"]);
  assert.ok(selection.untouched({ q: "a" }) && !selection.untouched({ sets: "|" }));
  assert.equal(selection.label("accuracy"), "accuracy");
  assert.equal(selection.ropeOf("loss"), null);
});
