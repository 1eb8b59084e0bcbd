/* SPDX-License-Identifier: Apache-2.0 */
/* Footprints of steps and of what threads may still do, from the effects of edges (por/effects.h)
 * and its sets of memory (por/future.h).
 *
 * An address is followed from the functions that were put in to the arguments that they were called
 * with, so that a mutex is the one that is locked. What a thread does to its own record is kept
 * apart: it conflicts only with threads that have the record's address from elsewhere. Fields of
 * records are told apart by their offsets where it is known that this is right.
 *
 * Besides memory, these do not commute: whether a thread is alone and the end or the creation of
 * threads, creations among each other, because they number the threads, and the end of the program,
 * or of an execution by an assumption inside an atomic section, with everything. */
#include "sequentialize/interference.h"

#include "base/map.h"
#include "por/effects.h"
#include "sequentialize/lock_order.h"
#include "sequentialize/racing.h"

#include <string.h>

/* Besides those of future.h. */
enum {
  INTERFERENCE_CREATES = 1 << 16,
  INTERFERENCE_STOPS = 1 << 17, /* may end the execution, because no other thread could go on */
  INTERFERENCE_FAILS = 1 << 18, /* may violate a property, or come to a bound of the output */
};

/* What a node touches. */
struct node_touch {
  struct future_draft *common, *own; /* `own`: its thread's record */
  unsigned flags;
};

struct step_footprint {
  uint32_t common, own;
  unsigned flags;
};

struct interference {
  struct sequentializer *s;
  struct futures *futures;
  struct effects *effects;
  VECTOR(struct node_touch) touches; /* those that differ */
  VECTOR(struct step_footprint) footprints;
  struct map known_touches, known_footprints, conflicts;
  uint32_t **of_nodes; /* per routine and node: its touch */
  bool **seen;         /* per routine and node; scratch */
  uint32_t **rests;    /* per routine and node: of the footprint, plus 1; 0: not asked yet */
};

/* The call of a function that stays one. */
struct plain_call {
  const struct plain_call *outer;
  struct flat_instance *instance; /* the arguments are over its registers */
  const struct term *const *arguments;
  uint32_t count;
  unsigned depth;
};

struct touch_sink {
  struct effect_sink sink; /* first */
  struct interference *interference;
  const struct flat_unit *unit; /* the routine */
  struct flat_instance *instance;
  const struct plain_call *call; /* the innermost one; NULL: in the routine itself */
  struct future_draft *own;
  unsigned flags;
};

enum { DEEPEST_CALL = 12 };

static void add_record(const struct touch_sink *self, struct future_draft *draft, uint64_t offset,
                       struct span span) {
  uint32_t record = sharing_record(self->interference->s->sharing);
  if (span.whole)
    future_draft_add_object(draft, record, span.writes);
  else if (span.high > span.low)
    future_draft_add_range(
        draft, (struct exact_access){offset + span.low, offset + span.high, record, span.writes});
}

static struct span moved_by(struct span span, struct base base) {
  span.whole |= !base.exact;
  span.low += base.offset;
  span.high += base.offset;
  return span;
}

/* A place where an argument comes from. */
struct argument_source {
  struct flat_instance *instance;
  const struct plain_call *call;
  const struct term *term; /* NULL: not known */
};

/* Where a parameter of an instance comes from. Recursive functions are called from several places.
 */
static struct argument_source argument_of(struct flat_instance *instance,
                                          const struct plain_call *call, uint32_t position) {
  const struct function *function = instance->function;
  struct argument_source none = {NULL, NULL, NULL};
  if (instance->frames || (function->is_variadic && position + 1 == function->parameter_count))
    return none;
  if (instance->caller)
    return (struct argument_source){instance->caller, call,
                                    position < instance->call->call.argument_count
                                        ? instance->call->call.arguments[position]
                                        : NULL};
  if (call && position < call->count)
    return (struct argument_source){call->instance, call->outer, call->arguments[position]};
  return none;
}

/* Is the parameter the record of the thread that runs the routine? */
static bool is_own_record(const struct touch_sink *self, const struct flat_instance *instance,
                          const struct plain_call *call, uint32_t position) {
  return !instance->caller && !call && position == 0 && instance->function->parameter_count == 3 &&
         self->unit != self->interference->s->routines.items[0];
}

