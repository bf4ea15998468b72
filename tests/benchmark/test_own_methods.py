"""Methods and data in your own files, and odd ids."""

import os

import pytest
from support.configured import CONFIG, DATASETS, METHODS, message, project
from support.sentences import refusal

from naivebench.benchmark import configuration, provenance
from naivebench.cli import check
from naivebench.core.checks import InputError
from naivebench.data import sources
from naivebench.models import own_methods, registry

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
    name, path = own_methods.full_module_name("my/a-b {c}.py"), folder / "my" / "a-b {c}.py"
    names = {p.name for p in provenance.find_import_closure(name)}
    assert {"a-b {c}.py", "nb.py", "logspace.py"} <= names
    before = provenance.hash_code(name)
    for code, same in ((CODE + "# a remark\n", True), (CODE.replace("1.0", "2.0"), False)):
        path.write_text(code)
        provenance.parse_source.cache_clear()
        provenance.hash_code.cache_clear()
        assert (provenance.hash_code(name) == before) is same


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """A project that is read in another folder (as by `snakemake --directory`) that has a file of the same
    name.
    """
    root, other = tmp_path / "project", tmp_path / "other"
    root.mkdir()
    other.mkdir()
    monkeypatch.chdir(other)
    (other / "sky.csv").write_text("wind,c\n90,other\n180,folder\n")
    return root, configuration.read_configuration(project(root))


def test_every_reader_of_the_key_means_the_file_of_the_project(elsewhere):
    root, read = elsewhere
    wanted = sources.resolve_own_file(sources.find_inputs(read.datasets["sky"]).file, root)
    assert os.path.abspath(wanted) == str(root / "sky.csv")
    assert not os.path.isabs(wanted)
    assert str(root / "sky.csv") in refusal(check.read_dataset, "sky", read)
    (root / "sky.csv").write_text("wind,c\n90,a\n180,b\n")
    table, _ = check.read_dataset("sky", read)
    assert table.classes == ("a", "b")


def test_paths_in_the_project_and_absolute_paths_do_not_change(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert sources.resolve_own_file("my/a.csv", tmp_path) == "my/a.csv"
    assert sources.resolve_own_file("/data/a.csv", tmp_path) == "/data/a.csv"


TEXT_IN_YAML = ("inf", "nan", "na", "1e5", "1_0e", "1984", "true", "null", "no", "007", "0x10")


@pytest.mark.parametrize("name", TEXT_IN_YAML)
@pytest.mark.parametrize("section", ["datasets", "methods"])
def test_a_quoted_id_is_text(tmp_path, name, section):
    text = {"datasets": DATASETS.replace("  sky:", f'  "{name}":'), "methods": METHODS + f'"{name}":\n'}
    text["methods"] += "  {title: T, module: naive_bayes.nb, kinds: [nominal]}\n"
    read = configuration.read_configuration(project(tmp_path, **{section: text[section]}))
    assert name in getattr(read, section)


@pytest.mark.parametrize(
    "name", ["1984", "true", "null", ".nan", ".inf", "0x10", "007", "1_000", "12:30", "~", "on"]
)
@pytest.mark.parametrize("section", ["datasets", "methods"])
def test_an_id_that_yaml_reads_as_another_value_must_be_quoted(tmp_path, name, section):
    text = {
        "datasets": DATASETS.replace("  sky:", f"  {name}:"),
        "methods": METHODS + f"{name}: {{title: T}}\n",
    }
    sentence = message(tmp_path, **{section: text[section]})
    assert sentence.startswith(f"config/{'datasets/a' if section == 'datasets' else section}.yaml, line ")
    assert "put it in quotes" in sentence


@pytest.mark.parametrize("name", ["1984", "true", "null", ".nan", "1.5", "2020-01-01"])
def test_an_id_in_a_list_must_be_quoted_too(tmp_path, name):
    sentence = message(tmp_path, config=CONFIG + f"select: {{datasets: [{name}]}}\n")
    assert "select.datasets" in sentence
    assert "is not of type 'string'" in sentence
