"""Trees of naive Bayes classifiers as SVG.

Each node is a box with its cases and the words that distinguish its classes.

The root is on the left, and levels go to the right. Below the words of a class is the edge to the child that
gets the cases of that class.
"""

from __future__ import annotations

import html
import textwrap
from typing import NamedTuple

from naivebench.benchmark.results.formats import plural
from naivebench.report.figures.style import head, sentence
from naivebench.report.papers.kang2006.trees import Drawn, Node, drawn, nodes
from naivebench.report.papers.run import Run

WIDTH, GAP_X, GAP_Y, LINE, PAD = 226, 96, 12, 15, 8  # pixels: width of a box, gaps, height of a line, padding
TOTAL = 3 * WIDTH + 2 * GAP_X + 90  # pixels: least width, so that letters have the same size everywhere
LETTERS = 33  # largest number of letters of a line in a box
LABEL = 14  # largest number of letters next to an edge
CLASSES = 3  # classes of a node whose words are shown
WORDS = 5  # words shown for a class
# number of children drawn of the root and of its children, those with most cases; deeper nodes are not drawn
MOST = (8, 3)


class Box(NamedTuple):
    """A node with its position. `lines`: (text, strong) from top to bottom."""

    x: float
    y: float
    height: float
    lines: tuple[tuple[str, bool], ...]
    hidden: int  # number of nodes below it that are not drawn
    children: tuple[tuple[str, Box], ...]

    @property
    def middle(self) -> float:
        return self.y + self.height / 2


def tree(run: Run, place: int) -> str | None:
    """SVG of one of the trees in the section, counted from 0; None if there are fewer trees."""
    trees = drawn(run)
    if place >= len(trees):
        return None
    chosen = trees[place]
    return drawing(name_of(chosen), chosen.tree, f"{chosen.method} on {chosen.dataset}")


def name_of(tree: Drawn) -> str:
    """Name of the drawing, used as id on the page."""
    return f"tree-{tree.dataset}-{tree.method}".replace("_", "-")


def drawing(name: str, tree: Node, title: str) -> str:
    """SVG of a tree; if its cases or words were not kept, the drawing only says so."""
    if tree.cases is None or tree.words is None:
        return sentence(name, title, f"{title}: the tree was not kept.")
    box, bottom = _placed(tree, 1.0, 1.0)
    boxes = _all(box)
    width, height = max(TOTAL, max(b.x for b in boxes) + WIDTH + 1), bottom - GAP_Y + 1
    text = f"Tree of {plural(nodes(tree), 'naive Bayes classifier')}: {title}."
    caption = (
        f"{text} Each node shows its cases per class, then the words that best distinguish the class "
        f"from the others. The label of a line is the class that the node predicts."
    )
    body = "".join(_edges(b) for b in boxes) + "".join(_box(b) for b in boxes)
    size = f"{width:.0f}", f"{height:.0f}"
    return head(name, title, text, *size, f"0 0 {size[0]} {size[1]}", caption) + body + "</svg>\n"


def _placed(tree: Node, x: float, top: float, level: int = 0) -> tuple[Box, float]:
    """The box of a node with everything below it, and the y coordinate at which the next box can start."""
    lines = _lines(tree)
    height = LINE * len(lines) + 2 * PAD
    chosen = (
        sorted(tree.children.items(), key=lambda c: -sum((c[1].cases or {}).values()))[: MOST[level]]
        if level < len(MOST)
        else []
    )
    chosen = [(label, child) for label, child in tree.children.items() if label in dict(chosen)]
    children, below = [], top
    for label, child in chosen:
        box, below = _placed(child, x + WIDTH + GAP_X, below, level + 1)
        children.append((label, box))
    hidden = nodes(tree) - 1 - sum(nodes(child) for _, child in chosen)
    y = (children[0][1].middle + children[-1][1].middle - height) / 2 if children else top
    if y < top:  # the box is taller than all its children together
        shift = top - y
        children, y = [(label, _moved(box, shift)) for label, box in children], top
        below += shift
    return Box(x, y, height, lines, hidden, tuple(children)), max(below, y + height + GAP_Y)


def _moved(box: Box, by: float) -> Box:
    return box._replace(
        y=box.y + by, children=tuple((label, _moved(child, by)) for label, child in box.children)
    )


def _lines(tree: Node) -> tuple[tuple[str, bool], ...]:
    """Lines of a box: classes with their words, by decreasing number of cases; a pure node has no words."""
    cases = [(n, label) for label, n in (tree.cases or {}).items() if n]
    present = sorted(cases, key=lambda c: (-c[0], c[1]))
    lines: list[tuple[str, bool]] = []
    for n, label in present[:CLASSES]:
        lines.append((f"{label}: {n:,}", True))
        telling = ", ".join(word for word, _ in (tree.words or {}).get(label, [])[:WORDS])
        lines += [(line, False) for line in textwrap.wrap(telling, LETTERS)[:2]]
    if len(present) > CLASSES:
        lines.append(
            (
                f"{plural(len(present) - CLASSES, 'class').replace('classs', 'classes')} more: "
                f"{sum(n for n, _ in present[CLASSES:]):,}",
                True,
            )
        )
    return tuple(lines) or (("no cases", True),)


def _all(box: Box) -> list[Box]:
    return [box, *(b for _, child in box.children for b in _all(child))]


def _edges(box: Box) -> str:
    start = box.x + WIDTH
    parts = []
    for label, child in box.children:
        bend = (start + child.x) / 2
        path = (
            f"M{start:.1f} {box.middle:.1f}C{bend:.1f} {box.middle:.1f} {bend:.1f} {child.middle:.1f} "
            f"{child.x:.1f} {child.middle:.1f}"
        )
        parts.append(f'<path d="{path}" fill="none" stroke="var(--faint, #9a9b9c)" stroke-width="1.4"/>')
        at = (
            f'x="{child.x - 4:.1f}" y="{child.middle - 5:.1f}" text-anchor="end" paint-order="stroke" '
            'stroke="var(--ground, #fff)" stroke-width="4"'
        )
        parts.append(
            f'<text {at} font-size="12" '
            f'fill="currentColor">{html.escape(textwrap.shorten(label, LABEL, placeholder="…"))}</text>'
        )
    if box.hidden:
        at = f'x="{start + 6:.1f}" y="{box.middle + 4:.1f}"'
        parts.append(
            f'<text {at} font-size="12" fill="currentColor" opacity="0.75">… '
            f"{plural(box.hidden, 'node')}</text>"
        )
    return "".join(parts)


def _box(box: Box) -> str:
    look = 'rx="4" fill="var(--ground, #fff)" stroke="currentColor" stroke-width="0.9"'
    parts = [f'<rect x="{box.x:.1f}" y="{box.y:.1f}" width="{WIDTH}" height="{box.height:.1f}" {look}/>']
    for i, (text, strong) in enumerate(box.lines):
        at = f'x="{box.x + PAD:.1f}" y="{box.y + PAD + LINE * i + 11:.1f}"'
        weight = ' font-weight="600"' if strong else ' opacity="0.85"'
        parts.append(f'<text {at} font-size="12"{weight} fill="currentColor">{html.escape(text)}</text>')
    return "".join(parts)
