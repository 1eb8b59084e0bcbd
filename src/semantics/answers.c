/* Counting through the sequences of answers. */
#include "semantics/answers.h"

#include "semantics/value_domain.h"

uint64_t answers_next(struct answers *answers, uint64_t count) {
  if (answers->next == answers->digits.count)
    vector_push(&answers->digits, (struct digit){.value = 0, .count = count});
  return answers->digits.items[answers->next++].value;
}

static uint64_t choose(struct chooser *chooser, unsigned width, const struct edge *edge) {
  struct answers *answers = (struct answers *)chooser;
  if (width <= FEW_BITS)
    return answers_next(answers, (uint64_t)1 << width);
  if (!answers->was_wide)
    answers->wide_at = edge;
  answers->was_wide = true;
  return 0;
}

void answers_init(struct answers *answers, void *owner,
                  bool (*settle)(struct chooser *chooser, struct value value, unsigned width,
                                 bool only_looks, uint64_t *bits)) {
  *answers = (struct answers){.chooser = {choose, false, settle}, .owner = owner};
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
