/* SPDX-License-Identifier: Apache-2.0 */
/* Objects of the program, of threads, of the stack and the heap. */
#include "engine/order/objects.h"

#include "engine/order/checks.h"
#include "engine/order/outlive.h"

#include "base/hash.h"
#include "program/address.h"

#include <string.h>

static const uint64_t LIVES_START = 0x100000, LIVES_STEP = 32;

static struct instance *add_instance(struct order_run *run, uint64_t base, uint64_t size) {
  struct instance *instance = arena_allocate(run->arena, sizeof *instance);
  instance->base = base;
  instance->size = size;
  instance->owner = NO_OWNER;
  instance->number = (uint32_t)run->instances.count;
  vector_push(&run->instances, instance);
  size_t at = instances_first_above(&run->instances, base);
  vector_push(&run->instances.by_address, instance);
  memmove(&run->instances.by_address.items[at + 1], &run->instances.by_address.items[at],
          (run->instances.by_address.count - 1 - at) * sizeof instance);
  run->instances.by_address.items[at] = instance;
  return instance;
}

/* Sets the key, and gives the instance a life if it may die. If neither memory errors nor races are
 * checked, no object dies: a thread then does more after such an error than it could, but every
 * violation is replayed. */
static void set_key(struct order_run *run, struct instance *instance, uint64_t key) {
  static const unsigned char alive[] = {1};
  instance->key = key;
  instance->marks = knowledge_marks(run->knowledge, instance->key, instance->size);
  instance->shared |= instance->marks->exposed;
  instance->constant &= !instance->marks->exposed;
  if (run->memory_model == MEMORY_RC11 && instance->shared)
    return; /* outlive.h */
  bool may_die = instance->marks->mortal || (instance->heap && !instance->shared);
  if (!may_die || !(order_run_checks(run, PROPERTY_MEMORY) || order_run_checks(run, PROPERTY_RACE)))
    return;
  struct instance *life =
      add_instance(run, LIVES_START + run->instances.life_count++ * LIVES_STEP, 1);
  life->shared = instance->shared;
  life->bytes = alive;
  life->key = hash_combine(instance->key, 1);
  life->marks = knowledge_marks(run->knowledge, life->key, 1);
  instance->life = life;
}

void instances_add_program(struct order_run *run) {
  for (uint32_t i = 0; i < run->program->object_count; i++) {
    const struct object *object = &run->program->objects[i];
    if (object->function || object == run->program->opaque)
      continue;
    struct instance *instance = add_instance(run, object->address, object->size);
    instance->object = object;
    instance->bytes = object->bytes;
    instance->constant = object->is_constant || !sharing_is_written(run->sharing, object);
    instance->shared = !instance->constant && sharing_of_object(run->sharing, object);
    set_key(run, instance, object->address);
  }
}

static struct instance *add_foreseen(struct order_run *run, const struct foreseen *foreseen) {
  struct instance *instance = add_instance(run, foreseen->base, foreseen->size);
  instance->object = foreseen->object;
  instance->allocation = foreseen->allocation;
  instance->bytes = foreseen->bytes;
  instance->heap = foreseen->heap;
  instance->arbitrary = foreseen->arbitrary;
  instance->is_bounded = foreseen->is_bounded;
  instance->shared = foreseen->shared;
  set_key(run, instance, foreseen->key);
  map_set(&run->instances.by_key, foreseen->key, (uint64_t)(uintptr_t)instance);
  return instance;
}

void instances_add_foreseen(struct order_run *run) {
  for (size_t i = 0; i < run->knowledge->foreseen.count; i++)
    add_foreseen(run, &run->knowledge->foreseen.items[i]);
}

static struct instance *find_by_key(const struct order_run *run, uint64_t key) {
  uint64_t known;
  return map_get(&run->instances.by_key, key, &known) ? (struct instance *)(uintptr_t)known : NULL;
}

/* Adds an object that no run found before. Accesses at unknown addresses did not consider it. */
static struct instance *add_unforeseen(struct order_run *run, struct foreseen foreseen) {
  vector_push(&run->knowledge->foreseen, foreseen);
  run->knowledge->changed |= foreseen.shared && run->instances.unknown_pointers;
  return add_foreseen(run, &foreseen);
}

static void add_thread_object(struct order_run *run, struct foreseen foreseen) {
  foreseen.key = hash_combine(foreseen.key, foreseen.size);
  if (!find_by_key(run, foreseen.key))
    add_unforeseen(run, foreseen);
}

