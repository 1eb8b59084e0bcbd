/* SPDX-License-Identifier: Apache-2.0 */
/* Builds the graph of a unit: calls are inlined, except those of functions that run in one step.
 * Parameters that are always the same constant, such as NULL for attributes, are substituted, and
 * unreachable code is left out. */
#include "sequentialize/flat.h"
#include "term/walk.h"

#include <string.h>

enum { MOST_NODES = 200000, DEEPEST_INLINE = 200, DEEPEST_SECTION = 16 };

struct flat_pending {
  struct flat_instance *instance;
  uint32_t location, depth, node;
};

struct flattening {
  struct sequentializer *s;
  struct flat_unit *unit;
  VECTOR(struct flat_pending) pending;
  bool found_recursion; /* of a function that was not known to be recursive: begin again */
};

void flat_refuse(struct sequentializer *s, struct position at, const char *what) {
  if (s->refusal.length)
    return;
  struct text place = {0};
  program_print_position(&place, s->program, at);
  text_format(&s->refusal, "%s%s%s", text_get(&place), place.length ? ": " : "", what);
  text_release(&place);
}

static const struct term *known_constant(const struct term *variable, void *context) {
  const struct flat_instance *instance = context;
  const struct term *constant = instance->constants[variable->value];
  return constant ? constant : variable;
}

const struct term *flat_term(struct sequentializer *s, const struct flat_instance *instance,
                             const struct term *term) {
  return term_is_constant(term)
             ? term
             : term_map(s->program->terms, term, known_constant, (void *)(uintptr_t)instance);
}

/* What is known of a register while constants are looked for. */
enum { UNWRITTEN, CONSTANT_SO_FAR, VARIABLE };

struct constant_search {
  struct sequentializer *s;
  struct flat_instance *instance;
  bool *is_reached;             /* per location */
  uint8_t *state;               /* per register */
  const struct term **constant; /* per register */
};

static void note_value(struct constant_search *search, uint32_t target, const struct term *value) {
  if (target == NO_REGISTER)
    return;
  if (!term_is_constant(value) || search->state[target] == VARIABLE ||
      (search->state[target] == CONSTANT_SO_FAR && search->constant[target] != value)) {
    search->state[target] = VARIABLE;
    return;
  }
  search->state[target] = CONSTANT_SO_FAR;
  search->constant[target] = value;
}

static void note_edge(struct constant_search *search, const struct edge *edge) {
  const struct function *function = search->instance->function;
  struct terms *terms = search->s->program->terms;
  if (edge->op == OPERATION_ASSIGN) {
    for (uint32_t i = 0; i < edge->assign.count; i++)
      note_value(search, edge->assign.list[i].target,
                 flat_term(search->s, search->instance, edge->assign.list[i].value));
  } else if (edge->op == OPERATION_LOAD && edge->load.target != NO_REGISTER) {
    uint64_t value;
    unsigned width = function->registers[edge->load.target].width;
    if (search->s->options->reduces_local &&
        kept_value(search->s->kept, function,
                   flat_term(search->s, search->instance, edge->load.address), edge->load.size,
                   &value))
      note_value(search, edge->load.target, term_constant(terms, width, value & width_mask(width)));
  } else if (edge->op == OPERATION_ALONE && edge->get.target != NO_REGISTER &&
             search->s->routines.count && !search->s->facts.main_finishes) {
    /* Main's thread is always there besides another one. */
    note_value(search, edge->get.target,
               term_constant(terms, function->registers[edge->get.target].width, 0));
  } else if ((edge->op == OPERATION_PRINTING || edge->op == OPERATION_REUSED ||
              edge->op == OPERATION_WATCHING) &&
             edge->get.target != NO_REGISTER) {
    uint64_t value =
        edge->op == OPERATION_WATCHING && property_watches_waiting(search->s->options->properties);
    note_value(search, edge->get.target,
               term_constant(terms, function->registers[edge->get.target].width, value));
  }
}

