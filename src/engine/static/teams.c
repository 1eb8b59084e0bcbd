/* SPDX-License-Identifier: Apache-2.0 */
/* Teams: a loop creates one thread per turn, and another loop over the same numbers joins them. The
 * frame is the node with both loops. Along its edges it is followed whether threads of the team may
 * run: none, all that were created, or some. */
#include "engine/static/teams.h"

#include "analysis/loops.h"
#include "engine/static/static_cells.h"
#include "engine/static/symbolic.h"
#include "program/paths.h"
#include "program/uses.h"

enum { MOST_COUNTERS = 8, MOST_JOINS = 4 };

/* What is known at a location of the frame. All: as many as the loop creates, and none joined. */
enum team_state { NOT_REACHED, NONE_RUN, ALL_RUN, SOME_RUN };

/* A loop with a counter, a call that each turn makes, and one place where it ends. */
struct team_loop {
  uint32_t head;
  const struct edge *call, *exit;     /* exit: where it is left in the end; NULL: in several ways */
  const struct loop_counter *counter; /* that the exit depends on, or any */
  bool is_each_turn;                  /* every turn makes the call */
  bool *after, *before; /* locations in a turn after the call; that can be reached without it */
};

struct team {
  uint32_t class, frame;
  const struct function *function; /* of the frame */
  const struct loops *loops;
  struct team_loop creation, joins[MOST_JOINS];
  size_t join_count;
  bool is_verified[MOST_JOINS]; /* the join ends the thread with the counter's index */
  struct loop_counter counters[MOST_COUNTERS];
  const struct loop_counter *counter_list[MOST_COUNTERS];
  size_t counter_count;
  uint8_t *states; /* enum team_state per location of the frame */
  struct symbolic_rules rules;
  struct teams *teams;
  unsigned depth; /* of loads that are being resolved */
};

struct teams {
  struct analysis *analysis;
  struct team *by_class[MOST_CLASSES]; /* NULL: no team */
};

static const struct node *node_at(const struct teams *teams, uint32_t node) {
  return &teams->analysis->nodes.items[node];
}

/* The node of the whole loop, if this one is for a turn of it. */
static uint32_t first_turn(const struct teams *teams, uint32_t node) {
  return turns_first(teams->analysis, node);
}

/* The edge of the frame at which the thread is when it is at the edge of the node; NULL: the node
 * is no part of the frame's call. */
static const struct edge *edge_in_frame(const struct teams *teams, uint32_t frame, uint32_t node,
                                        const struct edge *edge) {
  for (; node != NO_NODE; node = node_at(teams, node)->parent) {
    if (first_turn(teams, node) == frame)
      return edge;
    edge = node_at(teams, node)->call;
  }
  return NULL;
}

struct turn {
  const struct team *team;
  uint32_t head;
  const struct edge *without;
};

static bool stays_in_turn(const struct edge *edge, void *context) {
  const struct turn *turn = context;
  return edge != turn->without && edge->to != turn->head &&
         loops_contain(turn->team->loops, turn->head, edge->to);
}

/* Locations of the loop that are reached from one of them without passing the head or the edge. */
static void mark_reached(const struct team *team, uint32_t head, uint32_t from,
                         const struct edge *without, bool *reached) {
  reached[from] = true;
  paths_mark(team->function, reached, stays_in_turn, &(struct turn){team, head, without});
}

/* Does each turn of the loop take the edge? */
static bool is_each_turn(const struct team *team, uint32_t head, const struct edge *wanted,
                         uint32_t until, bool *before) {
  mark_reached(team, head, head, wanted, before);
  if (until != NO_NODE)
    return !before[until];
  for (uint32_t i = 0; i < team->function->edge_count; i++) {
    const struct edge *edge = &team->function->edges[i];
    if (edge->to == head && edge != wanted && loops_contain(team->loops, head, edge->from) &&
        before[edge->from])
      return false;
  }
  return true;
}

