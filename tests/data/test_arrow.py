"""Parquet and Arrow files, and folders of them, give the same table as a CSV file with the same cells."""

import datetime

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import parquet as pq

from naivebench.core.checks import InputError
from naivebench.core.table import Attribute
from naivebench.data import encode
from naivebench.data.prepare import Inputs, prepare
from naivebench.data.readers import read as readers

N = 40


def frame(seed=0):
    rng = np.random.default_rng(seed)
    words = rng.choice(["low", " middle ", "high", None], N)
    numbers = np.where(rng.random(N) < 0.2, np.nan, rng.normal(size=N))
    day = [datetime.date(2020, 1, 1 + i % 5) for i in range(N)]
    return pd.DataFrame(
        {
            "x": numbers,
            "whole": rng.integers(0, 9, N),
            "word": words,
            "yes": rng.random(N) < 0.5,
            "day": day,
            "small": numbers.astype(np.float32).round(),
            "class": rng.choice(["a", "b", "c"], N),
        }
    )


def table_of(path, **options):
    raw = readers.read(path, header=True, target="class")
    return encode.to_table(raw, target="class", where="the data", **options)


def assert_same(one, other):
    assert one.attributes == other.attributes
    assert one.classes == other.classes
    for name in ("codes", "reals", "y"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))


@pytest.mark.parametrize("form", ["parquet", "feather"])
def test_same_table_as_of_the_csv(tmp_path, form):
    frame().to_csv(tmp_path / "a.csv", index=False)
    getattr(frame(), f"to_{form}")(tmp_path / "a.bin")
    wanted, findings = table_of(tmp_path / "a.csv")
    found, others = table_of(tmp_path / "a.bin")
    assert_same(found, wanted)
    assert [a.kind for a in found.attributes] == [
        "linear",
        "linear",
        "nominal",
        "nominal",
        "nominal",
        "linear",
    ]
    assert others["inferred"] == ["x", "whole", "small"]
    assert others["warnings"] == findings["warnings"]


@pytest.mark.parametrize("suffix", ["gz", "bz2", "xz", "zst"])
def test_compressed_csv(tmp_path, suffix):
    frame().to_csv(tmp_path / "a.csv", index=False)
    if suffix == "zst":
        (tmp_path / "a.csv.zst").write_bytes(
            pa.compress((tmp_path / "a.csv").read_bytes(), "zstd", asbytes=True)
        )
    else:
        frame().to_csv(tmp_path / f"a.csv.{suffix}", index=False)
    assert_same(table_of(tmp_path / f"a.csv.{suffix}")[0], table_of(tmp_path / "a.csv")[0])
    whole = (tmp_path / f"a.csv.{suffix}").read_bytes()
    (tmp_path / f"b.csv.{suffix}").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(InputError, match=r"b\.csv\.\w+ is a broken or truncated"):
        table_of(tmp_path / f"b.csv.{suffix}")


def test_categories_are_declared_value_lists(tmp_path):
    data = frame()[["x", "class"]]
    sizes = np.resize(["l", "s", "l", "m"], N)
    data["size"] = pd.Categorical(sizes, ["s", "m", "l", "xl"], ordered=True)
    data["city"] = pd.Categorical(sizes, ["m", "l", "s", "?"])
    data["class"] = pd.Categorical(data["class"], ["c", "b", "z", "a"])
    data.to_feather(tmp_path / "a.feather")
    data.to_parquet(tmp_path / "a.parquet", row_group_size=7)
    for path in ("a.feather", "a.parquet"):
        table, _ = table_of(tmp_path / path)
        assert table.attributes[1:] == (
            Attribute("size", "ordinal", ("s", "m", "l", "xl"), declared=True),
            Attribute("city", "nominal", ("m", "l", "s"), declared=True),
        )
        assert table.classes == ("c", "b", "a")
        assert [table.attributes[1].values[code] for code in table.codes[:, 0]] == list(sizes)


def test_categories_of_the_files_of_a_folder_are_joined(tmp_path):
    for i, listed in enumerate((["b", "a"], ["c", "a"])):
        data = frame()[["x", "class"]]
        data["city"] = pd.Categorical(np.resize(listed, N), listed)
        data.to_feather(tmp_path / f"{i}.feather")
    table, _ = table_of(tmp_path)
    assert table.attributes[1] == Attribute("city", "nominal", ("b", "a", "c"), declared=True)
    assert [table.attributes[1].values[code] for code in table.codes[N:, 0]] == list(np.resize(["c", "a"], N))


