"""The ciphers: one module each, found by its file name, with the same few functions.

- ``make_keys(bits, rng, counter)``: a `pair.Pair` for a modulus of so many bits;
- ``apply(key, message, modulus)``: the cipher's one operation. With the public key it encrypts and
  verifies, with the private key it decrypts and signs.

Messages are numbers from 0 to the modulus less one. To add a cipher, add a module here, and its
name under ``ciphers`` in a config. Nothing here protects anything.
"""
