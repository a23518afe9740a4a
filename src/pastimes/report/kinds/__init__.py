"""Kinds of figures: one module each, found by its file name, with ``draw(data, **options)``."""
