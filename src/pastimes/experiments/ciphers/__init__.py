"""Toy ciphers and their trapdoors. Textbook arithmetic: nothing here protects anything."""
