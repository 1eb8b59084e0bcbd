/* SPDX-License-Identifier: Apache-2.0 */
/* Finds memory that nothing refers to: for address reuse and for leaks. A conservative scan, as in
 * a garbage collector: every register and every pointer-sized window of live memory that looks like
 * an address in an object (or one past its end) keeps it. */
#include "semantics/state.h"

#include "analysis/liveness.h"
#include "analysis/reuse.h"
#include "program/address.h"

#include <assert.h>
#include <string.h>

/* Looks for values between `low` and `high` and marks the objects of `objects` they point to. */
struct scan {
  const struct state *state;
  uint64_t low, high;
  unsigned low_bytes; /* of a number: it is less than `low` if the others are zero */
  const struct memory_objects *objects;
  bool *marked;
  VECTOR(size_t) fresh;                           /* marked since last looked at */
  void (*visit)(void *context, uint64_t address); /* is told each address; may be NULL */
  void *context;
};

/* The index of the object that an address lies in, or is one past the end of. */
static bool find_object(const struct memory_objects *objects, uint64_t address, size_t *index) {
  const struct memory_object *object = state_object_before(objects, address);
  if (!object || address > memory_object_end(object))
    return false;
  *index = (size_t)(object - objects->items);
  return true;
}

static void mark(struct scan *scan, uint64_t address) {
  size_t index;
  if (!find_object(scan->objects, address, &index))
    return;
  if (scan->visit)
    scan->visit(scan->context, address);
  if (scan->marked[index])
    return;
  scan->marked[index] = true;
  vector_push(&scan->fresh, index);
}

static void mark_number(struct scan *scan, uint64_t number) {
  if (number >= scan->low && number <= scan->high)
    mark(scan, number);
}

static void scan_number(void *visitor, uint64_t number) {
  struct scan *scan = visitor;
  if (number < scan->low)
    return;
  mark_number(scan, number);
  if (number > ADDRESS_BITS && scan->state->program->reuse)
    mark_number(scan, number & ADDRESS_BITS);
}

/* A value that is unknown refers to nothing: it becomes concrete before it is used as an address.
 */
static void scan_value(struct scan *scan, struct value value) {
  const struct state *state = scan->state;
  if (state->domain->has_extra)
    state->domain->references(state->domain_context, value, scan_number, scan);
  else
    scan_number(scan, value.bits);
}

/* Looks at every offset: a packed structure may have a pointer anywhere. Most of memory is zeros
 * and small numbers, so one look at eight bytes tells for several windows that none is an address.
 */
static void scan_bytes(struct scan *scan, const unsigned char *content, uint64_t size,
                       unsigned width) {
  enum { WORD = sizeof(uint64_t) };
  unsigned windows = scan->low_bytes + WORD + 1 - width;
  for (uint64_t at = 0; at + width <= size;) {
    if (at + scan->low_bytes + WORD <= size && !pointer_in(content + at + scan->low_bytes, WORD)) {
      at += windows;
      continue;
    }
    scan_number(scan, pointer_in(content + at, width));
    at++;
  }
}

static void scan_content(struct scan *scan, const unsigned char *content, uint64_t size) {
  unsigned width = scan->state->program->pointer_width / 8;
  if (size < width)
    return;
  const struct domain *domain = scan->state->domain;
  if (domain->has_extra) /* contents are not plain bytes */
    domain->content_references(scan->state->domain_context, content, size, width, scan_number,
                               scan);
  else
    scan_bytes(scan, content, size, width);
}

static void scan_objects(struct scan *scan, const struct memory_objects *objects) {
  for (size_t i = 0; i < objects->count; i++)
    if (objects->items[i].content)
      scan_content(scan, objects->items[i].content, objects->items[i].size);
}

