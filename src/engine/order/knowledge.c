/* SPDX-License-Identifier: Apache-2.0 */
/* Records contradictions of assumptions; there are finitely many, so runs end. */
#include "engine/order/knowledge.h"

enum { WIDEST_ACCESS = 16 };

struct knowledge *knowledge_create(void) {
  struct knowledge *knowledge = memory_allocate_zeroed(sizeof *knowledge);
  knowledge->arena = arena_create();
  return knowledge;
}

void knowledge_destroy(struct knowledge *knowledge) {
  for (size_t i = 0; i < knowledge->all_words.count; i++) {
    vector_release(&knowledge->all_words.items[i]->pointees);
    vector_release(&knowledge->all_words.items[i]->writers);
  }
  for (size_t i = 0; i < knowledge->all_marks.count; i++)
    vector_release(&knowledge->all_marks.items[i]->pointees);
  vector_release(&knowledge->all_words);
  vector_release(&knowledge->all_marks);
  vector_release(&knowledge->foreseen);
  vector_release(&knowledge->places);
  map_release(&knowledge->marks);
  map_release(&knowledge->words);
  map_release(&knowledge->slots);
  map_release(&knowledge->assuming);
  arena_destroy(knowledge->arena);
  memory_release(knowledge);
}

struct word_marks *knowledge_marks(struct knowledge *knowledge, uint64_t key, uint64_t size) {
  uint64_t known;
  if (map_get(&knowledge->marks, key, &known))
    return (struct word_marks *)(uintptr_t)known;
  struct word_marks *marks = arena_allocate(knowledge->arena, sizeof *marks);
  marks->size = size;
  marks->readers = arena_allocate(knowledge->arena, (size_t)size * sizeof *marks->readers);
  marks->writers = arena_allocate(knowledge->arena, (size_t)size * sizeof *marks->writers);
  marks->late = arena_allocate(knowledge->arena, (size_t)size * sizeof *marks->late);
  map_set(&knowledge->marks, key, (uint64_t)(uintptr_t)marks);
  vector_push(&knowledge->all_marks, marks);
  return marks;
}

uint32_t knowledge_slot(struct knowledge *knowledge, uint64_t thread_key) {
  uint64_t slot;
  if (map_get(&knowledge->slots, thread_key, &slot))
    return (uint32_t)slot;
  map_set(&knowledge->slots, thread_key, knowledge->places.count);
  struct thread_places places = {0, 0};
  vector_push(&knowledge->places, places);
  return (uint32_t)knowledge->places.count - 1;
}

static struct word *find_word(const struct knowledge *knowledge, uint64_t address) {
  uint64_t known;
  return map_get(&knowledge->words, address, &known) ? (struct word *)(uintptr_t)known : NULL;
}

void knowledge_set_flag(struct knowledge *knowledge, bool *flag) {
  knowledge->changed |= !*flag;
  *flag = true;
}

static void mix_overlapping(struct knowledge *knowledge, struct word *word, uint32_t size) {
  for (uint64_t at = word->address - WIDEST_ACCESS + 1; at < word->address + size; at++) {
    struct word *other = find_word(knowledge, at);
    if (!other || other == word || at + other->size <= word->address)
      continue;
    knowledge_set_flag(knowledge, &other->mixed);
    knowledge_set_flag(knowledge, &word->mixed);
  }
}

struct word *knowledge_word(struct knowledge *knowledge, uint64_t address, uint32_t size) {
  struct word *word = find_word(knowledge, address);
  if (word && (word->mixed || word->size == size))
    return word;
  if (word) {
    knowledge_set_flag(knowledge, &word->mixed);
    mix_overlapping(knowledge, word, size > word->size ? size : word->size);
    return word;
  }
  word = arena_allocate(knowledge->arena, sizeof *word);
  word->address = address;
  word->size = size;
  knowledge->changed |= knowledge->shapeless;
  map_set(&knowledge->words, address, (uint64_t)(uintptr_t)word);
  vector_push(&knowledge->all_words, word);
  mix_overlapping(knowledge, word, size);
  return word;
}

struct word *knowledge_find_word(const struct knowledge *knowledge, uint64_t address,
                                 uint32_t size) {
  struct word *word = find_word(knowledge, address);
  return word && word->size == size ? word : NULL;
}

uint32_t knowledge_chunk(struct knowledge *knowledge, uint64_t address, uint64_t left) {
  for (uint64_t at = address - WIDEST_ACCESS + 1; at < address; at++) {
    struct word *word = find_word(knowledge, at);
    if (word && at + word->size > address)
      knowledge_set_flag(knowledge, &word->mixed);
  }
  struct word *word = find_word(knowledge, address);
  if (word && word->size <= left)
    return word->size;
  if (word)
    knowledge_set_flag(knowledge, &word->mixed);
  uint32_t most = left < 8 ? (uint32_t)left : 8, size = 1;
  while (size < most && !find_word(knowledge, address + size))
    size++;
  return size;
}

