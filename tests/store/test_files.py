"""Files are whole or absent."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pastimes.store.files import write_bytes, write_if_changed, write_text

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def test_no_bytes_make_an_empty_file(tmp_path):
    write_bytes(tmp_path / "a", b"")
    assert (tmp_path / "a").read_bytes() == b""


def test_folders_are_made_on_the_way(tmp_path):
    write_bytes(tmp_path / "x" / "y" / "a", b"content")
    assert (tmp_path / "x" / "y" / "a").read_bytes() == b"content"


def test_a_file_is_replaced(tmp_path):
    write_bytes(tmp_path / "a", b"long content")
    write_bytes(tmp_path / "a", b"short")
    assert (tmp_path / "a").read_bytes() == b"short"


def test_text_is_utf_8_with_its_line_ends_kept(tmp_path):
    write_text(tmp_path / "a", "β\r\n∞\n")
    assert (tmp_path / "a").read_bytes() == b"\xce\xb2\r\n\xe2\x88\x9e\n"


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_a_file_has_the_mode_that_the_umask_leaves(tmp_path):
    before = os.umask(0o027)
    try:
        write_bytes(tmp_path / "a", b"x")
    finally:
        os.umask(before)
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o640


def test_a_name_of_full_length_is_written(tmp_path):
    write_bytes(tmp_path / ("n" * 255), b"x")
    assert names_in(tmp_path) == ["n" * 255]


def test_a_crash_before_the_last_step_leaves_the_old_file_alone(tmp_path, monkeypatch):
    write_bytes(tmp_path / "a", b"old")

    def fail(self, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="No space left"):
        write_bytes(tmp_path / "a", b"new")
    assert (tmp_path / "a").read_bytes() == b"old"
    assert names_in(tmp_path) == ["a"]


def test_a_folder_in_the_place_of_the_file_is_refused_and_nothing_left(tmp_path):
    (tmp_path / "a").mkdir()
    with pytest.raises(OSError, match="directory"):
        write_bytes(tmp_path / "a", b"x")
    assert names_in(tmp_path) == ["a"]


def test_unchanged_json_keeps_its_time(tmp_path):
    path = tmp_path / "a.json"
    write_if_changed(path, {"b": 1, "a": "∞"})
    os.utime(path, ns=(1, 1))
    write_if_changed(path, {"a": "∞", "b": 1})
    assert path.stat().st_mtime_ns == 1


def test_changed_json_is_rewritten(tmp_path):
    path = tmp_path / "a.json"
    write_if_changed(path, {"a": 1})
    os.utime(path, ns=(1, 1))
    write_if_changed(path, {"a": 2})
    assert path.stat().st_mtime_ns > 1
    assert json.loads(path.read_text(encoding="utf-8")) == {"a": 2}


@settings(deadline=None, max_examples=50)
@given(st.binary())
def test_no_temporary_file_stays(tmp_path_factory, content):
    folder = tmp_path_factory.mktemp("written")
    write_bytes(folder / "a", content)
    assert names_in(folder) == ["a"]
    assert (folder / "a").read_bytes() == content


@settings(deadline=None, max_examples=50)
@given(PLAIN)
def test_json_written_is_json_read(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("written") / "a.json"
    write_if_changed(path, content)
    assert json.loads(path.read_text(encoding="utf-8")) == content
