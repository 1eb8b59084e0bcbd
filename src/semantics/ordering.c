/* SPDX-License-Identifier: Apache-2.0 */
/* Past accesses and their carriers. A list suffices: most are forgotten soon. */
#include "semantics/ordering.h"

#include "semantics/step_access.h"
#include "semantics/violate.h"

#include <stdlib.h>
#include <string.h>

/* Sorted by kind, thread and start; ranges of one thread that a location carries do not touch. */
enum carrier_kind {
  KNOWN,    /* the access happens before what the thread does next */
  SEEN,     /* … before its next acquire fence */
  FENCED,   /* before its last release fence */
  WAITING,  /* what its `start`-th waiting store writes will carry the access */
  RELEASED, /* the bytes carry it since the thread released them */
};

struct carrier {
  uint32_t kind, thread;
  uint64_t start, end; /* a struct without padding, to be compared bytewise */
};

struct past_access {
  uint64_t start, end;
  uint32_t thread;
  bool writes, is_atomic;
  const struct edge *edge, *user_edge;
  VECTOR(struct carrier) carriers;
};

struct address_span {
  uint64_t start, end;
};

struct ordering {
  VECTOR(struct past_access) list;
  VECTOR(struct address_span) awaited; /* what the condition that is being evaluated has read */
  size_t most; /* if there are more than these, forgettable ones are looked for */
};

enum { FEW = 64 };

struct ordering *ordering_create(void) {
  struct ordering *ordering = memory_allocate_zeroed(sizeof *ordering);
  ordering->most = FEW;
  return ordering;
}

static void clear(struct ordering *ordering) {
  while (ordering->list.count) {
    struct past_access past = vector_pop(&ordering->list);
    vector_release(&past.carriers);
  }
}

void ordering_destroy(struct ordering *ordering) {
  if (!ordering)
    return;
  clear(ordering);
  vector_release(&ordering->list);
  vector_release(&ordering->awaited);
  memory_release(ordering);
}

static bool acquires(enum memory_order order) {
  return order == ORDER_ACQUIRE || order == ORDER_ACQ_REL || order == ORDER_SEQ_CST;
}

static bool releases(enum memory_order order) {
  return order == ORDER_RELEASE || order == ORDER_ACQ_REL || order == ORDER_SEQ_CST;
}

static int compare_carriers(const struct carrier *a, const struct carrier *b) {
  if (a->kind != b->kind)
    return a->kind < b->kind ? -1 : 1;
  if (a->thread != b->thread)
    return a->thread < b->thread ? -1 : 1;
  return a->start == b->start ? 0 : a->start < b->start ? -1 : 1;
}

static void remove_carrier(struct past_access *past, size_t index) {
  struct carrier *items = past->carriers.items;
  memmove(&items[index], &items[index + 1], (past->carriers.count - index - 1) * sizeof *items);
  past->carriers.count--;
}

/* Adds a carrier, unless it is there. */
static void add_carrier(struct past_access *past, struct carrier fresh) {
  size_t at = 0;
  while (at < past->carriers.count && compare_carriers(&past->carriers.items[at], &fresh) < 0)
    at++;
  if (at < past->carriers.count && compare_carriers(&past->carriers.items[at], &fresh) == 0)
    return;
  vector_push(&past->carriers, fresh);
  struct carrier *items = past->carriers.items;
  memmove(&items[at + 1], &items[at], (past->carriers.count - at - 1) * sizeof *items);
  items[at] = fresh;
}

static bool has_carrier(const struct past_access *past, enum carrier_kind kind, uint32_t thread) {
  for (size_t i = 0; i < past->carriers.count; i++)
    if (past->carriers.items[i].kind == (uint32_t)kind && past->carriers.items[i].thread == thread)
      return true;
  return false;
}

static void drop_carrier(struct past_access *past, enum carrier_kind kind, uint32_t thread) {
  for (size_t i = past->carriers.count; i-- > 0;)
    if (past->carriers.items[i].kind == (uint32_t)kind && past->carriers.items[i].thread == thread)
      remove_carrier(past, i);
}

static bool is_known_to(const struct past_access *past, uint32_t thread) {
  return past->thread == thread || has_carrier(past, KNOWN, thread);
}

static void make_known(struct past_access *past, uint32_t thread) {
  drop_carrier(past, SEEN, thread);
  add_carrier(past, (struct carrier){.kind = KNOWN, .thread = thread});
}

