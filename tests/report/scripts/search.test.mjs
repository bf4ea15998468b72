import assert from "node:assert/strict";
import { test } from "node:test";
import { ofTable } from "../../../src/naivebench/report/scripts/bibtex.js";
import { distance, found, prepared } from "../../../src/naivebench/report/scripts/matching.js";

const places = [
  ["calibration", "page", "Calibration", ""],
  ["topic", "answer", "Data sets with missing values", "NaN incomplete"],
  ["method-tan", "method", "tan", "Tree-augmented naive Bayes"],
  ["method-random_forest", "method", "random_forest", "Random forest, 500 trees"],
  ["method-nb", "method", "nb", "Categorical naïve Bayes"],
  ["method-nb_tuned", "method", "nb_tuned", "Tuned"],
  ["method-xgboost", "method", "xgboost", "Gradient boosting"],
  ["table-pairs", "table", "All pairs of methods", "pairs"],
].map(([id, kind, name, more]) => ({ id, kind, name, more }));
const entries = prepared(places);
const ids = (text) => found(entries, text).places.map((place) => place.id);

test("words are found by their beginnings, in any order, in names and titles", () => {
  assert.deepEqual(ids("tree augmented"), ["method-tan"]);
  assert.deepEqual(ids("bayes aug"), ["method-tan"]);
  assert.deepEqual(ids("values missing"), ["topic"]);
  assert.deepEqual(ids("Random  Forest"), ["method-random_forest"]);
  assert.deepEqual(ids("random-forest"), ["method-random_forest"]);
  assert.deepEqual(ids("naive cat"), ["method-nb"], "accents do not count");
  assert.deepEqual(ids("What is tan good for?"), ["method-tan"], "empty words of a question do not count");
  assert.deepEqual(ids("boost"), ["method-xgboost"], "the inside of a word counts too");
});

test("the whole name comes first, then words of the title, then others", () => {
  assert.deepEqual(ids("nb"), ["method-nb", "method-nb_tuned"]);
  assert.deepEqual(ids("na"), ["method-tan", "method-nb", "topic"], "a table's further words come last");
  assert.deepEqual(ids("meth pairs"), ["table-pairs"]);
  assert.deepEqual(ids("pairs"), ["table-pairs"]);
});

test("slips are forgiven where nothing fits as typed", () => {
  const wrong = found(entries, "calibartion");
  assert.equal(wrong.exact, false);
  assert.deepEqual(wrong.places.map((place) => place.id)[0], "calibration");
  assert.deepEqual(ids("randm forst"), ["method-random_forest"]);
  assert.equal(found(entries, "tree").exact, true);
  assert.deepEqual(ids("xyz"), [], "short words must be right");
  assert.deepEqual(ids("quarterback"), []);
  assert.deepEqual(ids("  "), []);
});

test("a page is found by its address, and without a full fit a part of the words is enough", () => {
  const more = prepared([
      ...places,
      { id: "robles2003", kind: "page", name: "Robles et al. 2003", more: "" },
    ]),
    fits = (text) => found(more, text).places.map((place) => place.id);
  assert.deepEqual(fits("robles2003"), ["robles2003"]);
  assert.deepEqual(fits("calibration nb"), ["calibration", "method-nb", "method-nb_tuned"]);
  assert.deepEqual(fits("tan missing values"), ["topic"], "places with most of the words");
  assert.equal(found(more, "calibration nb").exact, false);
  assert.deepEqual(fits("quarterback xyz"), []);
});

test("the distance counts replaced, missing, added and swapped letters before the end of a word", () => {
  assert.equal(distance("forest", "forests"), 0);
  assert.equal(distance("forst", "forest"), 1);
  assert.equal(distance("fforest", "forest"), 1);
  assert.equal(distance("fotest", "forest"), 1);
  assert.equal(distance("froest", "forest"), 1);
  assert.equal(distance("abc", "xyz"), 3);
});

test("the entry of a table has its name, file and checksum", () => {
  const entry = "@misc{naivebench,\n  year = {2026},\n  note = {Results 2.1.0, commit abc}\n}";
  assert.equal(
    ofTable(entry, "pairs", [{ name: "pairs.csv", sum: "12ab" }]),
    "@misc{naivebench-pairs,\n  year = {2026},\n" +
      "  note = {Results 2.1.0, commit abc. Table pairs.csv, SHA-256 12ab}\n}",
  );
  assert.match(ofTable(entry, "method-nb", []), /commit abc. Table method-nb of the page\}/);
});
