/* SPDX-License-Identifier: Apache-2.0 */
/* Words that are used as locks (see knowledge.h), their owners, and since when they hold them. */
#include "engine/order/symbolic.h"

static struct held *find_held(struct thread_path *path, uint64_t lock) {
  for (uint32_t i = 0; i < path->held_count; i++)
    if (path->held[i].lock == lock && guard_implies(path->guard, path->held[i].condition))
      return &path->held[i];
  return NULL;
}

uint32_t lock_epoch(struct thread_path *path, uint64_t lock) {
  const struct held *held = find_held(path, lock);
  return held ? held->epoch : 0;
}

void lock_note_sections(struct symbolic *symbolic, struct thread_path *path,
                        struct order_node *node) {
  node->sections = arena_allocate(symbolic->arena, path->held_count * sizeof *node->sections);
  for (uint32_t i = 0; i < path->held_count; i++) {
    const struct epoch *epoch = &symbolic->epochs.items[path->held[i].epoch];
    if (epoch->count == 1 && guard_implies(path->guard, path->held[i].condition))
      node->sections[node->section_count++] = epoch->sections[0];
  }
}

/* The node begins a section, if it goes on and takes the lock for certain: one that may find the
 * lock taken, and then does something else, may be in the middle of another's section. */
static void add_section(struct symbolic *symbolic, struct order_node *node, uint32_t section,
                        const struct term *taken) {
  const struct term *goes_on =
      node->passes ? order_and(symbolic, node->guard, node->passes) : node->guard;
  if (!guard_implies(goes_on, taken))
    return;
  uint32_t *sections =
      arena_allocate(symbolic->arena, (node->section_count + 1) * sizeof *sections);
  for (uint32_t i = 0; i < node->section_count; i++)
    sections[i] = node->sections[i];
  sections[node->section_count++] = section;
  node->sections = sections;
}

uint32_t lock_protecting(struct thread_path *path, const struct word *word) {
  return word->guarded && word->protector_count ? lock_epoch(path, word->protectors[0]) : 0;
}

static uint32_t add_epoch(struct symbolic *symbolic, const uint32_t *sections, uint32_t count) {
  struct epoch epoch = {sections, count};
  if (!symbolic->epochs.count)
    vector_push(&symbolic->epochs, (struct epoch){NULL, 0});
  vector_push(&symbolic->epochs, epoch);
  return (uint32_t)symbolic->epochs.count - 1;
}

/* A new hold; forgets those that cannot be any more, as after a try that failed. */
static bool take(struct symbolic *symbolic, struct thread_path *path, struct word *word,
                 const struct term *when) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < path->held_count; i++)
    if (path->held[i].lock != word->address &&
        !term_is_false(order_and(symbolic, path->guard, path->held[i].condition)))
      path->held[kept++] = path->held[i];
  path->held_count = kept;
  if (path->held_count == MOST_HELD)
    return false;
  uint32_t *section = arena_allocate(symbolic->arena, sizeof *section);
  *section = (uint32_t)symbolic->sections.count;
  vector_push(&symbolic->sections, (struct section){.lock = word->address, .acquire = NO_EVENT});
  path->held[path->held_count++] =
      (struct held){word->address, add_epoch(symbolic, section, 1), when};
  word->acquired = true;
  return true;
}

static const struct term *is_zero(struct symbolic *symbolic, const struct term *value) {
  return order_is(symbolic, value, 0);
}

/* Is it 0 wherever the write happens? */
static bool is_free(struct symbolic *symbolic, struct thread_path *path, const struct term *known,
                    const struct term *when) {
  if (!known)
    return false;
  const struct term *zero = is_zero(symbolic, known);
  return guard_implies(when, zero) || guard_implies(path->guard, zero);
}

uint32_t lock_before_write(struct symbolic *symbolic, struct thread_path *path, struct word *word,
                           const struct term *known, const struct term *value,
                           const struct term *when) {
  if (word->no_lock)
    return 0;
  const struct held *held = find_held(path, word->address);
  if (held && term_is_constant(value) && term_is_true(when))
    return held->epoch;
  bool alone = symbolic->threads.count == 1;
  if (!held && alone && term_is_constant(value) && !value->value)
    return 0; /* it is made free before anybody else could look */
  if (held || !term_is_constant(value) || !value->value || !is_free(symbolic, path, known, when) ||
      !take(symbolic, path, word, when)) {
    knowledge_no_lock(symbolic->knowledge, word);
    return 0;
  }
  return path->held[path->held_count - 1].epoch;
}