/* The bytes do not carry the access any more. */
static void drop_released(struct past_access *past, uint64_t start, uint64_t end) {
  for (size_t i = past->carriers.count; i-- > 0;) {
    struct carrier carrier = past->carriers.items[i];
    if (carrier.kind != RELEASED || carrier.start >= end || start >= carrier.end)
      continue;
    remove_carrier(past, i);
    struct carrier before = carrier, behind = carrier;
    before.end = start;
    behind.start = end;
    if (before.start < before.end)
      add_carrier(past, before);
    if (behind.start < behind.end)
      add_carrier(past, behind);
  }
}

/* Ranges of the same thread that overlap the new one, or touch it, become part of it. */
static void add_released(struct past_access *past, uint32_t thread, uint64_t start, uint64_t end) {
  for (size_t i = past->carriers.count; i-- > 0;) {
    struct carrier carrier = past->carriers.items[i];
    if (carrier.kind != RELEASED || carrier.thread != thread || carrier.start > end ||
        start > carrier.end)
      continue;
    start = carrier.start < start ? carrier.start : start;
    end = carrier.end > end ? carrier.end : end;
    remove_carrier(past, i);
  }
  add_carrier(past, (struct carrier){RELEASED, thread, start, end});
}

static bool is_in_buffer(const struct thread *thread, uint64_t address) {
  for (size_t i = 0; i < thread->buffer.count; i++)
    if (address - thread->buffer.items[i].address < thread->buffer.items[i].size)
      return true;
  return false;
}

/* Does a load find a byte in memory that carries the access? */
static bool is_carried_at(const struct past_access *past, const struct thread *reader,
                          uint64_t start, uint64_t end) {
  for (size_t i = 0; i < past->carriers.count; i++) {
    const struct carrier *carrier = &past->carriers.items[i];
    if (carrier->kind != RELEASED)
      continue;
    uint64_t from = carrier->start > start ? carrier->start : start;
    uint64_t to = carrier->end < end ? carrier->end : end;
    while (reader->buffer.count && from < to && is_in_buffer(reader, from))
      from++;
    if (from < to)
      return true;
  }
  return false;
}

static bool can_move(const struct thread *thread) { return !thread->finished && !thread->stopped; }

/* Does the access happen before everything that other threads will do? */
static bool is_forgettable(const struct state *state, const struct past_access *past) {
  for (size_t i = 0; i < state->thread_count; i++)
    if (can_move(state->threads[i]) && !is_known_to(past, state->threads[i]->number))
      return false;
  return true;
}

/* Carriers of threads that will never move again are of no use. */
static void drop_idle_carriers(const struct state *state, struct past_access *past) {
  for (size_t i = past->carriers.count; i-- > 0;) {
    const struct carrier *carrier = &past->carriers.items[i];
    const struct thread *thread = state_thread(state, carrier->thread);
    if (carrier->kind < WAITING && (!thread || !can_move(thread)))
      remove_carrier(past, i);
  }
}

static int compare_pointers(const void *a, const void *b) {
  return (uintptr_t)a == (uintptr_t)b ? 0 : (uintptr_t)a < (uintptr_t)b ? -1 : 1;
}

static int compare_alike(const struct past_access *a, const struct past_access *b) {
  if (a->thread != b->thread)
    return a->thread < b->thread ? -1 : 1;
  if (a->writes != b->writes)
    return a->writes ? -1 : 1;
  if (a->is_atomic != b->is_atomic)
    return a->is_atomic ? 1 : -1;
  if (a->edge != b->edge)
    return compare_pointers(a->edge, b->edge);
  if (a->user_edge != b->user_edge)
    return compare_pointers(a->user_edge, b->user_edge);
  if (a->carriers.count != b->carriers.count)
    return a->carriers.count < b->carriers.count ? -1 : 1;
  return a->carriers.count ? memcmp(a->carriers.items, b->carriers.items,
                                    a->carriers.count * sizeof *a->carriers.items)
                           : 0;
}

static int compare_past(const void *first, const void *second) {
  const struct past_access *a = first, *b = second;
  int alike = compare_alike(a, b);
  return alike ? alike : a->start == b->start ? 0 : a->start < b->start ? -1 : 1;
}

