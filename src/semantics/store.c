/* SPDX-License-Identifier: Apache-2.0 */
/* States as tuples of interned components. A thread is packed with its frames, live registers, held
 * locks, objects and buffered stores. The state lists its unchanged components (`packed`, by
 * number); these are neither packed nor unpacked again. Missing a change would be unsound, so from
 * time to time everything is packed again and compared. */
#include "semantics/store.h"

#include "analysis/liveness.h"
#include "base/map.h"
#include "program/address.h"
#include "semantics/layout.h"
#include "semantics/ordering.h"

#include <assert.h>
#include <string.h>

enum { CHECK_EVERY = 4096 };    /* states */
enum { FRAME_COUNT_SHIFT = 4 }; /* below it flags of the thread */
/* With so many numbers pack_frame and pack_thread begin. */
enum { FRAME_NUMBERS = 4, THREAD_NUMBERS = 7 };

struct store {
  struct liveness *liveness;
  struct interner *components, *states, *shapes;
  struct bytes packed;    /* scratch: a component */
  VECTOR(uint32_t) tuple; /* scratch: a state */
  uint32_t until_check;
};

static void put(struct bytes *out, const void *data, size_t size) {
  if (size) /* no data at all has no address either */
    memcpy(out->items + out->count, data, size);
  out->count += size;
}

static void reserve(struct bytes *out, size_t more) { vector_reserve(out, out->count + more); }

static void put_number(struct bytes *out, uint32_t number) { put(out, &number, sizeof number); }

static unsigned bytes_of(unsigned width) { return (width + 7) / 8; }

static void pack_frame(const struct state *state, const struct liveness *liveness,
                       const struct thread *thread, const struct frame *frame, struct bytes *out) {
  struct live_registers live = liveness_at(liveness, frame->function, frame->location);
  reserve(out, 16 + live.count * sizeof(struct value));
  put_number(out, frame->function->number);
  put_number(out, frame->location);
  put_number(out, frame->first_slot);
  put_number(out, frame->call_edge);
  for (uint32_t i = 0; i < live.count; i++) {
    const struct value *value = &thread->registers.items[frame->first_register + live.registers[i]];
    put(out, &value->bits, bytes_of(frame->function->registers[live.registers[i]].width));
    if (state->domain->has_extra)
      put(out, &value->extra, sizeof value->extra);
  }
}

/* What is packed of an object first. */
struct object_head {
  uint64_t address, size;
  const struct edge *allocation;
  const struct object *variable;
};

static void pack_objects(const struct state *state, const struct memory_objects *objects,
                         struct bytes *out) {
  reserve(out, 4);
  put_number(out, (uint32_t)objects->count);
  for (size_t i = 0; i < objects->count; i++) {
    const struct memory_object *object = &objects->items[i];
    size_t content = object->content ? state->domain->content_size(object->size) : 0;
    reserve(out, 64 + content);
    struct object_head head = {object->address, object->size, object->allocation, object->variable};
    put(out, &head, sizeof head);
    unsigned char life = (unsigned char)(object->life | (unsigned)object->has_derived << 1 |
                                         (unsigned)(object->extent != 0) << 2);
    put(out, &life, 1);
    if (object->extent)
      put(out, &object->extent, sizeof object->extent);
    put(out, object->content, content);
  }
}

static void pack_buffer(const struct state *state, const struct thread *thread, struct bytes *out) {
  reserve(out, 4 + thread->buffer.count * sizeof *thread->buffer.items);
  put_number(out, (uint32_t)thread->buffer.count);
  for (size_t i = 0; i < thread->buffer.count; i++) {
    const struct buffered_store *store = &thread->buffer.items[i];
    unsigned char flags = (unsigned char)(store->waits_for_all << 1 | store->fenced);
    put(out, &store->address, sizeof store->address);
    put_number(out, store->size);
    put(out, &store->edge, sizeof(const struct edge *));
    put(out, &flags, 1);
    put(out, &store->value.bits, sizeof store->value.bits);
    if (state->domain->has_extra)
      put(out, &store->value.extra, sizeof store->value.extra);
  }
}