/* If the step that takes the lock began with waiting until it is free, what the read gives
 * otherwise does not matter: the thread goes no further. */
static void begin_section(struct symbolic *symbolic, uint32_t section, uint32_t event) {
  const struct order_event *write = &symbolic->events.items[event];
  symbolic->sections.items[section].acquire = event;
  add_section(symbolic, &symbolic->nodes.items[write->node], section, write->guard);
  for (uint32_t i = event; i-- > 0 && symbolic->events.items[i].node == write->node;) {
    struct order_event *read = &symbolic->events.items[i];
    if (!read->waits_for || read->address != write->address || read->size != write->size)
      continue;
    read->takes = read->waits_for == is_zero(symbolic, read->value) &&
                  guard_implies(write->guard, read->waits_for);
  }
}

void lock_after_write(struct symbolic *symbolic, struct thread_path *path, uint32_t epoch_index,
                      const struct term *value, uint32_t event) {
  if (!epoch_index)
    return;
  const struct epoch *epoch = &symbolic->epochs.items[epoch_index];
  bool releases = term_is_constant(value) && !value->value;
  for (uint32_t i = 0; i < epoch->count && event != NO_EVENT; i++) {
    struct section *section = &symbolic->sections.items[epoch->sections[i]];
    if (releases)
      vector_push(&section->releases, event);
    else if (section->acquire == NO_EVENT)
      begin_section(symbolic, epoch->sections[i], event);
  }
  for (uint32_t i = 0; i < path->held_count && releases; i++)
    if (path->held[i].epoch == epoch_index)
      path->held[i] = path->held[--path->held_count];
}

/* Both hold it: in the same epoch, or in one that stands for both. */
static uint32_t join_epochs(struct symbolic *symbolic, uint32_t a, uint32_t b) {
  if (a == b)
    return a;
  const struct epoch *first = &symbolic->epochs.items[a], *second = &symbolic->epochs.items[b];
  uint32_t *sections =
      arena_allocate(symbolic->arena, (first->count + second->count) * sizeof *sections);
  uint32_t count = 0;
  for (uint32_t i = 0; i < first->count; i++)
    sections[count++] = first->sections[i];
  for (uint32_t i = 0; i < second->count; i++)
    sections[count++] = second->sections[i];
  return add_epoch(symbolic, sections, count);
}

void lock_join(struct symbolic *symbolic, const struct thread_path *a, const struct thread_path *b,
               struct thread_path *joined) {
  joined->held_count = 0;
  for (uint32_t i = 0; i < a->held_count; i++)
    for (uint32_t j = 0; j < b->held_count; j++) {
      const struct held *first = &a->held[i], *second = &b->held[j];
      if (first->lock != second->lock)
        continue;
      bool same = first->epoch == second->epoch && first->condition == second->condition;
      bool sure =
          guard_implies(a->guard, first->condition) && guard_implies(b->guard, second->condition);
      if (same)
        joined->held[joined->held_count++] = *first;
      else if (sure)
        joined->held[joined->held_count++] = (struct held){
            first->lock, join_epochs(symbolic, first->epoch, second->epoch), always(symbolic)};
      break;
    }
}

uint32_t lock_joined_stamp(const struct thread_path *a, uint32_t of_a, const struct thread_path *b,
                           uint32_t of_b, const struct thread_path *joined) {
  if (of_a == of_b)
    return of_a;
  uint64_t lock = 0;
  for (uint32_t i = 0; i < a->held_count; i++)
    if (a->held[i].epoch == of_a)
      lock = a->held[i].lock;
  for (uint32_t i = 0; i < b->held_count && lock; i++) {
    if (b->held[i].epoch != of_b || b->held[i].lock != lock)
      continue;
    for (uint32_t j = 0; j < joined->held_count; j++)
      if (joined->held[j].lock == lock)
        return joined->held[j].epoch;
  }
  return 0;
}