/* Forgets what can be forgotten, sorts the rest and joins neighbours that are alike. */
static void tidy(struct state *state) {
  struct ordering *ordering = state->ordering;
  size_t count = 0;
  for (size_t i = 0; i < ordering->list.count; i++) {
    struct past_access past = ordering->list.items[i];
    if (is_forgettable(state, &past)) {
      vector_release(&past.carriers);
      continue;
    }
    drop_idle_carriers(state, &past);
    ordering->list.items[count++] = past;
  }
  ordering->list.count = count;
  if (count)
    qsort(ordering->list.items, count, sizeof *ordering->list.items, compare_past);
  size_t last = 0;
  for (size_t i = 1; i < count; i++) {
    struct past_access *before = &ordering->list.items[last], *past = &ordering->list.items[i];
    if (past->start <= before->end && compare_alike(before, past) == 0) {
      before->end = past->end > before->end ? past->end : before->end;
      vector_release(&past->carriers);
    } else {
      ordering->list.items[++last] = *past;
    }
  }
  ordering->list.count = count ? last + 1 : 0;
  ordering->most = 2 * ordering->list.count + FEW;
}

static void add_past(struct state *state, struct past_access past) {
  vector_push(&state->ordering->list, past);
  if (state->ordering->list.count > state->ordering->most)
    tidy(state);
}

/* Removes the bytes from the past access at this index, which may leave two accesses. */
static void cut(struct state *state, size_t index, uint64_t start, uint64_t end) {
  struct past_access *past = &state->ordering->list.items[index];
  if (past->start < start && end < past->end) {
    struct past_access behind = *past;
    behind.start = end;
    behind.carriers.items = NULL;
    behind.carriers.count = behind.carriers.capacity = 0;
    for (size_t i = 0; i < past->carriers.count; i++)
      vector_push(&behind.carriers, past->carriers.items[i]);
    past->end = start;
    vector_push(&state->ordering->list, behind);
  } else if (past->start < start) {
    past->end = start;
  } else if (end < past->end) {
    past->start = end;
  } else {
    vector_release(&past->carriers);
    *past = vector_pop(&state->ordering->list);
  }
}

static bool overlaps(const struct past_access *past, uint64_t start, uint64_t end) {
  return past->start < end && start < past->end;
}

void ordering_forget(struct state *state, uint64_t address, uint64_t size) {
  if (!state->ordering || !size)
    return;
  uint64_t end = address + size;
  for (size_t i = state->ordering->list.count; i-- > 0;) {
    struct past_access *past = &state->ordering->list.items[i];
    drop_released(past, address, end);
    if (overlaps(past, address, end))
      cut(state, i, address, end);
  }
  state->packed_ordering = CHANGED;
}

/* Does the past access make it superfluous to remember the new one? */
static bool stands_for(const struct past_access *past, const struct past_access *fresh) {
  return past->thread == fresh->thread && !past->carriers.count && past->start <= fresh->start &&
         past->end >= fresh->end && past->writes >= fresh->writes &&
         past->is_atomic <= fresh->is_atomic;
}

/* Does every access that conflicts with the past access conflict with the new, later one? */
static bool is_replaced_by(const struct past_access *past, const struct past_access *fresh) {
  if (fresh->writes && !fresh->is_atomic)
    return true;
  return past->thread == fresh->thread && past->writes <= fresh->writes &&
         past->is_atomic >= fresh->is_atomic;
}

static void remember(struct state *state, struct past_access fresh) {
  for (size_t i = 0; i < state->ordering->list.count; i++)
    if (stands_for(&state->ordering->list.items[i], &fresh))
      return;
  for (size_t i = state->ordering->list.count; i-- > 0;) {
    const struct past_access *past = &state->ordering->list.items[i];
    if (overlaps(past, fresh.start, fresh.end) && is_replaced_by(past, &fresh))
      cut(state, i, fresh.start, fresh.end);
  }
  if (!is_forgettable(state, &fresh))
    add_past(state, fresh);
}

/* Which of two conflicts is reported? The order of the list does not decide. */
static bool is_told_first(const struct past_access *a, const struct past_access *b,
                          uint64_t address) {
  if (a->thread != b->thread)
    return a->thread < b->thread;
  if (a->writes != b->writes)
    return a->writes;
  if (a->is_atomic != b->is_atomic)
    return b->is_atomic;
  return a->start < b->start && b->start > address;
}