static void pack_thread(const struct state *state, const struct liveness *liveness,
                        const struct thread *thread, struct bytes *out) {
  out->count = 0;
  reserve(out, 64 + thread->held.count * sizeof(uint64_t));
  put_number(out, thread->number);
  put_number(out, thread->creator);
  put_number(out, thread->created);
  put_number(out, thread->atomic_depth);
  put_number(out, thread->start ? thread->start->number + 1 : 0);
  put_number(out, (uint32_t)thread->frames.count << FRAME_COUNT_SHIFT |
                      (uint32_t)thread->is_over << 3 | (uint32_t)(thread->buffer.count != 0) << 2 |
                      (uint32_t)thread->stopped << 1 | thread->finished);
  put_number(out, (uint32_t)thread->held.count);
  if (thread->held.count)
    put(out, thread->held.items, thread->held.count * sizeof(uint64_t));
  for (size_t i = 0; i < thread->frames.count; i++)
    pack_frame(state, liveness, thread, &thread->frames.items[i], out);
  pack_objects(state, &thread->stack, out);
  pack_objects(state, &thread->heap, out);
  if (thread->buffer.count)
    pack_buffer(state, thread, out);
}

struct reader {
  const unsigned char *at, *end;
};

static void get(struct reader *in, void *data, size_t size) {
  assert((size_t)(in->end - in->at) >= size);
  memcpy(data, in->at, size);
  in->at += size;
}

/* Are the next bytes of both the same? */
static bool get_equal(struct reader *a, struct reader *b, size_t size) {
  assert((size_t)(a->end - a->at) >= size);
  if ((size_t)(b->end - b->at) < size)
    return false;
  bool equal = !size || memcmp(a->at, b->at, size) == 0;
  a->at += size;
  b->at += size;
  return equal;
}

static uint32_t get_number(struct reader *in) {
  uint32_t number;
  get(in, &number, sizeof number);
  return number;
}

/* A number of so many bytes. A load of eight, where there are as many, is faster than a copy. */
static uint64_t get_bits(struct reader *in, unsigned size) {
  uint64_t bits = 0;
  if ((size_t)(in->end - in->at) < sizeof bits || !size) {
    get(in, &bits, size);
    return bits;
  }
  memcpy(&bits, in->at, sizeof bits);
  in->at += size;
  return bits & width_mask(8 * size);
}

static void unpack_frame(const struct state *state, const struct liveness *liveness,
                         struct thread *thread, struct reader *in) {
  uint32_t place[FRAME_NUMBERS];
  get(in, place, sizeof place);
  struct frame frame = {.function = state->program->functions[place[0]],
                        .location = place[1],
                        .first_slot = place[2],
                        .call_edge = place[3],
                        .first_register = (uint32_t)thread->registers.count};
  uint32_t count = frame.function->register_count;
  vector_reserve(&thread->registers, thread->registers.count + count);
  struct value *registers = thread->registers.items + frame.first_register;
  memset(registers, 0, count * sizeof *registers);
  thread->registers.count += count;
  struct live_registers live = liveness_at(liveness, frame.function, frame.location);
  for (uint32_t i = 0; i < live.count; i++) {
    struct value *value = &registers[live.registers[i]];
    value->bits = get_bits(in, bytes_of(frame.function->registers[live.registers[i]].width));
    if (state->domain->has_extra)
      get(in, &value->extra, sizeof value->extra);
  }
  vector_push(&thread->frames, frame);
}

/* Everything but the contents. */
static void unpack_object_head(struct memory_object *object, struct reader *in) {
  unsigned char life;
  struct object_head head;
  get(in, &head, sizeof head);
  object->address = head.address;
  object->size = head.size;
  object->allocation = head.allocation;
  object->variable = head.variable;
  get(in, &life, 1);
  object->life = (enum object_life)(life & 1);
  object->has_derived = life >> 1 & 1;
  object->extent = 0;
  if (life >> 2)
    get(in, &object->extent, sizeof object->extent);
}

/* Contents are kept where the object that was there has the same size. */
static void unpack_object(const struct state *state, struct memory_object *object,
                          struct reader *in) {
  uint64_t old_size = object->size;
  unpack_object_head(object, in);
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
  uint64_t end = count ? memory_object_end(&vector_last(objects)) : 0;
  return end > lowest ? end : lowest;
}

static void unpack_buffer(const struct state *state, struct thread *thread, struct reader *in) {
  for (uint32_t count = get_number(in); count; count--) {
    struct buffered_store store = {0};
    unsigned char flags;
    get(in, &store.address, sizeof store.address);
    store.size = get_number(in);
    get(in, &store.edge, sizeof(const struct edge *));
    get(in, &flags, 1);
    store.waits_for_all = flags >> 1 & 1;
    store.fenced = flags & 1;
    get(in, &store.value.bits, sizeof store.value.bits);
    if (state->domain->has_extra)
      get(in, &store.value.extra, sizeof store.value.extra);
    vector_push(&thread->buffer, store);
  }
}

