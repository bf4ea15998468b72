"""Parquet files, Arrow files and folders: their columns, and their rows in blocks."""

import pyarrow as pa
import pytest
from pyarrow import feather
from pyarrow import parquet as pq

from naivebench.core.checks import InputError
from naivebench.data.readers import columnar

ROWS = pa.table(
    {
        "x": pa.array([1.5, None, -3.0, 4.0, 5.0, 6.0, 7.0]),
        "word": pa.array(["a", "b", None, "a", "c", "b", "a"]).dictionary_encode(),
        "class": pa.array(["no", "yes", "no", "yes", "no", "yes", "no"]),
    }
)


def whole(path, columns=None, rows_per_block=3):
    """All pieces concatenated, and the numbers of their rows."""
    found = [piece for _, piece in columnar.tables(path, columns, rows_per_block)]
    return pa.concat_tables(found).unify_dictionaries().combine_chunks(), [block.num_rows for block in found]


def stored(table, path, form):
    if form == "parquet":
        pq.write_table(table, path, row_group_size=2)
    elif form == "stream":
        with pa.ipc.new_stream(path, table.schema) as file:
            file.write_table(table, max_chunksize=2)
    else:
        feather.write_feather(table, path, chunksize=2)
    return path


@pytest.mark.parametrize("form", ["parquet", "arrow", "stream"])
@pytest.mark.parametrize("rows", [1, 3, 7, 100])
def test_blocks_have_the_rows_in_their_order(tmp_path, form, rows):
    path = stored(ROWS, str(tmp_path / "a.file"), form)
    table, sizes = whole(path, rows_per_block=rows)
    assert columnar.form_of(path) == form
    assert columnar.schema(path) == ROWS.schema
    assert table.to_pylist() == ROWS.to_pylist()
    assert form != "parquet" or max(sizes) <= rows


@pytest.mark.parametrize("form", ["parquet", "arrow"])
def test_a_folder_is_one_table(tmp_path, form):
    for i, (year, city) in enumerate([("2020", "a%20b"), ("2020", "c"), ("2019", columnar.NOTHING)]):
        folder = tmp_path / f"year={year}" / f"city={city}"
        folder.mkdir(parents=True)
        stored(ROWS.slice(2 * i, 2), str(folder / "part-0"), form)
    (tmp_path / "_SUCCESS").touch()
    (tmp_path / "year=2020" / ".part.crc").touch()
    table, sizes = whole(tmp_path)
    assert sizes == [2, 2, 2]
    assert table["class"].to_pylist() == ["no", "yes", "no", "yes", "no", "yes"]
    assert table["year"].to_pylist() == [2019, 2019, 2020, 2020, 2020, 2020]
    assert table["city"].to_pylist() == [None, None, "a b", "a b", "c", "c"]
    assert columnar.schema(tmp_path).names == ["x", "word", "class", "year", "city"]
    assert columnar.schema(tmp_path).field("year").type == pa.int64()


def test_columns_come_in_the_order_of_the_file(tmp_path):
    path = stored(ROWS, str(tmp_path / "a.parquet"), "parquet")
    assert whole(path, ["class", "x"])[0].column_names == ["x", "class"]
    folder = tmp_path / "f" / "k=1"
    folder.mkdir(parents=True)
    stored(ROWS, str(folder / "a.parquet"), "parquet")
    assert whole(tmp_path / "f", ["k"])[0].to_pydict() == {"k": [1] * 7}


def test_unreadable_files_give_a_sentence(tmp_path):
    path = tmp_path / "a.parquet"
    stored(ROWS, str(path), "parquet")
    with pytest.raises(InputError, match="no column 'clas'; did you mean 'class'"):
        whole(path, ["clas"])
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(InputError, match=r"a\.parquet cannot be read"):
        whole(path)
    with pytest.raises(InputError, match="No such file"):
        columnar.schema(tmp_path / "absent")
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="contains no files"):
        columnar.schema(tmp_path / "empty")


def test_files_of_a_folder_agree(tmp_path):
    def folder(name, first, second, second_form="parquet"):
        (tmp_path / name).mkdir()
        stored(first, str(tmp_path / name / "a"), "parquet")
        stored(second, str(tmp_path / name / "b"), second_form)
        return tmp_path / name

    with pytest.raises(InputError, match="is a file of form arrow"):
        whole(folder("forms", ROWS, ROWS, "arrow"))
    with pytest.raises(InputError, match="b has different columns"):
        whole(folder("columns", ROWS, ROWS.drop_columns("x")))
    with pytest.raises(InputError, match="b has columns whose types differ"):
        whole(folder("types", ROWS, ROWS.set_column(0, "x", pa.array(list("abcdefg")))))
    (tmp_path / "keys" / "x=1").mkdir(parents=True)
    stored(ROWS, str(tmp_path / "keys" / "x=1" / "a"), "parquet")
    with pytest.raises(InputError, match="more than one column named 'x'"):
        columnar.schema(tmp_path / "keys")