/* The function that is called, if there is only one. */
static const struct function *only_callee(const struct constant_search *search,
                                          const struct edge *call) {
  if (call->call.callee)
    return call->call.callee;
  const struct term *address = flat_term(search->s, search->instance, call->call.address);
  return term_is_constant(address) ? program_function_at(search->s->program, address->value) : NULL;
}

/* Notes the result of a call. False: it does not return, as far as is known. */
static bool note_call(struct constant_search *search, const struct edge *edge) {
  const struct function *callee = only_callee(search, edge);
  if (!callee || !callee->locations || !search->s->facts.reached)
    return true;
  const struct reached_function *reached = &search->s->facts.reached[callee->number];
  if (reached->returns && reached->result && !reached->result_varies &&
      edge->call.result_count == 1 && edge->call.results[0] != NO_REGISTER) {
    unsigned width = search->instance->function->registers[edge->call.results[0]].width;
    note_value(search, edge->call.results[0],
               term_resize(search->s->program->terms, width, reached->result));
  }
  return reached->returns;
}

/* Goes through the locations that constants do not rule out. */
static void search_constants(struct constant_search *search) {
  const struct function *function = search->instance->function;
  VECTOR(uint32_t) work = {0};
  vector_push(&work, function->entry);
  search->is_reached[function->entry] = true;
  while (work.count) {
    const struct location *at = &function->locations[vector_pop(&work)];
    for (uint32_t i = 0; i < at->edge_count; i++) {
      const struct edge *edge = &function->edges[at->first_edge + i];
      if (edge->op == OPERATION_ASSUME &&
          term_is_false(flat_term(search->s, search->instance, edge->assume.condition)))
        continue;
      note_edge(search, edge);
      if (edge->op == OPERATION_CALL && !note_call(search, edge))
        continue;
      if (!search->is_reached[edge->to])
        vector_push(&work, edge->to);
      search->is_reached[edge->to] = true;
    }
  }
  vector_release(&work);
}

void flat_find_constants(struct sequentializer *s, struct flat_instance *instance,
                         bool *is_reached) {
  const struct function *function = instance->function;
  uint32_t count = function->register_count;
  struct constant_search search = {.s = s, .instance = instance, .is_reached = is_reached};
  search.state = memory_allocate(count + 1);
  search.constant = memory_allocate((count + 1) * sizeof *search.constant);
  for (bool changed = true; changed;) {
    changed = false;
    memset(is_reached, 0, function->location_count + 1);
    memset(search.state, UNWRITTEN, count + 1);
    for (uint32_t i = 0; i < function->parameter_count; i++)
      search.state[function->parameters[i]] = VARIABLE;
    search_constants(&search);
    for (uint32_t i = 0; i < count; i++)
      if (search.state[i] == CONSTANT_SO_FAR && !instance->constants[i] &&
          flat_keeps_constant(s, function, i, search.constant[i])) {
        instance->constants[i] = search.constant[i];
        changed = true;
      }
  }
  memory_release(search.state);
  memory_release(search.constant);
}

static void find_constants(struct sequentializer *s, struct flat_instance *instance) {
  bool *is_reached = memory_allocate(instance->function->location_count + 1);
  flat_find_constants(s, instance, is_reached);
  memory_release(is_reached);
}

static struct flat_instance *add_instance(struct flattening *f, const struct function *function,
                                          struct flat_instance *caller, const struct edge *call) {
  struct flat_instance *instance = arena_allocate(f->s->arena, sizeof *instance);
  *instance = (struct flat_instance){.function = function,
                                     .caller = caller,
                                     .call = call,
                                     .first_register = (uint32_t)f->unit->registers.count,
                                     .is_framed = caller && caller->is_framed};
  vector_push(&f->unit->instances, instance);
  instance->constants =
      arena_allocate(f->s->arena, (function->register_count + 1) * sizeof *instance->constants);
  for (uint32_t i = 0; i < function->register_count; i++)
    vector_push(&f->unit->registers, (struct flat_register){.instance = instance, .number = i});
  return instance;
}