static void unpack_thread(struct state *state, const struct liveness *liveness,
                          struct thread *thread, struct reader *in) {
  uint32_t head[THREAD_NUMBERS];
  get(in, head, sizeof head);
  thread->number = head[0];
  thread->creator = head[1];
  thread->created = head[2];
  thread->atomic_depth = head[3];
  thread->start = head[4] ? state->program->functions[head[4] - 1] : NULL;
  uint32_t frames = head[5], held = head[6];
  thread->finished = frames & 1;
  thread->stopped = frames >> 1 & 1;
  thread->is_over = frames >> 3 & 1;
  thread->held.count = 0;
  vector_reserve(&thread->held, held);
  if (held)
    get(in, thread->held.items, held * sizeof(uint64_t));
  thread->held.count = held;
  thread->frames.count = thread->registers.count = 0;
  for (uint32_t i = 0; i < frames >> FRAME_COUNT_SHIFT; i++)
    unpack_frame(state, liveness, thread, in);
  enum data_model model = state->program->data_model;
  uint64_t record = address_of_stack(model, thread->number).start;
  thread->stack_end =
      unpack_objects(state, &thread->stack, record + state->program->thread_local_end, in);
  thread->heap_end =
      unpack_objects(state, &thread->heap, address_of_heap(model, thread->number).start, in);
  thread->buffer.count = 0;
  if (frames >> 2 & 1)
    unpack_buffer(state, thread, in);
}

void store_pack_thread(const struct liveness *liveness, const struct state *state,
                       const struct thread *thread, struct bytes *out) {
  pack_thread(state, liveness, thread, out);
}

void store_unpack_thread(const struct liveness *liveness, struct state *state,
                         struct thread *thread, const struct bytes *packed) {
  struct reader in = {packed->items, packed->items + packed->count};
  unpack_thread(state, liveness, thread, &in);
  assert(in.at == in.end);
}

struct store *store_create(const struct program *program) {
  struct store *store = memory_allocate_zeroed(sizeof *store);
  store->liveness = liveness_create(program);
  store->components = interner_create();
  store->states = interner_create();
  store->shapes = interner_create();
  store->until_check = CHECK_EVERY;
  return store;
}

void store_destroy(struct store *store) {
  if (!store)
    return;
  liveness_destroy(store->liveness);
  interner_destroy(store->components);
  interner_destroy(store->states);
  interner_destroy(store->shapes);
  vector_release(&store->packed);
  vector_release(&store->tuple);
  memory_release(store);
}

static uint32_t add_thread(struct store *store, const struct state *state,
                           const struct thread *thread) {
  pack_thread(state, store->liveness, thread, &store->packed);
  return interner_add(store->components, store->packed.items, store->packed.count, NULL);
}

static size_t chunk_size(const struct state *state, size_t chunk) {
  size_t left = state->variables_size - chunk * state->chunk_size;
  return left < state->chunk_size ? left : state->chunk_size;
}

static uint32_t add_chunk(struct store *store, const struct state *state, size_t chunk) {
  return interner_add(store->components, state->variables + chunk * state->chunk_size,
                      chunk_size(state, chunk), NULL);
}

/* Facts are a component only of domains that have some. */
static uint32_t add_facts(struct store *store, const struct state *state) {
  return interner_add(store->components, state->facts.count ? (const void *)state->facts.items : "",
                      state->facts.count * sizeof *state->facts.items, NULL);
}

/* Past accesses are one only where their order matters. */
static uint32_t add_ordering(struct store *store, struct state *state) {
  ordering_pack(state, &store->packed);
  return interner_add(store->components,
                      store->packed.count ? (const void *)store->packed.items : "",
                      store->packed.count, NULL);
}

/* Likewise what is decided of the layout. */
static uint32_t add_layout(struct store *store, const struct state *state) {
  const struct real_layout *layout = state->layout;
  struct bytes *out = &store->packed;
  size_t facts = layout->facts.count * sizeof *layout->facts.items;
  size_t order = layout->order.count * sizeof *layout->order.items;
  out->count = 0;
  reserve(out, 4 + facts + order);
  put_number(out, (uint32_t)layout->facts.count);
  put(out, layout->facts.items, facts);
  put(out, layout->order.items, order);
  return interner_add(store->components, store->packed.items, store->packed.count, NULL);
}

