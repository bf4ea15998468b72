"""How files are divided into shards, and the tree that merges them."""

from __future__ import annotations

import pytest

from naivebench.benchmark import shards
from naivebench.core.checks import InputError


@pytest.mark.parametrize("n_files", [1, 2, 3, 7, 20])
@pytest.mark.parametrize("n_shards", [1, 2, 5, 16])
@pytest.mark.parametrize("groups", [1, 3, 40])
def test_every_row_group_is_in_one_shard_in_the_order_of_files(n_files, n_shards, groups):
    files = [f"f{i}" for i in range(n_files)]
    cut = shards.cut(files, n_shards)
    assert len(cut) == n_shards
    read = [(p.file, g) for pieces in cut for p in pieces for g in shards.row_groups(p, groups)]
    assert read == [(file, g) for file in files for g in range(groups)]


def test_shards_are_of_similar_size():
    sizes = [sum(len(shards.row_groups(p, 8)) for p in pieces) for pieces in shards.cut(["a", "b"], 16)]
    assert sizes == [1] * 16
    assert [len(pieces) for pieces in shards.cut([str(i) for i in range(10)], 4)] == [2, 3, 2, 3]


@pytest.mark.parametrize("n", [1, 2, 8, 9, 64, 65, 600])
def test_the_tree_ends_in_one_node_and_merges_each_file_once(n):
    levels = shards.levels(n)
    assert (levels[0], levels[-1]) == (n, 1)
    for level in range(1, len(levels)):
        merged = [i for node in range(levels[level]) for i in shards.below(n, level, node)]
        assert merged == list(range(levels[level - 1]))
        assert max(len(shards.below(n, level, node)) for node in range(levels[level])) <= shards.FAN_IN


def test_files_of_a_folder_are_sorted_and_hidden_ones_left_out(tmp_path):
    for name in ("b.csv", "a/z.csv", ".x.csv", "_log/y.csv", "a/b=1/c.csv"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert shards.files_of(tmp_path) == ["a/b=1/c.csv", "a/z.csv", "b.csv"]
    assert shards.files_of(tmp_path / "b.csv") == [""]
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="contains no files"):
        shards.files_of(tmp_path / "empty")
