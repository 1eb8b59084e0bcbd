/* SPDX-License-Identifier: Apache-2.0 */
/* Takes and releases locks along paths, by the rules of knowledge.h. */
#include "engine/order/locks.h"

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

void lock_note_sections(struct order_run *run, struct thread_path *path, struct order_node *node) {
  node->sections = arena_allocate(run->arena, path->held_count * sizeof *node->sections);
  for (uint32_t i = 0; i < path->held_count; i++) {
    const struct epoch *epoch = &run->log.epochs.items[path->held[i].epoch];
    if (epoch->count == 1 && guard_implies(path->guard, path->held[i].condition))
      node->sections[node->section_count++] = epoch->sections[0];
  }
}

/* Adds the section that the node begins, if the node certainly takes the lock where it continues. A
 * node that may find the lock taken, and then continues, may lie in a section of another thread. */
static void add_section(struct order_run *run, struct order_node *node, uint32_t section,
                        const struct term *taken) {
  const struct term *passes =
      node->passes ? order_and(run->terms, node->guard, node->passes) : node->guard;
  if (!guard_implies(passes, taken))
    return;
  uint32_t *sections = arena_allocate(run->arena, (node->section_count + 1) * sizeof *sections);
  memcpy(sections, node->sections, node->section_count * sizeof *sections);
  sections[node->section_count++] = section;
  node->sections = sections;
}

uint32_t lock_protecting(struct thread_path *path, const struct word *word) {
  return word->guarded && word->protector_count ? lock_epoch(path, word->protectors[0]) : 0;
}

static uint32_t add_epoch(struct order_run *run, const uint32_t *sections, uint32_t count) {
  struct epoch epoch = {sections, count};
  if (!run->log.epochs.count)
    vector_push(&run->log.epochs, (struct epoch){NULL, 0});
  vector_push(&run->log.epochs, epoch);
  return (uint32_t)run->log.epochs.count - 1;
}

/* Adds a hold, and drops those whose condition can no longer hold, as after a failed trylock. */
static bool add_hold(struct order_run *run, struct thread_path *path, struct word *word,
                     const struct term *when) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < path->held_count; i++)
    if (path->held[i].lock != word->address &&
        !term_is_false(order_and(run->terms, path->guard, path->held[i].condition)))
      path->held[kept++] = path->held[i];
  path->held_count = kept;
  if (path->held_count == MOST_HELD)
    return false;
  uint32_t *section = arena_allocate(run->arena, sizeof *section);
  *section = (uint32_t)run->log.sections.count;
  vector_push(&run->log.sections, (struct section){.lock = word->address, .acquire = NO_EVENT});
  path->held[path->held_count++] = (struct held){word->address, add_epoch(run, section, 1), when};
  word->acquired = true;
  return true;
}

/* Is the known value 0 wherever the write is executed? */
static bool is_free(struct order_run *run, struct thread_path *path, const struct term *known,
                    const struct term *when) {
  if (!known)
    return false;
  const struct term *zero = order_is(run->terms, known, 0);
  return guard_implies(when, zero) || guard_implies(path->guard, zero);
}

uint32_t lock_before_write(struct order_run *run, const struct request *request, struct word *word,
                           const struct term *known) {
  struct thread_path *path = request->path;
  const struct term *value = request->value, *when = request->when;
  if (word->no_lock)
    return 0;
  const struct held *held = find_held(path, word->address);
  if (held && term_is_constant(value) && term_is_true(when))
    return held->epoch;
  bool alone = event_log_has_one_thread(&run->log);
  if (!held && alone && term_is_constant(value) && !value->value)
    return 0; /* it is initialised before another thread could read it */
  if (held || !term_is_constant(value) || !value->value || !is_free(run, path, known, when) ||
      !add_hold(run, path, word, when)) {
    knowledge_no_lock(run->knowledge, word);
    return 0;
  }
  return path->held[path->held_count - 1].epoch;
}

/* If the node of the write begins with a wait until the lock is free, other values of that read do
 * not matter: the thread does not continue with them. */
static void begin_section(struct order_run *run, uint32_t section, uint32_t event) {
  const struct order_event *write = &run->log.events.items[event];
  run->log.sections.items[section].acquire = event;
  add_section(run, &run->log.nodes.items[write->node], section, write->guard);
  for (uint32_t i = event; i-- > 0 && run->log.events.items[i].node == write->node;) {
    struct order_event *read = &run->log.events.items[i];
    if (!read->waits_for || read->address != write->address || read->size != write->size)
      continue;
    read->takes = read->waits_for == order_is(run->terms, read->value, 0) &&
                  guard_implies(write->guard, read->waits_for);
  }
}

void lock_after_write(struct order_run *run, const struct request *request, uint32_t epoch_index,
                      uint32_t event) {
  if (!epoch_index)
    return;
  struct thread_path *path = request->path;
  const struct epoch *epoch = &run->log.epochs.items[epoch_index];
  bool releases = term_is_constant(request->value) && !request->value->value;
  for (uint32_t i = 0; i < epoch->count && event != NO_EVENT; i++) {
    struct section *section = &run->log.sections.items[epoch->sections[i]];
    if (releases)
      vector_push(&section->releases, event);
    else if (section->acquire == NO_EVENT)
      begin_section(run, epoch->sections[i], event);
  }
  for (uint32_t i = 0; i < path->held_count && releases; i++)
    if (path->held[i].epoch == epoch_index)
      path->held[i] = path->held[--path->held_count];
}

/* The epoch of a joined path: the common one, or a new one with the sections of both. */
static uint32_t join_epochs(struct order_run *run, uint32_t a, uint32_t b) {
  if (a == b)
    return a;
  const struct epoch *first = &run->log.epochs.items[a], *second = &run->log.epochs.items[b];
  uint32_t count = first->count + second->count;
  uint32_t *sections = arena_allocate(run->arena, count * sizeof *sections);
  memcpy(sections, first->sections, first->count * sizeof *sections);
  memcpy(sections + first->count, second->sections, second->count * sizeof *sections);
  return add_epoch(run, sections, count);
}

void lock_join(struct order_run *run, const struct thread_path *a, const struct thread_path *b,
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
            first->lock, join_epochs(run, first->epoch, second->epoch), always(run->terms)};
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
