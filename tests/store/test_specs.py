"""Specs: one canonical text, ids, labels for people, and streams."""

import dataclasses
import hashlib
import json
import math
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pastimes.store import making
from pastimes.store.specs import Spec, canonical_json, decoded

SPEC = Spec(
    experiment="toy",
    step="draw",
    parameters={"kind": "urn", "strength": 0.5, "shard": 2},
    seed=7,
    upstream={"source": ["run-0123456789abcdef"]},
    code="c0de",
)
CHANGES = {
    "experiment": "toys",
    "step": "drawn",
    "parameters": {"kind": "urn", "strength": 0.25, "shard": 2},
    "seed": 8,
    "upstream": {"source": []},
    "code": "c0d3",
}
SCALARS = {
    int: st.integers(),
    float: st.floats(allow_nan=False),
    str: st.text(),
    bool: st.booleans(),
}
TYPED = st.sampled_from(list(SCALARS)).flatmap(
    lambda kind: st.one_of(
        st.tuples(st.just(kind), SCALARS[kind]),
        st.tuples(st.just(list[kind]), st.lists(SCALARS[kind])),
    )
)


def stream_key(spec):
    return making.stream_key(spec.experiment, spec.step, spec.parameters)


def with_parameters(**parameters):
    return dataclasses.replace(SPEC, parameters=parameters)


def test_nothing_is_two_braces():
    assert canonical_json({}) == "{}"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (math.inf, '"inf"'),
        (-math.inf, '"-inf"'),
        (-0.0, "0.0"),
        (0.1, "0.1"),
        (True, "true"),
        (None, "null"),
        ((1, 2.0), "[1,2.0]"),
        ("κ\n", '"κ\\n"'),
        ({"b": [math.inf, -0.0], "a": {}}, '{"b":["inf",0.0],"a":{}}'),
    ],
)
def test_values_have_one_text(value, text):
    assert canonical_json(value) == text


def test_an_id_is_the_shortened_hash_of_the_canonical_text():
    text = (
        '{"experiment":"toy","step":"draw","parameters":{"kind":"urn","strength":0.5,"shard":2},'
        '"seed":7,"upstream":{"source":["run-0123456789abcdef"]},"code":"c0de"}'
    )
    assert SPEC.canonical == text
    assert SPEC.id == hashlib.sha256(text.encode()).hexdigest()[:16]


@pytest.mark.parametrize(
    ("value", "kind", "typed"),
    [
        (1, float, 1.0),
        ("inf", float, math.inf),
        (2.0, int, 2),
        ([1, "inf"], list[float], [1.0, math.inf]),
        ([], list[int], []),
        ((1, 2), list[int], [1, 2]),
    ],
)
def test_values_are_brought_to_their_type(value, kind, typed):
    found = decoded(value, kind)
    assert found == typed
    assert type(found) is type(typed)


@pytest.mark.parametrize(
    ("parameters", "label"),
    [
        ({}, "run"),
        ({"rolls": 60}, "60"),
        ({"kind": "spring", "beta": 0.25}, "spring-0.25"),
        ({"beta": 1.0}, "1"),
        ({"beta": math.inf}, "inf"),
        ({"factors": [1.0, 1.5]}, "1-1.5"),
        ({"name": "a b/../c"}, "a-b-..-c"),
        ({"name": "..."}, "run"),
        ({"name": "x" * 60}, "x" * 48),
    ],
)
def test_labels_are_the_parameters_for_people(parameters, label):
    assert with_parameters(**parameters).label == label


@pytest.mark.parametrize("value", [math.nan, [math.nan], {"a": {"b": math.nan}}])
def test_nan_has_no_text(value):
    with pytest.raises(ValueError, match="JSON"):
        canonical_json(value)


@pytest.mark.parametrize(("value", "kind"), [("x", int), ("x", float), (["x"], list[int])])
def test_a_word_is_no_number(value, kind):
    with pytest.raises(ValueError, match="x"):
        decoded(value, kind)


@pytest.mark.parametrize("field", CHANGES)
def test_every_field_changes_the_id(field):
    assert dataclasses.replace(SPEC, **{field: CHANGES[field]}).id != SPEC.id


def test_the_fields_tried_are_all_fields():
    assert list(CHANGES) == [f.name for f in dataclasses.fields(Spec)]


def test_a_whole_number_and_a_float_have_different_ids():
    assert with_parameters(n=1).id != with_parameters(n=1.0).id


def test_the_sign_of_zero_does_not_change_the_id():
    assert with_parameters(n=0.0).id == with_parameters(n=-0.0).id


@pytest.mark.parametrize("field", ["seed", "code", "upstream"])
def test_what_is_no_part_of_the_point_leaves_the_stream_key(field):
    changed = dataclasses.replace(SPEC, **{field: CHANGES[field]})
    assert stream_key(changed) == stream_key(SPEC)


@pytest.mark.parametrize("field", ["experiment", "step", "parameters"])
def test_another_point_has_another_stream_key(field):
    changed = dataclasses.replace(SPEC, **{field: CHANGES[field]})
    assert stream_key(changed)[0] != stream_key(SPEC)[0]


def test_shards_share_the_point_and_differ_in_number():
    first, second = (stream_key(with_parameters(n=1, shard=s)) for s in (0, 1))
    assert first[0] == second[0]
    assert (first[1], second[1]) == (0, 1)


def test_no_shard_is_shard_0():
    assert stream_key(with_parameters(n=1)) == stream_key(with_parameters(n=1, shard=0))


@settings(deadline=None)
@given(TYPED)
def test_decoding_inverts_the_canonical_text(typed):
    kind, value = typed
    assert decoded(json.loads(canonical_json(value)), kind) == value


@settings(deadline=None)
@given(st.dictionaries(st.text(), st.floats(allow_nan=False), min_size=2))
def test_keys_stay_in_their_order(values):
    backwards = dict(reversed(values.items()))
    assert list(json.loads(canonical_json(values))) == list(values)
    assert canonical_json(backwards) != canonical_json(values)


@settings(deadline=None)
@given(st.dictionaries(st.text(), st.one_of(*SCALARS.values(), st.lists(SCALARS[float]))))
def test_a_spec_read_back_has_the_same_stem(parameters):
    spec = with_parameters(**{"shard": 0} | {f"p{k}": v for k, v in parameters.items()})
    again = Spec(**json.loads(spec.canonical))
    assert (again.id, again.stem) == (spec.id, spec.stem)


@settings(deadline=None)
@given(st.text())
def test_stems_are_portable_file_names(text):
    assert re.fullmatch(
        r"[A-Za-z0-9_][A-Za-z0-9._-]{0,47}-[0-9a-f]{16}", with_parameters(name=text).stem
    )