/* Values on their way to memory, also where they make only a part of a pointer there. */
static void scan_buffer(struct scan *scan, const struct thread *thread) {
  unsigned width = scan->state->program->pointer_width / 8;
  for (size_t i = 0; i < thread->buffer.count; i++) {
    const struct buffered_store *store = &thread->buffer.items[i];
    struct place place;
    unsigned char around[32] = {0}; /* the bytes the store can make a pointer with */
    if (store->size >= width) {
      scan_value(scan, store->value);
      continue;
    }
    bool found = state_find_place(scan->state, store->address, &place);
    assert(found && place.content && !scan->state->domain->has_extra);
    (void)found;
    uint64_t before = place.offset < width ? place.offset : width;
    uint64_t start = place.offset - before, length = before + store->size + width;
    if (length > place.size - start)
      length = place.size - start;
    memcpy(around, place.content + start, (size_t)length);
    for (size_t j = 0; j < thread->buffer.count; j++) {
      const struct buffered_store *other = &thread->buffer.items[j];
      for (unsigned byte = 0; byte < other->size; byte++) {
        uint64_t at = other->address + byte - (place.address + start);
        if (at < length)
          around[at] = (unsigned char)(other->value.bits >> 8 * byte);
      }
    }
    scan_content(scan, around, length);
  }
}

/* Where addresses come back it matters which are remembered: registers that are not read any more
 * do not count then. */
static void scan_registers(struct scan *scan, const struct thread *thread) {
  const struct reuse *reuse = scan->state->program->reuse;
  if (!reuse) {
    for (size_t i = 0; i < thread->registers.count; i++)
      scan_value(scan, thread->registers.items[i]);
    return;
  }
  for (size_t i = 0; i < thread->frames.count; i++) {
    const struct frame *frame = &thread->frames.items[i];
    struct live_registers live = liveness_at(reuse->liveness, frame->function, frame->location);
    for (uint32_t j = 0; j < live.count; j++)
      scan_value(scan, thread->registers.items[frame->first_register + live.registers[j]]);
  }
}

/* Everything but the heaps. */
static void scan_roots(struct scan *scan) {
  const struct state *state = scan->state;
  for (size_t i = 0; i < state->thread_count; i++) {
    const struct thread *thread = state->threads[i];
    scan_registers(scan, thread);
    for (size_t j = 0; j < thread->held.count; j++)
      mark_number(scan, thread->held.items[j]);
    scan_buffer(scan, thread);
    scan_objects(scan, &thread->stack);
  }
  for (uint32_t i = 0; i < state->program->object_count; i++) {
    const struct object *object = &state->program->objects[i];
    if (!object->is_constant && !object->function)
      scan_content(scan, state->variables + state->variable_offsets[i], object->size);
  }
}

static struct scan begin_scan(const struct state *state, const struct memory_objects *objects) {
  struct scan scan = {.state = state, .objects = objects};
  scan.low = objects->items[0].address;
  scan.low_bytes = (63 - (unsigned)__builtin_clzll(scan.low)) / 8;
  scan.high = memory_object_end(&vector_last(objects));
  scan.marked = memory_allocate_zeroed(objects->count);
  return scan;
}

static void end_scan(struct scan *scan) {
  memory_release(scan->marked);
  vector_release(&scan->fresh);
}

/* Drops the dead objects that are not marked; frames count their slots from the bottom. */
static void drop_unmarked(struct memory_objects *objects, const bool *marked,
                          struct thread *stack_of) {
  size_t kept = 0, frame = 0;
  for (size_t i = 0; i <= objects->count; i++) {
    while (stack_of && frame < stack_of->frames.count &&
           stack_of->frames.items[frame].first_slot == i)
      stack_of->frames.items[frame++].first_slot = (uint32_t)kept;
    if (i < objects->count &&
        (objects->items[i].life == OBJECT_LIVE || marked[i] || objects->items[i].has_derived))
      objects->items[kept++] = objects->items[i];
  }
  objects->count = kept;
}

static void scan_all(struct scan *scan) {
  scan_roots(scan);
  for (size_t i = 0; i < scan->state->thread_count; i++)
    scan_objects(scan, &scan->state->threads[i]->heap);
}

void state_visit_remembered(const struct state *state, const struct memory_objects *objects,
                            void (*visit)(void *context, uint64_t address), void *context) {
  struct scan scan = begin_scan(state, objects);
  scan.visit = visit;
  scan.context = context;
  scan_all(&scan);
  end_scan(&scan);
}

