"""Slurm with one node on the loopback interface: root, no systemd, no cgroups, no accounting database."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

# SLURM_CONF is not enough, because the executor drops SLURM_* inside a job
CONF = Path("/etc/slurm/slurm.conf")
CONTENT = """\
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
SlurmctldPort={port}
SlurmdPort={port_of_node}
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,bf_interval=1
MinJobAge=300
KillWait=2
ReturnToService=2
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} RealMemory={mem_mb} State=UNKNOWN
PartitionName=main Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def missing() -> str:
    """Reason why Slurm cannot be started here; empty if it can."""
    lacking = [name for name in ("slurmctld", "slurmd", "sbatch", "munged") if not _which(name)]
    if lacking:
        return f"no {' '.join(lacking)}: apt-get install slurm-wlm munge"
    if os.geteuid() != 0:
        return "only root can start a Slurm of one node"
    if CONF.exists() and not CONF.is_symlink():
        return f"{CONF} belongs to a Slurm of this machine, which is not touched"
    return ""


def _which(name: str) -> str | None:
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")


@contextlib.contextmanager
def running(folder: Path) -> Iterator[str]:
    """Run Slurm with its state and logs in `folder`, and yield the name of its node.

    At the end Slurm and all its jobs are stopped.
    """
    host = socket.gethostname().partition(".")[0]
    for part in ("state", "spool"):
        (folder / part).mkdir(parents=True)
    _munge()
    memory = int(re.search(r"RealMemory=(\d+)", _out(_which("slurmd"), "-C"))[1])
    port, port_of_node = _free_ports()
    text = CONTENT.format(
        host=host, folder=folder, port=port, port_of_node=port_of_node, cpus=os.cpu_count(),
        mem_mb=memory * 9 // 10,
    )  # fmt: skip
    (folder / "slurm.conf").write_text(text)
    CONF.parent.mkdir(exist_ok=True)
    CONF.unlink(missing_ok=True)
    CONF.symlink_to(folder / "slurm.conf")
    try:
        _out(_which("slurmctld"), "-c")
        _out(_which("slurmd"))
        _until(lambda: _out("sinfo", "-h", "-o", "%T").strip() == "idle", 60, "the node is not idle")
        yield host
    finally:
        subprocess.run(["scancel", "--partition=main"], check=False)
        for daemon in ("slurmd", "slurmctld"):
            with contextlib.suppress(OSError, ValueError):
                os.kill(int((folder / f"{daemon}.pid").read_text()), signal.SIGTERM)
        CONF.unlink()


def update(node: str, state: str) -> None:
    """Change the state of the node (drain, resume, down), as `scontrol update` does."""
    _out("scontrol", "update", f"nodename={node}", f"state={state}", "reason=test")


def jobs(state: str = "RUNNING") -> list[str]:
    """Numbers of the jobs in a state."""
    return _out("squeue", "-h", "-t", state, "-o", "%i").split()


def wait_for_job() -> str:
    """Number of a running job, after waiting for one; raises TimeoutError."""
    return _until(jobs, 120, "no job was started")[0]


def wait_for_jobs(n: int, state: str = "RUNNING") -> None:
    """Wait until n jobs are in a state; raises TimeoutError."""
    _until(lambda: len(jobs(state)) == n, 240, f"there are not {n} jobs {state}")


def _until(condition, seconds, what):
    end = time.monotonic() + seconds
    while not (found := condition()):
        if time.monotonic() > end:
            raise TimeoutError(f"{what} after {seconds} s")
        time.sleep(0.2)
    return found


def _munge() -> None:
    """Start the authentication service that all Slurm daemons share, unless it runs."""
    if subprocess.run(["munge", "-n"], capture_output=True, check=False).returncode == 0:
        return
    Path("/run/munge").mkdir(exist_ok=True)  # the package leaves this to systemd
    shutil.chown("/run/munge", "munge", "munge")
    _out("runuser", "-u", "munge", "--", _which("munged"))


def _free_ports() -> list[int]:
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(2)]
        for s in sockets:
            s.bind(("127.0.0.1", 0))
        return [s.getsockname()[1] for s in sockets]


def _out(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))}: {done.stderr}")
    return done.stdout
