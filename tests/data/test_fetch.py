"""Fetching without a network, and the messages if it fails.

Sources are a mirror folder, a local server, and pip on a local folder.
"""

import hashlib
import json
import os
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from naivebench.data.archive import read_members
from naivebench.data.fetch import fetch_archive
from naivebench.data.sources import find_inputs, list_archives

DATA = b"1,2,x\n3,4,y\n"
HASH = hashlib.sha256(DATA).hexdigest()


@pytest.fixture
def places(tmp_path):
    (tmp_path / "mirror" / "set").mkdir(parents=True)
    (tmp_path / "mirror" / "set" / "a.data").write_bytes(DATA)
    return tmp_path


def got(places, archive, mirror="mirror", **options):
    record = fetch_archive(
        archive, places / "out", places / "status.json", str(places / mirror) if mirror else "", **options
    )
    assert json.loads((places / "status.json").read_text()) == record
    return record


def test_the_mirror_comes_first(places):
    record = got(places, {"mirror": "set/a.data", "sha256": HASH, "url": "http://nowhere.invalid/a.data"})
    assert (record["status"], record["sha256"], record["bytes"], record["origin"]) == (
        "ok",
        HASH,
        len(DATA),
        "mirror: set/a.data",
    )
    assert record["pinned"] == HASH
    assert (places / "out").read_bytes() == DATA


@pytest.mark.parametrize(
    "archive",
    [
        {"mirror": "set/a.data", "sha256": HASH},
        {"mirror": ["set/a.data", "set/b.data"], "sha256": [HASH, hashlib.sha256(b"more").hexdigest()]},
    ],
)
def test_a_file_with_a_known_hash_is_kept_when_the_mirror_is_gone(places, archive):
    (places / "mirror" / "set" / "b.data").write_bytes(b"more")
    record = got(places, archive)
    assert record["status"] == "ok"
    packed = (places / "out").read_bytes()
    if isinstance(archive["mirror"], list):
        assert read_members(packed, ["a.data", "b.data"], "w") == [("a.data", DATA), ("b.data", b"more")]
    assert got(places, archive, mirror="") == record
    (places / "out").unlink()
    os.utime(places / "mirror" / "set" / "a.data", (1, 1))
    assert got(places, archive) == record
    assert (places / "out").read_bytes() == packed
    other = archive | {"sha256": "0" * 64 if isinstance(archive["sha256"], str) else ["0" * 64, HASH]}
    assert got(places, other, mirror="")["status"] == "unavailable"
    assert (places / "out").read_bytes() == b""
    assert got(places, archive, mirror="")["status"] == "unavailable"


def test_a_damaged_or_unpinned_file_is_fetched_again(places):
    pinned, unpinned = {"mirror": "set/a.data", "sha256": HASH}, {"mirror": "set/a.data"}
    got(places, pinned)
    (places / "out").write_bytes(b"damaged")
    assert got(places, pinned, mirror="")["status"] == "unavailable"
    got(places, unpinned)
    assert got(places, unpinned, mirror="")["status"] == "unavailable"


def test_wrong_file_in_the_mirror_falls_back_to_the_url(places, server):
    (places / "mirror" / "a.data").write_bytes(b"other")
    handler, url = server
    handler.script = [200]
    assert got(places, {"url": url, "sha256": HASH})["origin"] == f"url: {url}"


def test_wrong_hash_is_unavailable_with_both_hashes(places):
    record = got(places, {"mirror": "set/a.data", "sha256": "0" * 64})
    assert record["status"] == "unavailable"
    assert record["reason"] == f"the mirror's a.data has the wrong sha256: expected {'0' * 64}, got {HASH}"
    assert (places / "out").read_bytes() == b""


def test_a_file_that_the_mirror_does_not_have(places):
    record = got(places, {"mirror": "set/none.data", "sha256": HASH})
    assert record["reason"] == "the mirror folder has no set/none.data"
    assert f"Save the file (SHA-256 {HASH}) as `set/none.data` in the mirror folder." in record["remedy"]
    assert (
        "no mirror folder is set"
        in got(places, {"mirror": "set/a.data", "sha256": HASH}, mirror="")["reason"]
    )


def test_candidates_are_tried_in_order(places, server):
    handler, url = server
    handler.script = [200]
    record = got(places, {"candidates": [{"mirror": "none", "sha256": HASH}, {"url": url, "sha256": HASH}]})
    assert (record["status"], record["candidate"]) == ("ok", 1)


def test_the_remedy_is_that_of_candidates_with_an_address(places):
    url = "http://127.0.0.1:9/a.data"
    record = got(
        places, {"candidates": [{"mirror": "none.gz", "sha256": HASH}, {"url": url, "sha256": HASH}]}
    )
    lost = f"{url} cannot be fetched: the server could not be reached"
    assert record["reason"] == f"the mirror folder has no none.gz; {lost}"
    assert record["remedy"].startswith(f"Save {url} (SHA-256 {HASH}) as `a.data` in the mirror folder.")


