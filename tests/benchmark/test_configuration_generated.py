"""Generated configurations that are close to the schemas: each gives jobs or is refused in one sentence."""

import copy
import functools
from pathlib import Path

import pytest
import yaml
from hypothesis import event, given
from hypothesis import strategies as st
from support import configured, generated

from naivebench.benchmark import configuration
from naivebench.benchmark import settings as jobs
from naivebench.core.checks import InputError

pytestmark = pytest.mark.slow

SCHEMAS = Path(__file__).parents[2] / "workflow" / "schemas"
TEXTS = {"config": configured.CONFIG, "datasets": configured.DATASETS, "methods": configured.METHODS}
DOCUMENTS = {name: yaml.safe_load(text) for name, text in TEXTS.items()}
DOCUMENTS["config"]["repeat_failed"] = True
ODD = [
    None,
    True,
    0,
    -1,
    2,
    0.5,
    1e308,
    10**30,
    "",
    "no such",
    "{protocol}",
    "1",
    "../x",
    "a b",
    "é",
    [],
    {},
    [[]],
    ["nb"],
]


@functools.cache
def words() -> list[str]:
    """All keys and all values of enumerations in the schemas, and the ids of the three files."""
    found = {"nb", "zoo", "sky", "honest", "paper/old", "main", "majority", "other", "small"}

    def collect(schema):
        if isinstance(schema, dict):
            found.update(schema.get("properties", {}))
            found.update(value for value in schema.get("enum", ()) if isinstance(value, str))
        for part in (
            schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
        ):
            collect(part)

    for path in sorted(SCHEMAS.glob("*.yaml")):
        collect(yaml.safe_load(path.read_text(encoding="utf-8")))
    return sorted(found)


def values():
    simple = st.sampled_from(ODD) | st.sampled_from(words())
    return (
        simple | st.lists(simple, max_size=3) | st.dictionaries(st.sampled_from(words()), simple, max_size=3)
    )


def places(document, path=()):
    """The paths of all nodes of a document."""
    yield path
    inside = (
        document.items()
        if isinstance(document, dict)
        else enumerate(document)
        if isinstance(document, list)
        else ()
    )
    for key, part in inside:
        yield from places(part, (*path, key))


@st.composite
def changed(draw):
    """The three documents, with one to four nodes replaced, removed, or given another key."""
    documents = copy.deepcopy(DOCUMENTS)
    for _ in range(draw(st.integers(1, 4))):
        document = draw(st.sampled_from(list(documents)))
        *above, last = (document, *draw(st.sampled_from(list(places(documents[document])))))
        parent = functools.reduce(lambda node, key: node[key], above, documents)
        node = parent[last]
        how = draw(st.sampled_from(["add", "replace", "remove"]))
        if how == "add" and isinstance(node, dict):
            node[draw(st.sampled_from(words()))] = copy.deepcopy(draw(values()))
        elif how == "remove" and above:
            del parent[last]
        else:
            parent[last] = copy.deepcopy(draw(values()))
    return documents


@pytest.mark.long
@generated.examples(250)
@given(changed())
def test_a_configuration_gives_jobs_or_is_refused(tmp_path_factory, documents):
    texts = {name: yaml.safe_dump(document, allow_unicode=True) for name, document in documents.items()}
    folder = configured.project(tmp_path_factory.mktemp("project"), **texts)
    try:
        settings = configuration.read(folder)
        cells = configuration.cells(settings)
        pairs = jobs.methods_by_pair(settings)
        for (protocol, dataset), methods in pairs.items():
            jobs.fitted(settings, protocol, dataset, methods)
            jobs.folds(settings, protocol, dataset)
    except InputError as error:
        sentence = str(error)
        if not sentence.strip() or "\n" in sentence:
            raise AssertionError(f"no sentence: {sentence!r}") from error
        event("refused")
        return
    assert {(*pair, m) for pair, methods in pairs.items() for m in methods} == set(cells)


def test_the_unchanged_configuration_gives_jobs(tmp_path):
    texts = {name: yaml.safe_dump(document) for name, document in DOCUMENTS.items()}
    assert configuration.cells(configuration.read(configured.project(tmp_path, **texts)))
