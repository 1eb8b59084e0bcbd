/* SPDX-License-Identifier: Apache-2.0 */
/* Errors that involve several threads: data races and deadlocks. */
#include "analysis/cancelling.h"
#include "base/text.h"
#include "semantics/buffer.h"
#include "semantics/ignore.h"
#include "semantics/open.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { FEW_THREADS = 16 }; /* of which what is found out fits on the stack */
#define UNKNOWN_SIZE UINT64_MAX

static bool look_at_term(const struct machine *machine, const struct thread *thread,
                         const struct term *term, uint64_t *bits) {
  return look_at_value(machine, evaluate(machine, thread, term), term->width, bits);
}

/* How many bytes an operation accesses: a number, or unknown and then a value of 64 bits. */
struct access_size {
  uint64_t number;
  struct value value;
};

static struct access_size fixed_size(uint64_t number) {
  return (struct access_size){.number = number};
}

static struct access_size size_of(const struct machine *machine, const struct thread *thread,
                                  const struct term *term) {
  struct access_size size = {.number = UNKNOWN_SIZE};
  if (look_at_term(machine, thread, term, &size.number))
    return size;
  size.number = UNKNOWN_SIZE;
  if (machine->opens_sizes)
    size.value = resize_value(machine, evaluate(machine, thread, term), term->width, 64);
  return size;
}

static bool term_access(const struct machine *machine, const struct state *state,
                        const struct thread *thread, const struct term *address,
                        struct access_size size, bool writes, bool is_atomic,
                        struct access *access) {
  *access = (struct access){
      .size = size.number, .writes = writes, .is_atomic = is_atomic || thread->atomic_depth};
  if (size.number == UNKNOWN_SIZE ||
      (size.number && !look_at_term(machine, thread, address, &access->address))) {
    access->is_unknown = true;
    access->address = 0;
    access->size = UINT64_MAX;
    if (size.number != UNKNOWN_SIZE && machine->opens_sizes)
      size.value = open_number(machine, size.number);
    open_narrow(machine, state, evaluate(machine, thread, address), size.value, access);
  }
  return size.number;
}

/* The block a free would release, as a write of all of it. */
static bool free_access(const struct machine *machine, const struct state *state,
                        const struct thread *thread, const struct edge *edge,
                        struct access *access) {
  struct place place;
  term_access(machine, state, thread, edge->free.address, fixed_size(1), true, false, access);
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
  if (!look_at_term(machine, thread, edge->cas.address, &address) ||
      !look_at_term(machine, thread, edge->cas.expected, &expected) ||
      !state_find_place(state, address, &place) || !place.content || place_has_open_end(&place) ||
      size > place.size - place.offset)
    return true;
  struct value found = buffer_read(machine, thread, edge, &place, size, &looking.chooser);
  return !look_at_value(machine, found, size * 8, &old) || looking.was_asked || old == expected;
}

unsigned step_accesses(const struct machine *machine, const struct state *state,
                       const struct thread *thread, const struct edge *edge,
                       struct access accesses[2]) {
  if (edge->op == OPERATION_LOAD)
    return term_access(machine, state, thread, edge->load.address, fixed_size(edge->load.size),
                       false, edge->load.order != ORDER_PLAIN, accesses);
  if (edge->op == OPERATION_STORE)
    return term_access(machine, state, thread, edge->store.address, fixed_size(edge->store.size),
                       true, edge->store.order != ORDER_PLAIN, accesses);
  if (edge->op == OPERATION_RMW)
    return term_access(machine, state, thread, edge->rmw.address, fixed_size(edge->rmw.size), true,
                       true, accesses);
  if (edge->op == OPERATION_CAS)
    return term_access(machine, state, thread, edge->cas.address, fixed_size(edge->cas.size),
                       exchange_writes(machine, state, thread, edge), true, accesses);
  if ((edge->op == OPERATION_FREE && edge->free.is_slot) || edge_moves_padding(edge))
    return 0;
  if (edge->op == OPERATION_FREE)
    return free_access(machine, state, thread, edge, accesses);
  if (edge->op == OPERATION_FILL)
    return term_access(machine, state, thread, edge->fill.target,
                       size_of(machine, thread, edge->fill.size), true, false, accesses);
  if (edge->op == OPERATION_PRINT)
    return term_access(machine, state, thread, edge->print.address,
                       size_of(machine, thread, edge->print.size), false, false, accesses);
  if (edge->op == OPERATION_COPY) {
    struct access_size size = size_of(machine, thread, edge->copy.size);
    unsigned count =
        term_access(machine, state, thread, edge->copy.source, size, false, false, accesses);
    return count + term_access(machine, state, thread, edge->copy.target, size, true, false,
                               accesses + count);
  }
  return 0;
}

