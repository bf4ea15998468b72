// The state of the view is in the URL hash: metric, protocol, q, kind, group (hidden groups), the choices
// of the first tab (selection.CHOICES), claims.<kind> (chips of the claims), a and b (the two methods
// compared), sort.<table>, filter.<table>, at (a section, card or table, which determines the open tab).

/** @typedef {Record<string, string>} State */
/**
 * The state in a hash without `#`; the primary protocol and metric count as not chosen.
 * @type {(text: string, primary: State) => State}
 */
export const parsed = (text, primary) => {
  if (!text.includes("=")) return text ? { at: decodeURIComponent(text) } : {};
  const found = Object.fromEntries(new URLSearchParams(text));
  for (const key of ["protocol", "metric"]) if (found[key] === primary[key]) found[key] = "";
  return found;
};
/** @param {State} state */
export const hashOf = (state) => {
  const kept = Object.entries(state).filter(([, value]) => value);
  if (!kept.length) return "";
  const only = kept.length === 1 && kept[0][0] === "at";
  return `#${only ? encodeURIComponent(state.at) : new URLSearchParams(kept)}`;
};
