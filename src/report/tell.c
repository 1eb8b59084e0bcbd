/* SPDX-License-Identifier: Apache-2.0 */
/* Explains a violation by the state in which it happened. */
#include "report/tell.h"

#include "base/text.h"
#include "program/access.h"
#include "report/story.h"

#include <string.h>

static bool is_assertion(const struct site *site) {
  return site->library && strcmp(site->library->function->name, "__assert_fail") == 0;
}

/* " at file:line, in pthread_mutex_lock(&m)": where a thread stands, seen from the user's code. */
static void print_site(struct text *out, struct snapshot snapshot, const struct thread *thread,
                       struct position at) {
  struct site site = {0};
  if (thread && thread->frames.count)
    site = describe_site(thread);
  if (site.library)
    at = site.at;
  if (!site.function && thread && thread->frames.count) {
    text_add(out, ", before or after the program's own functions");
    return;
  }
  if (at.line) {
    text_add(out, " at ");
    program_print_position(out, snapshot.state->program, at);
  }
  if (site.library && !is_assertion(&site) && !site.library->function->is_observer) {
    text_add(out, ", in ");
    describe_call(out, snapshot, thread, site.library);
  } else if (site.function) {
    text_format(out, ", in %s", site.function->name);
  }
}

static void print_actor(struct text *out, struct snapshot snapshot, uint32_t number,
                        struct position at) {
  describe_thread(out, number);
  print_site(out, snapshot, state_thread(snapshot.state, number), at);
}

const char *tell_access_verb(const struct edge *edge) {
  struct edge_access list[MOST_ACCESSES];
  unsigned count = edge_accesses(edge, list);
  if (edge->op == OPERATION_ALLOCATE)
    return "allocates";
  if (!count)
    return "writes";
  return count > 1                  ? "copies"
         : list->kind == EDGE_END   ? "frees"
         : access_updates(list)     ? "updates"
         : list->kind == EDGE_WRITE ? "writes"
                                    : "reads";
}

/* The functions that wait for the one a thread is in, innermost first, as far as they are the
 * user's. */
static void print_stack(struct text *out, struct snapshot snapshot, const struct thread *thread) {
  size_t top = thread ? thread->frames.count : 0;
  while (top > 0 && thread->frames.items[top - 1].function->is_library)
    top--;
  for (size_t i = top; i-- > 1;) {
    const struct function *caller = thread->frames.items[i - 1].function;
    if (caller->is_library)
      continue;
    text_format(out, "    called by %s", caller->name);
    struct position at = caller->edges[thread->frames.items[i].call_edge].at;
    if (at.line) {
      text_add(out, " at ");
      program_print_position(out, snapshot.state->program, at);
    }
    text_add(out, "\n");
  }
}

static void print_held(struct text *out, struct snapshot snapshot, const struct thread *thread) {
  const char *before = ", holding ";
  for (size_t i = 0; thread && i < thread->held.count; i++) {
    if (thread->held.items[i] == thread_record(snapshot.state, thread))
      continue;
    text_add(out, before);
    describe_place(out, snapshot, thread->held.items[i]);
    before = " and ";
  }
  if (*before == ',')
    text_add(out, ", holding no lock");
}

static void print_race_side(struct text *out, struct snapshot snapshot, uint32_t number,
                            const struct edge *edge, struct position at) {
  const struct thread *thread = state_thread(snapshot.state, number);
  text_add(out, "  ");
  describe_thread(out, number);
  text_format(out, " %s it", tell_access_verb(edge));
  print_site(out, snapshot, thread, at);
  print_held(out, snapshot, thread);
  text_add(out, "\n");
  print_stack(out, snapshot, thread);
}

static const char *past_verb(const struct edge *edge) {
  struct edge_access list[MOST_ACCESSES];
  unsigned count = edge_accesses(edge, list);
  if (edge->op == OPERATION_ALLOCATE)
    return edge->allocate.zeroed ? "cleared" : "allocated";
  if (!count)
    return "wrote";
  return count > 1                 ? "copied"
         : access_updates(list)    ? "updated"
         : list->kind == EDGE_READ ? "read"
                                   : "wrote";
}

static bool is_atomic_step(const struct story_step *step, uint32_t thread) {
  return step->thread == thread && step->order != ORDER_PLAIN && step->size;
}

/* Did the first of two atomic accesses not release, or the second not acquire? */
static bool is_too_weak(enum memory_order first, enum memory_order second) {
  return first == ORDER_RELAXED || first == ORDER_ACQUIRE || second == ORDER_RELAXED ||
         second == ORDER_RELEASE;
}