/* The only edge that leaves the loop for where the function goes on. */
static const struct edge *find_exit(const struct team *team, uint32_t head) {
  const struct edge *exit = NULL;
  for (uint32_t i = 0; i < team->function->edge_count; i++) {
    const struct edge *edge = &team->function->edges[i];
    if (!loops_contain(team->loops, head, edge->from) ||
        loops_contain(team->loops, head, edge->to) || !team->loops->locations[edge->to].can_return)
      continue;
    if (exit)
      return NULL;
    exit = edge;
  }
  return exit;
}

static void add_counters(struct team *team, uint32_t head) {
  for (uint32_t reg = 0;
       reg < team->function->register_count && team->counter_count < MOST_COUNTERS; reg++) {
    struct loop_counter *counter = &team->counters[team->counter_count];
    if (symbolic_find_counter(team->teams->analysis, team->frame, team->loops, head, reg, counter))
      team->counter_list[team->counter_count++] = counter;
  }
}

static bool mentions(const struct team *team, const struct term *term, uint32_t reg) {
  if (term->kind == TERM_VARIABLE)
    return term->value == reg;
  for (unsigned i = 0; term->kind == TERM_APPLY && i < term->arity; i++)
    if (mentions(team, term->operands[i], reg))
      return true;
  return false;
}

static bool find_loop(struct team *team, const struct edge *call, struct team_loop *loop) {
  const struct location_loops *at = &team->loops->locations[call->from];
  struct arena *arena = team->teams->analysis->arena;
  if (!at->depth)
    return false;
  loop->head = at->heads[at->depth - 1];
  loop->call = call;
  loop->before = arena_allocate(arena, team->function->location_count + 1u);
  loop->after = arena_allocate(arena, team->function->location_count + 1u);
  loop->is_each_turn = is_each_turn(team, loop->head, call, NO_NODE, loop->before);
  if (call->to != loop->head)
    mark_reached(team, loop->head, call->to, NULL, loop->after);
  loop->exit = find_exit(team, loop->head);
  size_t first = team->counter_count;
  add_counters(team, loop->head);
  for (size_t i = first; i < team->counter_count; i++)
    if (!loop->counter || (loop->exit && loop->exit->op == OPERATION_ASSUME &&
                           mentions(team, loop->exit->assume.condition, team->counters[i].reg)))
      loop->counter = &team->counters[i];
  return loop->counter != NULL;
}

/* Is the edge on all ways through its function, and in no loop? */
static bool is_taken_once(struct teams *teams, const struct function *function,
                          const struct edge *edge) {
  const struct loops *loops = analysis_loops(teams->analysis, function);
  if (loops->too_deep || loops->locations[edge->from].depth)
    return false;
  bool *reached = memory_allocate_zeroed(function->location_count + 1u);
  bool is_on_all = true;
  reached[function->entry] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < function->edge_count; i++) {
      const struct edge *other = &function->edges[i];
      if (other == edge || !reached[other->from])
        continue;
      is_on_all &= other->op != OPERATION_RETURN;
      changed |= !reached[other->to];
      reached[other->to] = true;
    }
  }
  memory_release(reached);
  return is_on_all;
}

static bool is_in_loop(struct teams *teams, const struct function *function,
                       const struct edge *edge) {
  const struct loops *loops = analysis_loops(teams->analysis, function);
  return loops->too_deep || loops->locations[edge->from].depth > 0;
}

/* The node with the loop that creates the class: from the creation outwards. `repeats`: its
 * function may be called again. */