static void drop_unreferenced(struct state *state, struct thread *thread, bool heap) {
  struct memory_objects *objects = heap ? &thread->heap : &thread->stack;
  struct scan scan = begin_scan(state, objects);
  state->scans++;
  scan_all(&scan);
  thread->packed = CHANGED;
  drop_unmarked(objects, scan.marked, heap ? NULL : thread);
  end_scan(&scan);
}

void state_reclaim(struct state *state, struct thread *thread, bool heap) {
  if (state->keeps_dead)
    return;
  struct memory_objects *objects = heap ? &thread->heap : &thread->stack;
  if (state_has_dead(objects))
    drop_unreferenced(state, thread, heap);
  uint64_t lowest = heap ? address_of_heap(state->program->data_model, thread->number).start
                         : thread_record(state, thread) + state->program->thread_local_end;
  uint64_t end = objects->count ? memory_object_end(&vector_last(objects)) : 0;
  *(heap ? &thread->heap_end : &thread->stack_end) = end > lowest ? end : lowest;
}

/* Marks what the heaps' marked blocks refer to, in any thread's heap, until nothing changes. */
static void scan_heaps(struct scan *scans, size_t count) {
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < count; i++) {
      while (scans[i].fresh.count) {
        const struct memory_object *block = &scans[i].objects->items[vector_pop(&scans[i].fresh)];
        changed = true;
        for (size_t j = 0; j < count && block->content; j++)
          scan_content(&scans[j], block->content, block->size);
      }
    }
  }
}

bool state_find_leak(const struct state *state, bool unreachable_only, uint64_t *address) {
  struct scan *scans = memory_allocate_zeroed(state->thread_count * sizeof *scans);
  size_t count = 0;
  for (size_t i = 0; i < state->thread_count; i++)
    if (state->threads[i]->heap.count)
      scans[count++] = begin_scan(state, &state->threads[i]->heap);
  if (unreachable_only) {
    for (size_t i = 0; i < count; i++)
      scan_roots(&scans[i]);
    scan_heaps(scans, count);
  }
  bool found = false;
  for (size_t i = 0; i < count; i++) {
    for (size_t j = 0; j < scans[i].objects->count && !found; j++) {
      const struct memory_object *object = &scans[i].objects->items[j];
      found = object->life == OBJECT_LIVE && !scans[i].marked[j] && !memory_object_is_kept(object);
      if (found)
        *address = object->address;
    }
    end_scan(&scans[i]);
  }
  memory_release(scans);
  return found;
}

struct memory_object *state_find_remembered(const struct state *state, uint64_t number,
                                            struct thread **owner) {
  uint32_t thread;
  bool heap;
  size_t index;
  enum data_model model = state->program->data_model;
  if (!address_find_thread(model, number, &thread, &heap) || !state_thread(state, thread))
    number &= ADDRESS_BITS;
  if (!address_find_thread(model, number, &thread, &heap) ||
      !(*owner = state_thread(state, thread)))
    return NULL;
  struct memory_objects *objects = heap ? &(*owner)->heap : &(*owner)->stack;
  return find_object(objects, number, &index) ? &objects->items[index] : NULL;
}

/* A record comes back with the stack above it: local variables and thread-locals count as well. */
void state_find_old_records(const struct state *state,
                            void (*visit)(void *context, uint64_t record), void *context) {
  struct memory_objects objects = {0};
  for (size_t i = 0; i < state->thread_count; i++) {
    const struct thread *thread = state->threads[i];
    for (size_t j = 0; thread->finished && thread->is_over && j < thread->stack.count; j++)
      vector_push(&objects, thread->stack.items[j]);
  }
  if (!objects.count)
    return;
  struct scan scan = begin_scan(state, &objects);
  scan_all(&scan);
  for (size_t i = 0, next = 0; i < state->thread_count; i++) {
    const struct thread *thread = state->threads[i];
    bool is_remembered = false;
    for (size_t j = 0; thread->finished && thread->is_over && j < thread->stack.count; j++, next++)
      is_remembered |= scan.marked[next] || objects.items[next].has_derived;
    if (is_remembered)
      visit(context, thread_record(state, thread));
  }
  end_scan(&scan);
  vector_release(&objects);
}