static void print_weak_side(struct text *out, struct snapshot snapshot, const char *verb,
                            const struct story_step *step) {
  static const char *const names[] = {[ORDER_PLAIN] = "no order",
                                      [ORDER_RELAXED] = "memory_order_relaxed",
                                      [ORDER_ACQUIRE] = "memory_order_acquire",
                                      [ORDER_RELEASE] = "memory_order_release",
                                      [ORDER_ACQ_REL] = "memory_order_acq_rel",
                                      [ORDER_SEQ_CST] = "memory_order_seq_cst"};
  text_format(out, "%s with %s", verb, names[step->order]);
  if (step->at.line) {
    text_add(out, " at ");
    program_print_position(out, snapshot.state->program, step->at);
  }
}

static bool covers(const struct story_step *step, uint64_t address) {
  return step->address <= address && address - step->address < step->size;
}

/* The last value that went from one thread to the other by accesses which do not synchronise, and
 * which are not those of the race. */
static void explain_weakness(struct text *out, const struct story *story, struct snapshot snapshot,
                             const struct violation *violation) {
  size_t count = story ? story_count(story) : 0;
  for (size_t i = count; i-- > 0;) {
    const struct story_step *read = story_step(story, i);
    if (!is_atomic_step(read, violation->thread) || strcmp(read->operation, "writes") == 0 ||
        covers(read, violation->address))
      continue;
    for (size_t j = i; j-- > 0;) {
      const struct story_step *write = story_step(story, j);
      if (!is_atomic_step(write, violation->other_thread) ||
          strcmp(write->operation, "reads") == 0 || write->address >= read->address + read->size ||
          read->address >= write->address + write->size || !is_too_weak(write->order, read->order))
        continue;
      text_format(out, "  %s does not order them: ", write->name);
      print_weak_side(out, snapshot, "written", write);
      text_add(out, ", ");
      print_weak_side(out, snapshot, "read", read);
      text_add(out, "\n");
      return;
    }
  }
}

/* The other access is not where its thread stands now. */
static void print_past_side(struct text *out, struct snapshot snapshot,
                            const struct violation *violation) {
  text_add(out, "  ");
  describe_thread(out, violation->other_thread);
  text_format(out, " %s it earlier", past_verb(violation->other_edge));
  if (violation->other_at.line) {
    text_add(out, ", at ");
    program_print_position(out, snapshot.state->program, violation->other_at);
  }
  text_add(out, ", and nothing orders the two accesses\n");
}

static void explain_race(struct text *out, const struct story *story, struct snapshot snapshot,
                         const struct violation *violation) {
  text_add(out, "data race on ");
  describe_place(out, snapshot, violation->address);
  text_add(out, "\n");
  print_race_side(out, snapshot, violation->thread, violation->edge, violation->at);
  if (violation->other_is_past) {
    print_past_side(out, snapshot, violation);
    explain_weakness(out, story, snapshot, violation);
  } else {
    print_race_side(out, snapshot, violation->other_thread, violation->other_edge,
                    violation->other_at);
  }
  if (violation->edge->is_volatile && violation->other_edge->is_volatile)
    text_add(out,
             "  both accesses are volatile, which orders nothing: --volatile atomic takes such "
             "accesses for atomic ones, which do not race\n");
}

static void print_holders(struct text *out, const struct state *state, uint64_t object) {
  const char *before = ", held by ";
  for (size_t i = 0; i < state->thread_count; i++) {
    if (state->threads[i]->finished || !thread_holds(state->threads[i], object))
      continue;
    text_add(out, before);
    describe_thread(out, state->threads[i]->number);
    before = " and ";
  }
}

static bool is_record_of_some(const struct state *state, uint64_t object) {
  for (size_t i = 0; i < state->thread_count; i++)
    if (thread_record(state, state->threads[i]) == object)
      return true;
  return false;
}

bool tell_waiting(struct text *out, struct snapshot snapshot, uint32_t number) {
  const struct thread *thread = state_thread(snapshot.state, number);
  if (!thread || thread->finished || !thread->frames.count)
    return false;
  const struct edge *edge = thread_next_edge(thread);
  uint64_t object;
  if (edge->op != OPERATION_WAIT ||
      !describe_evaluate(snapshot.state, thread, thread_top(thread), edge->wait.object, &object))
    return false;
  text_add(out, "waits for ");
  describe_place(out, snapshot, object);
  if (is_record_of_some(snapshot.state, object))
    text_add(out, " to end");
  else
    print_holders(out, snapshot.state, object);
  return true;
}

