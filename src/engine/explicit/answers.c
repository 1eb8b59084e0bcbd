/* Counting through the sequences of answers. */
#include "engine/explicit/answers.h"

#include "term/operator.h"

uint64_t answers_next(struct answers *answers, uint64_t count) {
  if (answers->next == answers->digits.count)
    vector_push(&answers->digits, (struct digit){0, count});
  return answers->digits.items[answers->next++].value;
}

static uint64_t choose(struct chooser *chooser, unsigned width, const struct edge *edge) {
  struct answers *answers = (struct answers *)chooser;
  if (width <= WIDEST_ENUMERATED)
    return answers_next(answers, (uint64_t)1 << width);
  if (!answers->was_wide)
    answers->wide_at = edge;
  answers->was_wide = true;
  return 0;
}

void answers_init(struct answers *answers) {
  *answers = (struct answers){.chooser = {choose, false}};
}

void answers_release(struct answers *answers) { vector_release(&answers->digits); }

void answers_begin(struct answers *answers) { answers->digits.count = answers->next = 0; }

bool answers_advance(struct answers *answers) {
  answers->next = 0;
  while (answers->digits.count) {
    if (++vector_last(&answers->digits).value < vector_last(&answers->digits).count)
      return true;
    answers->digits.count--;
  }
  return false;
}
