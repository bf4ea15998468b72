"""Methods in your own files outside the package are found, followed, checked, and run in their own jobs."""

import pytest

from naivebench.benchmark import provenance
from naivebench.core.checks import InputError
from naivebench.models import own, registry

CODE = """from naivebench.methods.naive_bayes.nb import predict_log_proba, summarize
from naivebench.methods.naive_bayes import nb


def fit(train, *, rng=None, alpha=1.0):
    return nb.fit(train, alpha=alpha)
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The current folder, with a file of the user's own."""
    (tmp_path / "my").mkdir()
    (tmp_path / "my" / "a-b {c}.py").write_text(CODE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_file_is_a_method(folder):
    loaded = registry.load("my/a-b {c}.py")
    assert loaded.fit.__module__.startswith("own_")
    assert registry.load("my/a-b {c}.py") is loaded


@pytest.mark.parametrize(
    ("code", "error", "text"),
    [
        (None, InputError, "method module 'my/x.py' does not exist"),
        ("fit = len", InputError, "'my/x.py' (my/x.py) lacks predict_log_proba, summarize"),
        ("import beside", ModuleNotFoundError, "beside"),
        ("fit = ", SyntaxError, ""),
    ],
)
def test_a_faulty_file_is_its_own_failure(folder, code, error, text):
    """The file cannot import a file beside it, because `provenance` does not follow that one."""
    (folder / "my" / "beside.py").touch()
    if code is not None:
        (folder / "my" / "x.py").write_text(code)
    for _ in range(2):  # a second attempt does not find a half-loaded module
        with pytest.raises(error) as raised:
            registry.load("my/x.py")
        assert text in str(raised.value)


def test_results_depend_on_the_file_and_its_imports(folder):
    name, path = own.name_module("my/a-b {c}.py"), folder / "my" / "a-b {c}.py"
    names = {p.name for p in provenance.find_sources(name)}
    assert {"a-b {c}.py", "nb.py", "logspace.py"} <= names
    before = provenance.code_hash(name)
    path.write_text(CODE + "# a remark\n")
    provenance.read_source.cache_clear()
    assert provenance.code_hash(name) == before
    path.write_text(CODE.replace("1.0", "2.0"))
    provenance.read_source.cache_clear()
    assert provenance.code_hash(name) != before