static void add_access(struct touch_sink *self, struct argument_source at, struct span span) {
  struct interference *i = self->interference;
  const struct function *function = at.instance->function;
  const struct term *term = flat_term(i->s, at.instance, at.term);
  struct base base = effects_base(i->effects, function, term);
  uint64_t offset = 0;
  if (base.kind == BASE_CONSTANT) {
    struct span there = span;
    there.whole |= !base.exact;
    if (effects_add_constant(i->effects, base.offset, there, self->sink.fixed))
      return;
    uint32_t thread;
    if (i->s->threads_are_numbers && numbers_record(i->s, base.offset, &thread, &offset)) {
      add_record(self, self->sink.fixed, offset, there);
      return;
    }
  } else if (base.kind == BASE_SELF ||
             (base.kind == BASE_PARAMETER &&
              is_own_record(self, at.instance, at.call, base.parameter))) {
    add_record(self, self->own, 0, moved_by(span, base));
    return;
  } else if (base.kind == BASE_PARAMETER) {
    struct argument_source from = argument_of(at.instance, at.call, base.parameter);
    if (from.term) {
      add_access(self, from, moved_by(span, base));
      return;
    }
  }
  if (kept_is_in_record(i->s->kept, function, at.term, &offset) ||
      numbers_offset(i->s, function, at.term, &offset))
    add_record(self, self->sink.fixed, offset, span);
  else
    effects_add_pointees(i->effects, function, at.term, span.writes, self->sink.fixed);
}

static void access_of_node(struct effect_sink *sink, const struct term *pointer, struct span span) {
  struct touch_sink *self = (struct touch_sink *)sink;
  if (pointer)
    add_access(self, (struct argument_source){self->instance, self->call, pointer}, span);
  else
    add_record(self, self->own, 0, span);
}

/* Does it not matter what others do, because the result is known or is never read? */
static bool is_left_out(struct sequentializer *s, const struct flat_node *node) {
  const struct edge *edge = node->edge;
  uint32_t target = NO_REGISTER;
  if (edge->op == OPERATION_LOAD)
    target = edge->load.target;
  else if (edge->op == OPERATION_ALONE)
    target = edge->get.target;
  return (edge->op == OPERATION_PRINT && !property_in(PROPERTY_RACE, s->options->properties)) ||
         edge->op == OPERATION_FENCE || fields_is_kept_store(s, node->instance, edge) ||
         (target != NO_REGISTER && node->instance->constants[target]);
}

static void visit_node(struct touch_sink *sink, const struct flat_node *node);

/* Does the execution end where the node's condition does not hold? */
static bool may_stop(const struct touch_sink *sink, const struct flat_node *node) {
  struct sequentializer *s = sink->interference->s;
  const struct edge *edge = node->edge;
  const struct term *condition = NULL;
  if (node->kind != FLAT_EDGE || !(node->depth || sink->call))
    return false;
  if (edge->op == OPERATION_ASSUME)
    condition = edge->assume.condition;
  else if (edge->op == OPERATION_CHECK && edge->check.fatal)
    condition = edge->check.condition;
  return condition && !term_is_true(flat_term(s, node->instance, condition));
}

static bool may_fail(struct sequentializer *s, const struct flat_node *node) {
  const struct edge *edge = node->edge;
  if (node->kind == FLAT_BAD_CALL)
    return true;
  if (node->kind == FLAT_BAD_JUMP)
    return node->depth || property_in(PROPERTY_MEMORY, s->options->properties);
  if (node->kind == FLAT_BIND)
    return node->callee->frames != NULL;
  if (node->kind != FLAT_EDGE)
    return false;
  if (edge->op == OPERATION_CHECK)
    return property_in(edge->check.property, s->options->properties) &&
           !term_is_true(flat_term(s, node->instance, edge->check.condition));
  if (edge->op == OPERATION_WAIT)
    return lock_order_is_awaited(s, node->instance, edge);
  if (edge->op == OPERATION_HOLD)
    return lock_order_is_noted(s, node->instance, edge);
  const struct flat_unit *created = flat_created(s, node);
  return edge->op == OPERATION_UNSUPPORTED || (created && !created->is_single);
}

/* What a function touches that stays one, with these arguments. */
static void visit_plain(struct touch_sink *sink, const struct flat_node *node,
                        const struct function *function, const struct term *const *arguments,
                        uint32_t count) {
  const struct plain_call *outer = sink->call;
  struct plain_call call = {outer, node->instance, arguments, count, outer ? outer->depth + 1 : 1};
  const struct flat_unit *unit = flat_function(sink->interference->s, function);
  sink->call = &call;
  for (size_t i = 0; i < unit->nodes.count; i++)
    visit_node(sink, &unit->nodes.items[i]);
  sink->call = outer;
}