static uint32_t add_node(struct flattening *f, struct flat_node node) {
  if (f->unit->nodes.count >= MOST_NODES)
    flat_refuse(f->s, node.edge ? node.edge->at : (struct position){0},
                "the program becomes too large when its calls are put in");
  vector_push(&f->unit->nodes, node);
  return (uint32_t)f->unit->nodes.count - 1;
}

static uint32_t node_at(struct flattening *f, struct flat_instance *instance, uint32_t location,
                        uint32_t depth) {
  uint64_t known, key = (uint64_t)depth << 32 | location;
  if (map_get(&instance->nodes, key, &known))
    return (uint32_t)known;
  uint32_t node = add_node(f, (struct flat_node){.instance = instance, .depth = depth});
  map_set(&instance->nodes, key, node);
  vector_push(&f->pending, (struct flat_pending){instance, location, depth, node});
  return node;
}

static void set_successors(struct flattening *f, uint32_t node, const uint32_t *list,
                           uint32_t count) {
  f->unit->nodes.items[node].successors = arena_copy(f->s->arena, list, count * sizeof *list);
  f->unit->nodes.items[node].successor_count = count;
  for (uint32_t i = 0; i < count; i++)
    f->unit->nodes.items[list[i]].predecessor_count++;
}

/* The instance of a recursive function, which all its calls share. */
static struct flat_instance *framed_instance(struct flattening *f, const struct flat_pending *at,
                                             const struct edge *edge,
                                             const struct function *callee) {
  struct flat_instance *found = NULL;
  for (size_t i = 0; i < f->unit->instances.count && !found; i++)
    if (f->unit->instances.items[i]->function == callee)
      found = f->unit->instances.items[i];
  if (!found) {
    found = add_instance(f, callee, at->instance, edge);
    found->is_framed = true;
    found->frames = arena_allocate(f->s->arena, sizeof *found->frames);
    find_constants(f->s, found);
    f->s->needs.frames = true;
  }
  vector_push(&found->frames->sites, (struct flat_site){edge, at->instance});
  return found;
}

static struct flat_instance *instance_for(struct flattening *f, const struct flat_pending *at,
                                          const struct edge *edge, const struct function *callee) {
  if (f->s->facts.is_recursive[callee->number])
    return framed_instance(f, at, edge, callee);
  struct flat_instance *instance = add_instance(f, callee, at->instance, edge);
  uint32_t positional = callee->parameter_count - (callee->is_variadic ? 1 : 0);
  for (uint32_t i = 0; i < positional && i < edge->call.argument_count; i++) {
    const struct term *argument =
        term_resize(f->s->program->terms, callee->registers[callee->parameters[i]].width,
                    flat_term(f->s, at->instance, edge->call.arguments[i]));
    if (term_is_constant(argument) &&
        flat_keeps_constant(f->s, callee, callee->parameters[i], argument))
      instance->constants[callee->parameters[i]] = argument;
  }
  find_constants(f->s, instance);
  return instance;
}

/* Is the function being put in already? Then it is recursive. */
static bool is_inside(struct flattening *f, const struct flat_pending *at, const struct edge *edge,
                      const struct function *callee) {
  unsigned deep = 0;
  if (f->s->facts.is_recursive[callee->number])
    return false;
  for (struct flat_instance *i = at->instance; i; i = i->caller, deep++) {
    if (i->function == callee && !i->caller) {
      flat_refuse(f->s, edge->at, "recursion of the function that a thread begins with");
      return true;
    }
    if (i->function == callee) {
      f->s->facts.is_recursive[callee->number] = f->found_recursion = true;
      return true;
    }
    if (deep > DEEPEST_INLINE)
      flat_refuse(f->s, edge->at, "calls that are nested too deeply");
  }
  return false;
}