static size_t tuple_head(const struct state *state) {
  return 1 + (size_t)state->domain->has_extra + (state->ordering != NULL) + (state->layout != NULL);
}

static void check_unchanged(struct store *store, struct state *state) {
  for (size_t i = 0; i < state->chunk_count; i++)
    assert(state->packed_chunks[i] == add_chunk(store, state, i));
  for (size_t i = 0; i < state->thread_count; i++)
    assert(state->threads[i]->packed == add_thread(store, state, state->threads[i]));
  assert(!state->ordering || state->packed_ordering == add_ordering(store, state));
  if (state->layout) {
    uint32_t packed = add_layout(store, state);
    assert(state->packed_layout == packed);
    (void)packed;
  }
}

/* The tuple of a state's components, in store->tuple. */
static void make_tuple(struct store *store, struct state *state) {
  store->tuple.count = 0;
  vector_push(&store->tuple, state->atomic_owner);
  if (state->domain->has_extra) {
    if (state->packed_facts == CHANGED)
      state->packed_facts = add_facts(store, state);
    vector_push(&store->tuple, state->packed_facts);
  }
  if (state->ordering) {
    if (state->packed_ordering == CHANGED)
      state->packed_ordering = add_ordering(store, state);
    vector_push(&store->tuple, state->packed_ordering);
  }
  if (state->layout) {
    if (state->packed_layout == CHANGED)
      state->packed_layout = add_layout(store, state);
    vector_push(&store->tuple, state->packed_layout);
  }
  for (size_t i = 0; i < state->chunk_count; i++) {
    if (state->packed_chunks[i] == CHANGED)
      state->packed_chunks[i] = add_chunk(store, state, i);
    vector_push(&store->tuple, state->packed_chunks[i]);
  }
  for (size_t i = 0; i < state->thread_count; i++) {
    struct thread *thread = state->threads[i];
    if (thread->packed == CHANGED)
      thread->packed = add_thread(store, state, thread);
    vector_push(&store->tuple, thread->packed);
  }
  if (--store->until_check == 0) {
    store->until_check = CHECK_EVERY;
    check_unchanged(store, state);
  }
}

uint32_t store_add(struct store *store, struct state *state, bool *added) {
  make_tuple(store, state);
  return interner_add(store->states, store->tuple.items,
                      store->tuple.count * sizeof *store->tuple.items, added);
}

const uint32_t *store_components(const struct store *store, uint32_t number, size_t *count) {
  const uint32_t *components = interner_data(store->states, number, count);
  *count /= sizeof *components;
  return components;
}

size_t store_index_of_thread(const struct state *state, size_t index) {
  return tuple_head(state) + state->chunk_count + index;
}

bool store_find_components(const struct state *state, uint64_t address, uint64_t size,
                           size_t *first, size_t *end) {
  uint32_t owner;
  bool heap;
  struct place place;
  if (address_find_thread(state->program->data_model, address, &owner, &heap)) {
    size_t index = 0;
    while (index < state->thread_count && state->threads[index]->number != owner)
      index++;
    *first = store_index_of_thread(state, index);
    *end = *first + 1;
    return index < state->thread_count;
  }
  if (!state_find_place(state, address, &place))
    return false;
  /* Variables are never unwritten, so that without extra their bytes are all there is to know. */
  bool has_extra = state->domain->has_extra;
  size_t from = (size_t)(place.content - state->variables) +
                (has_extra ? state->domain->content_size(place.offset) : (size_t)place.offset);
  size_t to = from + (has_extra ? state->domain->content_size(size) : (size_t)size);
  size_t chunks = (to + state->chunk_size - 1) / state->chunk_size;
  *first = tuple_head(state) + from / state->chunk_size;
  *end = tuple_head(state) + (chunks < state->chunk_count ? chunks : state->chunk_count);
  return true;
}

uint32_t store_add_components(struct store *store, const uint32_t *components, size_t count,
                              bool *added) {
  return interner_add(store->states, components, count * sizeof *components, added);
}

bool store_find(struct store *store, struct state *state, uint32_t *number) {
  make_tuple(store, state);
  return interner_find(store->states, store->tuple.items,
                       store->tuple.count * sizeof *store->tuple.items, number);
}

static struct reader read_component(const struct store *store, uint32_t component) {
  size_t size;
  const unsigned char *bytes = interner_data(store->components, component, &size);
  return (struct reader){bytes, bytes + size};
}