static bool find_frame(struct team *team, bool *creates_each, bool *repeats) {
  struct teams *teams = team->teams;
  const struct thread_class *class = &teams->analysis->classes.items[team->class];
  const struct edge *edge = class->spawn;
  bool is_found = false;
  *creates_each = true;
  *repeats = false;
  for (uint32_t at = class->creator; at != NO_NODE; at = node_at(teams, at)->parent) {
    const struct node *node = node_at(teams, at);
    if (node_at(teams, first_turn(teams, at))->is_recursive ||
        analysis_has_setjmp(teams->analysis, node->function))
      return false;
    bool loops = is_in_loop(teams, node->function, edge);
    if (is_found) {
      *repeats |= loops;
    } else if (loops) {
      is_found = true;
      team->frame = first_turn(teams, at);
      team->function = node->function;
      team->loops = analysis_loops(teams->analysis, node->function);
      if (team->loops->too_deep || edge->op != OPERATION_CALL ||
          !find_loop(team, edge, &team->creation))
        return false;
    } else {
      *creates_each &= is_taken_once(teams, node->function, edge);
    }
    edge = node->call;
  }
  return is_found;
}

/* What an event of the past, such as a store, is to the team. */
static bool is_harmless(struct teams *teams, const struct team *team,
                        const struct access_record *store) {
  return store->class != team->class &&
         !teams_may_run(teams, team->class, store->node, store->edge);
}

static uint32_t known_object(const struct analysis *analysis, uint32_t object) {
  const struct space_object *known = &analysis->space.objects.items[object];
  return known->public ? known->public : object;
}

/* Do all stores to these bytes of a variable happen while no thread of the team runs? */
static bool is_constant(struct team *team, uint32_t object, int64_t offset, uint32_t size) {
  const struct analysis *analysis = team->teams->analysis;
  vector_each (store, &analysis->assessment->stores)
    if (known_object(analysis, store->object) == object && store->low < offset + (int64_t)size &&
        offset < store->end && !is_harmless(team->teams, team, store))
      return false;
  return true;
}

static bool creator_value(struct team *team, const struct access_record *store,
                          const struct term *term, struct symbolic *value) {
  return symbolic_value(&team->rules, store->node, term, value);
}

/* Is the address, on the creator's side, that of the same byte of the argument or element as the
 * thread's? */
static bool is_same_place(struct team *team, const struct symbolic *thread,
                          const struct symbolic *creator) {
  struct symbolic passed;
  const struct thread_class *class = &team->teams->analysis->classes.items[team->class];
  if (thread->kind != SYMBOLIC_OWN)
    return symbolic_has_base(thread, creator) && thread->counter == creator->counter &&
           thread->offset == creator->offset;
  return symbolic_value(&team->rules, class->creator, class->spawn->spawn.arguments[1], &passed) &&
         symbolic_has_base(&passed, creator) && !passed.counter &&
         creator->offset - passed.offset == thread->offset;
}

/* What a field of the thread's own element holds: all stores to the field, of any element, give it
 * the same function of the element's index, and one of them comes before each creation. */
static bool load_element(struct team *team, const struct access_record *load,
                         const struct symbolic *address, struct symbolic *value) {
  const struct analysis *analysis = team->teams->analysis;
  uint32_t object = known_object(analysis, load->object);
  bool is_found = false, is_first = true;
  vector_each (store, &analysis->assessment->stores) {
    struct symbolic place, stored;
    if (known_object(analysis, store->object) != object || !assess_overlap(load, store))
      continue;
    const struct edge *edge = edge_in_frame(team->teams, team->frame, store->node, store->edge);
    bool is_inside = edge && loops_contain(team->loops, team->creation.head, edge->from);
    if (!is_inside && is_harmless(team->teams, team, store))
      continue;
    if (!is_inside || store->edge->op != OPERATION_STORE || store->size != load->size ||
        !creator_value(team, store, store->edge->store.address, &place) ||
        !creator_value(team, store, store->edge->store.value, &stored) ||
        !is_same_place(team, address, &place))
      return false;
    if (!is_first && (!symbolic_has_base(value, &stored) || value->offset != stored.offset ||
                      value->counter != stored.counter))
      return false;
    is_first = false;
    *value = stored;
    bool *before = memory_allocate_zeroed(team->function->location_count + 1u);
    is_found |= first_turn(team->teams, store->node) == team->frame &&
                is_each_turn(team, team->creation.head, edge, team->creation.call->from, before);
    memory_release(before);
  }
  return is_found;
}