static bool finds_conflict(struct machine *machine, const struct state *state,
                           const struct thread *thread, const struct past_access *fresh) {
  const struct past_access *found = NULL;
  for (size_t i = 0; i < state->ordering->list.count; i++) {
    const struct past_access *past = &state->ordering->list.items[i];
    if (!overlaps(past, fresh->start, fresh->end) || !(past->writes || fresh->writes) ||
        (past->is_atomic && fresh->is_atomic) || is_known_to(past, thread->number) ||
        (found && !is_told_first(past, found, fresh->start)))
      continue;
    struct past_edge edge = {past->thread, past->edge, past->user_edge};
    if (machine_reports_race(machine, thread, fresh->edge, fresh->user_edge, &edge,
                             past->start > fresh->start ? past->start : fresh->start))
      found = past;
  }
  return found;
}

bool ordering_finds_race(const struct memory_access *access, enum memory_order order) {
  const struct thread *thread = access->thread;
  uint64_t address = access->place.address + access->place.offset;
  if (!access->state->ordering || !access->size)
    return false;
  struct past_access fresh = {.start = address,
                              .end = address + access->size,
                              .thread = thread->number,
                              .writes = access->writes,
                              .is_atomic = order != ORDER_PLAIN,
                              .edge = access->edge,
                              .user_edge = user_edge(thread, access->edge)};
  if (finds_conflict(access->machine, access->state, thread, &fresh))
    return true;
  access->state->packed_ordering = CHANGED;
  if (!fresh.is_atomic || !thread_top(thread)->function->is_library)
    remember(access->state, fresh);
  return false;
}

void ordering_acquire(struct state *state, const struct thread *thread, uint64_t address,
                      uint64_t size, enum memory_order order) {
  if (!state->ordering || order == ORDER_PLAIN ||
      (!acquires(order) && !state->program->orders.acquire_fences))
    return;
  for (size_t i = 0; i < state->ordering->list.count; i++) {
    struct past_access *past = &state->ordering->list.items[i];
    if (is_known_to(past, thread->number) || !is_carried_at(past, thread, address, address + size))
      continue;
    if (acquires(order))
      make_known(past, thread->number);
    else
      add_carrier(past, (struct carrier){.kind = SEEN, .thread = thread->number});
  }
  state->packed_ordering = CHANGED;
}

/* Will a store with this order make its location carry the access? */
static bool is_taken_along(const struct past_access *past, const struct thread *thread,
                           enum memory_order order) {
  return releases(order) ? is_known_to(past, thread->number)
                         : order != ORDER_PLAIN && has_carrier(past, FENCED, thread->number);
}

void ordering_release(struct state *state, const struct thread *thread, uint64_t address,
                      uint64_t size, enum memory_order order, bool keeps) {
  if (!state->ordering || !size)
    return;
  for (size_t i = 0; i < state->ordering->list.count; i++) {
    struct past_access *past = &state->ordering->list.items[i];
    if (!keeps)
      drop_released(past, address, address + size);
    if (is_taken_along(past, thread, order))
      add_released(past, thread->number, address, address + size);
  }
  state->packed_ordering = CHANGED;
}

void ordering_buffer(struct state *state, const struct thread *thread) {
  if (!state->ordering)
    return;
  size_t index = thread->buffer.count - 1;
  for (size_t i = 0; i < state->ordering->list.count; i++) {
    struct past_access *past = &state->ordering->list.items[i];
    if (is_taken_along(past, thread, thread->buffer.items[index].edge->store.order))
      add_carrier(past, (struct carrier){WAITING, thread->number, index, 0});
  }
  state->packed_ordering = CHANGED;
}

/* The numbers of later stores go down by one. */
static bool take_waiting(struct past_access *past, uint32_t thread, size_t index) {
  bool found = false;
  for (size_t i = 0; i < past->carriers.count;) {
    struct carrier *carrier = &past->carriers.items[i];
    bool is_waiting = carrier->kind == WAITING && carrier->thread == thread;
    if (is_waiting && carrier->start == index) {
      remove_carrier(past, i);
      found = true;
      continue;
    }
    carrier->start -= is_waiting && carrier->start > index;
    i++;
  }
  return found;
}

