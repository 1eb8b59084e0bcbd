/* SPDX-License-Identifier: Apache-2.0 */
/* The ends of objects: freed blocks, and slots whose function returns. */
#include "engine/order/objects.h"

#include "engine/order/access.h"
#include "engine/order/checks.h"
#include "engine/order/outlive.h"

/* Stores that the life of the instance is 0 on the condition `where`. */
static void store_end(struct order_run *run, struct thread_path *path, const struct edge *edge,
                      const struct instance *instance, const struct term *where) {
  if (instance->life && !term_is_false(where))
    order_store(run, (struct request){.path = path,
                                      .edge = edge,
                                      .address = order_address(run, instance->life->base),
                                      .when = where,
                                      .value = term_constant(run->terms, 8, 0),
                                      .size = 1,
                                      .kind = ACCESS_ATOMIC});
}

static void end_life(struct order_run *run, struct thread_path *path, const struct edge *edge,
                     struct instance *instance) {
  outlive_note_end(run, path, edge, instance);
  store_end(run, path, edge, instance, always(run->terms));
}

void lifetime_end_slot(struct order_run *run, struct thread_path *path, const struct edge *edge,
                       struct instance *instance) {
  run->instances.live_count -= !instance->returned;
  instance->returned = true;
  end_life(run, path, edge, instance);
}

void lifetime_end_with_thread(struct order_run *run, struct thread_path *path,
                              const struct edge *edge, struct instance *instance) {
  instance->ended = true;
  end_life(run, path, edge, instance);
}

/* For races, freeing a block is a write of all of it. */
static void note_free(struct order_run *run, const struct thread_path *path,
                      const struct edge *edge, struct instance *instance, const struct term *where,
                      const struct term *lives) {
  if (!order_run_checks(run, PROPERTY_RACE) || !instance->shared || !instance->size)
    return;
  knowledge_note_access(run->knowledge, instance->marks,
                        (struct byte_access){.end = instance->size,
                                             .thread = path->thread,
                                             .writes = true,
                                             .is_alone = event_log_has_one_thread(&run->log)});
  struct order_event event = {.writes = true,
                              .is_atomic = path->atomic_depth != 0,
                              .node = path->node,
                              .sequence = (uint32_t)run->log.frees.count,
                              .guard = order_and(run->terms, path->guard, where),
                              .reached = order_and(run->terms, path->guard, where),
                              .address = order_address(run, instance->base),
                              .value = lives,
                              .size = (uint32_t)instance->size,
                              .edge = edge,
                              .targets = memory_allocate(sizeof *event.targets),
                              .target_count = 1};
  event.targets[0] = instance->number;
  vector_push(&run->log.frees, event);
}

void lifetime_free(struct order_run *run, struct thread_path *path, const struct edge *edge) {
  const struct term *address = order_path_evaluate(run, path, edge->free.address);
  const struct term *zero = order_number(run->terms, address, 0);
  const struct term *valid = order_equal(run->terms, address, zero);
  order_open_node(run, path, edge);
  struct targets targets;
  targets_find(run, address, &targets);
  struct {
    struct instance *instance;
    const struct term *is;
  } frees[MOST_TARGETS];
  uint32_t count = 0;
  for (uint32_t i = 0; i < targets.count; i++) {
    struct instance *instance = run->instances.items[targets.numbers[i]];
    if (instance->heap == edge->free.is_slot)
      continue;
    const struct term *is = order_is(run->terms, address, instance->base);
    instance->freed |= !term_is_false(is);
    if (term_is_false(is))
      continue;
    const struct term *lives =
        instance->life ? order_is_alive(run, path, edge, instance, is) : always(run->terms);
    if (!edge->free.is_slot && run->memory_model != MEMORY_RC11)
      note_free(run, path, edge, instance, is, lives);
    outlive_note_free(run, path, edge, instance, is);
    is = order_and(run->terms, is, lives);
    valid = order_or(run->terms, valid, is);
    frees[count].instance = instance;
    frees[count++].is = is;
  }
  if (!edge->free.is_slot) {
    order_access_leave_opaque(run, path, edge, address, always(run->terms));
    order_access_note_stray(run, path, edge, address, valid);
    outcomes_check(run, path, valid, PROPERTY_MEMORY, true);
  }
  for (uint32_t i = 0; i < count; i++)
    store_end(run, path, edge, frees[i].instance, frees[i].is);
}