/* Of setjmp and longjmp: they use the buffer, and the functions that are left end. */
static void visit_jump(struct touch_sink *sink, const struct flat_node *node) {
  struct effects *effects = sink->interference->effects;
  uint64_t size = 2 * (uint64_t)sink->interference->s->program->pointer_width / 8;
  if (node->kind == FLAT_EDGE)
    access_of_node(&sink->sink, node->edge->setjmp.buffer, (struct span){0, size, false, true});
  else if (node->kind != FLAT_BAD_JUMP)
    access_of_node(&sink->sink, node->edge->longjmp.buffer, (struct span){0, size, false, false});
  for (const struct flat_instance *i = node->instance;
       node->kind == FLAT_LAND && i && i != node->caller; i = i->caller)
    effects_visit_slots(effects, i->function, &sink->sink);
}

static void visit_node(struct touch_sink *sink, const struct flat_node *node) {
  struct effects *effects = sink->interference->effects;
  const struct edge *edge = node->edge;
  bool is_deep = sink->call && sink->call->depth >= DEEPEST_CALL;
  sink->instance = node->instance;
  if (may_stop(sink, node) ||
      (node->kind == FLAT_CALL && flat_spins(sink->interference->s, node->function)))
    sink->flags |= INTERFERENCE_STOPS;
  if (may_fail(sink->interference->s, node))
    sink->flags |= INTERFERENCE_FAILS;
  if (node->kind == FLAT_CALL) {
    if (is_deep)
      sink->flags |= INTERFERENCE_STOPS | INTERFERENCE_FAILS;
    if (is_deep) /* recursion, perhaps */
      effects_visit_callee(effects, edge, node->function, &sink->sink);
    else
      visit_plain(sink, node, node->function, edge->call.arguments, edge->call.argument_count);
    return;
  }
  if (node->kind == FLAT_JUMP || node->kind == FLAT_LAND || node->kind == FLAT_BAD_JUMP ||
      (node->kind == FLAT_EDGE && edge->op == OPERATION_SETJMP)) {
    visit_jump(sink, node);
    return;
  }
  if (node->kind == FLAT_END && !sink->call)
    future_draft_add_flags(sink->sink.fixed, FUTURE_FINISHES);
  if (!edge || (node->kind == FLAT_EDGE && is_left_out(sink->interference->s, node)) ||
      (node->kind != FLAT_EDGE && node->kind != FLAT_END && node->kind != FLAT_RETURN))
    return;
  if (edge->op == OPERATION_SPAWN) {
    sink->flags |= INTERFERENCE_CREATES;
    return;
  }
  if (edge->op == OPERATION_WAIT && !is_deep) {
    const struct term *arguments[2] = {edge->wait.object, edge->wait.argument};
    visit_plain(sink, node, edge->wait.condition, arguments, 2);
    return;
  }
  for (const struct flat_instance *i = node->instance; i && edge->op == OPERATION_FINISH;
       i = i->caller) /* local variables end with the thread */
    effects_visit_slots(effects, i->function, &sink->sink);
  if (node->kind == FLAT_RETURN) /* over the registers of the function that returns */
    sink->instance = node->callee;
  effects_visit_edge(effects, sink->instance->function, edge, &sink->sink);
}

static uint32_t intern_copy(struct interference *i, const struct future_draft *draft) {
  struct future_draft *copy = future_draft_create(i->futures);
  future_draft_add_draft(copy, draft);
  uint32_t number = futures_intern(i->futures, copy);
  future_draft_destroy(copy);
  return number;
}

static uint32_t touch_of(struct interference *i, const struct flat_unit *unit,
                         const struct flat_node *node) {
  struct node_touch touch = {future_draft_create(i->futures), future_draft_create(i->futures), 0};
  struct touch_sink sink = {
      .sink = {access_of_node, touch.common}, .interference = i, .unit = unit, .own = touch.own};
  visit_node(&sink, node);
  touch.flags = sink.flags;
  uint64_t common = intern_copy(i, touch.common), own = intern_copy(i, touch.own), known;
  touch.flags |= futures_flags(i->futures, (uint32_t)common);
  uint64_t key = (common << 32 | own) ^ (uint64_t)(touch.flags >> 16) << 60;
  if (map_get(&i->known_touches, key, &known)) {
    future_draft_destroy(touch.common);
    future_draft_destroy(touch.own);
    return (uint32_t)known;
  }
  map_set(&i->known_touches, key, i->touches.count);
  vector_push(&i->touches, touch);
  return (uint32_t)i->touches.count - 1;
}

