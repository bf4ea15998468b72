import assert from "node:assert/strict";
import { test } from "node:test";
import { hashOf, parsed } from "../../../src/naivebench/report/scripts/address.js";
import { written } from "../../../src/naivebench/report/scripts/csv.js";
import { sorted } from "../../../src/naivebench/report/scripts/order.js";

const order = (values, descending) =>
  sorted(
    values.map((value, i) => [value, i]),
    descending,
  ).map((i) => values[i]);

test("rows are sorted by numbers and by words; those without a value come last", () => {
  assert.deepEqual(order([10, null, 9, Infinity, -Infinity], false), [-Infinity, 9, 10, Infinity, null]);
  assert.deepEqual(order([10, null, 9, Infinity, -Infinity], true), [Infinity, 10, 9, -Infinity, null]);
  assert.deepEqual(order(["set10", "set9", "a"], false), ["a", "set9", "set10"]);
  const equal = [
    [1, "first"],
    [1, "second"],
    [0, "third"],
  ];
  assert.deepEqual(sorted(equal, true), ["first", "second", "third"], "equal ones keep their order");
});

test("an address and a state say the same", () => {
  const primary = { protocol: "honest", metric: "accuracy" };
  for (const state of [{}, { at: "data set" }, { at: "scores", "filter.scores": "a&b=c", group: "x|y" }])
    assert.deepEqual(parsed(hashOf(state).slice(1), primary), state);
  assert.equal(hashOf({ at: "scores", q: "" }), "#scores");
  assert.equal(hashOf(parsed("metric=accuracy&protocol=paper/x", primary)), "#protocol=paper%2Fx");
});

test("cells of CSV are quoted where they must be", () => {
  assert.equal(
    written([
      ["a", 'say "b"'],
      ["1,5", ""],
    ]),
    'a,"say ""b"""\n"1,5",\n',
  );
});
