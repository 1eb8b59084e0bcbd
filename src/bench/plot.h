/* SPDX-License-Identifier: Apache-2.0 */
/* A quantile plot: for each series, how many tasks were solved within a time. A point (n, t) says
 * that the n-th fastest correct answer took t seconds, so the line that reaches further right
 * solves more and the one below is faster. */
#ifndef BENCH_PLOT_H
#define BENCH_PLOT_H

#include "bench/summary.h"

/* An SVG document. Wrong verdicts are not counted; verdicts where none is expected are. */
void plot_print(struct text *out, const struct series *series, size_t count);

#endif
