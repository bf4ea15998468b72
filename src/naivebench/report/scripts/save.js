// Every figure can be saved as SVG and as PNG, in the colours of the light theme, as it is drawn when asked.
import { drawAll } from "./packed.js";

const INHERITED = [
  "color",
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-opacity",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
  "text-anchor",
  "dominant-baseline",
  "visibility",
];
const OWN = { opacity: "1", display: "inline" };
const SCALE = 3; // pixels of the PNG per unit of the drawing
const root = document.documentElement;

// Styles come from the page: variables, classes, inherited fonts. A copy gets all that differ from its
// parent's.
const styled = (original, copy, above) => {
  const style = getComputedStyle(original);
  for (const name of INHERITED) {
    const value = style.getPropertyValue(name);
    copy.removeAttribute(name);
    copy.style.removeProperty(name);
    if (!above || above.getPropertyValue(name) !== value) copy.style.setProperty(name, value);
  }
  for (const [name, usual] of Object.entries(OWN)) {
    if (style.getPropertyValue(name) !== usual) copy.style.setProperty(name, style.getPropertyValue(name));
  }
  if (!copy.getAttribute("style")) copy.removeAttribute("style");
  [...original.children].forEach((child, i) => {
    if (child instanceof SVGElement) styled(child, copy.children[i], style);
  });
};
const standalone = (svg) => {
  const theme = root.dataset.theme;
  const copy = svg.cloneNode(true);
  root.dataset.theme = "light"; // for the moment of reading the styles; nothing is painted in between
  styled(svg, copy, null);
  if (theme === undefined) delete root.dataset.theme;
  else root.dataset.theme = theme;
  const { width, height } = svg.viewBox.baseVal;
  for (const [name, value] of [
    ["xmlns", "http://www.w3.org/2000/svg"],
    ["width", width],
    ["height", height],
  ])
    copy.setAttribute(name, value);
  for (const name of ["max-width", "min-width"]) copy.style.removeProperty(name);
  return { text: new XMLSerializer().serializeToString(copy), width, height };
};

const hand = (address, name) => {
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
};
const dataOf = (text) => "data:image/svg+xml;charset=utf-8," + encodeURIComponent(text);
const nameOf = (svg) => (svg.querySelector("title")?.id || svg.id || "figure").replace(/-title$/, "");
const saveSvg = (svg) => hand(dataOf(standalone(svg).text), nameOf(svg) + ".svg");
const savePng = (svg) => {
  const { text, width, height } = standalone(svg);
  const image = new Image();
  image.onload = () => {
    const canvas = Object.assign(document.createElement("canvas"), {
      width: Math.ceil(width * SCALE),
      height: Math.ceil(height * SCALE),
    });
    const pen = canvas.getContext("2d");
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    hand(canvas.toDataURL("image/png"), nameOf(svg) + ".png");
  };
  image.src = dataOf(text); // no blob: a page opened from disk could not read such a picture back
};

const dress = (figure) => {
  const tools = Object.assign(document.createElement("span"), { className: "save" });
  for (const [label, save] of Object.entries({ SVG: saveSvg, PNG: savePng })) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: label });
    const what = () => figure.querySelector("svg")?.querySelector("title")?.textContent || "the figure";
    button.setAttribute("aria-label", `Save as ${label}: ${what()}`);
    button.addEventListener("click", () => {
      drawAll(figure);
      const svg = figure.querySelector("svg");
      if (svg) save(svg);
    });
    tools.append(button);
  }
  figure.append(tools);
};
// Sections and figures may come into the page later
const all = () => document.querySelectorAll("figure.picture:not(:has(> .save))").forEach(dress);
new MutationObserver(all).observe(document.querySelector("main"), { childList: true, subtree: true });
all();