static const struct access_record *find_load(const struct team *team, uint32_t node,
                                             const struct edge *edge) {
  const struct access_record *found = NULL;
  vector_each (load, &team->teams->analysis->assessment->loads)
    if (load->node == node && load->edge == edge) {
      if (found && (found->object != load->object || found->low != load->low ||
                    found->end != load->end || found->step != load->step))
        return NULL;
      found = load;
    }
  return found;
}

static bool load_symbol(void *context, uint32_t node, const struct edge *edge,
                        struct symbolic *value) {
  struct team *team = context;
  struct symbolic address;
  enum { DEEPEST_LOAD = 4 };
  if (team->depth == DEEPEST_LOAD ||
      !symbolic_value(&team->rules, node, edge->load.address, &address))
    return false;
  bool is_own = address.kind == SYMBOLIC_OWN || address.counter;
  bool is_of_thread = node_at(team->teams, node)->class == team->class;
  const struct edge *at = edge_in_frame(team->teams, team->frame, node, edge);
  bool is_in_turn = at && loops_contain(team->loops, team->creation.head, at->from);
  for (size_t i = 0; at && i < team->join_count; i++)
    is_in_turn |= loops_contain(team->loops, team->joins[i].head, at->from);
  if (!is_own && address.kind == SYMBOLIC_OBJECT && (is_of_thread || is_in_turn)) {
    *value = (struct symbolic){.kind = SYMBOLIC_CELL, .key = address.key, .inside = address.offset};
    return is_constant(team, address.key, address.offset, edge->load.size);
  }
  const struct access_record *load = is_own && is_of_thread ? find_load(team, node, edge) : NULL;
  if (!load)
    return false;
  team->depth++;
  bool is_known = load_element(team, load, &address, value);
  team->depth--;
  return is_known;
}

/* Is the base of a value the same for all threads of the team? */
static bool is_fixed(const struct team *team, const struct symbolic *value) {
  if (value->kind != SYMBOLIC_REGISTER)
    return true;
  for (uint32_t at = team->frame; at != NO_NODE; at = node_at(team->teams, at)->parent) {
    if (first_turn(team->teams, at) != value->where)
      continue;
    const struct edge *definition =
        analysis_definitions(team->teams->analysis, node_at(team->teams, at)->function)[value->key];
    bool is_loop = at == team->frame && definition &&
                   loops_contain(team->loops, team->creation.head, definition->from);
    for (size_t i = 0; i < team->join_count && at == team->frame && definition; i++)
      is_loop |= loops_contain(team->loops, team->joins[i].head, definition->from);
    return !is_loop;
  }
  return false;
}

/* Are the parts of different indices apart? The two accesses lie in one window, which moves by at
 * least its length from one index to the next. */
static bool are_windows_apart(const struct symbolic *a, uint32_t a_size, const struct symbolic *b,
                              uint32_t b_size, int64_t step) {
  int64_t low = a->offset < b->offset ? a->offset : b->offset, a_end, b_end, window;
  if (a_size == UINT32_MAX || b_size == UINT32_MAX ||
      __builtin_add_overflow(a->offset, a_size, &a_end) ||
      __builtin_add_overflow(b->offset, b_size, &b_end) ||
      __builtin_mul_overflow(a->scale < 0 ? -a->scale : a->scale, step, &window) ||
      __builtin_sub_overflow(a_end > b_end ? a_end : b_end, low, &low))
    return false;
  return low <= window;
}

static enum team_state join_states(enum team_state a, enum team_state b) {
  return a == NOT_REACHED || a == b ? b : b == NOT_REACHED ? a : SOME_RUN;
}

/* The state in which a loop is entered. */
static enum team_state entry_state(const struct team *team, uint32_t head) {
  enum team_state state = NOT_REACHED;
  for (uint32_t i = 0; i < team->function->edge_count; i++) {
    const struct edge *edge = &team->function->edges[i];
    if (edge->to == head && !loops_contain(team->loops, head, edge->from))
      state = join_states(state, (enum team_state)team->states[edge->from]);
  }
  return head == team->function->entry ? join_states(state, NONE_RUN) : state;
}

