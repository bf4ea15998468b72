"""A small OpenML server on this machine, which answers as version 1 of its API specifies.

`Answers` has one data set of `ROWS` cases; a test may change its file and its answers.
"""

import contextlib
import hashlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ROWS, DATA_ID = 12, 61
DATA = "\n".join(
    [
        "% a made data set",
        "@RELATION toy",
        "@ATTRIBUTE case INTEGER",
        "@ATTRIBUTE 'petal length' REAL",
        "@ATTRIBUTE colour {red, green, 'light blue'}",
        "@ATTRIBUTE class {setosa, virginica}",
        "@ATTRIBUTE note {n}",
        "@DATA",
        *(
            f"{i},{i / 4},{('red', 'green', chr(39) + 'light blue' + chr(39), '?')[i % 4]},"
            f"{('setosa', 'virginica')[i % 2]},n"
            for i in range(ROWS)
        ),
        "",
    ]
)
DESCRIPTION = {
    "id": str(DATA_ID),
    "name": "toy",
    "version": "1",
    "format": "ARFF",
    "licence": "Public",
    "file_id": "610",
    "default_target_attribute": "class",
    "row_id_attribute": "case",
    "ignore_attribute": ["note"],
    "visibility": "public",
    "status": "active",
}


class Answers:
    """Status and bytes for each path below the server."""

    def __init__(self):
        self.at = {}
        self.url = ""
        self.asked = []

    def put(self, path, content, status=200):
        self.at[path] = (
            status,
            content.encode() if isinstance(content, str) else json.dumps(content).encode(),
        )

    def data(self, text=DATA, **keys):
        """Add the data set."""
        digest = hashlib.md5(text.encode()).hexdigest()
        described = DESCRIPTION | {"url": f"{self.url}/data/v1/download/610/toy.arff", "md5_checksum": digest}
        self.put(f"/api/v1/json/data/{DATA_ID}", {"data_set_description": described | keys})
        self.put("/data/v1/download/610/toy.arff", text)

    def missing(self, path, code, message):
        """An error of the service."""
        self.put(path, {"error": {"code": str(code), "message": message}}, 412)


@contextlib.contextmanager
def running():
    """The answers of a server that runs until the end of the block."""
    answers = Answers()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            answers.asked.append(self.path)
            status, content = answers.at.get(self.path, (404, b""))
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True).start()
    answers.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield answers
    finally:
        server.shutdown()
        server.server_close()