/* The threads that accessed a byte, with this one. */
static uint16_t with_thread(uint16_t known, uint32_t thread) {
  uint16_t own = (uint16_t)(thread + 1);
  return known == NO_ACCESS || known == own ? own : SEVERAL;
}

void knowledge_note_access(struct knowledge *knowledge, struct word_marks *marks,
                           struct byte_access access) {
  bool late = access.writes && !access.is_alone;
  for (uint64_t i = access.first; i < access.end; i++) {
    uint16_t reader = with_thread(marks->readers[i], access.thread);
    uint16_t writer =
        access.writes ? with_thread(marks->writers[i], access.thread) : marks->writers[i];
    knowledge->changed |= writer != marks->writers[i] || (late && !marks->late[i]) ||
                          (reader != marks->readers[i] && writer != NO_ACCESS);
    marks->readers[i] = reader;
    marks->writers[i] = writer;
    marks->late[i] |= late;
  }
}

void knowledge_note_wild(struct knowledge *knowledge, struct word_marks *marks, bool several) {
  knowledge_set_flag(knowledge, &marks->wild);
  for (uint64_t i = 0; i < marks->size && several; i++) {
    if (marks->writers[i] == SEVERAL && marks->late[i])
      continue;
    knowledge->changed = true;
    marks->readers[i] = marks->writers[i] = SEVERAL;
    marks->late[i] = true;
  }
}

static struct written *written_by(struct word *word, uint32_t thread) {
  for (size_t i = 0; i < word->writers.count; i++)
    if (word->writers.items[i].thread == thread)
      return &word->writers.items[i];
  struct written fresh = {.thread = thread};
  vector_push(&word->writers, fresh);
  return &vector_last(&word->writers);
}

static void forget_ranges(struct word *word) {
  word->outdated = false;
  word->base = (struct growing_range){.is_set = false};
  vector_each (written, &word->writers) {
    written->values = (struct growing_range){.is_set = false};
    written->steps = written->run_steps = (struct counter_steps){0, 0};
    written->step_growths = 0;
  }
}

static void note_any(struct knowledge *knowledge, struct word *word, struct written *written) {
  if (written->any)
    return;
  knowledge->changed = written->any = true;
  word->outdated = true;
}

static void note_constant(struct knowledge *knowledge, struct word *word, struct written *written,
                          uint64_t constant) {
  for (uint32_t i = 0; i < written->count; i++)
    if (written->constants[i] == constant)
      return;
  knowledge->changed = true;
  if (written->count == MOST_VALUES)
    note_any(knowledge, word, written);
  else
    written->constants[written->count++] = constant;
}

void knowledge_note_value(struct knowledge *knowledge, struct word *word, uint32_t thread,
                          const uint64_t *constants, size_t count, bool any) {
  struct written *written = written_by(word, thread);
  if (any)
    note_any(knowledge, word, written);
  for (size_t i = 0; i < count && !written->any; i++)
    note_constant(knowledge, word, written, constants[i]);
}

enum { MOST_GROWTHS = 4 };

/* Grows the range; false: it was large enough. */
static bool grow_range(struct growing_range *known, struct range range, unsigned width) {
  struct range full = range_full(width), before = known->range;
  if (!known->is_set) {
    known->range = range;
    return known->is_set = true;
  }
  if (range.low < before.low)
    known->range.low = ++known->low_growths > MOST_GROWTHS ? full.low : range.low;
  if (range.high > before.high)
    known->range.high = ++known->high_growths > MOST_GROWTHS ? full.high : range.high;
  return range.low < before.low || range.high > before.high;
}

void knowledge_note_base(struct knowledge *knowledge, struct word *word, struct range range) {
  knowledge->changed |= grow_range(&word->base, range, word->size * 8);
}

void knowledge_note_range(struct knowledge *knowledge, struct word *word, uint32_t thread,
                          struct range range) {
  knowledge->changed |= grow_range(&written_by(word, thread)->values, range, word->size * 8);
}

void knowledge_note_elements(struct knowledge *knowledge, struct elements *elements,
                             struct range range) {
  knowledge->changed |= grow_range(&elements->values, range, elements->size * 8);
}

static struct counter_steps steps_of_run(const struct knowledge *knowledge,
                                         const struct written *written) {
  return written->run == knowledge->run ? written->run_steps : (struct counter_steps){0, 0};
}