static void print_waiting(struct text *out, struct snapshot snapshot, uint32_t number) {
  const struct thread *thread = state_thread(snapshot.state, number);
  text_add(out, "  ");
  if (!thread || thread->finished || !thread->frames.count) {
    describe_thread(out, number);
    text_add(out, " has ended\n");
    return;
  }
  print_actor(out, snapshot, number, thread_next_edge(thread)->at);
  struct text waits = {0};
  if (tell_waiting(&waits, snapshot, number))
    text_format(out, ": %s", text_get(&waits));
  text_release(&waits);
  text_add(out, "\n");
  print_stack(out, snapshot, thread);
}

static void explain_deadlock(struct text *out, struct snapshot snapshot,
                             const struct violation *violation) {
  text_format(out, "deadlock: %s\n", violation->message);
  for (uint32_t i = 0; i < violation->waiting_count; i++)
    print_waiting(out, snapshot, violation->waiting[i]);
}

static void print_mark(struct text *out, struct snapshot snapshot, const char *what,
                       const struct block_mark *mark) {
  if (!mark)
    return;
  text_format(out, "  %s by ", what);
  describe_thread(out, mark->thread);
  if (mark->at.line) {
    text_add(out, " at ");
    program_print_position(out, snapshot.state->program, mark->at);
  }
  if (*mark->function)
    text_format(out, ", in %s", mark->function);
  text_add(out, "\n");
}

/* The accesses of an edge to parts of objects, as opposed to the end of one. */
static unsigned part_accesses(const struct edge *edge, struct edge_access list[MOST_ACCESSES]) {
  unsigned count = edge_accesses(edge, list);
  return count && list->kind < EDGE_END ? count : 0;
}

/* An object that a part of the term points to: the address was computed from it. */
static bool find_origin(struct snapshot snapshot, const struct thread *thread,
                        const struct term *term, struct place *place) {
  uint64_t bits;
  bool is_pointer = term->width == snapshot.state->program->pointer_width;
  if (is_pointer && describe_evaluate(snapshot.state, thread, thread_top(thread), term, &bits) &&
      bits && state_find_place(snapshot.state, bits, place))
    return true;
  for (unsigned i = 0;
       term->kind != TERM_CONSTANT && term->kind != TERM_VARIABLE && i < term->arity; i++)
    if (find_origin(snapshot, thread, term->operands[i], place))
      return true;
  return false;
}

/* The nearest object, and how far the address is from its start. */
static bool find_nearest(struct snapshot snapshot, uint64_t address, struct place *place) {
  enum { FAR = 64 };
  for (uint64_t distance = 0; distance <= FAR; distance++)
    if ((address >= distance && state_find_place(snapshot.state, address - distance, place)) ||
        state_find_place(snapshot.state, address + distance, place))
      return true;
  return false;
}

/* The object that a wrong address belongs to: the one it lies in, the one it was computed from, or
 * the one it is close to. */
static bool find_object(struct snapshot snapshot, const struct violation *violation,
                        struct place *place) {
  const struct thread *thread = state_thread(snapshot.state, violation->thread);
  struct edge_access list[MOST_ACCESSES];
  unsigned count = 0;
  if (state_find_place(snapshot.state, violation->address, place))
    return true;
  const struct function *function =
      thread && thread->frames.count ? thread_top(thread)->function : NULL;
  if (function && violation->edge >= function->edges &&
      violation->edge < function->edges + function->edge_count)
    count = part_accesses(violation->edge, list);
  for (unsigned i = 0; i < count; i++)
    if (find_origin(snapshot, thread, list[i].address, place))
      return true;
  return find_nearest(snapshot, violation->address, place);
}

/* The place relative to the object: "8 bytes before"; "" if it is inside. */
static void add_distance(struct text *out, uint64_t address, const struct place *place) {
  uint64_t end = place->address + place->size;
  uint64_t bytes = address < place->address ? place->address - address : address - end;
  if (address >= place->address && address < end)
    return;
  if (address == end)
    text_add(out, "just behind the end of");
  else
    text_format(out, "%llu byte%s %s", (unsigned long long)bytes, bytes == 1 ? "" : "s",
                address < place->address ? "before" : "behind the end of");
}

/* "use after free" goes on with "of"; longer sentences with a colon. */
static bool reads_on(const char *message) {
  return strcmp(message, "use after free") == 0 || strcmp(message, "double free") == 0 ||
         strcmp(message, "access out of bounds") == 0;
}

