"""An S3 server in this process (that of moto), whose answers a test can disturb."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from typing import NamedTuple


class Store(NamedTuple):
    address: str
    # functions of (method, path), called in this order, which return seconds to wait, 500, or None
    faults: list

    @property
    def variables(self) -> dict[str, str]:
        """Environment variables that a run needs to use the store."""
        names = {"ENDPOINT_URL": self.address, "ACCESS_KEY": "reader", "SECRET_KEY": "secret"}
        return {f"SNAKEMAKE_STORAGE_S3_{name}": value for name, value in names.items()}

    def files(self, bucket: str) -> dict[str, bytes]:
        """Content of the files, by name."""
        import boto3

        keys = {"aws_access_key_id": "reader", "aws_secret_access_key": "secret"}
        store = boto3.resource("s3", endpoint_url=self.address, region_name="us-east-1", **keys)
        return {o.key: o.get()["Body"].read() for o in store.Bucket(bucket).objects.all()}


@contextlib.contextmanager
def running() -> Iterator[Store]:
    """An empty store on a free port."""
    from moto.server import DomainDispatcherApplication, create_backend_app
    from werkzeug.serving import make_server

    logging.getLogger("werkzeug").setLevel(logging.ERROR)  # it logs a line for every request otherwise
    moto, faults = DomainDispatcherApplication(create_backend_app), []

    def answer(environ, start_response):
        for fault in list(faults):
            reply = fault(environ["REQUEST_METHOD"], environ["PATH_INFO"])
            if reply == 500:
                start_response("500 Internal Server Error", [("Content-Length", "0")])
                return []
            time.sleep(reply or 0)
        return moto(environ, start_response)

    server = make_server("127.0.0.1", 0, answer, threaded=True)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    # remove objects of an earlier store of this process
    urllib.request.urlopen(urllib.request.Request(f"{address}/moto-api/reset", method="POST")).close()
    try:
        yield Store(address, faults)
    finally:
        server.shutdown()


def times(n: int, answer: float, method: str, part: str) -> Callable[[str, str], float | None]:
    """A fault that disturbs the first n requests of a method whose path contains `part`; `.left`
    counts down.
    """
    left = [n]

    def fault(verb: str, path: str) -> float | None:
        if left[0] and verb == method and part in path:
            left[0] -= 1
            return answer
        return None

    fault.left = left
    return fault
