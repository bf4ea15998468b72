"""Run external validators on an archive: `python validators.py FOLDER`.

Run it in an environment of envs/validators.txt. It checks the RO-Crate against its profile, the Croissant
files, CITATION.cff and the list of packages. If a validator rejects a file, it prints the complaints and
exits with status 1. The validator of crates reads the context of RO-Crate 1.1 from the network. If that
fails, it uses the copy in the package rocrate, and the output says so.
"""

import io
import json
import logging
import sys
import urllib.request
from email.message import Message
from pathlib import Path

CONTEXT = "https://w3id.org/ro/crate/1.1/context"


def keep(url, text):
    """Return `text` for `url` without asking the network, in both ways in which the validator asks."""
    import requests
    import urllib3

    class Kept(urllib.request.BaseHandler):
        handler_order = 100

        def https_open(self, request):
            if request.full_url != url:
                return None
            headers = Message()
            headers["Content-Type"] = "application/ld+json"
            answer = urllib.request.addinfourl(io.BytesIO(text), headers, url, 200)
            answer.msg = "OK"
            return answer

    def send(self, request, **options):
        if request.url != url:
            return sent(self, request, **options)
        answer = requests.Response()
        answer.status_code, answer.url, answer.request = 200, url, request
        answer.headers["Content-Type"] = "application/ld+json"
        answer.raw = urllib3.HTTPResponse(io.BytesIO(text), dict(answer.headers), 200, preload_content=False)
        return answer

    sent = requests.adapters.HTTPAdapter.send
    requests.adapters.HTTPAdapter.send = send
    urllib.request.install_opener(urllib.request.build_opener(Kept))


def crate(folder):
    """Violations of what the declared profile requires, and the number of checks."""
    from rocrate_validator import services
    from rocrate_validator.models import Severity, ValidationSettings

    settings = ValidationSettings(
        rocrate_uri=str(folder),
        profile_identifier="workflow-run-crate",
        requirement_severity=Severity.REQUIRED,
    )
    result = services.validate(settings)
    return [f"crate: {i.check.identifier}: {i.message}" for i in result.get_issues()]


def croissant(path):
    import mlcroissant

    try:
        issues = mlcroissant.Dataset(path).metadata.ctx.issues
    except mlcroissant.ValidationError as error:
        return [f"{path}: {error}"]
    return [f"{path}: {e}" for e in issues.errors]


def citation(path):
    from cffconvert import Citation

    try:
        Citation(path.read_text(encoding="utf-8")).validate()
    except Exception as error:
        return [f"{path}: {error}"]
    return []


def packages(path):
    import cyclonedx.schema
    import jsonschema

    folder = Path(cyclonedx.schema.__file__).parent / "_res"
    document = json.loads(path.read_text(encoding="utf-8"))
    schema = json.loads((folder / f"bom-{document['specVersion']}.SNAPSHOT.schema.json").read_text())
    base = schema["$id"].rsplit("/", 1)[0]
    store = {f"{base}/{p.name}": json.loads(p.read_text()) for p in folder.glob("*.SNAPSHOT.schema.json")}
    checks = jsonschema.Draft7Validator(schema, resolver=jsonschema.RefResolver(schema["$id"], schema, store))
    return [f"{path}: {e.message[:300]}" for e in checks.iter_errors(document)]


def main(folder):
    logging.disable(logging.WARNING)
    try:
        urllib.request.urlopen(CONTEXT, timeout=10).close()
    except OSError:
        print("crate: the context cannot be fetched, the copy in the package rocrate stands in")
        import rocrate

        keep(CONTEXT, (Path(rocrate.__file__).parent / "data" / "ro-crate.jsonld").read_bytes())
    sets = sorted((folder / "data" / "croissant").glob("*.json"))
    found = {
        "RO-Crate, Workflow Run Crate 0.5": crate(folder),
        f"Croissant, {len(sets)} data sets": [e for p in sets for e in croissant(p)],
        "CITATION.cff": citation(folder / "CITATION.cff"),
        "CycloneDX": packages(folder / "sbom.cdx.json"),
    }
    for what, errors in found.items():
        print(f"{what}: {'accepted' if not errors else f'{len(errors)} errors'}", *errors, sep="\n  ")
    return int(any(found.values()))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
