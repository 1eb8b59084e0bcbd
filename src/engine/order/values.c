/* SPDX-License-Identifier: Apache-2.0 */
/* Values of shared words: few constants, ranges, steps. */
#include "engine/order/values.h"

enum { LARGEST_KNOWN = 4096 }; /* paths do not keep the contents of larger shared objects */

bool word_values_are_known(const struct word *word, const struct instance *instance) {
  return !word->mixed && !instance->marks->wild && instance->size <= LARGEST_KNOWN;
}

/* A selection of the constants by fresh bits: comparisons with constants simplify to these bits. */
static const struct term *choose_constant(struct order_run *run, const uint64_t *constants,
                                          size_t count, unsigned width) {
  const struct term *value = term_constant(run->terms, width, constants[count - 1]);
  for (size_t i = count - 1; i-- > 0;)
    value = order_choose(run->terms, symbols_fresh(&run->symbols, 1),
                         term_constant(run->terms, width, constants[i]), value);
  return value;
}

/* May one value stand for all owners of a lock? Only if each thread that reads it waits until the
 * lock is free; a run that finds another read drops this assumption (`detailed`). */
static bool may_abbreviate(const struct word *word) {
  return word->acquired && !word->no_lock && !word->detailed;
}

/* Adds the constants that another thread writes; false: they are unknown, or too many. */
static bool add_written(const struct order_run *run, const struct word *word,
                        const struct written *written, uint64_t constants[MOST_VALUES],
                        size_t *count) {
  for (uint32_t i = 0; i < written->count && !written->any; i++)
    if (!symbols_choices(term_constant(run->terms, word->size * 8, written->constants[i]),
                         constants, count))
      return false;
  return !written->any;
}

const struct term *word_values_read_few(struct order_run *run, uint32_t thread,
                                        const struct word *word, const struct term *own,
                                        bool *abbreviated) {
  uint64_t constants[MOST_VALUES];
  size_t count = 0;
  if (!own || !symbols_choices(own, constants, &count))
    return NULL;
  for (size_t i = 0; i < word->writers.count && !*abbreviated; i++) {
    const struct written *written = &word->writers.items[i];
    if (written->thread == thread)
      continue;
    if (!add_written(run, word, written, constants, &count)) {
      if (written->any || !may_abbreviate(word))
        return NULL;
      *abbreviated = true;
    }
  }
  for (size_t i = 1; i < count; i++)
    if (!constants[i]) {
      constants[i] = constants[0];
      constants[0] = 0;
    }
  return choose_constant(run, constants, count, word->size * 8);
}

bool word_values_are_small(struct range range) {
  enum { LARGEST_NUMBER = 0xffff }; /* addresses of objects are larger */
  return range.low >= -LARGEST_NUMBER && range.high <= LARGEST_NUMBER;
}

const struct term *word_values_read(struct order_run *run, const struct thread_path *path,
                                    const struct word *word, const struct term *own,
                                    bool may_point) {
  unsigned width = word->size * 8;
  struct range full = range_full(width);
  struct range range = full;
  if (!may_point) {
    range = knowledge_written_range(word, path->thread,
                                    ranges_under(run->symbols.ranges, path->guard, own));
    if (path->has_created) /* before that, the value may differ from the base of the counter */
      range = range_common(knowledge_step_range(run->knowledge, word, path->thread), range);
  }
  bool is_large = width >= run->program->pointer_width && !word_values_are_small(range);
  const struct term *value = is_large || (range.low == full.low && range.high == full.high)
                                 ? symbols_fresh(&run->symbols, width)
                                 : symbols_fresh_in(&run->symbols, range, width);
  map_set(&run->symbols.read_words, value->id, word->address);
  return value;
}

enum { MOST_LEAVES = 64 };

/* A written value, whose selections are taken apart. */
struct value_written {
  struct order_run *run;
  uint32_t thread;
  struct word *word;
  unsigned budget;
};

static void note_selected(struct value_written *written, const struct term *value,
                          const struct term *condition) {
  struct order_run *run = written->run;
  struct range by, range = ranges_under(run->symbols.ranges, condition, value);
  struct counter_reads reads = {.ranges = run->symbols.ranges,
                                .reads = &run->symbols.read_words,
                                .variable = written->word->address,
                                .condition = condition};
  if (counter_find_step(&reads, value, &by))
    knowledge_note_step(run->knowledge, written->word, written->thread, by);
  else
    knowledge_note_base(run->knowledge, written->word, range);
  knowledge_note_range(run->knowledge, written->word, written->thread, range);
}

static void note_selection(struct value_written *written, const struct term *value,
                           const struct term *condition) {
  struct order_run *run = written->run;
  if (value->kind != TERM_APPLY || value->op != OP_ITE || !written->budget) {
    note_selected(written, value, condition);
    return;
  }
  written->budget--;
  const struct term *first = value->operands[0];
  const struct term *other = order_not(run->terms, first);
  note_selection(written, value->operands[1], order_and(run->terms, condition, first));
  note_selection(written, value->operands[2], order_and(run->terms, condition, other));
}

void word_values_note_write(struct order_run *run, uint32_t thread, struct word *word,
                            const struct term *value, const struct term *condition) {
  struct value_written written = {run, thread, word, MOST_LEAVES};
  note_selection(&written, value, condition);
}

void word_values_note_start(struct order_run *run, struct thread_path *path) {
  struct knowledge *knowledge = run->knowledge;
  run->symbols.start_count++;
  for (size_t i = 0; i < knowledge->all_words.count; i++) {
    struct word *word = knowledge->all_words.items[i];
    struct instance *instance =
        word->guarded ? instances_find(&run->instances, word->address) : NULL;
    if (!instance || !word_values_are_known(word, instance))
      continue;
    struct lane *lanes = order_path_lanes(run, path, instance) + (word->address - instance->base);
    struct range range = {0, 0};
    bool known = true;
    for (uint32_t j = 0; j < word->size; j++)
      known &= lanes[j].term != NULL;
    if (known) {
      const struct term *value = private_join(run, path, NULL, lanes, word->size);
      range = ranges_under(run->symbols.ranges, path->guard, value);
      map_set(&run->symbols.start_values, word->address, (uint64_t)(uintptr_t)value);
    }
    knowledge_note_base(knowledge, word, known ? range : range_full(word->size * 8));
  }
}
