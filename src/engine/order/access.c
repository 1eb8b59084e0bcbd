/* SPDX-License-Identifier: Apache-2.0 */
/* The objects that an access may concern: those that its address may lie in. Each is part of the
 * path or accessed by an event, depending on what is known about its bytes (knowledge.h). */
#include "engine/order/access.h"

#include "engine/order/checks.h"
#include "engine/order/outlive.h"

static struct treatment choose_treatment(const struct word_marks *marks,
                                         struct byte_access access) {
  uint32_t self = access.thread + 1;
  bool written = false, mine = true, own = true, early = true;
  for (uint64_t i = access.first; i < access.end; i++) {
    written |= marks->writers[i] != NO_ACCESS;
    mine &= marks->readers[i] == self;
    own &= marks->writers[i] == self;
    early &= marks->writers[i] != SEVERAL && !marks->late[i];
  }
  if (!written || mine || ((early || access.is_alone) && !access.writes))
    return (struct treatment){.local = true};
  return (struct treatment){.local = own || access.is_alone, .event = !own || access.writes};
}

/* Is the thread the only writer of some byte, which it then reads as part of its path? */
static bool writes_own(const struct word_marks *marks, struct byte_access access) {
  for (uint64_t i = access.first; i < access.end; i++)
    if (marks->writers[i] == access.thread + 1)
      return true;
  return false;
}

/* A thread that writes a larger object at unknown indices keeps no copy of it, which each write
 * would change everywhere, even if it is the only writer. */
enum { LARGEST_OWN = 256 };

/* Records the access to a target, and decides how its bytes are accessed. */
static struct treatment treat_target(struct order_run *run, const struct request *request,
                                     struct instance *instance) {
  if (!instance->shared)
    return (struct treatment){.local = true};
  struct word_marks *marks = instance->marks;
  struct byte_access bytes = {.end = instance->size,
                              .thread = request->path->thread,
                              .writes = request->writes,
                              .is_alone = event_log_has_one_thread(&run->log)};
  bool exact = term_is_constant(request->address);
  if (exact) {
    bytes.first = request->address->value - instance->base;
    bytes.end = bytes.first + request->size;
  }
  knowledge_note_access(run->knowledge, marks, bytes);
  struct treatment treatment = choose_treatment(marks, bytes);
  if (treatment.event && request->writes && !exact && !bytes.is_alone) {
    bool several = !treatment.local || instance->size > LARGEST_OWN;
    knowledge_note_wild(run->knowledge, marks, several);
    treatment.local &= !several;
  }
  treatment.local |= request->writes && exact && writes_own(marks, bytes);
  return treatment;
}

void order_access_leave_opaque(struct order_run *run, struct thread_path *path,
                               const struct edge *edge, const struct term *address,
                               const struct term *when) {
  const struct object *opaque = run->program->opaque;
  if (!opaque)
    return;
  const struct term *offset = order_offset(run->terms, address, opaque->address);
  const struct term *inside = order_below(run->terms, offset, opaque->size);
  inside = symbols_decide(&run->symbols, order_and(run->terms, path->guard, when),
                          order_and(run->terms, when, inside));
  if (term_is_false(inside))
    return;
  outcomes_leave_out_where(run, path, inside, edge, OPAQUE_ACCESS);
  path->guard = order_and(run->terms, path->guard, order_not(run->terms, inside));
}

void order_access_note_stray(struct order_run *run, const struct thread_path *path,
                             const struct edge *edge, const struct term *address,
                             const struct term *valid) {
  if (order_run_checks(run, PROPERTY_MEMORY) || term_is_constant(address) || term_is_true(valid))
    return;
  const struct term *page = order_number(run->terms, address, 4096);
  const struct term *stray = order_and(run->terms, order_not(run->terms, valid),
                                       term_apply(run->terms, OP_ULE, page, address, NULL));
  outcomes_leave_out_where(run, path, stray, edge, "access that may leave its object");
}

/* An address in none of the objects is an error, and the path ends there. */
static void check_bounds(struct order_run *run, const struct request *request,
                         const struct term *valid) {
  struct thread_path *path = request->path;
  order_access_leave_opaque(run, path, request->edge, request->address, request->when);
  valid = order_or(run->terms, order_not(run->terms, request->when), valid);
  order_access_note_stray(run, path, request->edge, request->address, valid);
  outcomes_check(run, path, valid, PROPERTY_MEMORY, true);
}

/* The condition that the access, which lies within the bytes considered, also lies below the
 * symbolic end of the block. A thread that accesses the block before its allocation was executed
 * does not know the end. */
static const struct term *lies_below_bound(struct order_run *run, const struct request *request,
                                           const struct instance *instance,
                                           const struct term *offset, const struct term *within) {
  if (!instance->bound) {
    outcomes_leave_out_where(run, request->path, order_and(run->terms, request->when, within),
                             request->edge, "access to a block of unknown size");
    return within;
  }
  const struct term *end = order_plus(run->terms, offset, request->size);
  return order_and(run->terms, within, term_apply(run->terms, OP_ULE, end, instance->bound, NULL));
}

