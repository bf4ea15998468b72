// Match a reader's input with the places of the page: beginnings of words in any order, with small typing
// errors.

/** @typedef {{ id: string, kind: string, name: string, more: string }} Place */
/** `title`: words of the name and of a full title. @typedef {{ place: Place, name: string,
 *   title: string[], words: string[] }} Entry */

/** Lower case, without accents; `random_forest` and `random-forest` are two words. @param {string} text */
const wordsOf = (text) =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
// Words of a question that say nothing about its subject
const EMPTY = new Set(
  "a an and are as can do does for good how i in is it of on or should than the to what which with".split(
    " ",
  ),
);
const asked = (/** @type {string} */ text) => {
  const typed = wordsOf(text),
    full = typed.filter((word) => !EMPTY.has(word));
  return full.length ? full : typed;
};
const TITLED = ["method", "data set"]; // what else is said of these is their full title
// Number of typing errors that a word of this length may have
const slips = (/** @type {string} */ word) => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);
/**
 * How many letters to replace, insert, delete or swap with a neighbour make `typed` a beginning of `word`:
 * the least number in the last row of the table of the optimal string alignment.
 * @type {(typed: string, word: string) => number}
 */
export const distance = (typed, word) => {
  /** @type {number[][]} */
  const rows = [Array.from({ length: word.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= typed.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= word.length; j++) {
      const same = typed[i - 1] === word[j - 1];
      let best = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (same ? 0 : 1));
      if (i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1])
        best = Math.min(best, rows[i - 2][j - 2] + 1);
      rows[i].push(best);
    }
  }
  return Math.min(...rows[typed.length]);
};
/** @type {(places: Place[]) => Entry[]} */
export const prepared = (places) =>
  places.map((place) => {
    const name = wordsOf(place.name),
      named = place.kind === "page" ? [...name, ...wordsOf(place.id)] : name, // `robles2003` is a page too
      words = [...named, ...wordsOf(place.more)];
    return { place, name: name.join(" "), title: TITLED.includes(place.kind) ? words : named, words };
  });
// 0: the whole name; 1: all typed words begin words of the title; 2: of title and text; 3: some are inside
// words. Infinity: no fit
const levelOf = (/** @type {Entry} */ { name, title, words }, /** @type {string[]} */ typed) => {
  const begins = (/** @type {string[]} */ list) =>
    typed.every((t) => list.some((word) => word.startsWith(t)));
  if (typed.join(" ") === name) return 0;
  if (begins(title)) return 1;
  if (begins(words)) return 2;
  return typed.every((t) => words.some((word) => word.startsWith(t) || (t.length > 2 && word.includes(t))))
    ? 3
    : Infinity;
};
const slipped = (/** @type {Entry} */ { words }, /** @type {string[]} */ typed) =>
  typed.every((t) =>
    words.some((word) => word.startsWith(t) || (word[0] === t[0] && distance(t, word) <= slips(t))),
  );
// Of several words, those that begin words of a place: places with most of them, first those with such a
// name, then answers and pages
const partly = (/** @type {Entry[]} */ entries, /** @type {string[]} */ typed) => {
  if (typed.length < 2) return [];
  const counted = entries.map((entry) => ({
      ...entry,
      count: typed.filter((t) => entry.words.some((word) => word.startsWith(t))).length,
    })),
    most = Math.max(1, ...counted.map(({ count }) => count)),
    level = (/** @type {Entry} */ { name, place }) =>
      typed.includes(name) ? 0 : ["answer", "page"].includes(place.kind) ? 1 : 2;
  return counted.filter(({ count }) => count === most).sort((a, b) => level(a) - level(b));
};
/**
 * The places that match, the best first, equal ones in their order. If none matches, those that match with
 * typing errors; if there are none either, those that match some of the words.
 * @type {(entries: Entry[], text: string) => { places: Place[], exact: boolean }}
 */
export const found = (entries, text) => {
  const typed = asked(text);
  if (!typed.length) return { places: [], exact: true };
  const ranked = entries
    .map((entry) => ({ place: entry.place, level: levelOf(entry, typed) }))
    .filter(({ level }) => level < Infinity)
    .sort((a, b) => a.level - b.level);
  if (ranked.length) return { places: ranked.map(({ place }) => place), exact: true };
  const similar = entries.filter((entry) => slipped(entry, typed));
  return {
    places: (similar.length ? similar : partly(entries, typed)).map(({ place }) => place),
    exact: false,
  };
};
