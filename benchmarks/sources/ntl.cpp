/* Ranks of matrices over GF(2) by NTL. */

#include <NTL/mat_GF2.h>
#include <cstdint>
#include <cstring>

static_assert(sizeof(_ntl_ulong) == sizeof(uint64_t), "NTL's words have 64 bits here");

/* rows: the matrices one after another, each row in whole words, bit j of word j / 64 first. */
extern "C" void tally_ranks(int n, int k, int samples, const uint64_t *rows, int64_t *tally) {
    size_t words = (k + 63) / 64;
    NTL::mat_GF2 matrix;
    matrix.SetDims(n, k);
    for (int sample = 0; sample < samples; sample++) {
        for (int i = 0; i < n; i++, rows += words)
            std::memcpy(matrix[i].rep.elts(), rows, words * sizeof(uint64_t));
        tally[NTL::gauss(matrix)]++;
    }
}
