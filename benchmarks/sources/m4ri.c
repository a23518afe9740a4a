/* Ranks of matrices over GF(2) by M4RI. */

#include <m4ri/m4ri.h>
#include <stdint.h>
#include <string.h>

/* rows: the matrices one after another, each row in whole words, bit j of word j / 64 first. */
void tally_ranks(int n, int k, int samples, const uint64_t *rows, int64_t *tally) {
    size_t words = (k + 63) / 64;
    mzd_t *matrix = mzd_init(n, k);
    for (int sample = 0; sample < samples; sample++) {
        for (int i = 0; i < n; i++, rows += words)
            memcpy(mzd_row(matrix, i), rows, words * sizeof(word));
        tally[mzd_echelonize(matrix, 0)]++;
    }
    mzd_free(matrix);
}
