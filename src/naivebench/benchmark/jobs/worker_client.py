"""Run `python ARGUMENT...` in a fork of a worker: `python -I -S worker_client.py FOLDER ARGUMENT...`.

Each of the two workers of a run has a socket in the folder; the name of the script decides which is asked.

This process represents the job: it ends with the status or by the signal of the fork, and if it is killed,
the worker kills the fork. Without an answer from the worker, it becomes the Python process that was asked
for. Because every job starts this module, it imports only built-in modules.
"""

import _socket
import marshal
import os
import sys

REFUSED = b"refused"
SMALL, LARGE = "small.socket", "large.socket"
# scripts of jobs that need little beyond NumPy: forking a small process is cheaper
SMALL_SCRIPTS = ("fetch", "prepare", "folds", "discretize", "score", "break_even")


def main(folder: str, arguments: list[str]) -> None:
    """Run `python arguments...`; `folder`: the folder of the workers."""
    parts = os.environ["PATH"].split(os.pathsep)
    os.environ["PATH"] = os.pathsep.join(part for part in parts if part != folder)
    answer = _answer(folder, arguments) if arguments and arguments[0].endswith(".py") else REFUSED
    if answer in (b"", REFUSED):
        os.execv(sys.executable, [sys.executable, *arguments])
    status = int(answer)
    if status < 0:
        os.kill(os.getpid(), -status)
    os._exit(status if status >= 0 else 128 - status)


def _answer(folder: str, arguments: list[str]) -> bytes:
    """Answer of the worker at the end of the job: its status, REFUSED, or nothing if the worker is gone."""
    request = marshal.dumps((arguments, os.getcwd(), dict(os.environ)))
    streams = b"".join(stream.to_bytes(4, sys.byteorder) for stream in (0, 1, 2))
    answer, connection = b"", _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    try:
        script = os.path.basename(arguments[0]).removesuffix(".py")
        connection.connect(f"{folder}/{SMALL if script in SMALL_SCRIPTS else LARGE}")
        connection.sendmsg(
            [len(request).to_bytes(8, "little")], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, streams)]
        )
        connection.sendall(request)
        while piece := connection.recv(64):
            answer += piece
    except OSError:
        return b""
    return answer


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
