/* The end of objects: blocks that are freed, slots whose function returns. */
#include "engine/order/symbolic.h"

static void end_life(struct symbolic *symbolic, uint32_t thread, struct path *path,
                     const struct edge *edge, const struct instance *instance) {
  if (instance->life)
    memory_store(symbolic, thread, path, edge,
                 term_constant(symbolic->terms, symbolic->program->pointer_width,
                               instance->life->base),
                 term_constant(symbolic->terms, 8, 0), 1, ACCESS_ATOMIC,
                 term_constant(symbolic->terms, 1, 1));
}

void memory_kill(struct symbolic *symbolic, uint32_t thread, struct path *path,
                 const struct edge *edge, struct instance *instance) {
  symbolic->object_count -= !instance->returned;
  instance->returned = true;
  end_life(symbolic, thread, path, edge, instance);
}

void memory_end_with_thread(struct symbolic *symbolic, uint32_t thread, struct path *path,
                            const struct edge *edge, struct instance *instance) {
  instance->ended = true;
  end_life(symbolic, thread, path, edge, instance);
}

void memory_free(struct symbolic *symbolic, uint32_t thread, struct path *path,
                 const struct edge *edge) {
  const struct term *address = symbolic_evaluate(symbolic, path, edge->free.address);
  const struct term *zero = term_constant(symbolic->terms, address->width, 0);
  const struct term *valid = term_apply(symbolic->terms, OP_EQ, address, zero, NULL);
  bool opened = path->node == NO_NODE;
  path->node = memory_node(symbolic, thread, path, edge);
  struct targets targets;
  find_targets(symbolic, address, &targets);
  struct {
    struct instance *instance;
    const struct term *is;
  } frees[MOST_TARGETS];
  uint32_t count = 0;
  for (uint32_t i = 0; i < targets.count; i++) {
    struct instance *instance = symbolic->instances.items[targets.numbers[i]];
    if (!instance->heap)
      continue;
    const struct term *is = term_apply(
        symbolic->terms, OP_EQ, address,
        term_constant(symbolic->terms, address->width, instance->base), NULL);
    instance->freed |= !term_is_false(is);
    if (instance->life && !term_is_false(is))
      is = term_and_(symbolic, is, memory_is_alive(symbolic, thread, path, edge, instance, is));
    valid = term_apply(symbolic->terms, OP_OR, valid, is, NULL);
    frees[count].instance = instance;
    frees[count++].is = is;
  }
  symbolic_check(symbolic, thread, path, edge, valid, PROPERTY_MEMORY,
                 "free of something that is not an allocated block", true);
  for (uint32_t i = 0; i < count; i++)
    if (frees[i].instance->life && !term_is_false(frees[i].is))
      memory_store(symbolic, thread, path, edge,
                   term_constant(symbolic->terms, address->width, frees[i].instance->life->base),
                   term_constant(symbolic->terms, 8, 0), 1, ACCESS_ATOMIC, frees[i].is);
  if (opened)
    memory_close_node(path);
}
