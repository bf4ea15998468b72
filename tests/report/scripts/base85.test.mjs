import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesOf } from "../../../src/naivebench/report/scripts/base85.js";

// [bytes, base64.b85encode(bytes) with "," for "<"] of every length modulo 4
const PAIRS = [
  [[], ""],
  [[0], "00"],
  [[0, 1], "009"],
  [[0, 1, 2], "009C"],
  [[0, 1, 2, 3], "009C6"],
  [[0, 1, 2, 3, 4], "009C61O"],
  [[0, 1, 2, 3, 4, 5, 6], "009C61O)~"],
  [[255, 255, 255, 255, 255, 255], "|NsC0|Nj"],
  [[60, 44, 60, 44, 0, 0], "JS;pc000"],
];

test("bytes come back from base 85", () => {
  for (const [bytes, text] of PAIRS) assert.deepEqual([...bytesOf(text)], bytes);
});

// the alphabet of base64.b85encode, in the order of its values
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";

test("every digit has the value that Python gives it", () => {
  [...DIGITS.replace("<", ",")].forEach((digit, k) => {
    const value = k * 85 + k;
    assert.deepEqual([...bytesOf(`000${digit}${digit}`)], [0, 0, value >> 8, value & 255]);
  });
});
