"""Croissant 1.0 metadata of a data set: its source, with checksums, its attributes and its classes.

Source: MLCommons, Croissant Format Specification 1.0 (2024). The data themselves are never in an archive, so
the record sets describe attributes and classes, with their rows inline.
"""

from __future__ import annotations

from typing import Any, cast

from naivebench.data import openml, sources
from naivebench.data.profile import Record
from naivebench.data.stanza import Archive, DatasetStanza, Source

CONTEXT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    **{
        key: f"cr:{key}"
        for key in (
            *("citeAs", "column", "equivalentProperty", "extract", "field", "fileObject", "fileProperty"),
            *("fileSet", "format", "includes", "isLiveDataset", "jsonPath", "key", "md5", "parentField"),
            *("path", "recordSet", "references", "regex", "repeated", "replace", "samplingRate", "separator"),
            *("source", "subField", "transform"),
        )
    },
}
TYPES = {"text": "sc:Text", "count": "sc:Integer"}
ATTRIBUTE = {"name": "text", "kind": "text", "values": "count", "missing": "count"}
CLASS = {"label": "text", "cases": "count"}
GENERATORS = "src/naivebench/data/generators.py"  # path in the archive
BYTES = "application/octet-stream"


def croissant(
    dataset: str,
    datasets: dict[str, DatasetStanza],
    archives: dict[str, Archive],
    found: Record,
    generators: str,
) -> dict[str, Any]:
    """The JSON-LD document of one data set.

    `datasets` and `archives` are those of the resolved configuration, `found` is the content of
    data/prepared/<dataset>.json, `generators` the SHA-256 of the file of generators.
    """
    stanza = datasets[dataset]
    record_sets = []
    if found.get("status") == "ok":
        attributes = [{key: {**a}[key] for key in ATTRIBUTE} for a in found["attributes"]]
        classes = [{"label": label, "cases": n} for label, n in found["classes"].items()]
        record_sets = [_inline("attributes", ATTRIBUTE, attributes), _inline("classes", CLASS, classes)]
    return {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": dataset,
        "description": f"{stanza['title']}. {found.get('rows', 0)} cases as naivebench prepares them."
        if record_sets
        else f"{stanza['title']}. Not available in this run.",
        "license": stanza.get("licence") or "not stated",
        **({"sameAs": openml.page(stanza["openml"])} if "openml" in stanza else {}),
        "citeAs": stanza.get("reference") or stanza["title"],
        "keywords": list(stanza.get("tags", [])),
        "distribution": _files(dataset, datasets, archives, found, generators),
        "recordSet": [r for r in record_sets if r["data"]],
    }


def _files(
    dataset: str,
    datasets: dict[str, DatasetStanza],
    archives: dict[str, Archive],
    found: Record,
    generators: str,
) -> list[dict[str, Any]]:
    """The files that a data set is made from; for a derived data set, those of its parent."""
    listed = sources.sources_of(datasets[dataset])
    form = sources.form_of(listed[0])
    if form == "derive":
        return _files(str(listed[0]["derive"]), datasets, archives, found, generators)
    if form == "generator":
        return [_file("generators", GENERATORS, generators, "text/x-python")]
    files: dict[str, dict[str, Any]] = {}
    for source in listed:
        entry = archives[source["archive"]] if "archive" in source else source
        for url, digest in _pairs(_address(entry), entry.get("sha256") or found.get("sha256")):
            files[url] = _file(url, url, digest)
        of_member = source.get("sha256") if "archive" in source else source.get("member_sha256")
        for name, digest in _pairs(source.get("member") or [], of_member):
            files[name] = _file(name, name, digest) | {"containedIn": {"@id": url}}
    # Croissant requires a checksum for every file; files without one are not listed
    known = {url: f for url, f in files.items() if "sha256" in f}
    return [f for f in files.values() if f.get("containedIn", {}).get("@id", f["@id"]) in known]


def _address(entry: Source | Archive) -> str | list[str]:
    """Address of a source or archive: the purl of a package, the description of OpenML with the name of each
    file, otherwise the URL, otherwise the path.
    """
    if "pip" in entry:
        return "pkg:pypi/{}@{}".format(*entry["pip"].lower().split("=="))
    if openml.is_openml(entry):
        files = [f"{openml.address(entry)}#{name}" for name in openml.members(entry)]
        return files if len(files) > 1 else files[0]
    forms = ("url", "mirror", "file", "parquet", "csv")
    return next(cast(str | list[str], {**entry}[form]) for form in forms if form in entry)


def _pairs(names: str | list[str], digests: str | list[str] | None) -> list[tuple[str, str | None]]:
    """Yield (name, SHA-256 or None) for one or several files."""
    several = [names] if isinstance(names, str) else names
    given = digests if isinstance(digests, list) else [digests] * len(several)
    return list(zip(several, given, strict=True))


def _file(name: str, url: str, digest: str | None, encoding: str = BYTES) -> dict[str, Any]:
    described = {
        "@type": "cr:FileObject",
        "@id": name,
        "name": name,
        "contentUrl": url,
        "encodingFormat": encoding,
    }
    return described | ({"sha256": digest} if digest else {})


def _inline(name: str, columns: dict[str, str], rows: list[dict[str, Any]]) -> dict[str, Any]:
    """A record set whose rows are part of the document."""
    fields = [
        {"@type": "cr:Field", "@id": f"{name}/{key}", "name": key, "dataType": TYPES[kind]}
        for key, kind in columns.items()
    ]
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "field": fields,
        "data": [{f"{name}/{key}": value for key, value in row.items()} for row in rows],
    }
