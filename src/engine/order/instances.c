/* SPDX-License-Identifier: Apache-2.0 */
/* The objects of a run: those of the program, of threads, of the stack and the heap. An object that
 * an earlier run found has the same address in every later run and is known from the start, since a
 * thread may have a pointer to what another one allocates. */
#include "engine/order/outlive.h"

#include "base/hash.h"
#include "program/address.h"

#include <string.h>

static const uint64_t LIVES_START = 0x100000, LIVES_STEP = 32;

size_t order_memory_first_behind(const struct symbolic *symbolic, uint64_t address) {
  size_t low = 0, high = symbolic->by_address.count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (symbolic->by_address.items[middle]->base <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

struct instance *order_memory_find(const struct symbolic *symbolic, uint64_t address) {
  size_t at = order_memory_first_behind(symbolic, address);
  if (!at)
    return NULL;
  struct instance *instance = symbolic->by_address.items[at - 1];
  return address - instance->base < (instance->size ? instance->size : 1) ? instance : NULL;
}

static struct instance *add_instance(struct symbolic *symbolic, uint64_t base, uint64_t size) {
  struct instance *instance = arena_allocate(symbolic->arena, sizeof *instance);
  instance->base = base;
  instance->size = size;
  instance->owner = NO_OWNER;
  instance->number = (uint32_t)symbolic->instances.count;
  vector_push(&symbolic->instances, instance);
  size_t at = order_memory_first_behind(symbolic, base);
  vector_push(&symbolic->by_address, instance);
  memmove(&symbolic->by_address.items[at + 1], &symbolic->by_address.items[at],
          (symbolic->by_address.count - 1 - at) * sizeof instance);
  symbolic->by_address.items[at] = instance;
  return instance;
}

/* Says what the instance is; those that may die get a life. Where neither memory errors nor races,
 * which are only of memory that lives, are looked for, nothing dies: a thread that goes on after
 * such an error only does more than it could, and a violation it then meets is not believed before
 * it was replayed. */
static void identify(struct symbolic *symbolic, struct instance *instance, uint64_t key) {
  static const unsigned char alive[] = {1};
  instance->key = key;
  instance->marks = knowledge_marks(symbolic->knowledge, instance->key, instance->size);
  instance->shared |= instance->marks->exposed;
  instance->constant &= !instance->marks->exposed;
  if (symbolic->memory_model == MEMORY_RC11 && instance->shared)
    return; /* see outlive.h */
  if ((!instance->marks->mortal && !(instance->heap && !instance->shared)) ||
      !(property_in(PROPERTY_MEMORY, symbolic->properties) ||
        property_in(PROPERTY_RACE, symbolic->properties)))
    return;
  struct instance *life =
      add_instance(symbolic, LIVES_START + symbolic->life_count++ * LIVES_STEP, 1);
  life->shared = instance->shared;
  life->bytes = alive;
  life->key = hash_combine(instance->key, 1);
  life->marks = knowledge_marks(symbolic->knowledge, life->key, 1);
  instance->life = life;
}

void order_memory_add_program_objects(struct symbolic *symbolic) {
  for (uint32_t i = 0; i < symbolic->program->object_count; i++) {
    const struct object *object = &symbolic->program->objects[i];
    if (object->function || object == symbolic->program->opaque)
      continue;
    struct instance *instance = add_instance(symbolic, object->address, object->size);
    instance->object = object;
    instance->bytes = object->bytes;
    instance->constant = object->is_constant || !sharing_is_written(symbolic->sharing, object);
    instance->shared = !instance->constant && sharing_of_object(symbolic->sharing, object);
    identify(symbolic, instance, object->address);
  }
}

static struct instance *add_foreseen(struct symbolic *symbolic, const struct foreseen *foreseen) {
  struct instance *instance = add_instance(symbolic, foreseen->base, foreseen->size);
  instance->object = foreseen->object;
  instance->allocation = foreseen->allocation;
  instance->bytes = foreseen->bytes;
  instance->heap = foreseen->heap;
  instance->arbitrary = foreseen->arbitrary;
  instance->is_bounded = foreseen->is_bounded;
  instance->shared = foreseen->shared;
  identify(symbolic, instance, foreseen->key);
  map_set(&symbolic->by_key, foreseen->key, (uint64_t)(uintptr_t)instance);
  return instance;
}

void order_memory_add_foreseen_objects(struct symbolic *symbolic) {
  for (size_t i = 0; i < symbolic->knowledge->foreseen.count; i++)
    add_foreseen(symbolic, &symbolic->knowledge->foreseen.items[i]);
}

static struct instance *find_by_key(const struct symbolic *symbolic, uint64_t key) {
  uint64_t known;
  return map_get(&symbolic->by_key, key, &known) ? (struct instance *)(uintptr_t)known : NULL;
}

/* One that no run came upon before. Whoever used an unknown pointer did not think of it. */
static struct instance *add_unforeseen(struct symbolic *symbolic, struct foreseen foreseen) {
  vector_push(&symbolic->knowledge->foreseen, foreseen);
  symbolic->knowledge->changed |= foreseen.shared && symbolic->unknown_pointers;
  return add_foreseen(symbolic, &foreseen);
}

static void add_thread_object(struct symbolic *symbolic, struct foreseen foreseen) {
  foreseen.key = hash_combine(foreseen.key, foreseen.size);
  if (!find_by_key(symbolic, foreseen.key))
    add_unforeseen(symbolic, foreseen);
}

void order_memory_add_thread_objects(struct symbolic *symbolic, struct symbolic_thread *thread) {
  const struct program *program = symbolic->program;
  thread->slot = knowledge_slot(symbolic->knowledge, thread->key);
  thread->record = address_of_stack(program->data_model, thread->slot).start;
  struct foreseen record = {
      .key = thread->key, .base = thread->record, .size = program->record_size, .shared = true};
  add_thread_object(symbolic, record);
  for (uint32_t i = 0; i < program->thread_local_count; i++) {
    const struct object *object = &program->thread_locals[i];
    struct foreseen copy = {.key = hash_combine(thread->key, object->address),
                            .base = thread->record + object->address,
                            .size = object->size,
                            .object = object,
                            .bytes = object->bytes,
                            .shared = sharing_of_object(symbolic->sharing, object)};
    add_thread_object(symbolic, copy);
    order_memory_find(symbolic, copy.base)->owner = thread->number;
  }
  struct thread_places *places = &symbolic->knowledge->places.items[thread->slot];
  if (!places->stack_end) {
    places->stack_end = thread->record + program->thread_local_end;
    places->heap_end = address_of_heap(program->data_model, thread->slot).start;
  }
}

static uint64_t place_object(struct symbolic *symbolic, uint32_t thread, bool heap, uint64_t size,
                             uint64_t alignment) {
  uint32_t slot = symbolic->threads.items[thread].slot;
  struct thread_places *places = &symbolic->knowledge->places.items[slot];
  enum data_model model = symbolic->program->data_model;
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

/* Blocks whose size is not a number are looked at up to so many bytes. */
enum { LARGEST_KNOWN = 1 << 24, LARGEST_BOUNDED = 512 };

uint64_t order_memory_bound_size(struct symbolic *symbolic, struct thread_path *path,
                                 const struct edge *edge, const struct term *size, uint64_t largest,
                                 const char *what) {
  struct range range = ranges_under(symbolic->ranges, path->guard, size);
  uint64_t most = range.low >= 0 && range.high < (int64_t)largest ? (uint64_t)range.high : largest;
  const struct term *fits =
      term_apply(symbolic->terms, OP_ULE, size, order_number(symbolic, size, most), NULL);
  struct thread_path larger = *path;
  larger.guard = order_and(symbolic, path->guard, order_not(symbolic, fits));
  larger.guard = order_decide(symbolic, path->guard, larger.guard);
  if (!term_is_false(larger.guard))
    order_add_incompleteness(symbolic, &larger, edge, what);
  path->guard = order_and(symbolic, path->guard, fits);
  return most;
}

const struct term *order_memory_allocate_object(struct symbolic *symbolic, struct thread_path *path,
                                                const struct edge *edge, uint64_t key) {
  const struct term *size = order_evaluate(symbolic, path, edge->allocate.size);
  bool is_bounded = !term_is_constant(size);
  uint64_t most = is_bounded
                      ? order_memory_bound_size(symbolic, path, edge, size, LARGEST_BOUNDED,
                                                "allocation of an unknown or very large size")
                      : size->value;
  bool known = most < LARGEST_KNOWN && !term_is_false(path->guard);
  struct foreseen foreseen = {.key = hash_combine(hash_combine(key, most), is_bounded),
                              .size = most,
                              .is_bounded = is_bounded,
                              .allocation = edge,
                              .heap = edge->allocate.heap,
                              .arbitrary = !edge->allocate.zeroed,
                              .shared = sharing_of_allocation(symbolic->sharing, edge)};
  struct instance *instance = known ? find_by_key(symbolic, foreseen.key) : NULL;
  if (!instance && known) {
    foreseen.base = place_object(symbolic, path->thread, foreseen.heap, foreseen.size,
                                 edge->allocate.alignment);
    if (foreseen.base)
      instance = add_unforeseen(symbolic, foreseen);
  }
  if (!instance) {
    if (!term_is_false(path->guard))
      order_add_incompleteness(symbolic, path, edge, "allocation of an unknown or very large size");
    path->guard = never(symbolic);
    return NULL;
  }
  instance->owner = path->thread;
  instance->bound = is_bounded ? size : NULL;
  symbolic->object_count++;
  order_path_set_contents(symbolic, path, instance, symbolic->untouched);
  outlive_note_allocation(symbolic, path, edge, instance);
  return order_address(symbolic, instance->base);
}
