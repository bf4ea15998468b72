"""Software bill of materials in CycloneDX 1.6, from a lock file of pip with hashes.

The package cyclonedx-python-lib is not used: its components take as many lines as these dicts, and with seven
more packages it takes 10 MB.
"""

from __future__ import annotations

import re
import uuid
from typing import Any

from naivebench import __version__
from naivebench.core.checks import InputError

PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def sbom(lock: str, where: str) -> dict[str, Any]:
    """The document for the packages that `lock`, the text of the file `where`, pins.

    The serial number depends only on the lock, and there is no time stamp, so the same lock gives the same
    bytes. Raises InputError for a pin without a hash, or a file without pins.
    """
    components = []
    for block in re.split(r"^(?=[A-Za-z0-9])", lock, flags=re.M):
        pin = PIN.match(block)
        if pin:
            name, version = pin.groups()
            hashes = HASH.findall(block)
            if not hashes:
                raise InputError(
                    f"{name} in {where} has no hash: create the lock file with --generate-hashes"
                )
            components.append(_component(name, version, hashes))
    if not components:
        raise InputError(f"{where} pins no package: name a lock file of pip")
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, lock)}",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": "naivebench",
                "name": "naivebench",
                "version": __version__,
                "licenses": [{"license": {"id": "BSD-3-Clause"}}],
            }
        },
        "components": components,
    }


def _component(name: str, version: str, hashes: list[str]) -> dict[str, Any]:
    """A package; the hashes are those of its files, only one of which is installed on a machine."""
    purl = f"pkg:pypi/{name.lower()}@{version}"
    files = {
        "type": "distribution",
        "url": purl,
        "hashes": [{"alg": "SHA-256", "content": h} for h in hashes],
    }
    return {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": version,
        "purl": purl,
        "externalReferences": [files],
    }
