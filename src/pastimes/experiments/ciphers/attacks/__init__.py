"""Ways to recover a private key from the public one: one module each, found by its file name.

- ``SYSTEM``: the cipher it attacks, a module of `systems`;
- ``MOST_BITS``: beyond so many bits of the modulus it takes too long to be tried;
- ``recover(modulus, public, rng, counter)``: a private key; its operations are counted.

To add an attack, add a module here, and its name under ``attacks`` in a config.
"""
