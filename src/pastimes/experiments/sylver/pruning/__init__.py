"""Rules by which moves are passed over unexamined, at no cost: one module each, found by its file
name.

A module defines ``skipped(position, replies)``: moves that are proved to lose. It is asked when a
position is begun, and again when a move of it was refuted. ``position`` holds the gaps,
``replies`` the winning answers to moves examined here that were larger than these; all three are
words whose bit n - 1 stands for n. Write expressions and assignments only, with nothing imported,
and the proof into the docstring. To add a rule, add a module here, and its name under ``rules``
in a config.
"""
