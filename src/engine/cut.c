/* SPDX-License-Identifier: Apache-2.0 */
/* Which proofs may be used for a task: those whose assumptions are checked as well, since an
 * execution ends at the first violation of what is checked, or proven, too. */
#include "engine/cut.h"

#include "base/memory.h"
#include "engine/engine.h"
#include "transform/cutting.h"

uint32_t cut_proven(struct task *task) {
  const struct board *board = task->board;
  const struct obligations *obligations = board_obligations(board);
  uint32_t count = obligations_count(obligations);
  question_set given = task->properties & ~known_properties(task->known);
  question_set proven = board_proven(board, given), sure = board_proven(board, 0);
  bool *is_proven = memory_allocate_zeroed(count + 1u);
  for (uint32_t i = 0; i < count; i++) {
    is_proven[i] =
        board_at(board, i).state == BOARD_PROVEN && !board_rests_on(board, i, proven | given);
    if (is_proven[i])
      task->rests_on |= board_rests_on(board, i, sure);
  }
  struct cutting cutting = {.obligations = obligations, .is_proven = is_proven, .whole = proven};
  cutting_run(task->program, &cutting);
  if (!cutting.edges && !cutting.raceless)
    task->rests_on = 0;
  memory_release(is_proven);
  return cutting.edges;
}
