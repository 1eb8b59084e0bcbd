/* SPDX-License-Identifier: Apache-2.0 */
/* Counts results. */
#include "bench/score.h"

#include <string.h>

enum judgement score_judge(const struct result_row *row) {
  if (row->answer == ANSWER_UNKNOWN || row->answer == ANSWER_ERROR)
    return JUDGED_UNDECIDED;
  if (row->expected == EXPECT_UNKNOWN)
    return JUDGED_UNCHECKED;
  if ((row->answer == ANSWER_TRUE) != (row->expected == EXPECT_TRUE))
    return JUDGED_WRONG;
  /* Another part of the property than expected; a tool may also not say which. */
  bool is_other = row->answer == ANSWER_FALSE && *row->subproperty && *row->reason &&
                  strcmp(row->subproperty, row->reason) != 0;
  return is_other ? JUDGED_WRONG : JUDGED_CORRECT;
}

static void add_answer(struct tally *tally, const struct result_row *row) {
  bool is_true = row->answer == ANSWER_TRUE;
  switch (score_judge(row)) {
  case JUDGED_CORRECT:
    *(is_true ? &tally->correct_true : &tally->correct_false) += 1;
    tally->score += is_true ? 2 : 1;
    break;
  case JUDGED_WRONG:
    *(is_true ? &tally->missed_bugs : &tally->false_alarms) += 1;
    tally->score -= is_true ? 32 : 16;
    break;
  case JUDGED_UNDECIDED:
    *(row->answer == ANSWER_ERROR ? &tally->errors : &tally->unknown) += 1;
    break;
  case JUDGED_UNCHECKED:
    tally->unchecked++;
    break;
  }
}

void tally_add(struct tally *tally, const struct result_row *row) {
  tally->tasks++;
  tally->cpu += row->cpu;
  tally->wall += row->wall;
  if (row->memory > tally->memory)
    tally->memory = row->memory;
  if (row->expected != EXPECT_UNKNOWN)
    tally->possible += row->expected == EXPECT_TRUE ? 2 : 1;
  add_answer(tally, row);
}