/* Binds the parameters of a function that is put in; returns the node that does. */
static uint32_t inline_call(struct flattening *f, const struct flat_pending *at,
                            const struct edge *edge, const struct function *callee, uint32_t bind) {
  if (is_inside(f, at, edge, callee))
    return bind;
  struct flat_instance *instance = instance_for(f, at, edge, callee);
  if (bind == NO_NODE_AT)
    bind = add_node(f, (struct flat_node){0});
  struct flat_node *node = &f->unit->nodes.items[bind];
  node->kind = FLAT_BIND;
  node->edge = edge;
  node->instance = at->instance;
  node->callee = instance;
  node->depth = at->depth;
  if (instance->frames)
    node->site = (uint32_t)instance->frames->sites.count - 1;
  uint32_t entry = node_at(f, instance, callee->entry, at->depth);
  set_successors(f, bind, &entry, 1);
  return bind;
}

static bool stays_function(const struct flattening *f, const struct function *callee,
                           uint32_t depth) {
  uint8_t effects = f->s->facts.effects[callee->number];
  if (effects & EFFECT_BLOCKS)
    return false;
  if (f->unit->is_plain || depth)
    return true;
  return !(effects & (EFFECT_STOPS | EFFECT_VISIBLE)) && !flat_spins(f->s, callee);
}

static void flatten_plain_call(struct flattening *f, const struct flat_pending *at,
                               const struct edge *edge, const struct function *callee) {
  f->unit->nodes.items[at->node].kind = FLAT_CALL;
  f->unit->nodes.items[at->node].function = callee;
  if (!(f->s->facts.effects[callee->number] & EFFECT_RETURNS))
    return;
  uint32_t next = node_at(f, at->instance, edge->to, at->depth);
  set_successors(f, at->node, &next, 1);
}

static void flatten_dispatch(struct flattening *f, const struct flat_pending *at,
                             const struct edge *edge) {
  const struct function *callees[FLAT_CALLEES];
  size_t count = flat_callees(f->s, edge, callees, FLAT_CALLEES);
  if (count > FLAT_CALLEES) {
    flat_refuse(f->s, edge->at, "call of a function that is not known");
    return;
  }
  uint32_t successors[FLAT_CALLEES + 1];
  for (size_t i = 0; i < count; i++) {
    if (stays_function(f, callees[i], at->depth)) {
      struct flat_pending inner = *at;
      inner.node = add_node(
          f, (struct flat_node){.instance = at->instance, .edge = edge, .depth = at->depth});
      successors[i] = inner.node;
      flatten_plain_call(f, &inner, edge, callees[i]);
    } else {
      successors[i] = inline_call(f, at, edge, callees[i], NO_NODE_AT);
    }
    if (f->s->refusal.length || f->found_recursion)
      return;
  }
  successors[count] = add_node(
      f, (struct flat_node){
             .kind = FLAT_BAD_CALL, .instance = at->instance, .edge = edge, .depth = at->depth});
  struct flat_node *node = &f->unit->nodes.items[at->node];
  node->kind = FLAT_DISPATCH;
  node->functions = arena_copy(f->s->arena, callees, count * sizeof *callees);
  set_successors(f, at->node, successors, (uint32_t)count + 1);
}

static void flatten_call(struct flattening *f, const struct flat_pending *at,
                         const struct edge *edge) {
  const struct function *callee = edge->call.callee;
  if (!callee) {
    const struct term *address = flat_term(f->s, at->instance, edge->call.address);
    if (term_is_constant(address))
      callee = program_function_at(f->s->program, address->value);
    if (!callee) {
      flatten_dispatch(f, at, edge);
      return;
    }
  }
  if (!callee->locations) {
    flat_refuse(f->s, edge->at,
                arena_format(f->s->arena, "call of the undefined function %s", callee->name));
    return;
  }
  if (stays_function(f, callee, at->depth))
    flatten_plain_call(f, at, edge, callee);
  else
    inline_call(f, at, edge, callee, at->node);
}

