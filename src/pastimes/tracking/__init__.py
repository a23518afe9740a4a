"""What the run store holds: listed, compared, cleared, exported."""
