"""Ways to make dice fairer than chance: one module each, found by its file name.

A module defines ``SETTING`` (what its number means, a `setting.Setting`), ``law(setting, totals)``
(the law of the next roll, the definition) and ``play(setting, uniforms, factors=None)`` (many
games at once, returned as `games.Games` from `games.empty_games`), which must agree with it. A
compiled kernel is a function ``fill`` in a module ``_<name>`` that ``play`` imports, for configs
are checked without it. To add an algorithm, add a module here, and its name under ``algorithms``
in a config.
"""
