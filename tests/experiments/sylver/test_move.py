"""Which fields of a move an order is seen to read."""

from types import ModuleType

import pytest

from pastimes.declare.catalogue import variant, variants
from pastimes.experiments.sylver.experiment import ORDERS
from pastimes.experiments.sylver.move import COSTLY, Move, fields_read

READ = {
    "counter_move": "number last",
    "counter_move_both_ways": "number last",
    "found_lost": "number found",
    "found_lost_then_counter": "number last found",
    "history": "number",
    "history_kept": "number",
    "largest": "number",
    "largest_gap_left": "largest",
    "learned": "wins",
    "most_unpaired": "largest genus",
    "oracle": "lost",
    "parity": "genus",
    "parity_after_history": "number genus",
    "paying_oracle": "lost",
    "random": "chance",
    "smallest": "number",
    "smallest_gap_left": "largest",
    "start_at_four": "number",
    "struck_neighbours": "number struck",
}


def order_of(key):
    module = ModuleType("handmade")
    module.key = key
    return module


def test_costly_fields_are_fields():
    assert set(Move._fields) >= COSTLY


@pytest.mark.parametrize("name", variants(ORDERS))
def test_orders_read_what_their_keys_name(name):
    assert fields_read(variant(ORDERS, name)) == set(READ[name].split())


@pytest.mark.parametrize("field", Move._fields)
def test_each_field_is_seen_where_it_is_read(field):
    names = {}
    exec(f"def key(move, memory):\n    return -move.{field}", names)
    assert fields_read(order_of(names["key"])) == {field}


def test_an_order_that_reads_nothing_has_no_fields():
    assert fields_read(order_of(lambda move, memory: 0)) == set()


def test_other_attributes_are_no_fields():
    assert fields_read(order_of(lambda move, memory: memory.size + move.number)) == {"number"}


def test_what_another_function_of_the_order_reads_does_not_count():
    order = order_of(lambda move, memory: move.last)
    order.reads = lambda move, memory: move.genus
    assert fields_read(order) == {"last"}
