import json
from importlib import metadata
from pathlib import Path

import pytest

from naivebench.benchmark import provenance


def names(*starts):
    return {
        p.relative_to(provenance.SOURCE).as_posix()
        for p in provenance.sources(*starts)
        if p.is_relative_to(provenance.SOURCE)
    }


def test_closure_contains_the_module_its_packages_and_their_imports():
    core = {"core/__init__.py", "__init__.py"}
    assert {"core/decide.py", *core} == names("naivebench.core.decide")
    assert {
        "models/registry.py",
        "models/own.py",
        "models/__init__.py",
        "core/checks.py",
        "core/table.py",
        *core,
    } == names("naivebench.models.registry")


def test_closure_of_a_script_sees_imports_inside_functions(tmp_path):
    script = tmp_path / "s.py"
    script.write_text(
        "def f():\n    from naivebench.core import graphs as g\n    import naivebench.core.files\n"
    )
    assert {"core/graphs.py", "core/files.py"} <= names(script)


def test_a_method_does_not_depend_on_another_method():
    tan = names("naivebench.methods.bn_classifiers.tan")
    assert "methods/naive_bayes/gnb.py" not in tan
    assert "core/table.py" in tan


def changed(tmp_path, text):
    path = Path(tmp_path, f"m{abs(len(text))}.py")
    path.write_text(text)
    return provenance._code(path)


def test_code_hash_ignores_comments_and_docstrings_only(tmp_path):
    plain = changed(tmp_path, "def f(x):\n    return x + 1\n")
    assert changed(tmp_path, 'def f(x):\n    """Doc."""\n    # why\n    return x + 1\n') == plain
    assert changed(tmp_path, "def f(x):\n    return x + 22\n") != plain


def test_a_file_is_cached_and_read_again_if_it_changes(tmp_path, monkeypatch):
    path, kept = tmp_path / "m.py", tmp_path / "__pycache__" / "m.read.json"
    path.write_text("import naivebench.core.graphs\nx = 1\n")
    first = provenance._read(path)
    assert first.names == ["naivebench.core.graphs"]
    parse = provenance.parse
    monkeypatch.setattr(provenance, "parse", lambda p: pytest.fail(f"{p} was parsed again"))
    provenance._read.cache_clear()
    assert provenance._read(path) == first
    monkeypatch.setattr(provenance, "parse", parse)
    path.write_text("import naivebench.core.files\nx = 1\n")
    provenance._read.cache_clear()
    second = provenance._read(path)
    assert second.names == ["naivebench.core.files"]
    assert second.code != first.code
    for text in ("[]", "{", json.dumps({"key": json.loads(kept.read_text())["key"]})):
        kept.write_text(text)
        provenance._read.cache_clear()
        assert provenance._read(path) == second, text


def test_versions_of_missing_packages_are_none():
    assert provenance.package_versions(["numpy", "no-such-package-here"])["no-such-package-here"] is None


def test_closure_contains_what_methods_share():
    found = {p.name for p in provenance.sources("naivebench.methods.semi_naive.ienb")}
    assert {"partitions.py", "optimise.py", "ebna.py"} <= found


def test_a_package_has_the_version_of_its_distribution():
    assert provenance.installed("numpy") == metadata.version("numpy")
    assert provenance.installed("sklearn") == metadata.version("scikit-learn")
    assert provenance.installed("no_such_package") is None
