/* SPDX-License-Identifier: Apache-2.0 */
/* One program: do the states of random executions lie in what the engine static claims?
 * claims FILE.c RUNS [SEED [STEPS]]
 *
 * The check of the fixed point visits a state for every place of every call; all of them are kept.
 * Then the program is executed at random, up to the first violation. Before each edge that a thread
 * takes, one of the states for this place in the calls of this thread must include the registers
 * that are live. What is read from memory comes to a register, so that claims about memory are
 * tested as well. Ends with 1 if a state is in no claim. */
#include "analysis/liveness.h"
#include "engine/board.h"
#include "engine/static/solve.h"
#include "frontend/frontend.h"
#include "program/access.h"
#include "semantics/run.h"
#include "transform/pass.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node_list {
  uint32_t *items;
  size_t count, capacity;
};

struct kept_state {
  uint32_t node, location;
  struct static_state state;
  uint64_t next; /* of the same place; 0: none */
};

/* A frame of a thread: the nodes that it may be. */
struct frame_nodes {
  struct node_list list;
};

struct followed_thread {
  const struct edge *spawn; /* NULL: main */
  VECTOR(struct frame_nodes) frames;
  bool is_known;
  bool is_moving;             /* the last edge may have changed the frames */
  const struct edge *pending; /* the last edge allocates, or creates a thread */
};

/* A slot or block of an execution. */
struct found_object {
  uint64_t address;
  const struct edge *edge;
  uint32_t thread;
  struct node_list nodes; /* in which it was allocated */
};

struct claims {
  struct listener listener; /* first: the listener is the claims */
  struct state_listener states;
  const struct program *program;
  struct analysis *analysis;
  struct liveness *liveness;
  VECTOR(struct kept_state) kept; /* the first one is unused */
  struct map places;              /* the last one of `kept`, by point */
  VECTOR(struct followed_thread) threads;
  VECTOR(struct found_object) objects;
  const struct machine *machine; /* of the execution … */
  struct state **state;
  bool is_over; /* … of which the rest is not claimed */
  uint64_t seed;
  unsigned long tested, failures;
};

static struct claims *of_listener(struct state_listener *listener) {
  return (struct claims *)((char *)listener - offsetof(struct claims, states));
}

static void keep_state(struct state_listener *listener, uint32_t node, uint32_t location,
                       const struct static_state *state) {
  struct claims *claims = of_listener(listener);
  uint64_t last = 0, point = point_make(node, location);
  map_get(&claims->places, point, &last);
  map_set(&claims->places, point, claims->kept.count);
  vector_push(&claims->kept, (struct kept_state){node, location, *state, last});
}

/* Adds the node and its turns. */
static void add_nodes(const struct claims *claims, struct node_list *list, uint32_t number) {
  number = turns_first(claims->analysis, number);
  for (size_t i = 0; i < list->count; i++)
    if (list->items[i] == number)
      return;
  const struct node *node = &claims->analysis->nodes.items[number];
  vector_push(list, number);
  for (size_t i = 0; i < node->turns.count; i++)
    vector_push(list, node->turns.items[i]);
}

static void add_roots(const struct claims *claims, const struct followed_thread *thread,
                      const struct function *function, struct node_list *list) {
  if (!thread->spawn)
    add_nodes(claims, list, 0);
  for (uint32_t i = 1; i < claims->analysis->classes.count; i++) {
    const struct thread_class *class = &claims->analysis->classes.items[i];
    if (class->spawn == thread->spawn &&
        claims->analysis->nodes.items[class->root].function == function)
      add_nodes(claims, list, class->root);
  }
}

/* The nodes of all frames of a thread. */
static void find_nodes(const struct claims *claims, const struct thread *thread,
                       struct followed_thread *followed) {
  vector_release_members(&followed->frames, list);
  followed->frames.count = 0;
  for (size_t i = 0; i < thread->frames.count; i++) {
    struct frame_nodes nodes = {{0}};
    const struct function *function = thread->frames.items[i].function;
    if (!i) {
      add_roots(claims, followed, function, &nodes.list);
    } else {
      const struct function *caller = thread->frames.items[i - 1].function;
      const struct edge *call = &caller->edges[thread->frames.items[i].call_edge];
      const struct node_list *callers = &followed->frames.items[i - 1].list;
      for (size_t j = 0; j < callers->count; j++) {
        uint32_t child = steps_known_child(claims->analysis, callers->items[j], call, function);
        if (child != NO_NODE)
          add_nodes(claims, &nodes.list, child);
      }
    }
    vector_push(&followed->frames, nodes);
  }
}

static const struct node_list *top_nodes(const struct followed_thread *followed) {
  return &vector_last(&followed->frames).list;
}

