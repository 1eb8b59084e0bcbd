/* SPDX-License-Identifier: Apache-2.0 */
/* The objects that an access may concern: those that its address may lie in. Each is part of the
 * path or accessed by an event, depending on what is known about its bytes (see knowledge.h). */
#include "engine/order/access.h"

#include "engine/order/outlive.h"

bool order_access_is_alone(const struct symbolic *symbolic) { return symbolic->threads.count == 1; }

static struct treatment treat(const struct word_marks *marks, uint64_t first, uint64_t end,
                              uint32_t thread, bool writes, bool alone) {
  bool written = false, mine = true, own = true, early = true;
  for (uint64_t i = first; i < end; i++) {
    written |= marks->writers[i] != NOBODY;
    mine &= marks->readers[i] == thread + 1;
    own &= marks->writers[i] == thread + 1;
    early &= marks->writers[i] != SEVERAL && !marks->late[i];
  }
  if (!written || mine || ((early || alone) && !writes))
    return (struct treatment){.local = true};
  return (struct treatment){.local = own || alone, .event = !own || writes};
}

/* Some of the bytes may be known to their only writer, who reads them as part of its path. */
static bool writes_own(const struct word_marks *marks, uint64_t first, uint64_t end,
                       uint32_t thread) {
  for (uint64_t i = first; i < end; i++)
    if (marks->writers[i] == thread + 1)
      return true;
  return false;
}

/* Of an object that is larger, whoever writes it at unknown indices does not keep a copy that each
 * write changes everywhere, even if nobody else writes it. */
enum { LARGEST_OWN = 256 };

/* Decides and notes how the bytes of a target are accessed. */
static struct treatment treat_target(struct symbolic *symbolic, const struct request *request,
                                     struct instance *instance) {
  if (!instance->shared)
    return (struct treatment){.local = true};
  struct word_marks *marks = instance->marks;
  uint64_t first = 0, end = instance->size;
  bool exact = term_is_constant(request->address);
  if (exact) {
    first = request->address->value - instance->base;
    end = first + request->size;
  }
  knowledge_note_access(symbolic->knowledge, marks, first, end, request->path->thread,
                        request->writes, !order_access_is_alone(symbolic));
  struct treatment treatment = treat(marks, first, end, request->path->thread, request->writes,
                                     order_access_is_alone(symbolic));
  if (treatment.event && request->writes && !exact && !order_access_is_alone(symbolic)) {
    bool several = !treatment.local || instance->size > LARGEST_OWN;
    knowledge_note_wild(symbolic->knowledge, marks, several);
    treatment.local &= !several;
  }
  treatment.local |=
      request->writes && exact && writes_own(marks, first, end, request->path->thread);
  return treatment;
}

void order_access_leave_opaque(struct symbolic *symbolic, struct thread_path *path,
                               const struct edge *edge, const struct term *address,
                               const struct term *when) {
  const struct object *opaque = symbolic->program->opaque;
  if (!opaque)
    return;
  const struct term *offset = order_offset(symbolic, address, opaque->address);
  const struct term *inside = term_apply(symbolic->terms, OP_ULT, offset,
                                         order_number(symbolic, address, opaque->size), NULL);
  inside = order_decide(symbolic, order_and(symbolic, path->guard, when),
                        order_and(symbolic, when, inside));
  if (term_is_false(inside))
    return;
  struct thread_path leaving = *path;
  leaving.guard = order_and(symbolic, path->guard, inside);
  order_add_incompleteness(symbolic, &leaving, edge, OPAQUE_ACCESS);
  path->guard = order_and(symbolic, path->guard, order_not(symbolic, inside));
}

void order_access_note_stray(struct symbolic *symbolic, const struct thread_path *path,
                             const struct edge *edge, const struct term *address,
                             const struct term *valid) {
  if (property_in(PROPERTY_MEMORY, symbolic->properties) || term_is_constant(address) ||
      term_is_true(valid))
    return;
  struct thread_path outside = *path;
  const struct term *page = order_number(symbolic, address, 4096);
  outside.guard = order_and(symbolic, order_and(symbolic, path->guard, order_not(symbolic, valid)),
                            term_apply(symbolic->terms, OP_ULE, page, address, NULL));
  if (!term_is_false(outside.guard))
    order_add_incompleteness(symbolic, &outside, edge, "access that may leave its object");
}

/* Where the address lies in none of the objects: an error, and nothing goes on there. */
static void check_bounds(struct symbolic *symbolic, const struct request *request,
                         const struct term *valid) {
  struct thread_path *path = request->path;
  order_access_leave_opaque(symbolic, path, request->edge, request->address, request->when);
  valid = order_or(symbolic, order_not(symbolic, request->when), valid);
  order_access_note_stray(symbolic, path, request->edge, request->address, valid);
  order_check(symbolic, path, request->edge, valid, PROPERTY_MEMORY, "invalid access", true);
}

/* The same of a block whose size is a term. Whoever comes to it before its allocation was executed
 * does not know the size. */
static const struct term *lies_below_bound(struct symbolic *symbolic, const struct request *request,
                                           const struct instance *instance,
                                           const struct term *offset, const struct term *within) {
  if (!instance->bound) {
    struct thread_path there = *request->path;
    there.guard = order_and(symbolic, order_and(symbolic, there.guard, request->when), within);
    if (!term_is_false(there.guard))
      order_add_incompleteness(symbolic, &there, request->edge,
                               "access to a block of unknown size");
    return within;
  }
  const struct term *size = order_number(symbolic, offset, request->size);
  const struct term *end = term_apply(symbolic->terms, OP_ADD, offset, size, NULL);
  return order_and(symbolic, within,
                   term_apply(symbolic->terms, OP_ULE, end, instance->bound, NULL));
}

