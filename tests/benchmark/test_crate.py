"""The crate satisfies its profile and contains all files of an archive."""

from naivebench.benchmark.publication.crate import PROFILES, crate

FILES = [
    "README.md",
    "results/scores.parquet",
    "src/a.py",
    "src/b/c.py",
    "workflow/Snakefile",
]
ENVIRONMENT = {
    "date": "2026-01-01T00:00:00+00:00",
    "run": {"made": "2026-01-02T00:00:00+00:00"},
    "packages": {"snakemake": "9.1"},
}


def entities(files=FILES, environment=ENVIRONMENT):
    return {e["@id"]: e for e in crate(files, "Title", environment, ["src/", "data/folds/"])["@graph"]}


def test_every_reference_leads_to_an_entity_of_the_crate():
    graph = entities()
    known = {*graph, "https://w3id.org/ro/crate/1.1", "https://snakemake.readthedocs.io"}
    found = [
        value["@id"]
        for entity in graph.values()
        for key, values in entity.items()
        if not key.startswith("@")
        for value in (values if isinstance(values, list) else [values])
        if isinstance(value, dict)
    ]
    assert set(found) <= known


def test_the_run_has_the_workflow_as_instrument_and_its_end_time():
    graph = entities()
    root, run = graph["./"], graph["#run"]
    assert root["mainEntity"] == run["instrument"] == {"@id": "workflow/Snakefile"}
    assert graph["workflow/Snakefile"]["@type"] == ["File", "SoftwareSourceCode", "ComputationalWorkflow"]
    assert run["endTime"] == root["datePublished"] == "2026-01-02T00:00:00+00:00"
    assert run["result"] == [{"@id": "results/scores.parquet"}]
    assert [e["@id"] for e in root["conformsTo"]] == list(PROFILES)


def test_files_are_parts_of_the_crate_alone_or_with_their_folder():
    parts = [part["@id"] for part in entities()["./"]["hasPart"]]
    assert parts == ["README.md", "results/scores.parquet", "workflow/Snakefile", "src/"]


def test_a_run_whose_environment_is_unknown_has_a_crate():
    assert entities(environment={})["#run"]["endTime"]
