/* SPDX-License-Identifier: Apache-2.0 */
/* Builds states, resolves addresses, and adds threads and objects. */
#include "semantics/state.h"

#include "base/text.h"
#include "program/address.h"
#include "program/type.h"
#include "semantics/ordering.h"

#include <assert.h>
#include <string.h>

/* Bytes of variables that make a component; contents of domains with extra take more room. */
enum { VARIABLES_CHUNK = 160, EXTRA_VARIABLES_CHUNK = 1024 };

static bool can_change(const struct object *object) {
  return !object->is_constant && !object->function;
}

/* Contents start at multiples of 8 so that reads of words are aligned. */
static size_t content_space(const struct domain *domain, uint64_t size) {
  return (domain->content_size(size) + 7) / 8 * 8;
}

static size_t place_variables(struct state *state, bool changing, size_t offset) {
  for (uint32_t i = 0; i < state->program->object_count; i++) {
    const struct object *object = &state->program->objects[i];
    if (can_change(object) != changing)
      continue;
    state->variable_offsets[i] = offset;
    if (object != state->program->opaque)
      offset += content_space(state->domain, object->size);
  }
  return offset;
}

struct state *state_create(const struct program *program, const struct domain *domain,
                           void *domain_context) {
  struct state *state = memory_allocate_zeroed(sizeof *state);
  state->program = program;
  state->domain = domain;
  state->domain_context = domain_context;
  state->atomic_owner = NO_THREAD;
  state->variable_offsets =
      memory_allocate_zeroed(program->object_count * sizeof *state->variable_offsets);
  state->variables_size = place_variables(state, true, 0);
  state->variables = memory_allocate_zeroed(place_variables(state, false, state->variables_size));
  state->chunk_size = domain->has_extra ? EXTRA_VARIABLES_CHUNK : VARIABLES_CHUNK;
  state->chunk_count = (state->variables_size + state->chunk_size - 1) / state->chunk_size;
  state->packed_facts = state->packed_ordering = CHANGED;
  state->packed_chunks = memory_allocate(state->chunk_count * sizeof *state->packed_chunks);
  for (size_t i = 0; i < state->chunk_count; i++)
    state->packed_chunks[i] = CHANGED;
  for (uint32_t i = 0; i < program->object_count; i++) {
    const struct object *object = &program->objects[i];
    if (object != program->opaque)
      domain->content_init(domain_context, state->variables + state->variable_offsets[i],
                           object->size, object->bytes, false);
  }
  return state;
}

static void release_objects(struct memory_objects *objects) {
  for (size_t i = 0; i < objects->count; i++)
    memory_release(objects->items[i].content);
  vector_release(objects);
}

static void destroy_thread(struct thread *thread) {
  release_objects(&thread->stack);
  release_objects(&thread->heap);
  vector_release(&thread->frames);
  vector_release(&thread->registers);
  vector_release(&thread->held);
  vector_release(&thread->buffer);
  memory_release(thread);
}

void state_drop_threads(struct state *state, size_t count) {
  while (state->thread_count > count)
    destroy_thread(state->threads[--state->thread_count]);
}

