from importlib import metadata
from pathlib import Path

from naivebench.benchmark import provenance


def names(*starts):
    return {
        p.relative_to(provenance.SOURCE).as_posix()
        for p in provenance.find_import_closure(*starts)
        if p.is_relative_to(provenance.SOURCE)
    }


def test_closure_contains_the_module_its_packages_and_their_imports():
    core = {"core/__init__.py", "__init__.py"}
    assert {"core/decisions.py", *core} == names("naivebench.core.decisions")
    assert {
        "models/registry.py",
        "models/own_methods.py",
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


def changed(tmp_path, text):
    path = Path(tmp_path, f"m{len(text)}.py")
    path.write_text(text)
    return provenance.parse_source(path)[1]


def test_code_hash_ignores_comments_and_docstrings_only(tmp_path):
    plain = changed(tmp_path, "def f(x):\n    return x + 1\n")
    assert changed(tmp_path, 'def f(x):\n    """Doc."""\n    # why\n    return x + 1\n') == plain
    assert changed(tmp_path, "def f(x):\n    return x + 22\n") != plain


def test_code_with_a_syntax_error_counts_as_its_text(tmp_path):
    assert changed(tmp_path, "def f(:\n") != changed(tmp_path, "def f(: \n")


def test_imports_for_type_checkers_are_not_followed(tmp_path):
    path = tmp_path / "m.py"
    text = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import naivebench.core.graphs\n"
    path.write_text(text + "else:\n    import naivebench.core.files\n")
    assert "core/graphs.py" not in names(path)


def test_versions_of_missing_packages_are_none():
    assert provenance.find_versions(["numpy", "no-such-package-here"])["no-such-package-here"] is None


def test_a_package_has_the_version_of_its_distribution():
    assert provenance.find_version("numpy") == metadata.version("numpy")
    assert provenance.find_version("sklearn") == metadata.version("scikit-learn")
    assert provenance.find_version("no_such_package") is None
