/* A flat form of states. Layout: the variables, the owner of the atomic section, then each thread
 * with its frames, live registers, held locks and objects. Unpacking reuses what it can of the state
 * that was there, because searches do it for every step. */
#include "semantics/pack.h"

#include "analysis/liveness.h"
#include "program/address.h"

#include <assert.h>
#include <string.h>

static void put(struct packed *out, const void *data, size_t size) {
  memcpy(out->items + out->count, data, size);
  out->count += size;
}

static void reserve(struct packed *out, size_t more) {
  vector_reserve(out, out->count + more);
}

static void put_number(struct packed *out, uint32_t number) { put(out, &number, sizeof number); }

static unsigned bytes_of(unsigned width) { return (width + 7) / 8; }

static void pack_frame(const struct state *state, const struct liveness *liveness,
                       const struct thread *thread, const struct frame *frame,
                       struct packed *out) {
  struct live_registers live = liveness_at(liveness, frame->function, frame->location);
  reserve(out, 16 + live.count * sizeof(struct value));
  put_number(out, frame->function->number);
  put_number(out, frame->location);
  put_number(out, frame->first_slot);
  put_number(out, frame->call_edge);
  for (uint32_t i = 0; i < live.count; i++) {
    const struct value *value =
        &thread->registers.items[frame->first_register + live.registers[i]];
    put(out, &value->bits, bytes_of(frame->function->registers[live.registers[i]].width));
    if (state->domain->has_extra)
      put(out, &value->extra, sizeof value->extra);
  }
}

static void pack_objects(const struct state *state, const struct memory_objects *objects,
                         struct packed *out) {
  reserve(out, 4);
  put_number(out, (uint32_t)objects->count);
  for (size_t i = 0; i < objects->count; i++) {
    const struct memory_object *object = &objects->items[i];
    size_t content = object->content ? state->domain->content_size(object->size) : 0;
    reserve(out, 64 + content);
    put(out, &object->address, sizeof object->address);
    put(out, &object->size, sizeof object->size);
    put(out, &object->allocation, sizeof(const struct edge *));
    put(out, &object->variable, sizeof(const struct object *));
    unsigned char life = (unsigned char)object->life;
    put(out, &life, 1);
    put(out, object->content, content);
  }
}

static void pack_thread(const struct state *state, const struct liveness *liveness,
                        const struct thread *thread, struct packed *out) {
  reserve(out, 64 + thread->held.count * sizeof(uint64_t));
  put_number(out, thread->number);
  put_number(out, thread->creator);
  put_number(out, thread->created);
  put_number(out, thread->atomic_depth);
  put_number(out, thread->start ? thread->start->number + 1 : 0);
  put_number(out, (uint32_t)thread->frames.count << 1 | thread->finished);
  put_number(out, (uint32_t)thread->held.count);
  if (thread->held.count)
    put(out, thread->held.items, thread->held.count * sizeof(uint64_t));
  for (size_t i = 0; i < thread->frames.count; i++)
    pack_frame(state, liveness, thread, &thread->frames.items[i], out);
  pack_objects(state, &thread->stack, out);
  pack_objects(state, &thread->heap, out);
}

void state_pack(const struct state *state, const struct liveness *liveness, struct packed *out) {
  out->count = 0;
  reserve(out, state->variables_size + 16);
  put(out, state->variables, state->variables_size);
  put_number(out, state->atomic_owner);
  put_number(out, (uint32_t)state->thread_count);
  for (size_t i = 0; i < state->thread_count; i++)
    pack_thread(state, liveness, state->threads[i], out);
}

struct reader {
  const unsigned char *at, *end;
};

static void get(struct reader *in, void *data, size_t size) {
  assert((size_t)(in->end - in->at) >= size);
  memcpy(data, in->at, size);
  in->at += size;
}

static uint32_t get_number(struct reader *in) {
  uint32_t number;
  get(in, &number, sizeof number);
  return number;
}