/* The first thread whose number is at least `number`. */
static size_t thread_index(const struct state *state, uint32_t number) {
  size_t low = 0, high = state->thread_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (state->threads[middle]->number < number)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

void state_remove_thread(struct state *state, uint32_t number) {
  size_t at = thread_index(state, number);
  assert(at < state->thread_count && state->threads[at]->number == number);
  destroy_thread(state->threads[at]);
  state->thread_count--;
  memmove(&state->threads[at], &state->threads[at + 1],
          (state->thread_count - at) * sizeof(struct thread *));
}

void state_destroy(struct state *state) {
  if (!state)
    return;
  state_drop_threads(state, 0);
  memory_release(state->threads);
  memory_release(state->variables);
  memory_release(state->variable_offsets);
  memory_release(state->packed_chunks);
  vector_release(&state->facts);
  ordering_destroy(state->ordering);
  memory_release(state);
}

struct thread *state_thread(const struct state *state, uint32_t number) {
  size_t at = thread_index(state, number);
  return at < state->thread_count && state->threads[at]->number == number ? state->threads[at]
                                                                          : NULL;
}

struct thread *state_insert_thread(struct state *state, uint32_t number) {
  if (state->thread_count == state->thread_capacity)
    state->threads = vector_grow(state->threads, &state->thread_capacity, state->thread_count + 1,
                                 sizeof(struct thread *));
  size_t at = thread_index(state, number);
  memmove(&state->threads[at + 1], &state->threads[at],
          (state->thread_count - at) * sizeof(struct thread *));
  state->thread_count++;
  struct thread *thread = memory_allocate_zeroed(sizeof *thread);
  thread->number = number;
  thread->packed = CHANGED;
  state->threads[at] = thread;
  return thread;
}

uint64_t thread_record(const struct state *state, const struct thread *thread) {
  return address_of_stack(state->program->data_model, thread->number).start;
}

static struct memory_object *append_object(struct memory_objects *objects, uint64_t address,
                                           uint64_t size, size_t content) {
  struct memory_object object = {.address = address, .size = size, .life = OBJECT_LIVE};
  object.content = memory_allocate(content);
  vector_push(objects, object);
  return &vector_last(objects);
}

/* The record and the thread-local variables, at the start of the stack. */
static void add_own_objects(struct state *state, struct thread *thread) {
  const struct program *program = state->program;
  const struct domain *domain = state->domain;
  uint64_t start = address_of_stack(program->data_model, thread->number).start;
  struct memory_object *record = append_object(&thread->stack, start, program->record_size,
                                               content_space(domain, program->record_size));
  domain->content_init(state->domain_context, record->content, record->size, NULL, false);
  for (uint32_t i = 0; i < program->thread_local_count; i++) {
    const struct object *variable = &program->thread_locals[i];
    struct memory_object *copy =
        append_object(&thread->stack, start + variable->address, variable->size,
                      content_space(domain, variable->size));
    copy->variable = variable;
    domain->content_init(state->domain_context, copy->content, copy->size, variable->bytes, false);
  }
  thread->stack_end = start + program->thread_local_end;
}

struct thread *state_add_thread(struct state *state, uint32_t number, uint32_t creator) {
  const struct program *program = state->program;
  struct address_range stack = address_of_stack(program->data_model, number);
  struct address_range heap = address_of_heap(program->data_model, number);
  if (stack.start >= stack.end || program->thread_local_end >= stack.end - stack.start)
    return NULL;
  struct thread *thread = state_insert_thread(state, number);
  thread->creator = creator;
  add_own_objects(state, thread);
  thread->heap_end = heap.start;
  return thread;
}

/* What is remembered of the objects that a thread had before it began anew: their dead slots can be
 * used again, and numbers may have been derived from the addresses of the others. */
static void take_over(struct thread *thread, const struct memory_objects *old) {
  size_t own = thread->stack.count;
  for (size_t i = 0; i < old->count; i++) {
    if (old->items[i].allocation && old->items[i].life == OBJECT_DEAD) {
      vector_push(&thread->stack, old->items[i]);
      thread->stack_end = memory_object_end(&old->items[i]);
    }
    for (size_t j = 0; j < own; j++)
      if (thread->stack.items[j].address == old->items[i].address)
        thread->stack.items[j].has_derived |= old->items[i].has_derived;
  }
}

void state_restart_thread(struct state *state, struct thread *thread, uint32_t creator) {
  assert(thread->finished && thread->is_over && !thread->frames.count && !thread->buffer.count);
  struct memory_objects old = thread->stack;
  thread->stack = (struct memory_objects){0};
  add_own_objects(state, thread);
  take_over(thread, &old);
  release_objects(&old);
  thread->creator = creator;
  thread->finished = thread->is_over = false;
  thread->start = NULL;
  thread->held.count = 0;
  thread->packed = CHANGED;
}

/* The first address for an object behind `after` and in front of `before`; 0: no room. */
static uint64_t fit(uint64_t after, uint64_t before, uint64_t size, uint64_t alignment) {
  uint64_t address = (after + ADDRESS_GAP + alignment - 1) / alignment * alignment;
  bool fits = address >= after && address < before && size < before - address;
  return fits ? address : 0;
}

/* Between blocks that are still there: only when the end of the heap is reached. */
static struct memory_object *add_in_gap(struct state *state, struct thread *thread,
                                        struct address_range range, uint64_t size, uint64_t extent,
                                        uint64_t alignment) {
  state_reclaim(state, thread, true);
  struct memory_objects *heap = &thread->heap;
  uint64_t after = range.start;
  for (size_t i = 0; i <= heap->count; i++) {
    uint64_t before = i < heap->count ? heap->items[i].address : range.end;
    uint64_t address = fit(after, before, extent, alignment);
    if (!address) {
      after = i < heap->count ? memory_object_end(&heap->items[i]) : after;
      continue;
    }
    append_object(heap, address, size, content_space(state->domain, size));
    struct memory_object fresh = vector_last(heap);
    memmove(&heap->items[i + 1], &heap->items[i], (heap->count - 1 - i) * sizeof fresh);
    heap->items[i] = fresh;
    if (i + 1 == heap->count)
      thread->heap_end = address + extent;
    return &heap->items[i];
  }
  return NULL;
}

static struct memory_object *add_object(struct state *state, struct thread *thread, bool heap,
                                        uint64_t size, uint64_t extent, uint64_t alignment) {
  enum data_model model = state->program->data_model;
  struct address_range range =
      heap ? address_of_heap(model, thread->number) : address_of_stack(model, thread->number);
  uint64_t *end = heap ? &thread->heap_end : &thread->stack_end;
  if (alignment < ADDRESS_GAP)
    alignment = ADDRESS_GAP;
  uint64_t address = fit(*end, range.end, extent, alignment);
  if (!address)
    return heap ? add_in_gap(state, thread, range, size, extent, alignment) : NULL;
  *end = address + extent;
  return append_object(heap ? &thread->heap : &thread->stack, address, size,
                       content_space(state->domain, size));
}

struct memory_object *state_add_object(struct state *state, struct thread *thread, bool heap,
                                       uint64_t size, uint64_t alignment) {
  return add_object(state, thread, heap, size, size, alignment);
}

struct memory_object *state_add_open_object(struct state *state, struct thread *thread, bool heap,
                                            uint64_t size, uint64_t extent, uint64_t alignment) {
  struct memory_object *object = add_object(state, thread, heap, size, extent, alignment);
  if (object)
    object->extent = extent;
  return object;
}

static bool is_last(const struct memory_objects *objects, const struct memory_object *object) {
  return object + 1 == objects->items + objects->count;
}

static void set_size(struct state *state, struct thread *thread, struct memory_object *object,
                     uint64_t size) {
  object->size = size;
  object->content = memory_allocate(content_space(state->domain, size));
  if (is_last(&thread->heap, object))
    thread->heap_end = object->address + size;
  else if (is_last(&thread->stack, object))
    thread->stack_end = object->address + size;
  thread->packed = CHANGED;
}

void state_revive_object(struct state *state, struct thread *thread, struct memory_object *object,
                         uint64_t size) {
  assert(object->life == OBJECT_DEAD && size <= object->size);
  object->life = OBJECT_LIVE;
  set_size(state, thread, object, size);
}

bool state_has_room(const struct state *state, const struct thread *thread,
                    const struct memory_object *block, uint64_t size) {
  uint64_t end = is_last(&thread->heap, block)
                     ? address_of_heap(state->program->data_model, thread->number).end
                     : block[1].address;
  return size < end - block->address && end - block->address - size >= ADDRESS_GAP;
}

unsigned char *state_resize_block(struct state *state, struct thread *thread,
                                  struct memory_object *block, uint64_t size) {
  unsigned char *old = block->content;
  set_size(state, thread, block, size);
  return old;
}

void state_note_change(struct state *state, const struct place *place) {
  if (place->thread) {
    place->thread->packed = CHANGED;
    return;
  }
  size_t first = (size_t)(place->content - state->variables);
  size_t end = first + state->domain->content_size(place->size);
  for (size_t chunk = first / state->chunk_size;
       chunk < state->chunk_count && chunk * state->chunk_size < end; chunk++)
    state->packed_chunks[chunk] = CHANGED;
}

void state_kill_object(struct state *state, struct memory_object *object) {
  if (memory_model_has_buffers(state->memory_model))
    state_forget_stores(state, object->address, object->size);
  ordering_forget(state, object->address, object->size);
  memory_release(object->content);
  object->content = NULL;
  object->life = OBJECT_DEAD;
}

struct memory_object *state_object_before(const struct memory_objects *objects, uint64_t address) {
  size_t low = 0, high = objects->count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (objects->items[middle].address <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low ? &objects->items[low - 1] : NULL;
}

bool state_has_dead(const struct memory_objects *objects) {
  for (size_t i = 0; i < objects->count; i++)
    if (objects->items[i].life == OBJECT_DEAD)
      return true;
  return false;
}

static bool find_variable(const struct state *state, uint64_t address, struct place *place) {
  const struct object *object = program_find_object(state->program, address);
  if (!object)
    return false;
  size_t index = (size_t)(object - state->program->objects);
  bool has_content = object != state->program->opaque;
  *place = (struct place){.content = has_content ? state->variables + state->variable_offsets[index]
                                                 : NULL,
                          .address = object->address,
                          .size = object->size,
                          .offset = address - object->address,
                          .variable = object};
  return true;
}

bool state_find_place(const struct state *state, uint64_t address, struct place *place) {
  uint32_t number;
  bool heap;
  if (!address_find_thread(state->program->data_model, address, &number, &heap))
    return find_variable(state, address, place);
  struct thread *thread = state_thread(state, number);
  if (!thread)
    return false;
  struct memory_object *object =
      state_object_before(heap ? &thread->heap : &thread->stack, address);
  if (!object || address - object->address >= (object->size ? object->size : 1))
    return false;
  *place = (struct place){.content = object->content,
                          .address = object->address,
                          .size = object->size,
                          .offset = address - object->address,
                          .variable = object->variable,
                          .dynamic = object,
                          .thread = thread};
  return true;
}

static void describe_dynamic(struct text *out, const struct state *state,
                             const struct place *place) {
  const struct memory_object *object = place->dynamic;
  if (!object->allocation) {
    text_format(out, "record of thread %u", (unsigned)place->thread->number);
    return;
  }
  const struct edge *edge = object->allocation;
  if (edge->allocate.heap) {
    text_format(out, "%s at ", *edge->allocate.name ? edge->allocate.name : "block allocated");
    program_print_position(out, state->program, edge->at);
  } else {
    text_add(out, *edge->allocate.name ? edge->allocate.name : "local variable");
  }
}

void state_describe_object(struct text *out, const struct state *state, uint64_t address) {
  struct place place;
  if (!state_find_place(state, address, &place) && address)
    text_format(out, "address 0x%llx", (unsigned long long)address);
  else if (!address)
    text_add(out, "NULL");
  else if (place.variable)
    text_add(out, place.variable->name);
  else
    describe_dynamic(out, state, &place);
}

void state_describe_thread(struct text *out, const struct state *state, uint32_t number) {
  const struct thread *thread = state_thread(state, number);
  if (number == 0 || !thread || !thread->start) {
    text_format(out, number == 0 ? "main" : "thread %u", (unsigned)number);
    return;
  }
  unsigned rank = 0, alike = 0;
  for (size_t i = 0; i < state->thread_count; i++) {
    const struct thread *other = state->threads[i];
    if (other->number == 0 || other->start != thread->start)
      continue;
    alike++;
    if (other->number <= number)
      rank++;
  }
  text_add(out, thread->start->name);
  if (alike > 1)
    text_format(out, " %u", rank);
}

bool state_is_alone(const struct state *state, const struct thread *thread) {
  for (size_t i = 0; i < state->thread_count; i++)
    if (state->threads[i] != thread && !state->threads[i]->finished)
      return false;
  return true;
}