/* The target of an edge that allocates or creates a thread, after it was taken. */
static void note_result(struct claims *claims, const struct state *state,
                        const struct thread *thread) {
  struct followed_thread *followed = &claims->threads.items[thread->number];
  const struct edge *edge = followed->pending;
  followed->pending = NULL;
  if (edge->op == OPERATION_SPAWN) {
    for (size_t i = 0; i < state->thread_count; i++) {
      vector_ensure(&claims->threads, state->threads[i]->number);
      struct followed_thread *fresh = &claims->threads.items[state->threads[i]->number];
      if (!fresh->is_known)
        *fresh = (struct followed_thread){.spawn = edge, .is_known = true, .is_moving = true};
    }
    return;
  }
  struct found_object object = {
      .address =
          thread->registers.items[thread_top(thread)->first_register + edge->allocate.target].bits,
      .edge = edge,
      .thread = thread->number};
  for (size_t i = 0; i < top_nodes(followed)->count; i++)
    vector_push(&object.nodes, top_nodes(followed)->items[i]);
  vector_push(&claims->objects, object);
}

static bool is_in_part(const struct estimate_part *part, int64_t number) {
  if (number < part->low || number > part->high)
    return false;
  return part->step ? ((uint64_t)number - (uint64_t)part->low) % part->step == 0
                    : number == part->low;
}

static bool is_of_node(const struct found_object *object, uint32_t node) {
  for (size_t i = 0; i < object->nodes.count; i++)
    if (object->nodes.items[i] == node)
      return true;
  return false;
}

/* Is the address at one of the offsets in a slot or block that the object stands for? */
static bool is_in_memory(const struct claims *claims, const struct thread *thread,
                         const struct space_object *object, const struct estimate_part *part,
                         uint64_t bits) {
  vector_each (found, &claims->objects)
    if (found->edge == object->edge && is_of_node(found, object->node) &&
        (object->is_public || found->thread == thread->number) &&
        is_in_part(part, (int64_t)(bits - found->address)))
      return true;
  return false;
}

static bool is_in_record(const struct claims *claims, const struct state *state,
                         const struct thread *thread, const struct estimate_part *part,
                         uint64_t bits) {
  if (part->base == BASE_SELF)
    return is_in_part(part, (int64_t)(bits - thread_record(state, thread)));
  const struct thread_class *class =
      &claims->analysis->classes.items[claims->analysis->space.objects.items[part->base].class];
  for (size_t i = 0; i < state->thread_count; i++)
    if (state->threads[i]->number < claims->threads.count &&
        claims->threads.items[state->threads[i]->number].spawn == class->spawn &&
        is_in_part(part, (int64_t)(bits - thread_record(state, state->threads[i]))))
      return true;
  return false;
}

/* Does the estimate include the value? */
static bool is_in_estimate(const struct claims *claims, const struct state *state,
                           const struct thread *thread, estimate value, unsigned width,
                           uint64_t bits) {
  size_t count;
  const struct estimate_part *parts = estimate_parts(claims->analysis->estimates, value, &count);
  bool is_included = value == ESTIMATE_ANY;
  int64_t number = width == 1 ? (int64_t)bits : width_signed(bits, width);
  for (size_t i = 0; i < count && !is_included; i++) {
    const struct space_object *object = &claims->analysis->space.objects.items[parts[i].base];
    if (parts[i].base == BASE_NUMBER)
      is_included = is_in_part(&parts[i], number);
    else if (parts[i].base == BASE_DEAD)
      is_included = true; /* which of the variables that have ended is not known */
    else if (object->kind == SPACE_GLOBAL || object->kind == SPACE_FUNCTION)
      is_included = is_in_part(&parts[i], (int64_t)(bits - object->object->address));
    else if (object->kind == SPACE_RECORD)
      is_included = is_in_record(claims, state, thread, &parts[i], bits);
    else
      is_included = is_in_memory(claims, thread, object, &parts[i], bits);
  }
  return is_included;
}

/* The first live register that the state does not include; NO_REGISTER: it includes all. */
static uint32_t find_outside(const struct claims *claims, const struct state *state,
                             const struct thread *thread, const struct static_state *claim) {
  const struct frame *top = thread_top(thread);
  struct live_registers live = liveness_at(claims->liveness, top->function, top->location);
  bool has_setjmp = analysis_has_setjmp(claims->analysis, top->function);
  for (uint32_t i = 0; i < live.count; i++) {
    estimate value = static_state_register(claim, live.registers[i]);
    if (value == ESTIMATE_NONE && has_setjmp)
      continue; /* it is only read after a jump that may not have been set up yet */
    uint64_t bits = thread->registers.items[top->first_register + live.registers[i]].bits;
    if (!is_in_estimate(claims, state, thread, value,
                        top->function->registers[live.registers[i]].width, bits))
      return live.registers[i];
  }
  return NO_REGISTER;
}