/* Has the creator, at the edge, another index in its counter than all threads that run? Before this
 * turn's creation, or after this turn's join. */
static bool is_creator_ahead(const struct team *team, const struct edge *edge,
                             const struct loop_counter *counter) {
  if (counter->head == team->creation.head)
    return loops_contain(team->loops, counter->head, edge->from) &&
           !team->creation.after[edge->from] && edge != team->creation.call;
  for (size_t i = 0; i < team->join_count; i++)
    if (team->is_verified[i] && counter == team->joins[i].counter &&
        entry_state(team, team->joins[i].head) == ALL_RUN)
      return loops_contain(team->loops, counter->head, edge->from) &&
             !team->joins[i].before[edge->from];
  return false;
}

static bool are_of_threads_apart(struct team *team, const struct access_record *a,
                                 const struct access_record *b) {
  struct symbolic first, second;
  if (!symbolic_value(&team->rules, a->node, a->address, &first) ||
      !symbolic_value(&team->rules, b->node, b->address, &second))
    return false;
  if (first.kind == SYMBOLIC_OWN && second.kind == SYMBOLIC_OWN)
    return true;
  return first.counter && first.counter == second.counter &&
         first.counter->head == team->creation.head && symbolic_has_base(&first, &second) &&
         is_fixed(team, &first) &&
         are_windows_apart(&first, a->size, &second, b->size, first.counter->step);
}

static bool is_creator_apart(struct team *team, const struct access_record *creator,
                             const struct access_record *thread) {
  struct symbolic first, second;
  const struct edge *edge = edge_in_frame(team->teams, team->frame, creator->node, creator->edge);
  if (!edge || !symbolic_value(&team->rules, creator->node, creator->address, &first) ||
      !symbolic_value(&team->rules, thread->node, thread->address, &second))
    return false;
  return first.counter && second.counter && symbolic_has_base(&first, &second) &&
         first.counter->step == second.counter->step && is_fixed(team, &first) &&
         second.counter == team->creation.counter &&
         (first.counter == second.counter || first.counter->head != team->creation.head) &&
         is_creator_ahead(team, edge, first.counter) &&
         are_windows_apart(&first, creator->size, &second, thread->size, first.counter->step);
}

bool teams_are_apart(struct teams *teams, const struct access_record *a,
                     const struct access_record *b) {
  struct team *first = teams->by_class[a->class], *second = teams->by_class[b->class];
  if (a->class == b->class)
    return first && are_of_threads_apart(first, a, b);
  const struct analysis *analysis = teams->analysis;
  if (second && node_at(teams, analysis->classes.items[b->class].creator)->class == a->class)
    return is_creator_apart(second, a, b);
  if (first && node_at(teams, analysis->classes.items[a->class].creator)->class == b->class)
    return is_creator_apart(first, b, a);
  return false;
}

/* Have terms at the ends of both loops the same value, but for their counters? */
static bool is_same_term(struct team *team, const struct team_loop *a, const struct term *first,
                         const struct team_loop *b, const struct term *second) {
  struct symbolic values[2];
  if (first->kind != second->kind || first->width != second->width)
    return false;
  if (first->kind == TERM_CONSTANT)
    return first == second;
  if (first->kind == TERM_APPLY) {
    if (first->op != second->op || first->arity != second->arity || first->low != second->low)
      return false;
    for (unsigned i = 0; i < first->arity; i++)
      if (!is_same_term(team, a, first->operands[i], b, second->operands[i]))
        return false;
    return true;
  }
  if (first->value == a->counter->reg || second->value == b->counter->reg)
    return first->value == a->counter->reg && second->value == b->counter->reg;
  return symbolic_value(&team->rules, team->frame, first, &values[0]) &&
         symbolic_value(&team->rules, team->frame, second, &values[1]) && !values[0].counter &&
         !values[1].counter && symbolic_has_base(&values[0], &values[1]) &&
         values[0].offset == values[1].offset && is_fixed(team, &values[0]);
}

