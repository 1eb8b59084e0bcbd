/* SPDX-License-Identifier: Apache-2.0 */
/* Values of shared words: few constants, ranges, steps. */
#include "engine/order/values.h"

enum { LARGEST_KNOWN = 4096 }; /* of larger shared objects a path does not keep its own view */

bool word_values_are_known(const struct word *word, const struct instance *instance) {
  return !word->mixed && !instance->marks->wild && instance->size <= LARGEST_KNOWN;
}

/* A variable that is one of these: bits choose, so that comparisons with constants come down to
 * them. */
static const struct term *choose_constant(struct symbolic *symbolic, const uint64_t *constants,
                                          size_t count, unsigned width) {
  const struct term *value = term_constant(symbolic->terms, width, constants[count - 1]);
  for (size_t i = count - 1; i-- > 0;)
    value = order_choose(symbolic, order_fresh(symbolic, 1),
                         term_constant(symbolic->terms, width, constants[i]), value);
  return value;
}

/* Of a lock that many threads take, one of them stands for all. Only a thread that goes no further
 * before it is free may see it like this: when a run shows another one, the lock is seen in detail.
 */
static bool may_abbreviate(const struct word *word) {
  return word->acquired && !word->no_lock && !word->detailed;
}

/* Adds what another thread writes; false: that is too much. */
static bool add_written(const struct symbolic *symbolic, const struct word *word,
                        const struct written *written, uint64_t constants[MOST_VALUES],
                        size_t *count) {
  for (uint32_t i = 0; i < written->count && !written->any; i++)
    if (!order_term_choices(term_constant(symbolic->terms, word->size * 8, written->constants[i]),
                            constants, count))
      return false;
  return !written->any;
}

const struct term *word_values_read_few(struct symbolic *symbolic, uint32_t thread,
                                        const struct word *word, const struct term *own,
                                        bool *abbreviated) {
  uint64_t constants[MOST_VALUES];
  size_t count = 0;
  if (!own || !order_term_choices(own, constants, &count))
    return NULL;
  for (size_t i = 0; i < word->writers.count && !*abbreviated; i++) {
    const struct written *written = &word->writers.items[i];
    if (written->thread == thread)
      continue;
    if (!add_written(symbolic, word, written, constants, &count)) {
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
  return choose_constant(symbolic, constants, count, word->size * 8);
}

static void add_fact(struct symbolic *symbolic, const struct term *fact) {
  if (!term_is_true(fact))
    vector_push(&symbolic->facts, fact);
}

const struct term *word_values_narrow_variable(struct symbolic *symbolic, struct range range,
                                               unsigned width) {
  struct terms *terms = symbolic->terms;
  bool is_signed = range.low < 0;
  uint64_t most = is_signed && -(range.low + 1) > range.high ? (uint64_t) - (range.low + 1)
                                                             : (uint64_t)range.high;
  unsigned needed = most ? 65 - (unsigned)__builtin_clzll(most) : 2; /* with a sign */
  const struct term *variable = order_fresh(symbolic, needed < width ? needed : width);
  ranges_set(symbolic->ranges, variable, range);
  const struct term *value = term_convert(terms, is_signed ? OP_SEXT : OP_ZEXT, width, variable);
  add_fact(symbolic,
           term_apply(terms, OP_SLE,
                      term_constant(terms, width, (uint64_t)range.low & width_mask(width)), value,
                      NULL));
  add_fact(symbolic,
           term_apply(terms, OP_SLE, value,
                      term_constant(terms, width, (uint64_t)range.high & width_mask(width)), NULL));
  return value;
}

bool word_values_are_small(struct range range) {
  enum { LARGEST_NUMBER = 0xffff }; /* addresses of objects are larger */
  return range.low >= -LARGEST_NUMBER && range.high <= LARGEST_NUMBER;
}

const struct term *word_values_read(struct symbolic *symbolic, const struct thread_path *path,
                                    const struct word *word, const struct term *own,
                                    bool may_point) {
  unsigned width = word->size * 8;
  struct range full = range_full(width);
  struct range range = full;
  if (!may_point) {
    range = knowledge_written_range(symbolic->knowledge, word, path->thread,
                                    ranges_under(symbolic->ranges, path->guard, own));
    if (path->has_created) /* else what is there may be none of the values that others start from */
      range = range_common(knowledge_step_range(symbolic->knowledge, word, path->thread), range);
  }
  bool is_large = width >= symbolic->program->pointer_width && !word_values_are_small(range);
  const struct term *value = is_large || (range.low == full.low && range.high == full.high)
                                 ? order_fresh(symbolic, width)
                                 : word_values_narrow_variable(symbolic, range, width);
  map_set(&symbolic->read_words, value->id, word->address);
  return value;
}

enum { MOST_LEAVES = 64 };

/* A value that is being taken apart. */
struct value_written {
  struct symbolic *symbolic;
  uint32_t thread;
  struct word *word;
  unsigned budget;
};

static void note_leaf(struct value_written *written, const struct term *value,
                      const struct term *condition) {
  struct symbolic *symbolic = written->symbolic;
  struct range by, range = ranges_under(symbolic->ranges, condition, value);
  struct counter_reads reads = {.ranges = symbolic->ranges,
                                .reads = &symbolic->read_words,
                                .variable = written->word->address,
                                .condition = condition};
  if (counter_find_step(&reads, value, &by))
    knowledge_note_step(symbolic->knowledge, written->word, written->thread, by);
  else
    knowledge_note_base(symbolic->knowledge, written->word, range);
  knowledge_note_range(symbolic->knowledge, written->word, written->thread, range);
}

static void note_leaves(struct value_written *written, const struct term *value,
                        const struct term *condition) {
  struct symbolic *symbolic = written->symbolic;
  if (value->kind != TERM_APPLY || value->op != OP_ITE || !written->budget) {
    note_leaf(written, value, condition);
    return;
  }
  written->budget--;
  const struct term *first = value->operands[0];
  const struct term *other = order_not(symbolic, first);
  note_leaves(written, value->operands[1], order_and(symbolic, condition, first));
  note_leaves(written, value->operands[2], order_and(symbolic, condition, other));
}

void word_values_note_write(struct symbolic *symbolic, uint32_t thread, struct word *word,
                            const struct term *value, const struct term *condition) {
  struct value_written written = {symbolic, thread, word, MOST_LEAVES};
  note_leaves(&written, value, condition);
}

void word_values_note_start(struct symbolic *symbolic, struct thread_path *path) {
  struct knowledge *knowledge = symbolic->knowledge;
  symbolic->start_count++;
  for (size_t i = 0; i < knowledge->all_words.count; i++) {
    struct word *word = knowledge->all_words.items[i];
    struct instance *instance = word->guarded ? order_memory_find(symbolic, word->address) : NULL;
    if (!instance || !word_values_are_known(word, instance))
      continue;
    struct lane *lanes =
        order_path_lanes(symbolic, path, instance) + (word->address - instance->base);
    struct range range = {0, 0};
    bool known = true;
    for (uint32_t j = 0; j < word->size; j++)
      known &= lanes[j].term != NULL;
    if (known) {
      const struct term *value = private_join(symbolic, path, NULL, lanes, word->size);
      range = ranges_under(symbolic->ranges, path->guard, value);
      map_set(&symbolic->start_values, word->address, (uint64_t)(uintptr_t)value);
    }
    knowledge_note_base(knowledge, word, known ? range : range_full(word->size * 8));
  }
}
