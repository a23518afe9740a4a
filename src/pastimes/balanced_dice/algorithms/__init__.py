"""Ways to make dice fairer than chance: one module each, found by its file name.

A module defines ``SETTING`` (what its number means, a `Setting`), ``law(setting, totals)`` (the
law of the next roll, the definition) and ``play(setting, uniforms, factors)`` (many games at
once, the kernel that must agree with it). To add an algorithm, add a module here, and its name
under ``algorithms`` in a config.
"""