struct interference *interference_create(struct sequentializer *s) {
  struct interference *i = memory_allocate_zeroed(sizeof *i);
  i->s = s;
  i->futures = futures_create(sharing_object_count(s->sharing));
  i->effects = effects_create(s->program, s->sharing, i->futures);
  i->of_nodes = memory_allocate_zeroed((s->routines.count + 1) * sizeof *i->of_nodes);
  i->seen = memory_allocate_zeroed((s->routines.count + 1) * sizeof *i->seen);
  i->rests = memory_allocate_zeroed((s->routines.count + 1) * sizeof *i->rests);
  for (size_t r = 0; r < s->routines.count; r++) {
    const struct flat_unit *unit = s->routines.items[r];
    i->of_nodes[r] = memory_allocate((unit->nodes.count + 1) * sizeof **i->of_nodes);
    i->seen[r] = memory_allocate_zeroed(unit->nodes.count + 1);
    i->rests[r] = memory_allocate_zeroed((unit->nodes.count + 1) * sizeof **i->rests);
    for (size_t k = 0; k < unit->nodes.count; k++)
      i->of_nodes[r][k] = touch_of(i, unit, &unit->nodes.items[k]);
  }
  return i;
}

void interference_destroy(struct interference *i) {
  if (!i)
    return;
  for (size_t r = 0; r < i->s->routines.count; r++) {
    memory_release(i->of_nodes[r]);
    memory_release(i->seen[r]);
    memory_release(i->rests[r]);
  }
  for (size_t k = 0; k < i->touches.count; k++) {
    future_draft_destroy(i->touches.items[k].common);
    future_draft_destroy(i->touches.items[k].own);
  }
  memory_release(i->of_nodes);
  memory_release(i->seen);
  memory_release(i->rests);
  vector_release(&i->touches);
  vector_release(&i->footprints);
  map_release(&i->known_touches);
  map_release(&i->known_footprints);
  map_release(&i->conflicts);
  effects_destroy(i->effects);
  futures_destroy(i->futures);
  memory_release(i);
}

struct reached_node {
  const struct flat_unit *unit;
  uint32_t node;
};

/* A walk over nodes, and what they touch. */
struct footprint_walk {
  struct interference *interference;
  VECTOR(struct reached_node) work, done;
  VECTOR(struct reached_node) stops; /* where the thread can be interrupted */
  bool *touches;                     /* per touch */
  bool only_accesses;                /* look only at those that may race with atomic sections */
};

static void reach(struct footprint_walk *walk, const struct flat_unit *unit, uint32_t node) {
  bool *seen = &walk->interference->seen[unit->number][node];
  if (*seen)
    return;
  *seen = true;
  struct reached_node reached = {unit, node};
  vector_push(&walk->work, reached);
  vector_push(&walk->done, reached);
}

static uint32_t intern_footprint(struct interference *i, const bool *touches) {
  struct future_draft *common = future_draft_create(i->futures);
  struct future_draft *own = future_draft_create(i->futures);
  struct step_footprint footprint = {0};
  for (size_t k = 0; k < i->touches.count; k++) {
    if (!touches[k])
      continue;
    future_draft_add_draft(common, i->touches.items[k].common);
    future_draft_add_draft(own, i->touches.items[k].own);
    footprint.flags |= i->touches.items[k].flags;
  }
  footprint.common = futures_intern(i->futures, common);
  footprint.own = futures_intern(i->futures, own);
  future_draft_destroy(common);
  future_draft_destroy(own);
  uint64_t known, key = ((uint64_t)footprint.common << 32 | footprint.own) ^
                        (uint64_t)(footprint.flags >> 16) << 60;
  if (map_get(&i->known_footprints, key, &known))
    return (uint32_t)known;
  map_set(&i->known_footprints, key, i->footprints.count);
  vector_push(&i->footprints, footprint);
  return (uint32_t)i->footprints.count - 1;
}

