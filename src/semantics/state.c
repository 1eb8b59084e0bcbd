/* SPDX-License-Identifier: Apache-2.0 */
/* Finds threads, objects and places in a state, and describes them. */
#include "semantics/state.h"

#include "base/text.h"
#include "program/address.h"

size_t state_thread_index(const struct state *state, uint32_t number) {
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

struct thread *state_thread(const struct state *state, uint32_t number) {
  size_t at = state_thread_index(state, number);
  return at < state->thread_count && state->threads[at]->number == number ? state->threads[at]
                                                                          : NULL;
}

uint64_t thread_record(const struct state *state, const struct thread *thread) {
  return address_of_stack(state->program->data_model, thread->number).start;
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
