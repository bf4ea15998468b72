"""References in code, configuration and pages exist: sections of docs/, modules, names in them, paths."""

from __future__ import annotations

import re
import subprocess
import tokenize
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "docs").rglob("*.md"))
CITING = sorted(
    path
    for folder in ("src", "tests", "workflow", "config", "data", "docs")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in (".py", ".smk", ".yaml", ".md", ".j2") and path != Path(__file__).resolve()
)
CITATION = re.compile(r"docs/([\w/-]+\.md)#([\w-]+)")
LINK = re.compile(r"\]\(([\w./-]*)#([\w-]+)\)")
ELSEWHERE = re.compile(r"(?i)\b(method|protocol|data ?set)s?\s+(specification|traps)\b|\bspecs/")


def anchor(heading: str) -> str:
    """The anchor of a heading: lower case, without punctuation, with hyphens for blanks."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def anchors(page: Path) -> list[str]:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.S)
    return [anchor(heading) for heading in re.findall(r"^#+ (.*)$", text, re.M)]


def citations(text: str) -> list[tuple[str, str]]:
    """The (page, anchor) of every citation, also if it is broken into two lines after a hyphen."""
    return CITATION.findall(text)


def test_a_citation_is_split_into_page_and_section():
    assert citations("see docs/methods/trees.md#nb-tree; x") == [("methods/trees.md", "nb-tree")]
    assert anchor("C4.5 on `counts`") == "c45-on-counts"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_headings_of_a_page_are_unique(page):
    found = anchors(page)
    assert len(set(found)) == len(found)


def test_cited_sections_exist():
    known = {page.relative_to(ROOT / "docs").as_posix(): set(anchors(page)) for page in PAGES}
    cited = [(path, *c) for path in CITING for c in citations(path.read_text(encoding="utf-8"))]
    assert len(cited) > 80
    lost = [
        f"{path.relative_to(ROOT)}: {page}#{name}"
        for path, page, name in cited
        if name not in known.get(page, ())
    ]
    assert not lost, lost


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page):
    for target, name in LINK.findall(page.read_text(encoding="utf-8")):
        to = (page.parent / target).resolve() if target else page
        assert to.is_file(), target
        assert name in anchors(to), f"{target}#{name}"


def test_no_text_cites_a_document_outside_the_project():
    found = [path for path in CITING if ELSEWHERE.search(path.read_text(encoding="utf-8"))]
    assert not found


PACKAGE = ROOT / "src" / "naivebench"
TEXTS = (".py", ".md", ".yaml", ".smk", ".toml", ".j2", ".js", "")
WRITTEN = re.compile(  # a run, you or a test writes these
    r"(my|results|reports|envs/scripts/node_modules|src/made|tests/test_made|"
    r"data/(raw|prepared|folds|discretized)|config/datasets/(mine|own)\.yaml|data/zoo\.tab)\b"
)
EXAMPLES = {"my_nb", "test_my_nb"}  # files that CONTRIBUTING.md tells you to write
FORMER = {  # former top folders of the package; some are folders inside others today
    *("datasets", "statistics", "pipeline", "streaming", "results", "publication", "reporting", "papers"),
    *("discretization", "naive_bayes", "bn_classifiers", "semi_naive", "directional", "trees", "sequences"),
    *("local_structure", "pattern_smoothing", "baselines", "tuned", "edas", "inference", "sql"),
}
DOTTED = re.compile(r"`((?:naivebench\.)?[a-z_]\w*(?:\.\w+)+)(?:\(\))?`")
PATH = re.compile(r"(?<![\w/.<*~{$-])((?:[\w.-]+/)+[\w.-]*)(?![\w/*<{(?])")
PLACED = re.compile(r"`(\w+)`\s+(?:of|in|from)\s+`([\w/]+\.(?:py|js|yaml|smk))`")
SUFFIX = re.compile(
    r"\.(py|md|ya?ml|csv|json|parquet|html|js|np[yz]|smk|toml|txt|svg|zip|in|log|rda|arff|2008)$"
)


@cache
def tracked() -> dict[str, Path]:
    """Every file under version control, by its path in the project."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    return {name: ROOT / name for name in listed if (ROOT / name).is_file()}


@cache
def ends() -> dict[str, set[str]]:
    """The files and folders that end in a path, for every path from any folder on."""
    found = defaultdict(set)
    for name in {*tracked(), *(str(folder) for n in tracked() for folder in Path(n).parents)}:
        parts = name.split("/")
        for k in range(len(parts)):
            found["/".join(parts[k:])].add(name)
    return found