void ordering_unbuffer(struct state *state, const struct thread *thread, size_t index,
                       bool is_visible) {
  if (!state->ordering)
    return;
  const struct buffered_store *store = &thread->buffer.items[index];
  uint64_t end = store->address + store->size;
  for (size_t i = 0; i < state->ordering->list.count; i++) {
    struct past_access *past = &state->ordering->list.items[i];
    bool is_along = take_waiting(past, thread->number, index);
    if (!is_visible)
      continue;
    drop_released(past, store->address, end);
    if (is_along)
      add_released(past, thread->number, store->address, end);
  }
  state->packed_ordering = CHANGED;
}

void ordering_fence(struct state *state, const struct thread *thread, enum memory_order order) {
  if (!state->ordering)
    return;
  for (size_t i = 0; i < state->ordering->list.count; i++) {
    struct past_access *past = &state->ordering->list.items[i];
    if (acquires(order) && has_carrier(past, SEEN, thread->number))
      make_known(past, thread->number);
    if (releases(order) && is_known_to(past, thread->number))
      add_carrier(past, (struct carrier){.kind = FENCED, .thread = thread->number});
  }
  state->packed_ordering = CHANGED;
}

void ordering_create_thread(struct state *state, const struct thread *creator,
                            const struct thread *created) {
  if (!state->ordering)
    return;
  for (size_t i = 0; i < state->ordering->list.count; i++)
    if (is_known_to(&state->ordering->list.items[i], creator->number))
      make_known(&state->ordering->list.items[i], created->number);
  state->packed_ordering = CHANGED;
}

void ordering_begin_wait(struct state *state) {
  if (state->ordering)
    state->ordering->awaited.count = 0;
}

void ordering_await(struct state *state, uint64_t address, uint64_t size) {
  if (state->ordering)
    vector_push(&state->ordering->awaited, (struct address_span){address, address + size});
}

void ordering_end_wait(struct state *state, const struct thread *thread) {
  for (size_t i = 0; state->ordering && i < state->ordering->awaited.count; i++) {
    struct address_span span = state->ordering->awaited.items[i];
    ordering_acquire(state, thread, span.start, span.end - span.start, ORDER_SEQ_CST);
  }
}

static void put(struct bytes *out, const void *data, size_t size) {
  vector_reserve(out, out->count + size);
  if (size)
    memcpy(out->items + out->count, data, size);
  out->count += size;
}

void ordering_pack(struct state *state, struct bytes *out) {
  tidy(state);
  out->count = 0;
  for (size_t i = 0; i < state->ordering->list.count; i++) {
    const struct past_access *past = &state->ordering->list.items[i];
    uint32_t head[2] = {past->thread, (uint32_t)past->carriers.count << 2 |
                                          (uint32_t)past->writes << 1 | (uint32_t)past->is_atomic};
    put(out, head, sizeof head);
    put(out, &past->start, sizeof past->start);
    put(out, &past->end, sizeof past->end);
    put(out, &past->edge, sizeof(const struct edge *));
    put(out, &past->user_edge, sizeof(const struct edge *));
    put(out, past->carriers.items, past->carriers.count * sizeof *past->carriers.items);
  }
}

static const unsigned char *get(const unsigned char *from, void *data, size_t size) {
  if (size)
    memcpy(data, from, size);
  return from + size;
}

void ordering_unpack(struct state *state, const unsigned char *bytes, size_t size) {
  const unsigned char *end = bytes + size;
  clear(state->ordering);
  while (bytes < end) {
    struct past_access past = {0};
    uint32_t head[2];
    bytes = get(bytes, head, sizeof head);
    bytes = get(bytes, &past.start, sizeof past.start);
    bytes = get(bytes, &past.end, sizeof past.end);
    bytes = get(bytes, &past.edge, sizeof(const struct edge *));
    bytes = get(bytes, &past.user_edge, sizeof(const struct edge *));
    past.thread = head[0];
    past.writes = head[1] >> 1 & 1;
    past.is_atomic = head[1] & 1;
    past.carriers.count = head[1] >> 2;
    if (past.carriers.count) {
      past.carriers.capacity = past.carriers.count;
      past.carriers.items = memory_allocate(past.carriers.count * sizeof *past.carriers.items);
    }
    bytes = get(bytes, past.carriers.items, past.carriers.count * sizeof *past.carriers.items);
    vector_push(&state->ordering->list, past);
  }
  state->ordering->most = 2 * state->ordering->list.count + FEW;
}