static void print_estimate(const struct claims *claims, estimate value) {
  size_t count;
  const struct estimate_part *parts = estimate_parts(claims->analysis->estimates, value, &count);
  if (!count)
    printf(" %s", value == ESTIMATE_ANY ? "anything" : "nothing");
  for (size_t i = 0; i < count; i++) {
    const struct space_object *object = &claims->analysis->space.objects.items[parts[i].base];
    printf(" %" PRIu32, parts[i].base);
    if (object->object)
      printf(" (%s)", object->object->name);
    printf(" + %" PRId64 "..%" PRId64 "/%" PRIu64, parts[i].low, parts[i].high, parts[i].step);
  }
}

static void tell_failure(struct claims *claims, const struct thread *thread,
                         const struct edge *edge, const struct node_list *nodes) {
  const struct frame *top = thread_top(thread);
  claims->failures++;
  printf(
      "seed %" PRIu64 ", thread %" PRIu32 " in %s at line %" PRIu32 " before %s is in no claim\n",
      claims->seed, thread->number, top->function->name, edge->at.line, operation_name(edge->op));
  for (size_t i = 0; i < nodes->count; i++) {
    uint64_t at = 0;
    map_get(&claims->places, point_make(nodes->items[i], top->location), &at);
    for (; at; at = claims->kept.items[at].next) {
      const struct static_state *claim = &claims->kept.items[at].state;
      uint32_t reg = find_outside(claims, *claims->state, thread, claim);
      if (reg == NO_REGISTER)
        continue;
      printf("  node %" PRIu32 ": register %" PRIu32 " (%s) is %" PRIx64 ", claimed:",
             nodes->items[i], reg, top->function->registers[reg].name,
             thread->registers.items[top->first_register + reg].bits);
      print_estimate(claims, static_state_register(claim, reg));
      printf("\n");
    }
  }
}

/* A state that includes the registers of the thread; NULL: there is none. */
static const struct static_state *find_claim(const struct claims *claims, const struct state *state,
                                             const struct thread *thread,
                                             const struct node_list *nodes) {
  for (size_t i = 0; i < nodes->count; i++) {
    uint64_t at = 0;
    map_get(&claims->places, point_make(nodes->items[i], thread_top(thread)->location), &at);
    for (; at; at = claims->kept.items[at].next)
      if (find_outside(claims, state, thread, &claims->kept.items[at].state) == NO_REGISTER)
        return &claims->kept.items[at].state;
  }
  return NULL;
}

static bool is_number(const struct claims *claims, const struct state *state,
                      const struct thread *thread, const struct term *term,
                      const struct static_state *claim) {
  uint64_t bits;
  estimate address = static_state_value(claims->analysis, claim, term);
  return address != ESTIMATE_ANY &&
         machine_evaluate(claims->machine, thread, thread_top(thread), term, &bits) &&
         !is_in_estimate(claims, state, thread,
                         estimate_without(claims->analysis->estimates, address, BASE_NUMBER),
                         term->width, bits);
}

/* Is the function that a term leads to one of those that are followed? */
static bool is_followed(const struct claims *claims, const struct thread *thread,
                        const struct term *term, const struct static_state *claim) {
  size_t count;
  uint64_t bits;
  estimate address = static_state_value(claims->analysis, claim, term);
  const struct estimate_part *parts = estimate_parts(claims->analysis->estimates, address, &count);
  if (!machine_evaluate(claims->machine, thread, thread_top(thread), term, &bits))
    return false;
  for (size_t i = 0; i < count; i++) {
    const struct space_object *object = &claims->analysis->space.objects.items[parts[i].base];
    if (object->kind == SPACE_FUNCTION && !parts[i].step && !parts[i].low &&
        object->object->address == bits)
      return true;
  }
  return false;
}

/* Does the edge access memory, or call, through a number, as far as the claim tells? Its effects
 * are missing then: proofs rest on such accesses being invalid (misses_effects, assess.h). */
static bool is_through_number(const struct claims *claims, const struct state *state,
                              const struct thread *thread, const struct edge *edge,
                              const struct static_state *claim) {
  struct edge_access list[MOST_ACCESSES];
  if (edge->op == OPERATION_CALL && !edge->call.callee)
    return !is_followed(claims, thread, edge->call.address, claim);
  if (edge->op == OPERATION_SPAWN)
    return !is_followed(claims, thread, edge->spawn.function, claim);
  for (unsigned i = 0, count = edge_accesses(edge, list); i < count; i++)
    if (is_number(claims, state, thread, list[i].address, claim))
      return true;
  return false;
}