static void flatten_return(struct flattening *f, const struct flat_pending *at,
                           const struct edge *edge) {
  struct flat_node *node = &f->unit->nodes.items[at->node];
  struct flat_instance *instance = at->instance;
  if (!instance->caller) {
    node->kind = FLAT_END;
    return;
  }
  node->edge = edge;
  node->callee = instance;
  node->is_visible = !at->depth && !f->unit->is_plain && mortal_ends(f->s, instance);
  if (instance->frames) {
    node->kind = FLAT_UNWIND;
    vector_push(&instance->frames->unwinds, at->node);
    return;
  }
  node->kind = FLAT_RETURN;
  node->call = instance->call;
  node->caller = instance->caller;
  /* The caller goes on at the depth that the function leaves, which may differ from the one it was
   * called at. */
  uint32_t behind = node_at(f, instance->caller, instance->call->to, at->depth);
  set_successors(f, at->node, &behind, 1);
}

/* Several assumptions: those that may hold. */
static void flatten_branch(struct flattening *f, const struct flat_pending *at,
                           const struct location *location) {
  const struct edge *edges = at->instance->function->edges + location->first_edge;
  uint32_t *successors = memory_allocate(location->edge_count * sizeof *successors);
  const struct term **conditions =
      arena_allocate(f->s->arena, location->edge_count * sizeof *conditions);
  uint32_t count = 0;
  for (uint32_t i = 0; i < location->edge_count; i++) {
    const struct term *condition = flat_term(f->s, at->instance, edges[i].assume.condition);
    if (term_is_false(condition))
      continue;
    conditions[count] = condition;
    successors[count++] = node_at(f, at->instance, edges[i].to, at->depth);
  }
  struct flat_node *node = &f->unit->nodes.items[at->node];
  node->kind = FLAT_BRANCH;
  node->conditions = conditions;
  set_successors(f, at->node, successors, count);
  memory_release(successors);
}

/* Can the thread go on after the operation? */
static bool goes_on(struct flattening *f, const struct flat_pending *at, const struct edge *edge) {
  if (edge->op == OPERATION_CHECK)
    return !term_is_false(flat_term(f->s, at->instance, edge->check.condition)) ||
           !(edge->check.fatal || property_in(edge->check.property, f->s->options->properties));
  if (edge->op == OPERATION_ASSUME)
    return !term_is_false(flat_term(f->s, at->instance, edge->assume.condition));
  if (edge->op == OPERATION_UNSUPPORTED && !at->instance->function->is_library)
    flat_refuse(f->s, edge->at, edge->unsupported.what);
  return !operation_is(edge->op, IS_LAST);
}

/* Where a longjmp can come back to. */
static void add_landing(struct flattening *f, const struct flat_pending *at,
                        const struct edge *edge) {
  for (size_t i = 0; i < f->unit->landings.count; i++)
    if (f->unit->landings.items[i].instance == at->instance &&
        f->unit->landings.items[i].edge == edge)
      return;
  struct flat_landing landing = {at->instance, edge, ++f->s->landing_total};
  vector_push(&f->unit->landings, landing);
}

/* A longjmp; its ways are known when all is put in. */
static void flatten_jump(struct flattening *f, const struct flat_pending *at,
                         const struct edge *edge) {
  if (at->depth) { /* which of its sections the jump leaves is not known */
    f->unit->nodes.items[at->node].kind = FLAT_BAD_JUMP;
    return;
  }
  uint32_t bad = add_node(
      f, (struct flat_node){.kind = FLAT_BAD_JUMP, .instance = at->instance, .edge = edge});
  f->unit->nodes.items[at->node].kind = FLAT_JUMP;
  set_successors(f, at->node, &bad, 1);
  vector_push(&f->unit->jumps, at->node);
}

