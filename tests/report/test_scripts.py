"""The form of the page's scripts, tested without Node: short lines, one bundle, locked tools."""

import json
import re
from pathlib import Path

import pytest

from naivebench.report import bundle

ROOT = Path(__file__).resolve().parents[2]
TESTS = Path(__file__).parent / "scripts"
LONGEST = 110


def test_no_line_is_long():
    files = [*bundle.SCRIPTS.rglob("*.js"), *TESTS.glob("*.mjs")]
    assert len(files) > 20
    long = [
        f"{path.name}, line {i}: {len(line)} characters"
        for path in files
        for i, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1)
        if len(line) > LONGEST
    ]
    assert not long


def test_the_page_needs_no_import():
    analysis, page = bundle.bundle("analysis"), bundle.bundle("page", without="analysis")
    for text in (analysis, page):
        assert not re.search(r"^\s*(import|export)\b", text, re.MULTILINE)
        assert "</script" not in text
    every = {p.stem for p in bundle.SCRIPTS.rglob("*.js")}
    assert set(bundle.modules("page")) | set(bundle.modules("analysis")) == every, "no script is left over"
    shared = set(bundle.modules("page")) & set(bundle.modules("analysis"))
    assert shared
    assert not any(f"const {name} = ((" in page for name in shared), "each module is in the page once"


@pytest.fixture
def scripts(tmp_path, monkeypatch):
    monkeypatch.setattr(bundle, "SCRIPTS", tmp_path)
    bundle.modules.cache_clear()
    yield tmp_path
    bundle.modules.cache_clear()


def test_a_module_comes_after_its_imports(scripts):
    (scripts / "deep").mkdir()
    (scripts / "deep" / "a.js").write_text("export const $ = 1;\nconst own = 2;\nexport let b = own;\n")
    (scripts / "c.js").write_text(
        'import * as a from "./deep/a.js";\nimport {\n $,\n b as d\n} from "./deep/a.js";\n  use(a, $, d);\n'
    )
    assert bundle.bundle("c") == (
        '"use strict";\n'
        "const a = (() => {\nconst $ = 1;\nconst own = 2;\nlet b = own;\nreturn { $, b };\n})();\n"
        "const c = ((a, { $, b: d }) => {\nuse(a, $, d);\nreturn {  };\n})(a, a);"
    )


def test_circles_and_names_that_occur_twice_are_errors(scripts):
    (scripts / "a.js").write_text('import "./b.js";\n')
    (scripts / "b.js").write_text('import "./a.js";\n')
    with pytest.raises(ValueError, match=r"circular: a\.js -> b\.js -> a\.js"):
        bundle.bundle("a")
    (scripts / "deep").mkdir()
    (scripts / "deep" / "a.js").write_text("")
    (scripts / "b.js").write_text('import "./deep/a.js";\n')
    with pytest.raises(ValueError, match="two scripts have the name a"):
        bundle.bundle("a")


def test_tools_are_locked_by_hash_without_a_registry():
    folder = ROOT / "envs" / "scripts"
    wanted = json.loads((folder / "package.json").read_text())["devDependencies"]
    locked = json.loads((folder / "package-lock.json").read_text())["packages"]
    assert locked.pop("")["devDependencies"] == wanted
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in wanted.values()), "versions are pinned"
    assert all(p["integrity"].startswith("sha512-") and "resolved" not in p for p in locked.values())
    assert {name: locked[f"node_modules/{name}"]["version"] for name in wanted} == wanted