/* Does each turn look before its call whether it is the last one? */
static bool tests_first(const struct team *team, const struct team_loop *loop) {
  const struct edge *other = NULL;
  if (!loop->exit || loop->exit->op != OPERATION_ASSUME || loop->after[loop->exit->from])
    return false;
  for (uint32_t i = 0; i < team->function->edge_count; i++) {
    const struct edge *edge = &team->function->edges[i];
    if (edge->from != loop->exit->from || edge == loop->exit)
      continue;
    if (other)
      return false;
    other = edge;
  }
  bool *before = memory_allocate_zeroed(team->function->location_count + 1u);
  bool is_first = other && is_each_turn(team, loop->head, other, loop->call->from, before);
  memory_release(before);
  return is_first;
}

static bool have_same_turns(struct team *team, const struct team_loop *a,
                            const struct team_loop *b) {
  return tests_first(team, a) && tests_first(team, b) && a->counter->has_start &&
         b->counter->has_start && a->counter->start == b->counter->start &&
         a->counter->step == b->counter->step &&
         is_same_term(team, a, a->exit->assume.condition, b, b->exit->assume.condition);
}

/* The store of the new thread's id, by the function that creates it. */
static const struct access_record *find_id_store(const struct team *team) {
  const struct analysis *analysis = team->teams->analysis;
  const struct thread_class *class = &analysis->classes.items[team->class];
  const struct access_record *found = NULL;
  vector_each (store, &analysis->assessment->stores) {
    const struct edge *edge = store->edge;
    if (store->node != class->creator || edge->op != OPERATION_STORE ||
        edge->store.value->kind != TERM_VARIABLE ||
        edge->store.value->value != class->spawn->spawn.target)
      continue;
    if (found && (found->object != store->object || found->low != store->low ||
                  found->end != store->end || found->step != store->step))
      return NULL;
    found = store;
  }
  return found;
}

/* Does the join of this turn wait for the thread with the index that the counter has? Its id is in
 * an element that only the creation with this index stores to. */
static bool joins_index(struct team *team, const struct team_loop *loop) {
  const struct analysis *analysis = team->teams->analysis;
  const struct access_record *stored = find_id_store(team);
  const struct term *id = loop->call->call.arguments[0];
  struct symbolic from, to;
  if (!stored || id->kind != TERM_VARIABLE)
    return false;
  const struct edge *load = analysis_definitions(team->teams->analysis, team->function)[id->value];
  if (!load || load->op != OPERATION_LOAD || load->load.size * 8 != id->width ||
      !loops_contain(team->loops, loop->head, load->from) ||
      !symbolic_value(&team->rules, team->frame, load->load.address, &from) ||
      !symbolic_value(&team->rules, stored->node, stored->edge->store.address, &to) ||
      !symbolic_has_base(&from, &to) || from.offset != to.offset || from.counter != loop->counter ||
      to.counter != team->creation.counter || !is_fixed(team, &from) ||
      !are_windows_apart(&from, load->load.size, &to, stored->size, to.counter->step))
    return false;
  vector_each (store, &analysis->assessment->stores)
    if (known_object(analysis, store->object) == known_object(analysis, stored->object) &&
        store->edge != stored->edge && assess_overlap(store, stored) &&
        !is_harmless(team->teams, team, store))
      return false;
  return true;
}

/* Is a thread of the team joined or detached by other calls than those of its loops? */
static bool is_claimed_elsewhere(const struct team *team) {
  const struct teams *teams = team->teams;
  vector_each (claim, &teams->analysis->assessment->claims) {
    bool is_known = false;
    for (size_t i = 0; i < team->join_count; i++)
      is_known |=
          first_turn(teams, claim->node) == team->frame && claim->edge == team->joins[i].call;
    if (!is_known && claim->classes >> team->class & 1)
      return true;
  }
  return false;
}