/* The only operation of a location. */
static void flatten_edge(struct flattening *f, const struct flat_pending *at,
                         const struct edge *edge) {
  uint32_t depth = at->depth;
  if (edge->op == OPERATION_CALL) {
    flatten_call(f, at, edge);
    return;
  }
  if (edge->op == OPERATION_RETURN) {
    flatten_return(f, at, edge);
    return;
  }
  if (edge->op == OPERATION_LONGJMP && f->s->facts.has_setjmp) {
    flatten_jump(f, at, edge);
    return;
  }
  if (!goes_on(f, at, edge))
    return;
  if (edge->op == OPERATION_SETJMP)
    add_landing(f, at, edge);
  if (edge->op == OPERATION_ATOMIC_BEGIN && ++depth > DEEPEST_SECTION) {
    flat_refuse(f->s, edge->at, "an atomic section that is begun again and again");
    return;
  }
  if (edge->op == OPERATION_ATOMIC_END)
    depth -= depth > 0;
  uint32_t next = node_at(f, at->instance, edge->to, f->unit->is_plain ? 0 : depth);
  set_successors(f, at->node, &next, 1);
}

static void flatten_location(struct flattening *f, const struct flat_pending *at) {
  const struct function *function = at->instance->function;
  const struct location *location = &function->locations[at->location];
  if (!location->edge_count) {
    f->unit->nodes.items[at->node].kind = FLAT_END;
    return;
  }
  const struct edge *edge = &function->edges[location->first_edge];
  struct flat_node *node = &f->unit->nodes.items[at->node];
  node->edge = edge;
  if (location->edge_count > 1) {
    flatten_branch(f, at, location);
    return;
  }
  node->kind = FLAT_EDGE;
  bool is_known = (edge->op == OPERATION_LOAD && edge->load.target != NO_REGISTER &&
                   at->instance->constants[edge->load.target]) ||
                  fields_is_kept_store(f->s, at->instance, edge);
  node->is_visible =
      !at->depth && !f->unit->is_plain && !is_known && flat_is_visible(f->s, function, edge);
  flatten_edge(f, at, edge);
}

/* Leads a return of a recursive function to the calls it may return to. */
static void link_unwind(struct flattening *f, const struct flat_instance *instance,
                        uint32_t unwind) {
  const struct flat_frames *frames = instance->frames;
  const struct flat_node *from = &f->unit->nodes.items[unwind];
  uint32_t first = from->successor_count, count = (uint32_t)frames->sites.count;
  if (first == count)
    return;
  uint32_t *successors = memory_allocate(count * sizeof *successors);
  for (uint32_t i = 0; i < first; i++)
    successors[i] = from->successors[i];
  for (uint32_t i = first; i < count; i++) {
    struct flat_site site = frames->sites.items[i];
    struct flat_node back = f->unit->nodes.items[unwind];
    back.kind = FLAT_RETURN;
    back.call = site.call;
    back.caller = site.caller;
    back.site = i;
    back.successor_count = back.predecessor_count = 0;
    back.is_visible = false;
    successors[i] = add_node(f, back);
    f->unit->nodes.items[successors[i]].predecessor_count = 1;
    uint32_t behind = node_at(f, site.caller, site.call->to, back.depth);
    set_successors(f, successors[i], &behind, 1);
  }
  f->unit->nodes.items[unwind].successors =
      arena_copy(f->s->arena, successors, count * sizeof *successors);
  f->unit->nodes.items[unwind].successor_count = count;
  memory_release(successors);
}

/* May the call of one function be inside that of another? A recursive one is called from several
 * places. */
static bool is_within(const struct flat_instance *inner, const struct flat_instance *outer) {
  VECTOR(const struct flat_instance *) work = {0};
  struct map seen = {0};
  bool found = false;
  vector_push(&work, inner);
  while (work.count && !found) {
    const struct flat_instance *at = vector_pop(&work);
    if (!at || map_get(&seen, (uintptr_t)at, NULL))
      continue;
    map_set(&seen, (uintptr_t)at, 1);
    found = at == outer;
    vector_push(&work, at->caller);
    for (size_t i = 0; at->frames && i < at->frames->sites.count; i++)
      vector_push(&work, at->frames->sites.items[i].caller);
  }
  vector_release(&work);
  map_release(&seen);
  return found;
}