/* The thread is about to take an edge. */
static void notice(struct listener *listener, const struct state *state,
                   const struct event *event) {
  struct claims *claims = (struct claims *)listener;
  if (event->kind != EVENT_EDGE || claims->machine->now.is_waiting || claims->failures ||
      claims->is_over)
    return;
  if (*claims->state)
    (*claims->state)->keeps_dead = true; /* so that an address tells what it is of */
  for (size_t i = 0; i < state->thread_count; i++) {
    const struct thread *other = state->threads[i];
    if (other->number < claims->threads.count && claims->threads.items[other->number].pending)
      note_result(claims, state, other);
  }
  const struct thread *thread = state_thread(state, event->thread);
  struct followed_thread *followed = &claims->threads.items[event->thread];
  if (followed->is_moving)
    find_nodes(claims, thread, followed);
  const struct static_state *claim = find_claim(claims, state, thread, top_nodes(followed));
  if (!claim)
    tell_failure(claims, thread, event->edge, top_nodes(followed));
  else
    claims->is_over = is_through_number(claims, state, thread, event->edge, claim);
  claims->tested++;
  enum operation op = event->edge->op;
  followed->is_moving = op == OPERATION_CALL || op == OPERATION_RETURN || op == OPERATION_LONGJMP;
  followed->pending = op == OPERATION_ALLOCATE || op == OPERATION_SPAWN ? event->edge : NULL;
}

static void forget_run(struct claims *claims) {
  vector_each (thread, &claims->threads) {
    vector_release_members(&thread->frames, list);
    vector_release(&thread->frames);
  }
  vector_release_members(&claims->objects, nodes);
  claims->threads.count = claims->objects.count = 0;
}

static void execute(struct claims *claims, property_set properties, uint64_t seed,
                    uint64_t most_steps) {
  struct state *state = NULL;
  struct machine machine = {
      .program = claims->program, .domain = &domain_concrete, .properties = properties};
  struct run_options options = {
      .seed = seed,
      .most_steps = most_steps,
      .limits = {.seconds = 20, .start = clock_seconds()},
  };
  claims->listener = (struct listener){.event = notice};
  machine_listen(&machine, &claims->listener);
  claims->machine = &machine;
  claims->state = &state;
  claims->is_over = false;
  claims->seed = seed;
  vector_push(&claims->threads, (struct followed_thread){.is_known = true, .is_moving = true});
  run_program(&machine, &options, &state);
  state_destroy(state);
  forget_run(claims);
}

int main(int count, char **words) {
  const char *files[] = {count > 1 ? words[1] : NULL};
  struct frontend_options options = {
      .files = files, .file_count = 1, .data_model = DATA_MODEL_LP64};
  struct program *program = NULL;
  if (count < 3 || frontend_load(&options, &program, NULL) != STATUS_OK)
    return 2;
  struct transform transform = {.reuses_addresses = true, .expects_fields = true};
  transform_run(program, &transform);
  struct analysis analysis;
  struct limits limits = {.seconds = 60, .start = clock_seconds()};
  struct board *board = board_create(program);
  const struct obligations *obligations = board_obligations(board);
  uint32_t places = obligations_count(obligations);
  struct claims claims = {.states = {.notice = keep_state},
                          .program = program,
                          .analysis = &analysis,
                          .liveness = liveness_create(program)};
  struct assessment assessment = {.obligations = obligations,
                                  .is_open = memory_allocate_zeroed(places + 1u),
                                  .why = memory_allocate_zeroed((places + 1u) * sizeof(void *)),
                                  .listener = &claims.states};
  solve_init(&analysis, program, &limits);
  analysis.properties = property_defaults();
  vector_push(&claims.kept, (struct kept_state){.next = 0});
  solve_run(&analysis);
  bool is_fixed = !analysis.reason && solve_check(&analysis, &assessment);
  unsigned long runs = strtoul(words[2], NULL, 10);
  uint64_t seed = count > 3 ? strtoull(words[3], NULL, 10) : 1;
  for (unsigned long i = 0; is_fixed && i < runs && !claims.failures; i++)
    execute(&claims, analysis.properties, seed + i,
            count > 4 ? strtoull(words[4], NULL, 10) : 20000);
  printf("%s: %lu states of executions tested, %lu in no claim\n",
         is_fixed          ? "claims"
         : analysis.reason ? analysis.reason
                           : "no fixed point",
         claims.tested, claims.failures);
  assess_release(&assessment);
  solve_release(&analysis);
  liveness_destroy(claims.liveness);
  vector_release(&claims.kept);
  vector_release(&claims.threads);
  vector_release(&claims.objects);
  map_release(&claims.places);
  board_destroy(board);
  transform_release(&transform);
  return claims.failures != 0;
}