@pytest.fixture
def server():
    """A server that returns the statuses of `script` in turn and repeats the last one."""

    class Handler(BaseHTTPRequestHandler):
        script: list = []  # noqa: RUF012
        n_requests = 0

        def do_GET(self):
            status = Handler.script[min(Handler.n_requests, len(Handler.script) - 1)]
            Handler.n_requests += 1
            self.send_response(status)
            self.send_header("Content-Length", str(len(DATA)) if status != 206 else str(2 * len(DATA)))
            self.end_headers()
            self.wfile.write(DATA)

        def log_message(self, *args):
            pass

    running = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    yield Handler, f"http://127.0.0.1:{running.server_port}/a.data"
    running.shutdown()
    running.server_close()


@pytest.mark.parametrize(
    ("script", "status", "n_requests"), [([200], "ok", 1), ([503, 200], "ok", 2), ([404], "unavailable", 2)]
)
def test_url_is_tried_twice(places, server, script, status, n_requests):
    handler, url = server
    handler.script, handler.n_requests = script, 0
    record = got(places, {"url": url, "sha256": HASH})
    assert (record["status"], handler.n_requests) == (status, n_requests)
    if status != "ok":
        assert f"{url} cannot be fetched: 404 Client Error" in record["reason"]


def test_unreachable_url(places, caplog):
    caplog.set_level("INFO")
    got(places, {"url": "http://127.0.0.1:9/a.data", "sha256": HASH})
    assert "http://127.0.0.1:9/a.data: ConnectionError: " in caplog.text  # in the log of the job


@pytest.fixture
def wheel(tmp_path, monkeypatch):
    """A folder with a tiny wheel, which is the only source of pip."""
    folder = tmp_path / "index"
    folder.mkdir()
    path = folder / "demo_data-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("demo_data/a.csv", DATA)
        file.writestr(
            "demo_data-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: demo-data\nVersion: 1.0\n"
        )
        file.writestr(
            "demo_data-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        file.writestr("demo_data-1.0.dist-info/RECORD", "")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return path


@pytest.mark.slow
def test_pip(places, wheel):
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    entry = {
        "pip": "demo-data==1.0",
        "sha256": digest,
        "platforms": ["manylinux_2_28_x86_64"],
        "python_version": "3.11",
        "implementation": "cp",
        "abi": "cp311",
    }
    record = got(places, entry)
    assert (record["status"], record["origin"], record["sha256"]) == ("ok", "pip: demo-data==1.0", digest)
    wrong = got(places, entry | {"sha256": "0" * 64})
    assert wrong["reason"].startswith("pip could not download demo-data==1.0: THESE PACKAGES DO NOT MATCH")
    missing = got(places, entry | {"pip": "demo-data==2.0"})
    assert "No matching distribution" in missing["reason"]
    assert (
        "python -m pip download --no-deps --only-binary=:all: --platform manylinux_2_28_x86_64"
        in missing["remedy"]
    )
    assert 'demo-data==2.0 -d "$NAIVEBENCH_MIRROR"`' in missing["remedy"]


CATALOGUE = {
    "archives": {"w-1": {"pip": "w==1", "sha256": HASH}},
    "datasets": {
        "one": {"source": {"archive": "w-1", "member": "a"}},
        "two": {"source": {"url": "http://x/b%20c.csv?d=1", "sha256": HASH}},
        "three": {"source": [{"mirror": "m/e.gz", "sha256": HASH}, {"archive": "w-1", "member": "e"}]},
        "four": {"source": {"pip": "v==2", "sha256": HASH, "member": "a"}},
        "own": {"source": {"file": "my.csv"}},
        "made": {"source": {"generator": "corral"}},
        "child": {"source": {"derive": "one"}},
    },
}


def test_archives_and_inputs_of_a_catalogue():
    start = HASH[:8]
    assert list_archives(CATALOGUE["datasets"], CATALOGUE["archives"]) == {
        "w-1": {"candidates": [{"pip": "w==1", "sha256": HASH}]},
        f"b-20c.csv-{start}": {"candidates": [{"url": "http://x/b%20c.csv?d=1", "sha256": HASH}]},
        f"e.gz-{start}+1": {
            "candidates": [{"mirror": "m/e.gz", "sha256": HASH}, {"pip": "w==1", "sha256": HASH}]
        },
        f"v-2-{start}": {"candidates": [{"pip": "v==2", "sha256": HASH}]},
    }
    inputs = {
        name: find_inputs(stanza, CATALOGUE["archives"]) for name, stanza in CATALOGUE["datasets"].items()
    }
    assert {name: i.archive for name, i in inputs.items() if i.archive} == {
        "one": "w-1",
        "two": f"b-20c.csv-{start}",
        "three": f"e.gz-{start}+1",
        "four": f"v-2-{start}",
    }
    assert (inputs["own"].file, inputs["child"].derive) == ("my.csv", "one")
    assert inputs["made"] == (None, None, None, [{"generator": "corral"}])