@cache
def modules() -> dict[str, set[str]]:
    """Every name that occurs in the code of a module, by module below `naivebench`."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        found[".".join(p for p in parts if p != "__init__")] = tokens(path)[0]
    return found


@cache
def endings() -> dict[str, list[set[str]]]:
    """The names in the code of every module that ends in a dotted path, for every such path."""
    found = defaultdict(list)
    for module, inside in modules().items():
        parts = module.split(".")
        for k in range(len(parts)):
            found[".".join(parts[k:])].append(inside)
    return found


@cache
def tokens(path: Path) -> tuple[set[str], list[tuple[int, str]]]:
    """The names in the code of a Python file, and the numbered lines of its comments and docstrings."""
    names, lines = set(), []
    with path.open(encoding="utf-8") as file:
        for token in tokenize.generate_tokens(file.readline):
            if token.type == tokenize.NAME:
                names.add(token.string)
            elif token.type == tokenize.COMMENT or token.string.lstrip("rfRF").startswith('"""'):
                lines += enumerate(token.string.splitlines(), token.start[0])
    return names, lines


@cache
def keys() -> set[str]:
    """The last two parts of every path of keys in the configuration's tables, such as `report.rivals`."""
    rows = re.findall(r"^\| `([\w.]+)` \|", (ROOT / "config" / "README.md").read_text(encoding="utf-8"), re.M)
    return {row for row in rows} | {".".join(row.split(".")[-2:]) for row in rows}


def exists(dotted: str) -> bool:
    """Whether this is a module (perhaps without its folders), a name in one, or a key of the
    configuration.
    """
    parts = dotted.removeprefix("naivebench.").split(".")
    for k in range(len(parts), 0, -1):
        for inside in endings().get(".".join(parts[:k]), ()):
            if k == len(parts) or parts[k] in inside:
                return True
    return dotted in keys()


@cache
def prose() -> list[tuple[str, int, str]]:
    """The (file, line, text) of comments and docstrings of Python files, and of all lines of other texts."""
    found = []
    for name, path in tracked().items():
        if path.suffix not in TEXTS or name in ("CHANGELOG.md", "tests/docs/test_references.py"):
            continue
        if path.suffix == ".py":
            lines = tokens(path)[1]
        else:
            lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        found += [(name, i, line) for i, line in lines]
    return found


def test_modules_and_names_that_are_mentioned_exist():
    stems = {part for module in modules() for part in module.split(".")} | FORMER | {"naivebench"}
    mentioned = [(name, i, d) for name, i, line in prose() for d in DOTTED.findall(line)]
    judged = [m for m in mentioned if m[2].split(".")[0] in stems and not SUFFIX.search(m[2])]
    assert len(judged) > 200
    lost = [f"{name}:{i}: {d}" for name, i, d in judged if not name.endswith(".js") and not exists(d)]
    assert not lost, "\n".join(lost)


def test_paths_that_are_mentioned_exist():
    folders = {"src", "tests", "config", "docs", "workflow", "profiles", "envs", "naivebench"}
    folders |= {module.split(".")[0] for module in modules()} | FORMER
    lost = []
    for name, i, line in prose():
        for path in (p.removesuffix(".").removesuffix("/") for p in PATH.findall(line)):
            example = Path(path).stem in EXAMPLES
            if path.split("/")[0] not in folders or example or WRITTEN.match(path.removeprefix("../")):
                continue
            if not {path, f"{path}.py"} & ends().keys():
                lost.append(f"{name}:{i}: {path}")
    assert not lost, "\n".join(lost)


def test_names_are_in_the_files_that_texts_say_contain_them():
    whole = {name: path for name, path in tracked().items() if path.suffix in (".md", ".py", ".yaml")}
    for name, path in whole.items():
        for word, file in PLACED.findall(path.read_text(encoding="utf-8")):
            holders = [tracked()[f] for f in ends().get(file, ()) if f in tracked()]
            texts = [holder.read_text(encoding="utf-8") for holder in holders]
            assert any(re.search(rf"\b{word}\b", t) for t in texts), f"{name}: `{word}` in `{file}`"


def test_removed_names_are_detected():
    known = ["core.decide", "results.formats.FORMATS", "report.rivals"]
    gone = ["evaluation.decide", "directional.angles.facts", "reporting.formats.FORMATS"]
    assert [exists(name) for name in known + gone] == [True] * 3 + [False] * 3
