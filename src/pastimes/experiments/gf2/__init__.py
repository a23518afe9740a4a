"""Linear algebra over GF(2): the rank of random matrices, and the letters game."""