void knowledge_note_step(struct knowledge *knowledge, struct word *word, uint32_t thread,
                         struct range by) {
  struct written *written = written_by(word, thread);
  written->run_steps = counter_steps_sum(steps_of_run(knowledge, written), counter_step(by));
  written->run = knowledge->run;
}

struct range knowledge_written_range(const struct word *word, uint32_t thread, struct range own) {
  vector_each (written, &word->writers) {
    if (written->thread != thread && written->values.is_set)
      own = range_hull(own, written->values.range);
  }
  return own;
}

struct range knowledge_step_range(const struct knowledge *knowledge, const struct word *word,
                                  uint32_t thread) {
  struct counter_steps sum = {0, 0};
  vector_each (written, &word->writers) {
    struct counter_steps own = steps_of_run(knowledge, written);
    bool is_other = written->thread != thread;
    sum = counter_steps_sum(sum, is_other ? counter_steps_hull(written->steps, own) : own);
  }
  unsigned width = word->size * 8;
  return word->base.is_set ? counter_range(word->base.range, sum, width) : range_full(width);
}

void knowledge_begin_run(struct knowledge *knowledge) {
  knowledge->changed = false;
  knowledge->run++;
  for (size_t i = 0; i < knowledge->all_words.count; i++)
    if (knowledge->all_words.items[i]->outdated)
      forget_ranges(knowledge->all_words.items[i]);
}

/* The sums of a whole run must not exceed those that it assumed. */
static void keep_steps(struct knowledge *knowledge, struct written *written) {
  struct counter_steps seen = steps_of_run(knowledge, written);
  if (counter_steps_include(written->steps, seen))
    return;
  knowledge->changed = true;
  if (++written->step_growths > MOST_GROWTHS)
    seen = (struct counter_steps){seen.up > written->steps.up ? COUNTER_MOST : 0,
                                  seen.down > written->steps.down ? COUNTER_MOST : 0};
  written->steps = counter_steps_hull(written->steps, seen);
}

void knowledge_end_run(struct knowledge *knowledge) {
  for (size_t i = 0; i < knowledge->all_words.count; i++) {
    struct word *word = knowledge->all_words.items[i];
    for (size_t j = 0; j < word->writers.count; j++)
      keep_steps(knowledge, &word->writers.items[j]);
  }
}

void knowledge_begin_bound(struct knowledge *knowledge) {
  for (size_t i = 0; i < knowledge->all_marks.count; i++) {
    struct growing_range *values = &knowledge->all_marks.items[i]->elements.values;
    values->low_growths = values->high_growths = 0;
  }
  for (size_t i = 0; i < knowledge->all_words.count; i++) {
    struct word *word = knowledge->all_words.items[i];
    word->base.low_growths = word->base.high_growths = 0;
    vector_each (written, &word->writers) {
      written->values.low_growths = written->values.high_growths = 0;
      written->step_growths = 0;
    }
  }
}

bool pointees_add(struct pointees *pointees, uint64_t address) {
  if (pointees->any)
    return false;
  for (size_t i = 0; i < pointees->count; i++)
    if (pointees->items[i] == address)
      return false;
  if (pointees->count == MOST_POINTEES)
    pointees->any = true;
  else
    vector_push(pointees, address);
  return true;
}

void knowledge_note_pointees(struct knowledge *knowledge, struct pointees *to,
                             const struct pointees *from) {
  knowledge->changed |= from->any && !to->any;
  to->any |= from->any;
  for (size_t i = 0; i < from->count; i++)
    knowledge->changed |= pointees_add(to, from->items[i]);
}

bool word_is_protected_by(const struct word *word, uint64_t lock) {
  for (uint32_t i = 0; i < word->protector_count; i++)
    if (word->protectors[i] == lock)
      return true;
  return false;
}

void knowledge_note_protectors(struct knowledge *knowledge, struct word *word,
                               const uint64_t *locks, size_t count) {
  if (!word->guarded) {
    word->guarded = true;
    for (size_t i = 0; i < count && i < MOST_PROTECTORS; i++)
      word->protectors[word->protector_count++] = locks[i];
    return;
  }
  uint32_t kept = 0;
  for (uint32_t i = 0; i < word->protector_count; i++)
    for (size_t j = 0; j < count; j++)
      if (word->protectors[i] == locks[j]) {
        word->protectors[kept++] = locks[j];
        break;
      }
  knowledge->changed |= kept != word->protector_count;
  word->protector_count = kept;
}

void knowledge_no_lock(struct knowledge *knowledge, struct word *word) {
  knowledge->changed |= word->acquired && !word->no_lock;
  word->no_lock = true;
}