static void unpack_frame(const struct state *state, const struct liveness *liveness,
                         struct thread *thread, struct reader *in) {
  struct frame frame = {.function = state->program->functions[get_number(in)]};
  frame.location = get_number(in);
  frame.first_slot = get_number(in);
  frame.call_edge = get_number(in);
  frame.first_register = (uint32_t)thread->registers.count;
  uint32_t count = frame.function->register_count;
  vector_reserve(&thread->registers, thread->registers.count + count);
  struct value *registers = thread->registers.items + frame.first_register;
  memset(registers, 0, count * sizeof *registers);
  thread->registers.count += count;
  struct live_registers live = liveness_at(liveness, frame.function, frame.location);
  for (uint32_t i = 0; i < live.count; i++) {
    struct value *value = &registers[live.registers[i]];
    get(in, &value->bits, bytes_of(frame.function->registers[live.registers[i]].width));
    if (state->domain->has_extra)
      get(in, &value->extra, sizeof value->extra);
  }
  vector_push(&thread->frames, frame);
}

/* Contents are kept where the object that was there has the same size. */
static void unpack_object(const struct state *state, struct memory_object *object,
                          struct reader *in) {
  uint64_t old_size = object->size;
  unsigned char life;
  get(in, &object->address, sizeof object->address);
  get(in, &object->size, sizeof object->size);
  get(in, &object->allocation, sizeof(const struct edge *));
  get(in, &object->variable, sizeof(const struct object *));
  get(in, &life, 1);
  object->life = (enum object_life)life;
  if (object->content && (object->life == OBJECT_DEAD || old_size != object->size)) {
    memory_release(object->content);
    object->content = NULL;
  }
  if (object->life == OBJECT_DEAD)
    return;
  size_t content = state->domain->content_size(object->size);
  if (!object->content)
    object->content = memory_allocate(content);
  get(in, object->content, content);
}

static uint64_t unpack_objects(const struct state *state, struct memory_objects *objects,
                               uint64_t lowest, struct reader *in) {
  uint32_t count = get_number(in);
  while (objects->count > count)
    memory_release(vector_pop(objects).content);
  while (objects->count < count)
    vector_push(objects, (struct memory_object){0});
  for (uint32_t i = 0; i < count; i++)
    unpack_object(state, &objects->items[i], in);
  uint64_t end = count ? vector_last(objects).address + vector_last(objects).size : 0;
  return end > lowest ? end : lowest;
}

static void unpack_thread(struct state *state, const struct liveness *liveness,
                          struct thread *thread, struct reader *in) {
  thread->number = get_number(in);
  thread->creator = get_number(in);
  thread->created = get_number(in);
  thread->atomic_depth = get_number(in);
  uint32_t start = get_number(in);
  thread->start = start ? state->program->functions[start - 1] : NULL;
  uint32_t frames = get_number(in);
  thread->finished = frames & 1;
  thread->held.count = 0;
  uint32_t held = get_number(in);
  vector_reserve(&thread->held, held);
  if (held)
    get(in, thread->held.items, held * sizeof(uint64_t));
  thread->held.count = held;
  thread->frames.count = thread->registers.count = 0;
  for (uint32_t i = 0; i < frames >> 1; i++)
    unpack_frame(state, liveness, thread, in);
  enum data_model model = state->program->data_model;
  uint64_t record = address_of_stack(model, thread->number).start;
  thread->stack_end =
      unpack_objects(state, &thread->stack, record + state->program->thread_local_end, in);
  thread->heap_end =
      unpack_objects(state, &thread->heap, address_of_heap(model, thread->number).start, in);
}

void state_unpack(struct state *state, const struct liveness *liveness, const unsigned char *bytes,
                  size_t size) {
  struct reader in = {bytes, bytes + size};
  get(&in, state->variables, state->variables_size);
  state->atomic_owner = get_number(&in);
  uint32_t count = get_number(&in);
  while (state->thread_count < count)
    state_insert_thread(state, UINT32_MAX); /* at the end: numbers are read in ascending order */
  state_drop_threads(state, count);
  for (uint32_t i = 0; i < count; i++)
    unpack_thread(state, liveness, state->threads[i], &in);
  assert(in.at == in.end);
}