/* Adds a way from a longjmp to the place after a setjmp, before the one for what it cannot come
 * back to. */
static void link_landing(struct flattening *f, uint32_t jump, const struct flat_landing *landing) {
  struct flat_node from = f->unit->nodes.items[jump];
  uint32_t count = from.successor_count;
  for (uint32_t i = 0; i < count; i++)
    if (f->unit->nodes.items[from.successors[i]].site == landing->number)
      return;
  struct flat_node land = {.kind = FLAT_LAND,
                           .edge = from.edge,
                           .instance = from.instance,
                           .call = landing->edge,
                           .caller = landing->instance,
                           .site = landing->number,
                           .predecessor_count = 1};
  for (const struct flat_instance *i = from.instance; i && i != landing->instance; i = i->caller)
    land.is_visible |= mortal_ends(f->s, i);
  uint32_t node = add_node(f, land);
  uint32_t behind = node_at(f, landing->instance, landing->edge->to, 0);
  set_successors(f, node, &behind, 1);
  uint32_t *successors = memory_allocate((count + 1) * sizeof *successors);
  memcpy(successors, from.successors, count * sizeof *successors);
  successors[count] = successors[count - 1];
  successors[count - 1] = node;
  f->unit->nodes.items[jump].successors =
      arena_copy(f->s->arena, successors, (count + 1) * sizeof *successors);
  f->unit->nodes.items[jump].successor_count = count + 1;
  memory_release(successors);
}

/* Ways that are known only when everything they may lead to was put in. */
static void link_late(struct flattening *f) {
  for (size_t i = 0; i < f->unit->instances.count; i++) {
    const struct flat_frames *frames = f->unit->instances.items[i]->frames;
    for (size_t k = 0; frames && k < frames->unwinds.count; k++)
      link_unwind(f, f->unit->instances.items[i], frames->unwinds.items[k]);
  }
  for (size_t i = 0; i < f->unit->jumps.count; i++)
    for (size_t k = 0; k < f->unit->landings.count; k++) {
      uint32_t jump = f->unit->jumps.items[i];
      struct flat_landing landing = f->unit->landings.items[k];
      if (is_within(f->unit->nodes.items[jump].instance, landing.instance))
        link_landing(f, jump, &landing);
    }
}

static void flatten_all(struct flattening *f) {
  while (f->pending.count && !f->s->refusal.length && !f->found_recursion) {
    struct flat_pending at = vector_pop(&f->pending);
    flatten_location(f, &at);
    if (!f->pending.count)
      link_late(f);
  }
}

void flat_release(struct flat_unit *unit) {
  for (size_t i = 0; i < unit->instances.count; i++) {
    struct flat_instance *instance = unit->instances.items[i];
    map_release(&instance->nodes);
    if (instance->frames) {
      vector_release(&instance->frames->sites);
      vector_release(&instance->frames->unwinds);
    }
  }
  vector_release(&unit->instances);
  vector_release(&unit->nodes);
  vector_release(&unit->registers);
  vector_release(&unit->landings);
  vector_release(&unit->jumps);
}

struct flat_unit *flat_create(struct sequentializer *s, const struct function *function,
                              const struct function *start, bool is_plain) {
  struct flat_unit *unit = arena_allocate(s->arena, sizeof *unit);
  unit->function = function;
  unit->start = start;
  unit->is_plain = is_plain;
  struct flattening f = {.s = s, .unit = unit};
  unit->root = add_instance(&f, function, NULL, NULL);
  if (start && function->parameter_count > 1)
    unit->root->constants[function->parameters[1]] =
        term_constant(s->program->terms, s->program->pointer_width, start->address);
  find_constants(s, unit->root);
  unit->entry = node_at(&f, unit->root, function->entry, 0);
  flatten_all(&f);
  vector_release(&f.pending);
  if (!f.found_recursion)
    return unit;
  flat_release(unit);
  return flat_create(s, function, start, is_plain);
}
