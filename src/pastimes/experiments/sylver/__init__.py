"""Sylver Coinage: what the order in which moves are tried costs a search."""
