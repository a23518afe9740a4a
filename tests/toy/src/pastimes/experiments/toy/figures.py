"""Nothing to draw."""

FIGURES = ()
TABLES = {}
FACTS = {}
SWEEP = ""
