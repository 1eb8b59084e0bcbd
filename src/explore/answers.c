/* SPDX-License-Identifier: Apache-2.0 */
/* Enumerates the sequences of answers. */
#include "explore/answers.h"

#include "semantics/value_domain.h"
#include "term/operator.h"

enum { SAMPLES = 8 };

/* Values of a wide choice that are tried where not all can be. */
static uint64_t sample(unsigned width, uint64_t index) {
  uint64_t mask = width_mask(width);
  const uint64_t interesting[SAMPLES] = {0, 1, mask, 2, mask >> 1, (mask >> 1) + 1, 3, 10};
  return interesting[index] & mask;
}

static struct digit *take(struct answers *answers, uint64_t count) {
  answers->asked++;
  if (answers->next == answers->list.count)
    vector_push(&answers->list, (struct digit){.count = count});
  return &answers->list.items[answers->next++];
}

uint64_t answers_next(struct answers *answers, uint64_t count) {
  struct digit *answer = take(answers, count);
  if (answer->count != UINT64_MAX)
    answer->bits = answer->value;
  return answer->bits;
}

static uint64_t choose(struct chooser *chooser, unsigned width, const struct edge *edge) {
  struct answers *answers = (struct answers *)chooser;
  if (width <= answers->widest)
    return answers_next(answers, (uint64_t)1 << width);
  if (!answers->was_wide)
    answers->wide_at = edge;
  answers->was_wide = true;
  if (!answers->samples)
    return 0;
  struct digit *answer = take(answers, SAMPLES);
  if (answer->count != UINT64_MAX)
    answer->bits = sample(width, answer->value);
  return answer->bits;
}

void answers_init(struct answers *answers, void *owner,
                  bool (*concretize)(struct chooser *chooser, struct value value, unsigned width,
                                     bool only_looks, uint64_t *bits)) {
  *answers =
      (struct answers){.chooser = {choose, false, concretize}, .widest = FEW_BITS, .owner = owner};
}

void answers_release(struct answers *answers) { vector_release(&answers->list); }

void answers_begin(struct answers *answers) { answers->list.count = answers->next = 0; }

void answers_repeat(struct answers *answers, const uint64_t *bits, size_t count) {
  answers_begin(answers);
  for (size_t i = 0; i < count; i++)
    vector_push(&answers->list, (struct digit){.bits = bits[i], .count = UINT64_MAX});
}

bool answers_advance(struct answers *answers) {
  answers->next = 0;
  while (answers->list.count) {
    if (++vector_last(&answers->list).value < vector_last(&answers->list).count)
      return true;
    answers->list.count--;
  }
  return false;
}