def test_a_number_that_marks_missing_cells(tmp_path):
    data = frame()
    data["whole"] = data["whole"].replace(3, -9)
    data.to_parquet(tmp_path / "a.parquet")
    table, _ = table_of(tmp_path / "a.parquet", missing=[-9])
    np.testing.assert_array_equal(np.isnan(table.reals[:, 1]), data["whole"] == -9)


def test_a_column_of_numbers_may_be_labels(tmp_path):
    frame().to_parquet(tmp_path / "a.parquet")
    frame().to_csv(tmp_path / "a.csv", index=False)
    kinds = {"whole": "nominal"}
    assert_same(*(table_of(tmp_path / f"a.{form}", kinds=kinds)[0] for form in ("parquet", "csv")))


def test_cells_that_do_not_fit_are_named_by_their_row(tmp_path):
    data = frame()
    data.loc[11, "x"] = np.inf
    data.to_parquet(tmp_path / "a.parquet")
    with pytest.raises(
        InputError, match=r"a\.parquet, row 12: 'inf' in the linear column 'x' is not a number"
    ):
        table_of(tmp_path / "a.parquet")
    pq.write_table(pa.table({"a": [[1], [2]], "class": ["x", "y"]}), tmp_path / "b.parquet")
    with pytest.raises(InputError, match=r"column 'a' of .*b\.parquet contains list<element: int64>"):
        table_of(tmp_path / "b.parquet")
    with pytest.raises(InputError, match="leave `reader` out"):
        readers.read(tmp_path / "a.parquet", "arff")
    pq.write_table(pa.table({"a": pa.array([], pa.int64())}), tmp_path / "c.parquet")
    with pytest.raises(InputError, match="no data rows"):
        readers.read(tmp_path / "c.parquet")
    assert readers.read(tmp_path / "c.parquet", allow_no_rows=True).lines == range(1, 1)


@pytest.mark.parametrize("form", ["parquet", "csv"])
def test_a_folder_is_a_data_set(tmp_path, form):
    whole = frame()
    whole["year"], whole["city"] = np.repeat([2019, 2020], N // 2), np.repeat(["b", "a"], N // 2)
    whole.loc[12, "word"] = "12"
    for (year, city), part in whole.groupby(["year", "city"]):
        folder = tmp_path / "data" / f"year={year}" / f"city={city}"
        folder.mkdir(parents=True)
        getattr(part.drop(columns=["year", "city"]), f"to_{form}")(folder / "part-0", index=False)
    whole[[*(c for c in whole if c != "class"), "class"]].to_csv(tmp_path / "a.csv", index=False)
    stanza = {"title": "A folder", "source": {"file": "data"}, "target": "class"}
    found, record = prepare("d", stanza, Inputs(file=tmp_path / "data"), stop=True)
    wanted, _ = table_of(tmp_path / "a.csv")
    assert record["attributes"][-2]["name"] == "year"
    assert_same(found, wanted)
    before = record["sha256"]
    (tmp_path / "data" / "year=2020" / "city=a" / "part-0").rename(tmp_path / "data/year=2020/city=a/part-1")
    assert prepare("d", stanza, Inputs(file=tmp_path / "data"), stop=True)[1]["sha256"] != before


def test_rows_of_a_folder_are_counted_by_file(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    for i in range(2):
        data = frame(i)
        data.loc[5, "x"] = np.inf if i else 0
        data.to_parquet(folder / f"{i}.parquet")
    with pytest.raises(InputError, match=r"1\.parquet, row 6: 'inf'"):
        table_of(folder)


@pytest.mark.slow
def test_large_csv_keeps_its_messages(tmp_path):
    rows = [f"{i},w{i % 3},{'ab'[i % 2]}" for i in range(200_000)]
    (tmp_path / "a.csv").write_text("\n".join(["x,word,class", *rows]))
    assert (tmp_path / "a.csv").stat().st_size > readers.LARGE
    raw = readers.read(tmp_path / "a.csv")
    assert not isinstance(raw.columns[0], list)
    rows[150_000] = "1x,w0,a"
    (tmp_path / "a.csv").write_text("\n".join(["x,word,class", *rows]))
    with pytest.raises(
        InputError, match=r".*a\.csv, line 150002: '1x' in the linear column 'x' is not a number"
    ):
        table_of(tmp_path / "a.csv", kinds={"x": "linear"})
    (warning,) = table_of(tmp_path / "a.csv")[1]["warnings"][:1]
    assert f"because of '1x' in {tmp_path / 'a.csv'}, line 150002" in warning
    rows[150_000] = "1,w0"
    (tmp_path / "a.csv").write_text("\n".join(["x,word,class", *rows]))
    with pytest.raises(InputError, match=r".*a\.csv, line 150002: expected 3 cells as in line 1, found 2"):
        table_of(tmp_path / "a.csv")
