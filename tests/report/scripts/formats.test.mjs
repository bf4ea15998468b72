import assert from "node:assert/strict";
import { test } from "node:test";
import * as formats from "../../../src/naivebench/report/scripts/formats.js";
import { grid, methodCell, pairHref } from "../../../src/naivebench/report/scripts/tables.js";

test("numbers are written by their kind", () => {
  const cases = [
    [0.98765, "percent", "98.77"],
    [0.0242, "points", "+2.42"],
    [-0.0242, "points", "−2.42"],
    [-0.0004, "signed", "0.000"],
    [Infinity, "score", "∞"],
    [1234567, "integer", "1,234,567"],
    [0, "p", "< 1e-300"],
    [0.00001, "p", "1.0e-05"],
    [0.04567, "p", "0.0457"],
    [0, "seconds", "0 s"],
    [0.0005, "seconds", "500 μs"],
    [90, "seconds", "90.0 s"],
    [7200, "seconds", "2.00 h"],
    [NaN, "score", formats.DASH],
    [null, "rank", formats.DASH],
  ];
  for (const [value, kind, text] of cases)
    assert.equal(formats.number(value, kind), text, `${value} ${kind}`);
});

test("names are listed and counted", () => {
  assert.equal(formats.listing([]), "");
  assert.equal(formats.listing(["a"]), "a");
  assert.equal(formats.listing(["a", "b", "c"]), "a, b and c");
  assert.equal(formats.plural(1, "method"), "1 method");
  assert.equal(formats.plural(1200, "method"), "1,200 methods");
});

test("a lead says its unit, its direction and its interval in the same direction", () => {
  const percent = { kind: "percent" };
  assert.equal(
    formats.lead({ value: 0.0242, low: 0.0144, high: 0.034 }, "nb", percent),
    "from nb by +2.42 points (95% interval +1.44 to +3.40)",
  );
  assert.equal(
    formats.lead({ value: -0.01, low: null, high: null }, "nb", percent),
    "from nb by −1.00 points",
  );
  assert.equal(
    formats.lead({ value: -0.03, low: -0.04, high: 0.01 }, "nb", { kind: "score" }),
    "from nb by −0.030 (95% interval −0.040 to +0.010)",
  );
});

test("a table escapes what it shows and keeps numbers to sort by", () => {
  const html = grid(
    {
      id: "scores",
      caption: 'a < "b"',
      columns: [
        { key: "method", label: "Method", kind: "id" },
        { key: "x", label: "x & y", kind: "percent", title: "why" },
      ],
      rows: [
        { method: methodCell("nb"), x: 1 / 3 },
        { method: methodCell("<tan>"), x: { value: -Infinity, css: "strong" } },
      ],
    },
    new Map([["nb", { css: "g1", glyph: "●" }]]),
  );
  assert.match(html, /<table class="data heat"><caption><span>a &lt; &quot;b&quot;<\/span>/);
  assert.match(html, /<button type="button" data-tip="why"><span>x &amp; y<\/span>/);
  assert.match(html, /<tr data-m="nb"><th scope="row" class="t method"><i class="sw g1"[^>]*>●<\/i><a/);
  assert.match(html, /<td data-v="0.333333">33.33<\/td>/);
  assert.match(html, /<tr data-m="&lt;tan&gt;">.*<td class="strong" data-v="-inf">−∞<\/td>/);
});

test("a pair has an address", () => {
  assert.equal(pairHref("a b", "c|d"), "#at=versus&a=a+b&b=c%7Cd");
});
