"""Products carry their recipe's hash, and a checksum that shows any damage."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pastimes.store.tables import table_of
from pastimes.study.seals import fault, sealed

RECIPE, OTHER = "ab" * 32, "cd" * 32
TABLE = pa.table({"heads": [1, 2, 3], "coin": ["a", "b", "c"]})
FILES = {
    "figures/toy.heads.svg": b"<svg><g/></svg>\n",
    "figures/toy.heads.csv": b"heads,coin\n1,a\n",
    "figures/toy.heads.parquet": TABLE.replace_schema_metadata({"pastimes": '{"steps":["add"]}'}),
}
PAGE = {"report.html": b"<html></html>\n"}
SEQUENCE = {"sequences/b_toy.heads.txt": b"# Coins\n1 2\n"}
PRODUCTS = [FILES, PAGE, SEQUENCE]


@pytest.fixture
def folder(tmp_path):
    for files in PRODUCTS:
        for name, content in sealed(files, RECIPE).items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_bytes(content)
    return tmp_path


@pytest.mark.parametrize("files", PRODUCTS)
def test_a_product_is_up_to_date_with_its_recipe_and_no_other(folder, files):
    assert fault(folder, files, RECIPE) == ""
    assert fault(folder, files, OTHER) == "out of date"


@pytest.mark.parametrize("name", [name for files in PRODUCTS for name in files])
def test_a_bit_that_changes_anywhere_is_found(folder, name):
    files = next(files for files in PRODUCTS if name in files)
    content = (folder / name).read_bytes()
    for i in range(0, len(content), 7):
        flipped = content[:i] + bytes([content[i] ^ 1 << i % 8]) + content[i + 1 :]
        (folder / name).write_bytes(flipped)
        assert fault(folder, files, RECIPE) == "damaged", i


@pytest.mark.parametrize("name", [name for files in PRODUCTS for name in files])
def test_a_file_that_is_cut_emptied_or_lost_is_found(folder, name):
    files = next(files for files in PRODUCTS if name in files)
    content = (folder / name).read_bytes()
    for cut in (content[:-1], content[: len(content) // 2], b"", content + b"\n"):
        (folder / name).write_bytes(cut)
        assert fault(folder, files, RECIPE) == "damaged"
    (folder / name).unlink()
    assert fault(folder, files, RECIPE) == "missing"


def test_files_of_two_recipes_are_no_product(folder):
    name = "figures/toy.heads.svg"
    (folder / name).write_bytes(sealed(FILES, OTHER)[name])
    assert fault(folder, FILES, RECIPE) == "out of date"
    assert fault(folder, FILES, OTHER) == "out of date"


def test_a_sealed_table_is_read_as_it_was_with_its_footer(folder):
    path = folder / "figures/toy.heads.parquet"
    assert table_of(path.read_bytes()).equals(TABLE)
    footer = json.loads(pq.read_schema(path).metadata[b"pastimes"])
    assert (footer["steps"], footer["recipe"]) == (["add"], RECIPE)


def test_seals_that_a_page_shows_are_not_its_own(tmp_path):
    inner = sealed(PAGE, OTHER)["report.html"]
    files = {"report.html": inner}
    (tmp_path / "report.html").write_bytes(sealed(files, RECIPE)["report.html"])
    assert fault(tmp_path, files, RECIPE) == ""


def test_equal_products_have_equal_bytes():
    assert sealed(FILES, RECIPE) == sealed(dict(reversed(FILES.items())), RECIPE)
