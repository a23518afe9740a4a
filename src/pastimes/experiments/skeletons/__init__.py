"""Word skeletons: drawings on the triangular grid, counted."""
