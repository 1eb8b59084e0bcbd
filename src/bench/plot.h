/* SPDX-License-Identifier: Apache-2.0 */
/* Quantile plots: for each series, the number of tasks solved within a time. A point (n, t) means
 * that the n-th fastest correct result took t seconds. A line that reaches further right solves
 * more; a lower line is faster. */
#ifndef BENCH_PLOT_H
#define BENCH_PLOT_H

#include "bench/summary.h"

/* An SVG document. Wrong verdicts are not counted; verdicts where none is expected are. */
void plot_print(struct text *out, const struct series *series, size_t count);

#endif