/* Do all bytes lie in the instance? */
static const struct term *lies_in(struct order_run *run, const struct request *request,
                                  const struct instance *instance) {
  const struct term *address = request->address;
  if (instance->size < request->size ||
      (request->writes && instance->constant && instance->object->is_constant))
    return never(run->terms);
  const struct term *offset = order_offset(run->terms, address, instance->base);
  const struct term *within =
      term_apply(run->terms, OP_ULE, offset,
                 order_number(run->terms, address, instance->size - request->size), NULL);
  return instance->is_bounded ? lies_below_bound(run, request, instance, offset, within) : within;
}

/* Does the access contradict points-to sets, because a pointer left its object? They tell which
 * objects only one thread accesses, and which none writes. */
static bool is_unforeseen(const struct request *request, const struct instance *instance) {
  if (instance->constant)
    return request->writes;
  if (instance->shared || (!instance->object && !instance->allocation))
    return false;
  uint32_t owner = instance->owner == NO_OWNER && instance->object ? 0 : instance->owner;
  return owner != request->path->thread;
}

/* If the access certainly is to the object, the object is shared from the next run on. Otherwise it
 * counts as an access outside of all objects. */
static const struct term *refuse_unforeseen(struct order_run *run, const struct request *request,
                                            const struct instance *instance) {
  if (term_is_constant(request->address))
    knowledge_set_flag(run->knowledge, &instance->marks->exposed);
  return never(run->terms);
}

void order_access_align(struct order_run *run, struct request *request) {
  struct terms *terms = run->terms;
  const struct term *address = request->address;
  uint32_t size = request->size;
  if (run->knowledge->misaligned || (size & (size - 1)) || term_is_constant(address) ||
      term_trailing_zeros(address) >= 4 || 1u << term_trailing_zeros(address) >= size)
    return;
  const struct term *mask = term_constant(terms, address->width, size - 1);
  const struct term *aligned = order_is(terms, term_apply(terms, OP_AND, address, mask, NULL), 0);
  aligned = order_or(run->terms, order_not(run->terms, request->when), aligned);
  size_t before = run->outcomes.incomplete.count;
  outcomes_leave_out_where(run, request->path, order_not(run->terms, aligned), request->edge,
                           "misaligned access");
  if (run->outcomes.incomplete.count > before)
    vector_last(&run->outcomes.incomplete).misaligned = true;
  request->path->guard = order_and(run->terms, request->path->guard, aligned);
  request->address = term_apply(terms, OP_AND, address, order_not(terms, mask), NULL);
}

void order_access_find(struct order_run *run, const struct request *request,
                       struct order_access *access) {
  targets_find(run, request->address, &access->targets);
  const struct term *none = never(run->terms), *valid = none;
  const struct term *reached = order_and(run->terms, request->path->guard, request->when);
  access->shared = access->reached = none;
  for (uint32_t i = 0; i < access->targets.count; i++) {
    struct instance *instance = run->instances.items[access->targets.numbers[i]];
    const struct term *lies =
        symbols_decide(&run->symbols, reached, lies_in(run, request, instance));
    if (!term_is_false(lies) && is_unforeseen(request, instance))
      lies = refuse_unforeseen(run, request, instance);
    const struct term *within = lies;
    if (instance->life && !term_is_false(lies))
      lies = order_and(run->terms, lies,
                       order_is_alive(run, request->path, request->edge, instance,
                                      order_and(run->terms, request->when, lies)));
    if (!term_is_false(lies)) {
      outlive_note_access(run, request->path, request->edge, instance,
                          order_and(run->terms, request->when, lies));
      instance->late |= instance->returned || (instance->freed && !instance->heap);
      instance->foreign |= instance->owner != request->path->thread;
    }
    access->lies[i] = lies;
    valid = order_or(run->terms, valid, lies);
    access->treatments[i] = (struct treatment){false, false};
    if (!term_is_false(lies))
      access->treatments[i] = treat_target(run, request, instance);
    if (access->treatments[i].event) {
      access->shared = order_or(run->terms, access->shared, lies);
      access->reached = order_or(run->terms, access->reached, within);
    }
  }
  access->reached = order_and(run->terms, reached, access->reached);
  if (access->targets.too_many)
    outcomes_leave_out(run, request->path, request->edge, "pointer to too many objects");
  check_bounds(run, request, valid);
}

bool order_access_open_node(struct order_run *run, const struct request *request) {
  struct targets targets;
  bool may_die = false;
  if (request->path->node != NO_NODE)
    return false;
  targets_find(run, request->address, &targets);
  for (uint32_t i = 0; i < targets.count; i++) {
    const struct instance *instance = run->instances.items[targets.numbers[i]];
    may_die |= instance->life && instance->shared;
  }
  return may_die && order_open_node(run, request->path, request->edge);
}
