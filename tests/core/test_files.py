"""Writing to a path at which there is already a file, link, device or pipe."""

import os
import stat
import subprocess
import sys
import threading

import pytest

from naivebench.cli import terminal
from naivebench.core.files import replace_file


def write(path, text="new"):
    with replace_file(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


def test_a_link_stays_and_its_target_is_replaced(tmp_path):
    end, link, second = tmp_path / "there" / "end.csv", tmp_path / "link", tmp_path / "second"
    end.parent.mkdir()
    end.write_text("old")
    link.symlink_to("there/end.csv")
    second.symlink_to(link)
    write(second)
    assert second.is_symlink()
    assert link.is_symlink()
    assert end.read_text() == "new"
    assert os.listdir(end.parent) == ["end.csv"]


def test_a_broken_link_gets_its_target(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "folder" / "end")
    write(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "folder" / "end").read_text() == "new"


def test_a_device_stays_a_device(tmp_path):
    """As root the test makes its own device; otherwise it uses that of the system, which it cannot
    replace.
    """
    null = tmp_path / "null"
    try:
        os.mknod(null, stat.S_IFCHR | 0o666, os.makedev(1, 3))
        write(null)  # if the folder is mounted without devices, this raises an error
    except OSError:
        null = "/dev/null"
        write(null)
    assert stat.S_ISCHR(os.stat(null).st_mode)


def test_a_pipe_is_written_into(tmp_path):
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()))
    reader.start()
    write(pipe)
    reader.join(10)
    assert got == ["new"]
    assert stat.S_ISFIFO(os.stat(pipe).st_mode)


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_standard_output_by_name(tmp_path, name):
    code = f"""
from naivebench.cli import terminal
terminal.check_output_path({name!r})
terminal.write_output({name!r}, "new")
"""
    piped = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert piped.stdout == "new"
    with open(tmp_path / "out", "w") as file:
        subprocess.run([sys.executable, "-c", code], stdout=file, check=True)
    assert (tmp_path / "out").read_text() == "new"


def test_a_failed_block_leaves_the_target_of_a_link(tmp_path):
    (tmp_path / "end").write_text("old")
    (tmp_path / "link").symlink_to("end")
    with pytest.raises(UnicodeEncodeError):
        write(tmp_path / "link", "half\udc80")
    assert (tmp_path / "end").read_text() == "old"
    assert sorted(os.listdir(tmp_path)) == ["end", "link"]


def test_outputs_that_can_be_written_pass_the_check(tmp_path):
    (tmp_path / "link").symlink_to("end")
    for path in ("/dev/null", str(tmp_path / "link"), str(tmp_path / "new"), "-", None):
        terminal.check_output_path(path)