/* Does the violation concern a part of the object, and not all of it? */
static bool concerns_part(const struct violation *violation) {
  struct edge_access list[MOST_ACCESSES];
  return violation->edge && part_accesses(violation->edge, list) &&
         strcmp(violation->message, "access out of bounds") != 0;
}

bool tell_address(struct text *out, struct snapshot snapshot, const struct violation *violation) {
  struct place place;
  if (violation->property != PROPERTY_MEMORY || !violation->address ||
      !find_object(snapshot, violation, &place))
    return false;
  struct text distance = {0};
  add_distance(&distance, violation->address, &place);
  if (distance.length) {
    text_format(out, ", %s ", text_get(&distance));
    describe_object(out, snapshot, &place);
  } else {
    text_add(out, reads_on(violation->message) ? " of " : ": ");
    if (concerns_part(violation))
      describe_place(out, snapshot, violation->address);
    else
      describe_object(out, snapshot, &place);
  }
  text_release(&distance);
  return true;
}

void tell_block(struct snapshot snapshot, const struct violation *violation,
                const struct block_mark **allocated, const struct block_mark **freed) {
  struct place place = {0};
  *allocated = *freed = NULL;
  if (!snapshot.blocks || !find_object(snapshot, violation, &place) || !place.dynamic ||
      !place.dynamic->allocation || !place.dynamic->allocation->allocate.heap)
    return;
  *allocated = blocks_find_mark(snapshot.blocks, place.address, false);
  if (!place.content)
    *freed = blocks_find_mark(snapshot.blocks, place.address, true);
}

/* What object an address belongs to, or is close to. */
static void explain_address(struct text *out, struct snapshot snapshot,
                            const struct violation *violation) {
  struct place place = {0};
  if (!find_object(snapshot, violation, &place))
    return;
  struct text distance = {0};
  add_distance(&distance, violation->address, &place);
  text_add(out, "  concerns ");
  describe_object(out, snapshot, &place);
  text_format(out, ", %llu bytes", (unsigned long long)place.size);
  if (distance.length)
    text_format(out, ": %s it", text_get(&distance));
  else if (violation->address != place.address)
    text_format(out, ", at offset %llu", (unsigned long long)(violation->address - place.address));
  text_add(out, "\n");
  text_release(&distance);
  const struct block_mark *allocated, *freed;
  tell_block(snapshot, violation, &allocated, &freed);
  print_mark(out, snapshot, "allocated", allocated);
  print_mark(out, snapshot, "freed", freed);
}

/* The text of a failed assertion is the first argument of what assert.h calls. */
bool tell_assertion(struct text *out, struct snapshot snapshot, const struct violation *violation) {
  const struct thread *thread = state_thread(snapshot.state, violation->thread);
  struct site site = {0};
  uint64_t address;
  struct place place;
  if (thread && thread->frames.count)
    site = describe_site(thread);
  if (!is_assertion(&site))
    return false;
  uint32_t text = site.library->function->parameters[0];
  if (!snapshot.state->domain->known(snapshot.state->domain_context,
                                     thread->registers.items[site.library->first_register + text],
                                     &address) ||
      !state_find_place(snapshot.state, address, &place) || !place.variable ||
      !place.variable->bytes)
    return false;
  const char *start = (const char *)place.variable->bytes + place.offset;
  text_add_bytes(out, start, strnlen(start, place.size - place.offset));
  return true;
}

static void explain_error(struct text *out, struct snapshot snapshot,
                          const struct violation *violation) {
  struct text condition = {0};
  text_add(out, violation->message);
  if (tell_assertion(&condition, snapshot, violation))
    text_format(out, ": %s", text_get(&condition));
  text_release(&condition);
  text_add(out, "\n  ");
  print_actor(out, snapshot, violation->thread, violation->at);
  text_add(out, "\n");
  print_stack(out, snapshot, state_thread(snapshot.state, violation->thread));
  if (violation->address)
    explain_address(out, snapshot, violation);
}

void story_print_violation(struct text *out, const struct story *story, const struct state *state,
                           const struct violation *violation) {
  struct text raw = {0};
  struct snapshot snapshot = {state, story_blocks(story)};
  if (violation->property == PROPERTY_RACE && violation->other_edge)
    explain_race(&raw, story, snapshot, violation);
  else if (violation->property == PROPERTY_DEADLOCK && violation->waiting_count)
    explain_deadlock(&raw, snapshot, violation);
  else
    explain_error(&raw, snapshot, violation);
  describe_names(out, text_get(&raw), snapshot);
  text_release(&raw);
}
