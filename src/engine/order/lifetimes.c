/* SPDX-License-Identifier: Apache-2.0 */
/* The ends of objects: freed blocks, and slots whose function returns. */
#include "engine/order/access.h"
#include "engine/order/outlive.h"

static void end_life(struct symbolic *symbolic, struct thread_path *path, const struct edge *edge,
                     struct instance *instance) {
  outlive_note_end(symbolic, path, edge, instance);
  if (instance->life)
    order_memory_store(symbolic, path, edge, order_address(symbolic, instance->life->base),
                       term_constant(symbolic->terms, 8, 0), 1, ACCESS_ATOMIC, always(symbolic));
}

void order_memory_kill(struct symbolic *symbolic, struct thread_path *path, const struct edge *edge,
                       struct instance *instance) {
  symbolic->object_count -= !instance->returned;
  instance->returned = true;
  end_life(symbolic, path, edge, instance);
}

void order_memory_end_with_thread(struct symbolic *symbolic, struct thread_path *path,
                                  const struct edge *edge, struct instance *instance) {
  instance->ended = true;
  end_life(symbolic, path, edge, instance);
}

/* For races, giving a block back is a write of all of it. */
static void note_free(struct symbolic *symbolic, const struct thread_path *path,
                      const struct edge *edge, struct instance *instance, const struct term *where,
                      const struct term *lives) {
  if (!property_in(PROPERTY_RACE, symbolic->properties) || !instance->shared || !instance->size)
    return;
  knowledge_note_access(symbolic->knowledge, instance->marks, 0, instance->size, path->thread, true,
                        symbolic->threads.count > 1);
  struct order_event event = {.writes = true,
                              .is_atomic = path->atomic_depth != 0,
                              .node = path->node,
                              .sequence = (uint32_t)symbolic->frees.count,
                              .guard = order_and(symbolic, path->guard, where),
                              .reached = order_and(symbolic, path->guard, where),
                              .address = order_address(symbolic, instance->base),
                              .value = lives,
                              .size = (uint32_t)instance->size,
                              .edge = edge,
                              .targets = memory_allocate(sizeof *event.targets),
                              .target_count = 1};
  event.targets[0] = instance->number;
  vector_push(&symbolic->frees, event);
}

void order_memory_free(struct symbolic *symbolic, struct thread_path *path,
                       const struct edge *edge) {
  const struct term *address = order_evaluate(symbolic, path, edge->free.address);
  const struct term *zero = order_number(symbolic, address, 0);
  const struct term *valid = order_equal(symbolic, address, zero);
  bool opened = order_memory_open_node(symbolic, path, edge);
  struct targets targets;
  find_targets(symbolic, address, &targets);
  struct {
    struct instance *instance;
    const struct term *is;
  } frees[MOST_TARGETS];
  uint32_t count = 0;
  for (uint32_t i = 0; i < targets.count; i++) {
    struct instance *instance = symbolic->instances.items[targets.numbers[i]];
    if (instance->heap == edge->free.is_slot)
      continue;
    const struct term *is = order_is(symbolic, address, instance->base);
    instance->freed |= !term_is_false(is);
    if (term_is_false(is))
      continue;
    const struct term *lives = instance->life
                                   ? order_memory_is_alive(symbolic, path, edge, instance, is)
                                   : always(symbolic);
    if (!edge->free.is_slot && symbolic->memory_model != MEMORY_RC11)
      note_free(symbolic, path, edge, instance, is, lives);
    outlive_note_free(symbolic, path, edge, instance, is);
    is = order_and(symbolic, is, lives);
    valid = order_or(symbolic, valid, is);
    frees[count].instance = instance;
    frees[count++].is = is;
  }
  if (!edge->free.is_slot) {
    order_access_leave_opaque(symbolic, path, edge, address, always(symbolic));
    order_access_note_stray(symbolic, path, edge, address, valid);
    order_check(symbolic, path, edge, valid, PROPERTY_MEMORY,
                "free of something that is not an allocated block", true);
  }
  for (uint32_t i = 0; i < count; i++)
    if (frees[i].instance->life && !term_is_false(frees[i].is))
      order_memory_store(symbolic, path, edge,
                         order_number(symbolic, address, frees[i].instance->life->base),
                         term_constant(symbolic->terms, 8, 0), 1, ACCESS_ATOMIC, frees[i].is);
  if (opened)
    order_memory_close_node(path);
}