static bool conflicts(const struct access *a, const struct access *b) {
  return (a->writes || b->writes) && !(a->is_atomic && b->is_atomic) &&
         a->address < b->address + b->size && b->address < a->address + a->size;
}

/* A race is only one of memory both may access: errors of their own come first. */
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
  struct violation_site site = {.property = PROPERTY_RACE};
  site_add(&site, user_edge(first, first_edge)->at);
  site_add(&site, user_edge(second, second_edge)->at);
  struct accused both[] = {{first, first_edge}, {second, second_edge}};
  if (is_ignored(machine, &site, both, 2, access->address))
    return false;
  machine->violation = (struct violation){.property = PROPERTY_RACE,
                                          .message = "data race",
                                          .thread = first->number,
                                          .at = first_edge->at,
                                          .edge = first_edge,
                                          .address = access->address,
                                          .other_thread = second->number,
                                          .other_edge = second_edge,
                                          .other_at = second_edge->at,
                                          .site = site};
  return true;
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
  struct access list[2];
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
    if (conflicts(access, &waiting) &&
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
    if (!conflicts(access, against))
      continue;
    if (!is_known && !open_overlap(machine, access, against, &overlap))
      machine->unclear = true;
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

/* The terms that say where and how much an operation accesses; NULL for none. */
struct access_terms {
  const struct term *size, *first, *second;
};

static struct access_terms access_terms(const struct edge *edge) {
  if (edge->op == OPERATION_LOAD)
    return (struct access_terms){.first = edge->load.address};
  if (edge->op == OPERATION_STORE)
    return (struct access_terms){.first = edge->store.address};
  if (edge->op == OPERATION_RMW)
    return (struct access_terms){.first = edge->rmw.address};
  if (edge->op == OPERATION_CAS)
    return (struct access_terms){.first = edge->cas.address};
  if (edge->op == OPERATION_FREE)
    return (struct access_terms){.first = edge->free.address};
  if (edge->op == OPERATION_FILL)
    return (struct access_terms){edge->fill.size, edge->fill.target, NULL};
  if (edge->op == OPERATION_PRINT)
    return (struct access_terms){edge->print.size, edge->print.address, NULL};
  if (edge->op == OPERATION_COPY)
    return (struct access_terms){edge->copy.size, edge->copy.source, edge->copy.target};
  return (struct access_terms){NULL, NULL, NULL};
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
  return !term || open_find(machine, state, evaluate(machine, thread, term), &place) ||
         evaluate_number(machine, thread, term, &bits);
}

/* Whether two accesses to such an object overlap is decided by the thread that comes to its own
 * last. Everything is asked in the same order by whoever follows the execution. */
static void settle_overlaps(struct machine *machine, const struct state *state,
                            const struct thread *thread) {
  struct next_accesses own, next;
  if (!machine->opens_sizes || !open_exists(state))
    return;
  look_ahead(machine, state, thread, &own);
  for (size_t i = 0; i < state->thread_count; i++) {
    if (state->threads[i] == thread)
      continue;
    look_ahead(machine, state, state->threads[i], &next);
    for (unsigned j = 0; j < 4; j++) {
      const struct access *a = &own.list[j / 2], *b = &next.list[j % 2];
      bool overlap, is_open = j / 2 < own.count && j % 2 < next.count && conflicts(a, b) &&
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
  struct access_terms terms = access_terms(edge);
  if (concretize_size(machine, thread, terms.size) &&
      concretize_address(machine, state, thread, terms.first) &&
      concretize_address(machine, state, thread, terms.second)) {
    settle_overlaps(machine, state, thread);
    return OUTCOME_STEPPED;
  }
  return not_supported(machine, user_edge(thread, edge), "access at an unknown address");
}

static bool holds_object(const struct state *state, const struct thread *thread, uint64_t object) {
  if (thread->finished)
    return false;
  if (thread_record(state, thread) == object)
    return true;
  for (size_t i = 0; i < thread->held.count; i++)
    if (thread->held.items[i] == object)
      return true;
  return false;
}

/* Threads by their index. */
struct waiting_threads {
  const enum readiness *readiness;
  uint32_t *path;
  bool *seen;
  size_t length;
  bool with_cancellable; /* waits that a cancellation may end, unless that is certain, count too */
};

/* Is there a frame of the thread of whose location that is so? */
static bool in_frame(const struct machine *machine, const struct thread *thread,
                     bool (*is)(const struct program *program, const struct function *function,
                                uint32_t location)) {
  for (size_t i = 0; i < thread->frames.count; i++) {
    const struct frame *frame = &thread->frames.items[i];
    if (is(machine->program, frame->function, frame->location))
      return true;
  }
  return false;
}

/* Is it certain that a thread comes to the call of pthread_cancel that is ahead of it, or ends? It
 * need not if it loops, or waits while another thread loops. */
static bool comes_to_cancel(const struct machine *machine, const struct state *state,
                            const struct waiting_threads *waiting, const bool *behind,
                            uint32_t index) {
  const struct thread *thread = state->threads[index];
  for (size_t i = 0; i < thread->frames.count; i++)
    if (cancelling_is_cancel(machine->program, thread->frames.items[i].function))
      return true;
  if (in_frame(machine, thread, cancelling_may_loop))
    return false;
  if (waiting->readiness[index] == READY && !in_frame(machine, thread, cancelling_may_wait))
    return true;
  for (uint32_t i = 0; i < state->thread_count; i++)
    if (i != index && !behind[i] && waiting->readiness[i] != STOPPED &&
        in_frame(machine, state->threads[i], cancelling_may_loop))
      return false;
  return true;
}

/* A cycle is not reported, as a request to cancel may end it, which is not certain to come. */
static void withhold(struct machine *machine, const struct thread *thread) {
  if (*machine->withheld)
    return;
  const struct edge *edge = user_edge(thread, thread_next_edge(thread));
  struct text place = {0};
  program_print_position(&place, machine->program, edge->at);
  snprintf(machine->withheld, sizeof machine->withheld,
           "threads wait for each other in a cycle, and it is not certain that pthread_cancel ends "
           "the wait at %s",
           text_get(&place));
  text_release(&place);
}

/* Does the thread wait for something that one of these threads holds? */
static bool waits_for_any(struct machine *machine, const struct state *state,
                          const struct waiting_threads *waiting, uint32_t index,
                          const bool *holders) {
  uint64_t object;
  const struct thread *thread = state->threads[index];
  if (waiting->readiness[index] != BLOCKED ||
      !look_at_term(machine, thread, thread_next_edge(thread)->wait.object, &object))
    return false;
  for (uint32_t i = 0; i < state->thread_count; i++)
    if (holders[i] && holds_object(state, state->threads[i], object))
      return true;
  return false;
}

/* The thread waits, and a request to cancel it would end that. May some thread that need not wait
 * for this one first make the request? */
static bool may_be_cancelled(struct machine *machine, const struct state *state,
                             const struct waiting_threads *waiting, uint32_t index, bool *certain) {
  size_t count = state->thread_count;
  bool few[FEW_THREADS], *behind = few, found = false, is_certain = false;
  if (!machine->program->cancelling)
    return false;
  if (count > FEW_THREADS)
    behind = memory_allocate(count * sizeof *behind);
  memset(behind, false, count * sizeof *behind);
  behind[index] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < count; i++)
      if (!behind[i] && waits_for_any(machine, state, waiting, i, behind))
        behind[i] = changed = true;
  }
  for (uint32_t i = 0; i < count; i++) {
    if (behind[i] || waiting->readiness[i] == STOPPED || state->threads[i]->finished ||
        !in_frame(machine, state->threads[i], cancelling_ahead))
      continue;
    found = true;
    is_certain |= comes_to_cancel(machine, state, waiting, behind, i);
  }
  *certain = is_certain;
  if (behind != few)
    memory_release(behind);
  return found;
}

/* Waiting, and not for something that a spurious wake-up, a signal, a post or a cancellation could
 * change. */
static bool waits_for(struct machine *machine, const struct state *state,
                      const struct waiting_threads *waiting, uint32_t index, uint64_t *object) {
  const struct thread *thread = state->threads[index];
  if (waiting->readiness[index] != BLOCKED)
    return false;
  const struct edge *edge = thread_next_edge(thread);
  bool is_known = look_at_term(machine, thread, edge->wait.object, object);
  machine->unclear |= !is_known;
  if (!is_known || !edge->wait.cancellable)
    return is_known;
  bool certain = false;
  return !may_be_cancelled(machine, state, waiting, index, &certain) ||
         (waiting->with_cancellable && !certain);
}

/* Extends the path of threads, each waiting for the next, by the thread with this index. */
static bool close_cycle(struct machine *machine, const struct state *state,
                        struct waiting_threads *waiting, uint32_t index) {
  for (size_t i = 0; i < waiting->length; i++) {
    if (waiting->path[i] != index)
      continue;
    memmove(waiting->path, waiting->path + i, (waiting->length - i) * sizeof *waiting->path);
    waiting->length -= i;
    return true;
  }
  uint64_t object;
  if (waiting->seen[index] || !waits_for(machine, state, waiting, index, &object))
    return false;
  waiting->seen[index] = true;
  waiting->path[waiting->length++] = index;
  for (uint32_t i = 0; i < state->thread_count; i++)
    if (holds_object(state, state->threads[i], object) && close_cycle(machine, state, waiting, i))
      return true;
  waiting->length--;
  return false;
}

/* Does the thread wait for something that another one has and will give back when it goes on? */
static bool waits_for_holder(struct machine *machine, const struct state *state,
                             const struct waiting_threads *waiting, uint32_t index) {
  uint64_t object;
  if (!waits_for(machine, state, waiting, index, &object))
    return false;
  for (uint32_t i = 0; i < state->thread_count; i++)
    if (i != index && holds_object(state, state->threads[i], object))
      return true;
  return false;
}

/* Where the threads of the cycle wait, or those that nobody could wake: who waits for one of them
 * is not the cause. */
static struct violation_site deadlock_site(struct machine *machine, const struct state *state,
                                           const struct waiting_threads *waiting, bool is_cycle) {
  struct violation_site site = {.property = PROPERTY_DEADLOCK};
  for (size_t i = 0; i < waiting->length; i++) {
    const struct thread *thread = state->threads[waiting->path[i]];
    if (is_cycle || !waits_for_holder(machine, state, waiting, waiting->path[i]))
      site_add(&site, user_edge(thread, thread_next_edge(thread))->at);
  }
  return site;
}

static bool is_ignored_deadlock(const struct machine *machine, const struct state *state,
                                const struct waiting_threads *waiting,
                                const struct violation_site *site) {
  if (!property_in(PROPERTY_DEADLOCK, known_properties(machine->known)))
    return false;
  VECTOR(struct accused) accused = {0};
  for (size_t i = 0; i < waiting->length; i++)
    vector_push(&accused, (struct accused){state->threads[waiting->path[i]], NULL});
  bool ignored = is_ignored(machine, site, accused.items, accused.count, 0);
  vector_release(&accused);
  return ignored;
}

/* Of the threads on the path; false: it is known already, or a cycle that is known explains it. */
static bool report_deadlock(struct machine *machine, const struct state *state,
                            const struct waiting_threads *waiting, bool is_cycle) {
  const uint32_t *indices = waiting->path;
  size_t count = waiting->length;
  struct violation_site site = deadlock_site(machine, state, waiting, is_cycle);
  if (!site.count || is_ignored_deadlock(machine, state, waiting, &site))
    return false;
  struct violation *violation = &machine->violation;
  *violation = (struct violation){.property = PROPERTY_DEADLOCK,
                                  .message = is_cycle ? "threads wait for each other in a cycle"
                                                      : "no thread can continue",
                                  .other_thread = NO_THREAD,
                                  .is_cycle = is_cycle,
                                  .site = site};
  size_t most = sizeof violation->waiting / sizeof violation->waiting[0];
  for (size_t i = 0; i < count && i < most; i++)
    violation->waiting[violation->waiting_count++] = state->threads[indices[i]]->number;
  const struct thread *first = state->threads[indices[0]];
  violation->thread = first->number;
  violation->at = thread_next_edge(first)->at;
  return true;
}

/* Is there a cycle that is none only because of a cancellation that may not come? */
static void look_for_withheld(struct machine *machine, const struct state *state,
                              struct waiting_threads *waiting) {
  if (!machine->program->cancelling || *machine->withheld)
    return;
  waiting->with_cancellable = true;
  memset(waiting->seen, false, state->thread_count * sizeof *waiting->seen);
  for (uint32_t i = 0; i < state->thread_count; i++) {
    if (!close_cycle(machine, state, waiting, i))
      continue;
    for (size_t j = 0; j < waiting->length; j++) {
      const struct thread *thread = state->threads[waiting->path[j]];
      bool certain;
      if (thread_next_edge(thread)->wait.cancellable &&
          may_be_cancelled(machine, state, waiting, waiting->path[j], &certain))
        withhold(machine, thread);
    }
    waiting->length = 0;
  }
  waiting->with_cancellable = false;
}

static bool finds_deadlock(struct machine *machine, const struct state *state,
                           struct waiting_threads *waiting) {
  bool some_ready = false, some_stopped = false, some_stuck = false;
  for (uint32_t i = 0; i < state->thread_count; i++) {
    enum readiness readiness = waiting->readiness[i];
    some_ready |= readiness == READY;
    some_stopped |= readiness == STOPPED;
    some_stuck |= readiness == BLOCKED || readiness == READY_SPURIOUSLY;
  }
  if (!some_stuck)
    return false;
  for (uint32_t i = 0; i < state->thread_count; i++) {
    if (!close_cycle(machine, state, waiting, i))
      continue;
    if (report_deadlock(machine, state, waiting, true))
      return true;
    waiting->length = 0;
  }
  look_for_withheld(machine, state, waiting);
  if (some_ready || some_stopped)
    return false;
  for (uint32_t i = 0; i < state->thread_count; i++)
    if (!state->threads[i]->finished)
      waiting->path[waiting->length++] = i;
  return report_deadlock(machine, state, waiting, false);
}

bool machine_finds_deadlock_of(struct machine *machine, const struct state *state,
                               const enum readiness *readiness) {
  uint32_t few_path[FEW_THREADS];
  bool few_seen[FEW_THREADS] = {false};
  struct waiting_threads waiting = {readiness, few_path, few_seen, 0, false};
  size_t count = state->thread_count;
  if (count > FEW_THREADS) {
    waiting.path = memory_allocate(count * sizeof *waiting.path);
    waiting.seen = memory_allocate_zeroed(count * sizeof *waiting.seen);
  }
  bool found = finds_deadlock(machine, state, &waiting);
  if (count > FEW_THREADS) {
    memory_release(waiting.path);
    memory_release(waiting.seen);
  }
  return found;
}

bool machine_finds_deadlock(struct machine *machine, struct state *state) {
  enum readiness few[FEW_THREADS], *readiness = few;
  size_t count = state->thread_count;
  /* A store that still waits may let somebody go on; if not, that shows when it is visible. */
  if (state->atomic_owner != NO_THREAD ||
      (memory_model_has_buffers(state->memory_model) && state_has_waiting_stores(state)))
    return false;
  if (count > FEW_THREADS)
    readiness = memory_allocate(count * sizeof *readiness);
  for (size_t i = 0; i < count; i++)
    readiness[i] = machine_readiness(machine, state, state->threads[i]);
  bool found = machine_finds_deadlock_of(machine, state, readiness);
  if (readiness != few)
    memory_release(readiness);
  return found;
}