static struct value get_value(struct reader *in, unsigned width) {
  struct value value = {0, 0};
  get(in, &value.bits, bytes_of(width));
  get(in, &value.extra, sizeof value.extra);
  return value;
}

static bool frame_covers(const struct store *store, const struct state *state, struct reader *old,
                         struct reader *fresh) {
  uint32_t place[FRAME_NUMBERS];
  struct reader ahead = *old;
  get(&ahead, place, sizeof place);
  if (!get_equal(old, fresh, sizeof place))
    return false;
  const struct function *function = state->program->functions[place[0]];
  struct live_registers live = liveness_at(store->liveness, function, place[1]);
  for (uint32_t i = 0; i < live.count; i++) {
    unsigned width = function->registers[live.registers[i]].width;
    struct value a = get_value(old, width), b = get_value(fresh, width);
    if (!state->domain->covers(a, b))
      return false;
  }
  return true;
}

static bool objects_cover(const struct state *state, struct reader *old, struct reader *fresh) {
  uint32_t count = get_number(old);
  if (get_number(fresh) != count)
    return false;
  for (uint32_t i = 0; i < count; i++) {
    struct memory_object object = {0};
    struct reader ahead = *old;
    unpack_object_head(&object, &ahead);
    if (!get_equal(old, fresh, (size_t)(ahead.at - old->at)))
      return false;
    size_t content = object.life == OBJECT_LIVE ? state->domain->content_size(object.size) : 0;
    if (!state->domain->content_covers(old->at, fresh->at, content))
      return false;
    old->at += content;
    fresh->at += content;
  }
  return true;
}

static bool thread_covers(const struct store *store, const struct state *state, uint32_t known,
                          uint32_t component) {
  struct reader old = read_component(store, known), fresh = read_component(store, component);
  uint32_t head[THREAD_NUMBERS];
  struct reader ahead = old;
  get(&ahead, head, sizeof head);
  if (!get_equal(&old, &fresh, sizeof head) || !get_equal(&old, &fresh, head[6] * sizeof(uint64_t)))
    return false;
  for (uint32_t i = 0; i < head[5] >> FRAME_COUNT_SHIFT; i++)
    if (!frame_covers(store, state, &old, &fresh))
      return false;
  for (int list = 0; list < 2; list++)
    if (!objects_cover(state, &old, &fresh))
      return false;
  return get_equal(&old, &fresh, (size_t)(old.end - old.at));
}

/* Fewer facts stand for more. Both are ascending. */
static bool facts_cover(const struct store *store, const struct state *state, uint32_t known) {
  size_t size, at = 0;
  const uint32_t *facts = interner_data(store->components, known, &size);
  for (size_t i = 0; i < size / sizeof *facts; i++) {
    while (at < state->facts.count && state->facts.items[at] < facts[i])
      at++;
    if (at == state->facts.count || state->facts.items[at] != facts[i])
      return false;
  }
  return true;
}

bool store_covers(struct store *store, uint32_t number, struct state *state) {
  size_t size;
  const uint32_t *known = interner_data(store->states, number, &size);
  make_tuple(store, state);
  const uint32_t *fresh = store->tuple.items;
  if (size != store->tuple.count * sizeof *known || known[0] != fresh[0] ||
      !facts_cover(store, state, known[1]) ||
      memcmp(known + 2, fresh + 2, (tuple_head(state) - 2) * sizeof *known) != 0)
    return false;
  known += tuple_head(state);
  fresh += tuple_head(state);
  for (size_t i = 0; i < state->chunk_count; i++, known++, fresh++)
    if (*known != *fresh &&
        !state->domain->content_covers(interner_data(store->components, *known, NULL),
                                       interner_data(store->components, *fresh, NULL),
                                       chunk_size(state, i)))
      return false;
  for (size_t i = 0; i < state->thread_count; i++, known++, fresh++)
    if (*known != *fresh && !thread_covers(store, state, *known, *fresh))
      return false;
  return true;
}

bool store_is(struct store *store, uint32_t number, struct state *state) {
  size_t size;
  const uint32_t *known = interner_data(store->states, number, &size);
  make_tuple(store, state);
  return size == store->tuple.count * sizeof *known && memcmp(known, store->tuple.items, size) == 0;
}