static bool is_in_join(const struct teams *teams, uint32_t node) {
  for (; node != NO_NODE; node = node_at(teams, node)->parent)
    if (node_at(teams, node)->function->effect == EFFECT_JOINS)
      return true;
  return false;
}

static bool is_of_class(const struct analysis *analysis, const struct access_record *access,
                        uint32_t class) {
  const struct space_object *object = &analysis->space.objects.items[access->object];
  return object->kind == SPACE_RECORD && object->class == class;
}

/* Does other code than that of joins store to fields of the thread's record that joins look at, as
 * the creation of a detached thread does? What the thread itself does there, apart from detaching
 * itself, says only that it has ended. */
static bool is_record_changed(const struct teams *teams, uint32_t class) {
  const struct analysis *analysis = teams->analysis;
  vector_each (load, &analysis->assessment->loads) {
    if (!is_of_class(analysis, load, class) || !is_in_join(teams, load->node))
      continue;
    vector_each (store, &analysis->assessment->stores)
      if (is_of_class(analysis, store, class) && !store->is_self && assess_overlap(load, store) &&
          !is_in_join(teams, store->node))
        return true;
  }
  return false;
}

static bool knows_ids(struct team *team, const struct team_loop *loop) {
  return loop->is_each_turn && have_same_turns(team, &team->creation, loop) &&
         joins_index(team, loop) && !is_claimed_elsewhere(team) &&
         !is_record_changed(team->teams, team->class);
}

static enum team_state after_edge(const struct team *team, const struct edge *edge,
                                  bool creates_each) {
  enum team_state state = (enum team_state)team->states[edge->from];
  if (state == NOT_REACHED)
    return state;
  if (edge == team->creation.call)
    return SOME_RUN;
  if (edge == team->creation.exit && creates_each && team->creation.is_each_turn)
    return ALL_RUN;
  for (size_t i = 0; i < team->join_count; i++) {
    if (edge == team->joins[i].call && state == ALL_RUN)
      return SOME_RUN;
    if (edge == team->joins[i].exit && team->is_verified[i] &&
        entry_state(team, team->joins[i].head) == ALL_RUN)
      return NONE_RUN;
  }
  /* Another turn of a loop around the creation may have other values in its registers. */
  if (state == ALL_RUN && loops_is_back_edge(team->loops, edge) &&
      loops_contain(team->loops, edge->to, team->creation.head))
    return SOME_RUN;
  return state;
}

static void follow(struct team *team, bool creates_each) {
  memset(team->states, NOT_REACHED, team->function->location_count);
  team->states[team->function->entry] = NONE_RUN;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < team->function->edge_count; i++) {
      const struct edge *edge = &team->function->edges[i];
      if (edge->op == OPERATION_RETURN)
        continue;
      uint8_t *to = &team->states[edge->to];
      enum team_state joined =
          join_states((enum team_state) * to, after_edge(team, edge, creates_each));
      changed |= joined != *to;
      *to = (uint8_t)joined;
    }
  }
}

/* May threads of the team run when the function of the frame returns? */
static bool outlives_frame(const struct team *team) {
  for (uint32_t i = 0; i < team->function->edge_count; i++) {
    const struct edge *edge = &team->function->edges[i];
    if (edge->op == OPERATION_RETURN && team->states[edge->from] > NONE_RUN)
      return true;
  }
  return false;
}

bool teams_may_run(struct teams *teams, uint32_t class, uint32_t node, const struct edge *edge) {
  const struct team *team = teams->by_class[class];
  if (!team || node_at(teams, team->frame)->class != node_at(teams, node)->class)
    return true;
  const struct edge *at = edge_in_frame(teams, team->frame, node, edge);
  if (!at)
    return outlives_frame(team);
  return at == team->creation.call || team->states[at->from] > NONE_RUN;
}

