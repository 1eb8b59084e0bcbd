/* Counting through the sequences of choices. */
#include "engine/context/choices.h"

void choices_begin(struct choices *choices) { choices->list.count = choices->next = 0; }

void choices_repeat(struct choices *choices, const uint64_t *values, size_t count) {
  choices_begin(choices);
  for (size_t i = 0; i < count; i++)
    vector_push(&choices->list, (struct choice){values[i], UINT64_MAX});
}

bool choices_advance(struct choices *choices) {
  choices->next = 0;
  while (choices->list.count) {
    if (++vector_last(&choices->list).value < vector_last(&choices->list).count)
      return true;
    choices->list.count--;
  }
  return false;
}

uint64_t choices_next(struct choices *choices, uint64_t count) {
  if (choices->next == choices->list.count)
    vector_push(&choices->list, (struct choice){0, count});
  return choices->list.items[choices->next++].value;
}
