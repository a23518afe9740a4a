"""Orders in which moves are tried: one module each, found by its file name.

A module defines ``key(move, memory)``, a whole number of at most 55 bits: moves are tried by
ascending key, those of equal keys by ascending number. ``move`` is a `move.Move`; what ``key``
reads of it decides what is charged (one that reads a field which costs a closure pays for every
move as soon as it tries one) and what is done beforehand (one that reads ``wins`` is scored after
training, one that reads ``chance`` many times over). ``memory`` is a table of whole numbers, 0 at
first, indexed by two numbers from 0 to 63, for the order to use as it likes. Optional are

- ``won(number, last, memory)``, called for every position that is proved won with its winning
  move and the number named before;
- ``reads(move, memory)``, where only some moves need their closure for sorting: those are
  paid for when the first of them is tried;
- ``KEPT = True``, where the memory lasts from one position searched to the next of equal genus,
  instead of being cleared.

Write expressions and assignments only, with nothing imported: the function is compiled. To add
an order, add a module here, and its name under ``orders`` in a config.
"""
