/* SPDX-License-Identifier: Apache-2.0 */
/* Looks for data races between the accesses that threads make next, and stores that wait. */
#include "semantics/races.h"

#include "program/access.h"
#include "semantics/buffer.h"
#include "semantics/evaluate.h"
#include "semantics/open.h"
#include "semantics/violate.h"

enum { FEW_THREADS = 16 }; /* up to so many threads, the next accesses fit on the stack */
#define UNKNOWN_SIZE UINT64_MAX

/* How many bytes an operation accesses: a number, or unknown and then a value of 64 bits. */
struct access_size {
  uint64_t number;
  struct value value;
};

static struct access_size size_of(const struct machine *machine, const struct thread *thread,
                                  const struct edge_access *access) {
  const struct term *term = access->length;
  struct access_size size = {.number = access->kind == EDGE_END ? 1 : access->size};
  if (!term || look_at_number(machine, thread, term, &size.number))
    return size;
  size.number = UNKNOWN_SIZE;
  if (machine->symbolic.opens_sizes)
    size.value = resize_value(machine, evaluate(machine, thread, term), term->width, 64);
  return size;
}

static bool term_access(const struct machine *machine, const struct state *state,
                        const struct thread *thread, const struct edge_access *of,
                        struct access *access) {
  struct access_size size = size_of(machine, thread, of);
  *access = (struct access){.size = size.number,
                            .writes = access_writes(of),
                            .is_atomic = access_is_atomic(of) || thread->atomic_depth};
  if (size.number == UNKNOWN_SIZE ||
      (size.number && !look_at_number(machine, thread, of->address, &access->address))) {
    access->is_unknown = true;
    access->address = 0;
    access->size = UINT64_MAX;
    if (size.number != UNKNOWN_SIZE && machine->symbolic.opens_sizes)
      size.value = open_number(machine, size.number);
    open_narrow(machine, state, evaluate(machine, thread, of->address), size.value, access);
  }
  return size.number;
}

/* The block a free would release, as a write of all of it. */
static bool free_access(const struct state *state, struct access *access) {
  struct place place;
  if (access->is_unknown)
    return true;
  if (!state_find_place(state, access->address, &place))
    return false;
  access->size = place_has_open_end(&place) ? place.dynamic->extent : place.size;
  return place.size != 0;
}

bool exchange_writes(const struct machine *machine, const struct state *state,
                     const struct thread *thread, const struct edge *edge) {
  uint64_t address, expected, old;
  struct place place;
  struct looking_chooser looking = chooser_looking();
  unsigned size = edge->cas.size;
  if (!look_at_number(machine, thread, edge->cas.address, &address) ||
      !look_at_number(machine, thread, edge->cas.expected, &expected) ||
      !state_find_place(state, address, &place) || !place.content || place_has_open_end(&place) ||
      size > place.size - place.offset)
    return true;
  struct value found = buffer_read(machine, thread, edge, &place, size, &looking.chooser);
  return !look_at_value(machine, found, size * 8, &old) || looking.was_asked || old == expected;
}

unsigned step_accesses(const struct machine *machine, const struct state *state,
                       const struct thread *thread, const struct edge *edge,
                       struct access accesses[MOST_ACCESSES]) {
  struct edge_access list[MOST_ACCESSES];
  unsigned all = edge_accesses(edge, list), count = 0;
  for (unsigned i = 0; i < all; i++) {
    if (!access_races(&list[i]) || !term_access(machine, state, thread, &list[i], &accesses[count]))
      continue;
    if (list[i].kind == EDGE_EXCHANGE)
      accesses[count].writes = exchange_writes(machine, state, thread, edge);
    count += list[i].kind != EDGE_END || free_access(state, &accesses[count]);
  }
  return count;
}

/* Can the thread access the memory without an error? Errors of single accesses are reported
 * before races. */
static bool is_accessible(const struct state *state, const struct access *access) {
  struct place place;
  return open_may_have(state, access) ||
         (state_find_place(state, access->address, &place) && place.content &&
          !place_has_open_end(&place) && access->size <= place.size - place.offset);
}

/* False: it is known already. */
static bool report_race(struct machine *machine, const struct thread *first,
                        const struct edge *first_edge, const struct thread *second,
                        const struct edge *second_edge, const struct access *access) {
  return violate_race(
      machine,
      &(struct violation){.thread = first->number,
                          .at = first_edge->at,
                          .edge = first_edge,
                          .address = access->address,
                          .other_thread = second->number,
                          .other_edge = second_edge,
                          .other_at = second_edge->at},
      (struct accused[]){{first, first_edge}, {second, second_edge}},
      (const struct edge *const[]){user_edge(first, first_edge), user_edge(second, second_edge)});
}

static struct access waiting_access(const struct buffered_store *store) {
  return (struct access){.address = store->address,
                         .size = store->size,
                         .writes = true,
                         .is_atomic = store->edge->store.order != ORDER_PLAIN};
}

/* What a thread would access next; `edge` NULL: it is finished or stopped. */
struct next_accesses {
  const struct edge *edge;
  struct access list[MOST_ACCESSES];
  unsigned count;
};

static void look_ahead(const struct machine *machine, const struct state *state,
                       const struct thread *thread, struct next_accesses *next) {
  next->edge = NULL;
  next->count = 0;
  if (thread->finished || thread->stopped || !thread->frames.count)
    return;
  next->edge = thread_next_edge(thread);
  if (is_observing(thread))
    return;
  next->count = step_accesses(machine, state, thread, next->edge, next->list);
}

