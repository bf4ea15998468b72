import os
import signal
import subprocess
import sys
import time

import pytest

from naivebench.models import isolate

pytestmark = pytest.mark.slow


def outcomes(function, items, timeout=20.0):
    return [
        (item, o.status, o.reason, o.value if o.status == "ok" else None)
        for item, o in isolate.run_isolated(function, items, isolate.Limits(timeout))
    ]


def test_values_are_returned_in_order():
    assert outcomes(lambda x: x, []) == []
    assert outcomes(lambda x: x * x, [1, 2, 3]) == [(1, "ok", "", 1), (2, "ok", "", 4), (3, "ok", "", 9)]
    assert len({row[3] for row in outcomes(lambda _: os.getpid(), [1, 2, 3])}) == 1  # one child for all items


def test_large_values_pass_through_the_pipe():
    (_, _, _, value) = outcomes(lambda n: b"x" * n, [5_000_000])[0]
    assert len(value) == 5_000_000


def test_an_exception_only_loses_one_item(capfd):
    def work(x):
        if x == 2:
            raise ValueError("singular\nmatrix")
        return x

    assert [o[1:3] for o in outcomes(work, [1, 2, 3])] == [
        ("ok", ""),
        ("failed", "ValueError: singular matrix"),
        ("ok", ""),
    ]
    assert "Traceback" in capfd.readouterr().err


def test_an_endless_loop_is_stopped_and_the_rest_continues():
    def work(x):
        while x == 2:
            time.sleep(0.01)
        return x

    result = outcomes(work, [1, 2, 3], timeout=0.5)
    assert [o[1] for o in result] == ["ok", "timeout", "ok"]
    assert result[1][2] == "took longer than timeout_seconds = 0.5"


@pytest.mark.parametrize(("kills", "status"), [(1, "ok"), (2, "failed")])
def test_a_child_killed_from_outside_is_tried_once_more(tmp_path, kills, status):
    def work(x):
        with open(tmp_path / "tries", "a+", encoding="utf-8") as file:
            if x == 2 and file.write(".") and file.tell() <= kills:
                file.flush()
                os.kill(os.getpid(), signal.SIGTERM)
        return x

    assert [o[1] for o in outcomes(work, [1, 2, 3])] == ["ok", status, "ok"]
    assert (tmp_path / "tries").read_text() == ".."


def test_items_can_depend_on_outcomes_and_a_child_killed_between_them_is_replaced():
    found = []

    def items():
        yield 1
        assert len(found) == 1
        os.kill(found[0], signal.SIGKILL)
        os.waitid(os.P_PID, found[0], os.WEXITED | os.WNOWAIT)  # so that the pipe has no reader
        yield 2

    for _, outcome in isolate.run_isolated(lambda x: os.getpid(), items(), isolate.Limits(20.0)):
        found.append(outcome.value)
    assert len(set(found)) == 2


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux lists descriptors")
def test_no_descriptor_is_left_open():
    before = os.listdir("/proc/self/fd")
    outcomes(lambda x: os._exit(3) if x == 1 else x, [1, 2])
    assert os.listdir("/proc/self/fd") == before


@pytest.mark.parametrize(
    ("end", "reason"),
    [
        (lambda: os.kill(os.getpid(), signal.SIGKILL), "the process was ended by SIGKILL (possibly out"),
        (lambda: os._exit(7), "the process exited by itself with status 7"),
        (lambda: sys.exit("no licence"), "SystemExit: no licence"),
        (lambda: sys.exit(3), "SystemExit: 3"),
    ],
)
def test_a_child_that_ends_is_a_failure_of_its_item(end, reason):
    found = outcomes(lambda x: end() if x == 2 else x, [1, 2, 3])
    assert [o[1] for o in found] == ["ok", "failed", "ok"]
    assert found[1][2].startswith(reason)


def test_no_child_is_left_when_the_consumer_stops():
    generator = isolate.run_isolated(lambda x: time.sleep(x) or os.getpid(), [0.01] * 3, isolate.Limits(20.0))
    pid = next(generator)[1].value
    generator.close()
    try:
        os.kill(pid, 0)
        alive = True
    except ProcessLookupError:
        alive = False
    assert not alive


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux can start the peak anew")
def test_memory_that_was_freed_before_does_not_hide_later_allocations():
    # 100 MB in small pieces, which the allocator does not return to the system
    before = [bytes(1 << 16) for _ in range(1600)]
    del before

    def take(megabytes):
        start = isolate.reset_peak_memory()
        held = [b"x" * (1 << 16) for _ in range(16 * megabytes)]
        return isolate.peak_memory_mb() - start, len(held)

    for megabytes in (10, 40):
        ((_, outcome),) = isolate.run_isolated(take, [megabytes], isolate.Limits(60))
        assert outcome.value[0] == pytest.approx(megabytes, abs=3)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux limits memory")
def test_endless_memory_only_loses_one_item():
    def work(x):
        held = []
        while x == 2:
            held.append(bytearray(1 << 24))
        return x

    limits = isolate.Limits(60, memory_mb=300)
    found = [o for _, o in isolate.run_isolated(work, [1, 2, 3], limits)]
    assert [o.status for o in found] == ["ok", "failed", "ok"]
    assert found[1].reason == "MemoryError: out of memory (memory_mb = 300)"


def test_processes_that_a_lost_item_started_end_with_it(tmp_path):
    def work(x):
        subprocess.Popen(["sh", "-c", f"sleep 0.5; touch {tmp_path}/alive"])
        time.sleep(60)

    assert outcomes(work, [1], timeout=0.3)[0][1] == "timeout"
    time.sleep(0.7)
    assert not (tmp_path / "alive").exists()


def test_a_child_that_announces_its_next_step_has_time_for_it():
    def work(x):
        isolate.extend_deadline(20.0)
        time.sleep(0.4)
        if x == 2:
            isolate.extend_deadline(0.1)
            time.sleep(5)
        return x

    assert [o[1] for o in outcomes(work, [1, 2, 3], timeout=0.3)] == ["ok", "timeout", "ok"]


def test_an_answer_that_stops_in_the_middle_is_a_time_out():
    """The child dies after a part of its answer, and a process of its own keeps the pipe open."""

    def die_in_the_middle():
        if not os.fork():
            time.sleep(60)
        os.write(isolate._parent.fileno(), (1000).to_bytes(4, "big") + b"abc")
        os.kill(os.getpid(), signal.SIGKILL)

    start = time.monotonic()
    outcome = isolate.call_in_child(die_in_the_middle, isolate.Limits(1, 1000))
    assert outcome.status == "timeout"
    assert time.monotonic() - start < 20