static void find_joins(struct team *team) {
  for (uint32_t i = 0; i < team->function->edge_count; i++) {
    const struct edge *edge = &team->function->edges[i];
    struct team_loop loop = {0};
    if (edge->op != OPERATION_CALL || !edge->call.callee ||
        edge->call.callee->effect != EFFECT_JOINS || !edge->call.argument_count ||
        team->join_count == MOST_JOINS || !find_loop(team, edge, &loop) ||
        loop.head == team->creation.head)
      continue;
    team->joins[team->join_count++] = loop;
  }
}

/* The argument is the thread's alone if it is always the newest block of the creator, which no
 * other thread can reach. */
static bool has_own_argument(const struct analysis *analysis, uint32_t class) {
  const struct thread_class *known = &analysis->classes.items[class];
  bool is_own = false;
  vector_each (creation, &analysis->assessment->creations)
    if (creation->node == known->creator && creation->edge == known->spawn) {
      if (!creation->is_own)
        return false;
      is_own = true;
    }
  return is_own;
}

static struct team *find_team(struct teams *teams, uint32_t class) {
  struct analysis *analysis = teams->analysis;
  const struct thread_class *known = &analysis->classes.items[class];
  struct team *team = arena_allocate(analysis->arena, sizeof *team);
  bool creates_each, repeats;
  team->teams = teams;
  team->class = class;
  uint32_t creator = node_at(teams, known->creator)->class;
  if (known->is_mixed || analysis->classes.items[creator].is_many ||
      analysis->threads.joins_may_fail || !find_frame(team, &creates_each, &repeats))
    return NULL;
  find_joins(team);
  team->rules = (struct symbolic_rules){.analysis = analysis,
                                        .class = class,
                                        .frame = team->frame,
                                        .has_own_argument = has_own_argument(analysis, class),
                                        .counters = team->counter_list,
                                        .counter_count = team->counter_count,
                                        .load = load_symbol,
                                        .context = team};
  team->states = arena_allocate(analysis->arena, team->function->location_count + 1u);
  follow(team, creates_each);
  teams->by_class[class] = team;
  for (size_t i = 0; i < team->join_count; i++)
    team->is_verified[i] = knows_ids(team, &team->joins[i]);
  follow(team, creates_each);
  bool is_fresh = entry_state(team, team->creation.head) == NONE_RUN;
  if (!is_fresh || (repeats && outlives_frame(team)))
    teams->by_class[class] = NULL;
  return teams->by_class[class];
}

/* The only thread of a class is joined by its creator, which has not joined it before, and no other
 * thread claims it. */
static bool joins_single(const struct teams *teams, const struct claim_record *claim) {
  const struct analysis *analysis = teams->analysis;
  uint32_t own = node_at(teams, claim->node)->class;
  if (!claim->joinable || analysis->classes.items[own].is_many ||
      is_record_changed(teams, claim->joinable))
    return false;
  vector_each (other, &analysis->assessment->claims)
    if (other->classes >> claim->joinable & 1 && node_at(teams, other->node)->class != own)
      return false;
  return true;
}

bool teams_join_is_fine(void *context, uint32_t node, const struct edge *call) {
  struct teams *teams = context;
  for (uint32_t class = 1; class < teams->analysis->classes.count; class ++) {
    const struct team *team = teams->by_class[class];
    for (size_t i = 0; team && team->frame == first_turn(teams, node) && i < team->join_count; i++)
      if (team->joins[i].call == call && team->is_verified[i] &&
          entry_state(team, team->joins[i].head) == ALL_RUN)
        return true;
  }
  vector_each (claim, &teams->analysis->assessment->claims)
    if (claim->node == node && claim->edge == call && joins_single(teams, claim))
      return true;
  return false;
}

struct teams *teams_find(struct analysis *analysis) {
  struct teams *teams = memory_allocate_zeroed(sizeof *teams);
  teams->analysis = analysis;
  for (uint32_t class = 1; class < analysis->classes.count; class ++)
    find_team(teams, class);
  return teams;
}

void teams_destroy(struct teams *teams) { memory_release(teams); }
