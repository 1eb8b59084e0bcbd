/* SPDX-License-Identifier: Apache-2.0 */
/* The lifetimes of states, threads and objects, and the addresses that they get. */
#include "semantics/state.h"

#include "analysis/reuse.h"
#include "program/address.h"
#include "program/type.h"
#include "semantics/layout.h"
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
  state->packed_facts = state->packed_ordering = state->packed_layout = CHANGED;
  if (program->asks_layout)
    state->layout = memory_allocate_zeroed(sizeof *state->layout);
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

void state_remove_thread(struct state *state, uint32_t number) {
  size_t at = state_thread_index(state, number);
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
  layout_destroy(state->layout);
  memory_release(state);
}

struct thread *state_insert_thread(struct state *state, uint32_t number) {
  if (state->thread_count == state->thread_capacity)
    state->threads = vector_grow(state->threads, &state->thread_capacity, state->thread_count + 1,
                                 sizeof(struct thread *));
  size_t at = state_thread_index(state, number);
  memmove(&state->threads[at + 1], &state->threads[at],
          (state->thread_count - at) * sizeof(struct thread *));
  state->thread_count++;
  struct thread *thread = memory_allocate_zeroed(sizeof *thread);
  thread->number = number;
  thread->packed = CHANGED;
  state->threads[at] = thread;
  return thread;
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

static void forget_layout(struct state *state, uint64_t object) {
  if (layout_forget(state->layout, object))
    state->packed_layout = CHANGED;
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
  for (size_t i = 0; i < thread->stack.count; i++)
    forget_layout(state, thread->stack.items[i].address);
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

/* The object of a part of the address space has room up to the end of that part. */
static uint64_t end_of_part(uint64_t end, uint64_t spacing) {
  return (end + spacing / 4 + spacing - 1) / spacing * spacing;
}

static uint64_t spacing_of(const struct state *state, const struct thread *thread, bool heap) {
  return stale_addresses_has(state->program, heap ? REUSE_BLOCKS : REUSE_SLOTS)
             ? address_spacing(state->program->data_model, thread->number, heap)
             : 0;
}

/* The first address for an object between `after` and `before`; 0: no room. */
static uint64_t fit(uint64_t after, uint64_t before, uint64_t size, uint64_t alignment,
                    uint64_t spacing) {
  uint64_t start = spacing ? end_of_part(after, spacing) + spacing / 2 : after + ADDRESS_GAP;
  uint64_t address = (start + alignment - 1) / alignment * alignment;
  if (spacing)
    before = before / spacing * spacing;
  bool fits = address >= after && address < before && size < before - address &&
              (!spacing || end_of_part(address + size, spacing) <= before);
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
    uint64_t address = fit(after, before, extent, alignment, spacing_of(state, thread, true));
    if (!address) {
      after = i < heap->count ? memory_object_end(&heap->items[i]) : after;
      continue;
    }
    forget_layout(state, address);
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
  uint64_t address = fit(*end, range.end, extent, alignment, spacing_of(state, thread, heap));
  if (!address)
    return heap ? add_in_gap(state, thread, range, size, extent, alignment) : NULL;
  *end = address + extent;
  forget_layout(state, address);
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

static uint64_t bytes_taken(uint64_t size) { return size ? size : 1; }

/* The objects that have bytes of a range. */
static void find_overlapped(const struct memory_objects *objects, uint64_t address, uint64_t end,
                            size_t *first, size_t *last) {
  const struct memory_object *before = state_object_before(objects, address);
  *first = before ? (size_t)(before - objects->items) : 0;
  if (before && before->address + bytes_taken(before->size) <= address)
    ++*first;
  for (*last = *first; *last < objects->count && objects->items[*last].address < end;)
    ++*last;
}

enum state_room state_find_room(const struct state *state, const struct thread *thread, bool heap,
                                const struct memory_object *old, uint64_t address, uint64_t size) {
  uint64_t spacing = spacing_of(state, thread, heap), end = address + bytes_taken(size);
  const struct memory_objects *objects = heap ? &thread->heap : &thread->stack;
  size_t first, last;
  assert(spacing);
  if (address < old->address / spacing * spacing || end < address ||
      end_of_part(end, spacing) > end_of_part(memory_object_end(old), spacing))
    return ROOM_TOO_SMALL;
  find_overlapped(objects, address, end, &first, &last);
  for (size_t i = first; i < last; i++)
    if (objects->items[i].life == OBJECT_LIVE && &objects->items[i] != old)
      return ROOM_TAKEN;
  return ROOM_FREE;
}

/* Puts objects in the place of some of a thread's; frames count slots from the bottom. */
static void replace_objects(struct thread *thread, bool heap, size_t first, size_t last,
                            const struct memory_object *fresh, size_t count) {
  struct memory_objects *objects = heap ? &thread->heap : &thread->stack;
  size_t old_count = objects->count, rest = old_count - last;
  for (size_t i = last - first; i < count; i++)
    vector_push(objects, (struct memory_object){0});
  memmove(&objects->items[first + count], &objects->items[last], rest * sizeof *fresh);
  memcpy(&objects->items[first], fresh, count * sizeof *fresh);
  objects->count = first + count + rest;
  for (size_t i = 0; !heap && i < thread->frames.count; i++) {
    uint32_t *slot = &thread->frames.items[i].first_slot;
    if (*slot >= last)
      *slot = (uint32_t)(*slot - last + first + count);
    else if (*slot > first)
      *slot = (uint32_t)first;
  }
}

struct memory_object *state_place_object(struct state *state, struct thread *thread, bool heap,
                                         uint64_t address, uint64_t size) {
  struct memory_objects *objects = heap ? &thread->heap : &thread->stack;
  struct memory_object fresh[3] = {{0}};
  uint64_t end = address + bytes_taken(size);
  size_t first, last, count = 0, own;
  find_overlapped(objects, address, end, &first, &last);
  if (first < last && objects->items[first].address < address) {
    fresh[count] = objects->items[first];
    fresh[count].size = address - fresh[count].address;
    count++;
  }
  own = count++;
  fresh[own] = (struct memory_object){.address = address, .size = size, .life = OBJECT_LIVE};
  fresh[own].content = memory_allocate(content_space(state->domain, size));
  for (size_t i = first; i < last; i++)
    fresh[own].has_derived |= objects->items[i].has_derived;
  if (first < last && memory_object_end(&objects->items[last - 1]) > end) {
    fresh[count] = objects->items[last - 1];
    fresh[count].address = end;
    fresh[count].size = memory_object_end(&objects->items[last - 1]) - end;
    count++;
  }
  replace_objects(thread, heap, first, last, fresh, count);
  *(heap ? &thread->heap_end : &thread->stack_end) = memory_object_end(&vector_last(objects));
  thread->packed = CHANGED;
  return &objects->items[first + own];
}

struct memory_object *state_resize_block(struct state *state, struct thread *thread,
                                         struct memory_object *block, uint64_t size,
                                         unsigned char **old) {
  const struct edge *allocation = block->allocation;
  *old = block->content;
  block->content = NULL;
  block->life = OBJECT_DEAD;
  block = state_place_object(state, thread, true, block->address, size);
  block->allocation = allocation;
  return block;
}

void state_kill_object(struct state *state, struct memory_object *object) {
  if (memory_model_has_buffers(state->memory_model))
    state_forget_stores(state, object->address, object->size);
  ordering_forget(state, object->address, object->size);
  memory_release(object->content);
  object->content = NULL;
  object->life = OBJECT_DEAD;
}