/* Everything from the nodes of `work` on, or only until the thread can be interrupted. */
static void go_on(struct footprint_walk *walk, bool is_step) {
  struct interference *i = walk->interference;
  while (walk->work.count) {
    struct reached_node at = vector_pop(&walk->work);
    const struct flat_node *here = &at.unit->nodes.items[at.node];
    if (!walk->only_accesses || racing_is_plain_access(at.unit, here))
      walk->touches[i->of_nodes[at.unit->number][at.node]] = true;
    for (uint32_t k = 0; k < here->successor_count; k++) {
      struct reached_node next = {at.unit, here->successors[k]};
      if (is_step && at.unit->nodes.items[next.node].is_visible)
        vector_push(&walk->stops, next);
      else
        reach(walk, next.unit, next.node);
    }
    const struct flat_unit *created = is_step ? NULL : flat_created(i->s, here);
    if (created)
      reach(walk, created, created->entry);
  }
}

static uint32_t walk_from(struct interference *i, const struct flat_unit *unit, uint32_t node,
                          bool is_step, bool only_accesses, bool enters) {
  struct footprint_walk walk = {.interference = i, .only_accesses = only_accesses};
  walk.touches = memory_allocate_zeroed(i->touches.count + 1);
  reach(&walk, unit, node);
  go_on(&walk, is_step);
  /* The first step of a thread may go on with its first operation (body.c). */
  if (enters && node == unit->entry && !unit->nodes.items[node].is_visible) {
    size_t count = walk.stops.count;
    for (size_t k = 0; k < count; k++)
      reach(&walk, walk.stops.items[k].unit, walk.stops.items[k].node);
    go_on(&walk, true);
  }
  for (size_t k = 0; k < walk.done.count; k++)
    i->seen[walk.done.items[k].unit->number][walk.done.items[k].node] = false;
  uint32_t number = intern_footprint(i, walk.touches);
  memory_release(walk.touches);
  vector_release(&walk.work);
  vector_release(&walk.done);
  vector_release(&walk.stops);
  return number;
}

uint32_t interference_step(struct interference *i, const struct flat_unit *unit, uint32_t node) {
  return walk_from(i, unit, node, true, false, true);
}

uint32_t interference_step_alone(struct interference *i, const struct flat_unit *unit,
                                 uint32_t node) {
  return walk_from(i, unit, node, true, false, false);
}

uint32_t interference_accesses(struct interference *i, const struct flat_unit *unit,
                               uint32_t node) {
  return walk_from(i, unit, node, false, true, false);
}

uint32_t interference_nodes(struct interference *i, const struct flat_unit *unit,
                            const uint32_t *nodes, uint32_t count) {
  bool *touches = memory_allocate_zeroed(i->touches.count + 1);
  for (uint32_t k = 0; k < count; k++)
    touches[i->of_nodes[unit->number][nodes[k]]] = true;
  uint32_t number = intern_footprint(i, touches);
  memory_release(touches);
  return number;
}

uint32_t interference_rest(struct interference *i, const struct flat_unit *unit, uint32_t node) {
  uint32_t *known = &i->rests[unit->number][node];
  if (!*known)
    *known = walk_from(i, unit, node, false, false, false) + 1;
  return *known - 1;
}

static bool conflict(const struct interference *i, const struct step_footprint *a,
                     const struct step_footprint *b) {
  unsigned counts = FUTURE_FINISHES | INTERFERENCE_CREATES;
  if (a->flags & (FUTURE_EVERYTHING | FUTURE_EXITS | INTERFERENCE_STOPS) ||
      b->flags & FUTURE_EVERYTHING)
    return true;
  if ((a->flags & FUTURE_ASKS_ALONE && b->flags & counts) ||
      (a->flags & counts && b->flags & FUTURE_ASKS_ALONE) ||
      (a->flags & b->flags & INTERFERENCE_CREATES))
    return true;
  return futures_meet(i->futures, a->common, b->common) ||
         futures_meet(i->futures, a->own, b->common) || futures_meet(i->futures, a->common, b->own);
}

bool interference_fails(const struct interference *i, uint32_t footprint) {
  return i->footprints.items[footprint].flags & INTERFERENCE_FAILS;
}

bool interference_conflict(struct interference *i, uint32_t step, uint32_t other) {
  uint64_t key = (uint64_t)step << 32 | other, known;
  if (!map_get(&i->conflicts, key, &known)) {
    known = conflict(i, &i->footprints.items[step], &i->footprints.items[other]);
    map_set(&i->conflicts, key, known);
  }
  return known != 0;
}
