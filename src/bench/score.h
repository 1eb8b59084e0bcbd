/* SPDX-License-Identifier: Apache-2.0 */
/* The scoring rules of SV-COMP. */
#ifndef BENCH_SCORE_H
#define BENCH_SCORE_H

#include "bench/results.h"

enum judgement {
  JUDGED_CORRECT,
  JUDGED_WRONG,
  JUDGED_UNDECIDED, /* UNKNOWN or ERROR */
  JUDGED_UNCHECKED, /* a verdict where none is expected */
};

enum judgement score_judge(const struct result_row *row);

struct tally {
  size_t tasks;
  size_t correct_true, correct_false;
  size_t false_alarms, missed_bugs;
  size_t unknown, errors, unchecked;
  long score, possible; /* +2 correct TRUE, +1 correct FALSE, -16 false alarm, -32 missed bug */
  double cpu, wall;     /* of all, seconds */
  double memory;        /* largest, MB */
};

void tally_add(struct tally *tally, const struct result_row *row);
static inline size_t tally_wrong(const struct tally *tally) {
  return tally->false_alarms + tally->missed_bugs;
}

#endif