void instances_add_thread(struct order_run *run, struct order_thread *thread) {
  const struct program *program = run->program;
  thread->slot = knowledge_slot(run->knowledge, thread->key);
  thread->record = address_of_stack(program->data_model, thread->slot).start;
  struct foreseen record = {
      .key = thread->key, .base = thread->record, .size = program->record_size, .shared = true};
  add_thread_object(run, record);
  for (uint32_t i = 0; i < program->thread_local_count; i++) {
    const struct object *object = &program->thread_locals[i];
    struct foreseen copy = {.key = hash_combine(thread->key, object->address),
                            .base = thread->record + object->address,
                            .size = object->size,
                            .object = object,
                            .bytes = object->bytes,
                            .shared = sharing_of_object(run->sharing, object)};
    add_thread_object(run, copy);
    instances_find(&run->instances, copy.base)->owner = thread->number;
  }
  struct thread_places *places = &run->knowledge->places.items[thread->slot];
  if (!places->stack_end) {
    places->stack_end = thread->record + program->thread_local_end;
    places->heap_end = address_of_heap(program->data_model, thread->slot).start;
  }
}

static uint64_t place_object(struct order_run *run, uint32_t thread, bool heap, uint64_t size,
                             uint64_t alignment) {
  uint32_t slot = run->log.threads.items[thread].slot;
  struct thread_places *places = &run->knowledge->places.items[slot];
  enum data_model model = run->program->data_model;
  struct address_range range = heap ? address_of_heap(model, slot) : address_of_stack(model, slot);
  uint64_t *end = heap ? &places->heap_end : &places->stack_end;
  if (alignment < ADDRESS_GAP)
    alignment = ADDRESS_GAP;
  uint64_t base = (*end + ADDRESS_GAP + alignment - 1) / alignment * alignment;
  if (base >= range.end || size >= range.end - base)
    return 0;
  *end = base + size;
  return base;
}

enum { LARGEST_KNOWN = 1 << 24, LARGEST_BOUNDED = 512 }; /* bytes, of constant or symbolic size */

uint64_t instances_bound_size(struct order_run *run, struct thread_path *path,
                              const struct edge *edge, const struct term *size, uint64_t largest,
                              const char *what) {
  struct range range = ranges_under(run->symbols.ranges, path->guard, size);
  uint64_t most = range.low >= 0 && range.high < (int64_t)largest ? (uint64_t)range.high : largest;
  const struct term *fits =
      term_apply(run->terms, OP_ULE, size, order_number(run->terms, size, most), NULL);
  const struct term *larger = order_and(run->terms, path->guard, order_not(run->terms, fits));
  outcomes_leave_out_where(run, path, symbols_decide(&run->symbols, path->guard, larger), edge,
                           what);
  path->guard = order_and(run->terms, path->guard, fits);
  return most;
}

const struct term *instances_allocate(struct order_run *run, struct thread_path *path,
                                      const struct edge *edge, uint64_t key) {
  static const char too_large[] = "allocation of an unknown or very large size";
  const struct term *size = order_path_evaluate(run, path, edge->allocate.size);
  bool is_bounded = !term_is_constant(size);
  uint64_t most = is_bounded
                      ? instances_bound_size(run, path, edge, size, LARGEST_BOUNDED, too_large)
                      : size->value;
  bool known = most < LARGEST_KNOWN && !term_is_false(path->guard);
  struct foreseen foreseen = {.key = hash_combine(hash_combine(key, most), is_bounded),
                              .size = most,
                              .is_bounded = is_bounded,
                              .allocation = edge,
                              .heap = edge->allocate.heap,
                              .arbitrary = !edge->allocate.zeroed,
                              .shared = sharing_of_allocation(run->sharing, edge)};
  struct instance *instance = known ? find_by_key(run, foreseen.key) : NULL;
  if (!instance && known) {
    foreseen.base =
        place_object(run, path->thread, foreseen.heap, foreseen.size, edge->allocate.alignment);
    if (foreseen.base)
      instance = add_unforeseen(run, foreseen);
  }
  if (!instance) {
    outcomes_end(run, path, edge, too_large);
    return NULL;
  }
  instance->owner = path->thread;
  instance->bound = is_bounded ? size : NULL;
  run->instances.live_count++;
  order_path_set_contents(run, path, instance, run->instances.untouched);
  outlive_note_allocation(run, path, edge, instance);
  return order_address(run, instance->base);
}
