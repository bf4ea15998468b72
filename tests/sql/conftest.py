"""Database engines for the tests: DuckDB and SQLite in this process, and PostgreSQL as a server of
the tests.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

ENGINES = ("duckdb", "sqlite", "postgres")
TYPES = {"string": "text", "boolean": "boolean", "integer": "bigint", "floating": "double precision"}


@pytest.fixture(scope="session")
def postgres_socket():
    """Folder of the socket of a new PostgreSQL cluster, which runs as an unprivileged user."""
    pytest.importorskip("psycopg", reason="psycopg, the driver of PostgreSQL, is not installed")
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin")) or [
        Path(shutil.which("initdb") or "").parent
    ]
    if not (programs[-1] / "initdb").exists():
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    user: dict[str, Any] = {}
    folder = Path(tempfile.mkdtemp(prefix="naivebench-pg-"))
    if os.getuid() == 0:  # initdb refuses to run as root
        names = {entry.pw_name: entry for entry in pwd.getpwall()}
        other = names.get("postgres") or names["nobody"]
        os.chown(folder, other.pw_uid, other.pw_gid)
        user = {"user": other.pw_uid, "group": other.pw_gid, "extra_groups": [], "cwd": folder}
    quiet = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **user}
    data, log = folder / "data", folder / "log"
    initdb = [
        programs[-1] / "initdb",
        "-D",
        data,
        "-A",
        "trust",
        "-U",
        "tests",
        "-N",
        "-E",
        "UTF8",
        "--no-locale",
    ]
    control = [programs[-1] / "pg_ctl", "-D", data, "-w", "-l", log]
    options = f"-k {folder} -c listen_addresses='' -c fsync=off"
    try:
        subprocess.run(initdb, **quiet)
        subprocess.run([*control, "-o", options, "start"], **quiet)
        yield folder
        subprocess.run([*control, "-m", "immediate", "stop"], **quiet)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Engine:
    """A connection of ibis with a function that stores data frames in it."""

    def __init__(self, name: str, connection: Any) -> None:
        self.name, self.connection = name, connection

    def put(self, frame: pd.DataFrame, table: str, collation: str | None = None) -> Any:
        """Store the frame as a new table of this name, with a collation for its columns of text."""
        held = [pd.api.types.infer_dtype(frame[name], skipna=True) for name in frame]
        types = [TYPES[kind] for kind in held]
        if collation is not None:
            types = [f"{t} COLLATE {collation}" if t == "text" else t for t in types]
        frame = frame.astype({n: "boolean" for n, kind in zip(frame, held, strict=True) if kind == "boolean"})
        columns = ", ".join(f"{quoted(c)} {t}" for c, t in zip(frame.columns, types, strict=True))
        cells = rows(frame, nan=self.name != "sqlite")
        if self.name == "duckdb":
            self.connection.con.register("frame_to_put", frame)
            self.connection.con.execute(f"DROP TABLE IF EXISTS {quoted(table)}")
            if collation is None:
                self.connection.con.execute(f"CREATE TABLE {quoted(table)} AS SELECT * FROM frame_to_put")
            else:
                self.connection.con.execute(f"CREATE TABLE {quoted(table)} ({columns})")
                self.connection.con.execute(f"INSERT INTO {quoted(table)} SELECT * FROM frame_to_put")
            self.connection.con.unregister("frame_to_put")
        else:
            mark = "?" if self.name == "sqlite" else "%s"
            cursor = self.connection.con.cursor()
            cursor.execute(f"DROP TABLE IF EXISTS {quoted(table)}")
            cursor.execute(f"CREATE TABLE {quoted(table)} ({columns})")
            marks = ", ".join([mark] * len(types))
            cursor.executemany(f"INSERT INTO {quoted(table)} VALUES ({marks})", cells)
            self.connection.con.commit()
        return self.connection.table(table)


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def rows(frame: pd.DataFrame, *, nan: bool) -> list[list[Any]]:
    """Rows of cells as Python values.

    A missing cell is None, except that with `nan` NaN stays among numbers.
    """
    columns = [
        [
            None if pd.isna(cell) and not (nan and column.dtype.kind == "f") else cell
            for cell in column.tolist()
        ]
        for _, column in frame.items()
    ]
    return [list(row) for row in zip(*columns, strict=True)]


@pytest.fixture(scope="session", params=ENGINES)
def engine(request, tmp_path_factory):
    """A test with this fixture runs once for each engine."""
    ibis = pytest.importorskip("ibis", reason="ibis is not installed (envs/requirements.txt)")
    if request.param == "duckdb":
        return Engine("duckdb", ibis.duckdb.connect())
    if request.param == "sqlite":
        return Engine("sqlite", ibis.sqlite.connect(tmp_path_factory.mktemp("sqlite") / "tests.db"))
    return request.getfixturevalue("postgres")


@pytest.fixture(scope="session")
def postgres(postgres_socket):
    """A test with this fixture runs for PostgreSQL only."""
    ibis = pytest.importorskip("ibis", reason="ibis is not installed (envs/requirements.txt)")
    connection = ibis.postgres.connect(host=str(postgres_socket), user="tests", database="postgres")
    ignoring = "(provider = icu, locale = 'und-u-ks-level1', deterministic = false)"
    connection.raw_sql(f"CREATE COLLATION nocase {ignoring}").close()
    return Engine("postgres", connection)