uint32_t store_shape(struct store *store, struct state *state) {
  struct bytes *out = &store->packed;
  out->count = 0;
  reserve(out, 4);
  put_number(out, state->atomic_owner);
  for (size_t i = 0; i < state->thread_count; i++) {
    const struct thread *thread = state->threads[i];
    reserve(out, 12 + thread->frames.count * 12);
    put_number(out, thread->number);
    put_number(out, (uint32_t)thread->frames.count << 2 | (uint32_t)thread->stopped << 1 |
                        thread->finished);
    put_number(out, thread->atomic_depth);
    for (size_t j = 0; j < thread->frames.count; j++) {
      put_number(out, thread->frames.items[j].function->number);
      put_number(out, thread->frames.items[j].location);
      put_number(out, thread->frames.items[j].call_edge);
    }
  }
  return interner_add(store->shapes, out->items, out->count, NULL);
}

void store_forget_dead(const struct store *store, struct state *state) {
  for (size_t i = 0; i < state->thread_count; i++) {
    struct thread *thread = state->threads[i];
    if (thread->packed != CHANGED)
      continue;
    for (size_t j = 0; j < thread->frames.count; j++) {
      const struct frame *frame = &thread->frames.items[j];
      struct live_registers live = liveness_at(store->liveness, frame->function, frame->location);
      for (uint32_t reg = 0, at = 0; reg < frame->function->register_count; reg++) {
        if (at < live.count && live.registers[at] == reg)
          at++;
        else
          thread->registers.items[frame->first_register + reg] = (struct value){0, 0};
      }
    }
  }
}

static void load_thread(const struct store *store, struct state *state, struct thread *thread,
                        uint32_t component) {
  if (thread->packed == component)
    return;
  size_t size;
  const unsigned char *bytes = interner_data(store->components, component, &size);
  struct reader in = {bytes, bytes + size};
  unpack_thread(state, store->liveness, thread, &in);
  assert(in.at == in.end);
  thread->packed = component;
}

static void load_facts(const struct store *store, struct state *state, uint32_t component) {
  if (state->packed_facts == component)
    return;
  size_t size;
  const uint32_t *facts = interner_data(store->components, component, &size);
  state->facts.count = 0;
  for (size_t i = 0; i < size / sizeof *facts; i++)
    vector_push(&state->facts, facts[i]);
  state->packed_facts = component;
}

static void load_ordering(const struct store *store, struct state *state, uint32_t component) {
  if (state->packed_ordering == component)
    return;
  size_t size;
  const unsigned char *bytes = interner_data(store->components, component, &size);
  ordering_unpack(state, bytes, size);
  state->packed_ordering = component;
}

static void load_layout(const struct store *store, struct state *state, uint32_t component) {
  if (state->packed_layout == component)
    return;
  size_t size;
  const unsigned char *bytes = interner_data(store->components, component, &size);
  struct real_layout *layout = state->layout;
  struct reader in = {bytes, bytes + size};
  layout->facts.count = layout->order.count = 0;
  for (uint32_t count = get_number(&in); count; count--) {
    struct layout_fact fact;
    get(&in, &fact, sizeof fact);
    vector_push(&layout->facts, fact);
  }
  while (in.at < in.end) {
    uint64_t object;
    get(&in, &object, sizeof object);
    vector_push(&layout->order, object);
  }
  state->packed_layout = component;
}

void store_load(const struct store *store, struct state *state, uint32_t number) {
  size_t size;
  const uint32_t *tuple = interner_data(store->states, number, &size);
  size_t thread_count = size / sizeof *tuple - tuple_head(state) - state->chunk_count;
  state->atomic_owner = *tuple++;
  if (state->domain->has_extra)
    load_facts(store, state, *tuple++);
  if (state->ordering)
    load_ordering(store, state, *tuple++);
  if (state->layout)
    load_layout(store, state, *tuple++);
  for (size_t i = 0; i < state->chunk_count; i++, tuple++) {
    if (state->packed_chunks[i] == *tuple)
      continue;
    memcpy(state->variables + i * state->chunk_size, interner_data(store->components, *tuple, NULL),
           chunk_size(state, i));
    state->packed_chunks[i] = *tuple;
  }
  while (state->thread_count < thread_count)
    state_insert_thread(state, UINT32_MAX); /* at the end: numbers are read in ascending order */
  state_drop_threads(state, thread_count);
  for (size_t i = 0; i < thread_count; i++)
    load_thread(store, state, state->threads[i], *tuple++);
}

size_t store_count(const struct store *store) { return interner_count(store->states); }

size_t store_memory(const struct store *store) {
  return interner_memory(store->components) + interner_memory(store->states) +
         interner_memory(store->shapes);
}
