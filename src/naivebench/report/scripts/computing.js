// The arrays of the page are read once, and a worker computes with them.
import { arrange, loaded } from "./data.js";
import { content } from "./packed.js";

const TYPES = { f8: Float64Array, u2: Uint16Array };
export const load = async () => {
  if (loaded()) return loaded();
  const [text, buffer] = await Promise.all([content("manifest"), content("arrays", "arrayBuffer")]);
  const manifest = JSON.parse(text),
    parts = /** @type {import("./data.js").Arrays} */ ({});
  let at = 0;
  for (const [name, type, size] of manifest.layout) {
    parts[name] = new TYPES[type](buffer, at, size);
    at += parts[name].byteLength;
  }
  return arrange(manifest, parts);
};

// The worker: one request of each kind at a time; the last one wins
let worker = null,
  count = 0;
const waiting = new Map();
export const compute = (task, request) => {
  if (!worker) {
    const source = `${document.getElementById("analysis").textContent}\nonmessage = analysis.answer;`;
    worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
    worker.onmessage = ({ data: [id, result, error] }) => {
      const { done, failed } = waiting.get(id);
      waiting.delete(id);
      if (error) failed(new Error(error));
      else done(result);
    };
  }
  return new Promise((done, failed) => {
    waiting.set(++count, { done, failed });
    worker.postMessage([count, task, request]);
  });
};