/* Does the access of the first thread race with a store of the second that still waits? */
static bool races_with_waiting(struct machine *machine, const struct access *access,
                               const struct thread *first, const struct edge *edge,
                               const struct thread *second) {
  for (size_t i = 0; i < second->buffer.count; i++) {
    struct access waiting = waiting_access(&second->buffer.items[i]);
    if (access_conflicts(access, &waiting) &&
        report_race(machine, first, edge, second, second->buffer.items[i].edge, access))
      return true;
  }
  return false;
}

static bool races_with(struct machine *machine, const struct state *state,
                       const struct access *access, const struct next_accesses *other) {
  for (unsigned i = 0; i < other->count; i++) {
    const struct access *against = &other->list[i];
    bool overlap = true, is_known = !access->is_unknown && !against->is_unknown;
    if (!access_conflicts(access, against))
      continue;
    if (!is_known && !open_overlap(machine, access, against, &overlap))
      machine->doubts.unclear = true;
    else if (overlap &&
             (!is_known || (is_accessible(state, access) && is_accessible(state, against))))
      return true;
  }
  return false;
}

bool step_races(struct machine *machine, const struct state *state, const struct thread *thread,
                const struct edge *edge, const struct access *access) {
  for (size_t i = 0; i < state->thread_count; i++) {
    const struct thread *other = state->threads[i];
    struct next_accesses next;
    if (other == thread)
      continue;
    look_ahead(machine, state, other, &next);
    if ((races_with(machine, state, access, &next) &&
         report_race(machine, thread, edge, other, next.edge, access)) ||
        races_with_waiting(machine, access, thread, edge, other))
      return true;
  }
  return false;
}

static bool finds_race(struct machine *machine, const struct state *state,
                       const struct next_accesses *next) {
  for (size_t i = 0; i < state->thread_count; i++)
    for (unsigned j = 0; j < next[i].count; j++)
      for (size_t k = 0; k < state->thread_count; k++)
        if (k != i && races_with(machine, state, &next[i].list[j], &next[k]) &&
            report_race(machine, state->threads[i], next[i].edge, state->threads[k], next[k].edge,
                        &next[i].list[j]))
          return true;
  return false;
}

/* Races of stores that still wait, with each other and with what other threads access next. */
static bool finds_waiting_race(struct machine *machine, const struct state *state,
                               const struct next_accesses *next) {
  for (size_t i = 0; i < state->thread_count; i++) {
    const struct thread *thread = state->threads[i];
    for (size_t j = 0; j < thread->buffer.count; j++) {
      const struct edge *edge = thread->buffer.items[j].edge;
      struct access access = waiting_access(&thread->buffer.items[j]);
      for (size_t k = 0; k < state->thread_count; k++) {
        const struct thread *other = state->threads[k];
        if (k == i)
          continue;
        if ((races_with(machine, state, &access, &next[k]) &&
             report_race(machine, thread, edge, other, next[k].edge, &access)) ||
            races_with_waiting(machine, &access, thread, edge, other))
          return true;
      }
    }
  }
  return false;
}

bool machine_finds_race(struct machine *machine, struct state *state) {
  struct next_accesses few[FEW_THREADS], *next = few;
  if (state->thread_count > FEW_THREADS)
    next = memory_allocate(state->thread_count * sizeof *next);
  for (size_t i = 0; i < state->thread_count; i++)
    look_ahead(machine, state, state->threads[i], &next[i]);
  bool found = finds_race(machine, state, next) || (memory_model_has_buffers(state->memory_model) &&
                                                    finds_waiting_race(machine, state, next));
  if (next != few)
    memory_release(next);
  return found;
}

static bool concretize_size(struct machine *machine, const struct thread *thread,
                            const struct term *term) {
  uint64_t bits;
  return !term || open_wants(machine, evaluate(machine, thread, term)) ||
         evaluate_number(machine, thread, term, &bits);
}

/* What lies in an object whose end is a value stays a value as well. */
static bool concretize_address(struct machine *machine, const struct state *state,
                               const struct thread *thread, const struct term *term) {
  uint64_t bits;
  struct place place;
  return open_find(machine, state, evaluate(machine, thread, term), &place) ||
         evaluate_number(machine, thread, term, &bits);
}

/* The thread that arrives at its access last decides whether two accesses to such an object
 * overlap. An execution that is repeated asks everything in the same order. */
static void settle_overlaps(struct machine *machine, const struct state *state,
                            const struct thread *thread) {
  struct next_accesses own, next;
  if (!machine->symbolic.opens_sizes || !open_exists(state))
    return;
  look_ahead(machine, state, thread, &own);
  for (size_t i = 0; i < state->thread_count; i++) {
    if (state->threads[i] == thread)
      continue;
    look_ahead(machine, state, state->threads[i], &next);
    for (unsigned j = 0; j < 4; j++) {
      const struct access *a = &own.list[j / 2], *b = &next.list[j % 2];
      bool overlap, is_open = j / 2 < own.count && j % 2 < next.count && access_conflicts(a, b) &&
                              (a->is_unknown || b->is_unknown) &&
                              !open_overlap(machine, a, b, &overlap);
      if (settle_way(machine, is_open) && j / 2 < own.count && j % 2 < next.count)
        open_decide_overlap(machine, a, b);
    }
  }
}

enum outcome concretize_next_access(struct machine *machine, const struct state *state,
                                    struct thread *thread) {
  const struct edge *edge = thread_next_edge(thread);
  struct edge_access list[MOST_ACCESSES];
  unsigned count = edge_accesses(edge, list);
  bool is_known = true;
  for (unsigned i = 0; i < count && is_known; i++)
    is_known =
        !access_touches(&list[i]) || ((i > 0 || concretize_size(machine, thread, list[i].length)) &&
                                      concretize_address(machine, state, thread, list[i].address));
  if (is_known) {
    settle_overlaps(machine, state, thread);
    return OUTCOME_STEPPED;
  }
  return not_supported(machine, user_edge(thread, edge), "access at an unknown address");
}