/* Do all bytes lie in the instance? */
static const struct term *lies_in(struct symbolic *symbolic, const struct request *request,
                                  const struct instance *instance) {
  const struct term *address = request->address;
  if (instance->size < request->size ||
      (request->writes && instance->constant && instance->object->is_constant))
    return never(symbolic);
  const struct term *offset = order_offset(symbolic, address, instance->base);
  const struct term *within =
      term_apply(symbolic->terms, OP_ULE, offset,
                 order_number(symbolic, address, instance->size - request->size), NULL);
  return instance->is_bounded ? lies_below_bound(symbolic, request, instance, offset, within)
                              : within;
}

/* Does the access contradict what was found out beforehand: that nobody else accesses the object,
 * or nobody writes it? A pointer left its object. */
static bool is_unforeseen(const struct request *request, const struct instance *instance) {
  if (instance->constant)
    return request->writes;
  if (instance->shared || (!instance->object && !instance->allocation))
    return false;
  uint32_t owner = instance->owner == NO_OWNER && instance->object ? 0 : instance->owner;
  return owner != request->path->thread;
}

/* If it surely goes there, the object is a shared one from the next run on. Else it counts as an
 * access outside of all objects. */
static const struct term *refuse_unforeseen(struct symbolic *symbolic,
                                            const struct request *request,
                                            const struct instance *instance) {
  if (term_is_constant(request->address))
    knowledge_expose(symbolic->knowledge, instance->marks);
  return never(symbolic);
}

void order_access_align(struct symbolic *symbolic, struct request *request) {
  struct terms *terms = symbolic->terms;
  const struct term *address = request->address;
  uint32_t size = request->size;
  if (symbolic->knowledge->misaligned || (size & (size - 1)) || term_is_constant(address) ||
      term_trailing_zeros(address) >= 4 || 1u << term_trailing_zeros(address) >= size)
    return;
  const struct term *mask = term_constant(terms, address->width, size - 1);
  const struct term *aligned =
      term_apply(terms, OP_EQ, term_apply(terms, OP_AND, address, mask, NULL),
                 term_constant(terms, address->width, 0), NULL);
  aligned = order_or(symbolic, order_not(symbolic, request->when), aligned);
  struct thread_path apart = *request->path;
  apart.guard = order_and(symbolic, apart.guard, order_not(symbolic, aligned));
  if (!term_is_false(apart.guard)) {
    order_add_incompleteness(symbolic, &apart, request->edge, "misaligned access");
    vector_last(&symbolic->incomplete).misaligned = true;
  }
  request->path->guard = order_and(symbolic, request->path->guard, aligned);
  request->address =
      term_apply(terms, OP_AND, address, term_apply(terms, OP_NOT, mask, NULL, NULL), NULL);
}

void order_access_find(struct symbolic *symbolic, const struct request *request,
                       struct order_access *access) {
  find_targets(symbolic, request->address, &access->targets);
  const struct term *none = never(symbolic), *valid = none;
  const struct term *reached = order_and(symbolic, request->path->guard, request->when);
  access->shared = access->reached = none;
  for (uint32_t i = 0; i < access->targets.count; i++) {
    struct instance *instance = symbolic->instances.items[access->targets.numbers[i]];
    const struct term *lies = order_decide(symbolic, reached, lies_in(symbolic, request, instance));
    if (!term_is_false(lies) && is_unforeseen(request, instance))
      lies = refuse_unforeseen(symbolic, request, instance);
    const struct term *within = lies;
    if (instance->life && !term_is_false(lies))
      lies = order_and(symbolic, lies,
                       order_memory_is_alive(symbolic, request->path, request->edge, instance,
                                             order_and(symbolic, request->when, lies)));
    if (!term_is_false(lies)) {
      outlive_note_access(symbolic, request->path, request->edge, instance,
                          order_and(symbolic, request->when, lies));
      instance->late |= instance->returned || (instance->freed && !instance->heap);
      instance->foreign |= instance->owner != request->path->thread;
    }
    access->lies[i] = lies;
    valid = order_or(symbolic, valid, lies);
    access->treatments[i] = (struct treatment){false, false};
    if (!term_is_false(lies))
      access->treatments[i] = treat_target(symbolic, request, instance);
    if (access->treatments[i].event) {
      access->shared = order_or(symbolic, access->shared, lies);
      access->reached = order_or(symbolic, access->reached, within);
    }
  }
  access->reached = order_and(symbolic, reached, access->reached);
  if (access->targets.too_many)
    order_add_incompleteness(symbolic, request->path, request->edge, "pointer to too many objects");
  check_bounds(symbolic, request, valid);
}

bool order_access_open_node(struct symbolic *symbolic, const struct request *request) {
  struct thread_path *path = request->path;
  if (path->node != NO_NODE)
    return false;
  struct targets targets;
  find_targets(symbolic, request->address, &targets);
  bool mortal = false;
  for (uint32_t i = 0; i < targets.count; i++) {
    const struct instance *instance = symbolic->instances.items[targets.numbers[i]];
    mortal |= instance->life && instance->shared;
  }
  if (mortal)
    path->node = order_memory_node(symbolic, path, request->edge);
  return mortal;
}
