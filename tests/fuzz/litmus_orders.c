/* SPDX-License-Identifier: Apache-2.0 */
/* Random litmus tests with an outcome that is possible with relaxed orders and not with seq_cst
 * ones, and by brute force whether an answer of `heddle orders` about them is true:
 *
 *   litmus_orders SEED MODEL strong           the program in C, with seq_cst orders
 *   litmus_orders SEED MODEL weak             … and with relaxed ones and no fences; both assert that
 *                                             the outcome does not happen
 *   litmus_orders SEED MODEL weaken <ANSWER   reads the table for the first: is every order enough,
 *                                             and would each weaker one not be?
 *   litmus_orders SEED MODEL repair <ANSWER   reads the table for the second: is it enough, can no
 *                                             change be weaker, and is no smaller set enough?
 *
 * All reads-from relations and modification orders are tried; the axioms of the model (rc11, tso or
 * pso) say which of them are executions. A setting is right if no execution has the outcome. Under
 * tso and pso only fences change, and there is nothing to weaken. */
#include "semantics/axioms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 3, MOST_OPERATIONS = 6, LOCATIONS = 2, MOST_SLOTS = 32, MOST_BAD = 4096 };

enum litmus_kind { LITMUS_LOAD, LITMUS_STORE, LITMUS_RMW, LITMUS_FENCE, LITMUS_ROOM };

/* What can have an order: an operation, or room for a fence beside one. */
struct litmus_slot {
  enum litmus_kind kind;
  uint32_t thread, location, value, line;
  bool after; /* of room */
  enum memory_order given, order;
  uint32_t actions[2], action_count; /* in the graph */
  int result;                        /* number of what is read; -1: nothing is */
};

struct litmus {
  uint64_t random;
  enum memory_model model;
  struct litmus_slot slots[MOST_SLOTS];
  size_t count;
  uint32_t threads, results;
  struct event_graph graph;
  uint64_t outcome[MOST_OPERATIONS + LOCATIONS];
  struct event_graph bad[MOST_BAD]; /* with the outcome, possible with relaxed orders */
  size_t bad_count;
};

static uint32_t draw(struct litmus *in, uint32_t below) {
  in->random = in->random * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((in->random >> 33) % below);
}

static const char *const order_names[] = {
    [ORDER_RELAXED] = "relaxed", [ORDER_ACQUIRE] = "acquire", [ORDER_RELEASE] = "release",
    [ORDER_ACQ_REL] = "acq_rel", [ORDER_SEQ_CST] = "seq_cst"};

static void add_action(struct litmus *in, struct litmus_slot *slot, struct memory_action action) {
  action.thread = slot->thread;
  action.source = INITIAL_WRITE;
  action.location = slot->location;
  for (size_t i = 0; i < in->graph.actions.count; i++)
    action.index += in->graph.actions.items[i].thread == slot->thread;
  action.unit = action.index;
  slot->actions[slot->action_count++] = (uint32_t)in->graph.actions.count;
  vector_push(&in->graph.actions, action);
}

static void add_slot(struct litmus *in, struct litmus_slot slot) {
  slot.result = slot.kind == LITMUS_LOAD || slot.kind == LITMUS_RMW ? (int)in->results++ : -1;
  slot.order = ORDER_RELAXED;
  if (slot.kind == LITMUS_LOAD || slot.kind == LITMUS_RMW)
    add_action(in, &slot, (struct memory_action){.kind = ACTION_READ, .is_exclusive = slot.kind == LITMUS_RMW});
  if (slot.kind == LITMUS_STORE || slot.kind == LITMUS_RMW)
    add_action(in, &slot,
               (struct memory_action){.kind = ACTION_WRITE, .is_rmw = slot.kind == LITMUS_RMW, .value = slot.value});
  if (slot.kind == LITMUS_FENCE || slot.kind == LITMUS_ROOM)
    add_action(in, &slot, (struct memory_action){.kind = ACTION_FENCE});
  in->slots[in->count++] = slot;
}

static void make(struct litmus *in) {
  uint32_t left = MOST_OPERATIONS;
  in->count = in->bad_count = in->results = 0;
  in->threads = 2 + draw(in, 2);
  for (uint32_t i = 0; i < LOCATIONS; i++)
    vector_push(&in->graph.locations, (struct action_location){.address = i, .size = 4});
  for (uint32_t i = 0; i < in->threads; i++) {
    uint32_t count = 2 + draw(in, 2);
    vector_push(&in->graph.threads, (struct action_thread_start){.creator = i, .twin = NO_TWIN});
    for (uint32_t j = 0; j < count && left; j++, left--) {
      uint32_t kind = draw(in, 10);
      struct litmus_slot slot = {.kind = kind < 4   ? LITMUS_LOAD
                                         : kind < 8 ? LITMUS_STORE
                                         : kind < 9 ? LITMUS_RMW
                                                    : LITMUS_FENCE,
                                 .thread = i,
                                 .location = draw(in, LOCATIONS),
                                 .value = 10 * i + j + 1};
      struct litmus_slot room = {.kind = LITMUS_ROOM, .thread = i};
      if (slot.kind != LITMUS_FENCE)
        add_slot(in, room);
      add_slot(in, slot);
      room.after = true;
      if (slot.kind == LITMUS_STORE || slot.kind == LITMUS_RMW)
        add_slot(in, room);
    }
  }
}

/* Gives the actions of a graph the orders of the slots. */
static void set_orders(const struct litmus *in, struct event_graph *graph) {
  for (size_t i = 0; i < in->count; i++)
    for (uint32_t j = 0; j < in->slots[i].action_count; j++) {
      struct memory_action *action = &graph->actions.items[in->slots[i].actions[j]];
      enum memory_order order = in->slots[i].order;
      if (action->kind == ACTION_READ && order == ORDER_RELEASE)
        order = ORDER_RELAXED;
      if (action->kind == ACTION_WRITE && order == ORDER_ACQUIRE)
        order = ORDER_RELAXED;
      action->order = order;
    }
}

/* Can the slot be changed under the model? Fences of the program are there only if it is strong. */
static bool is_open(const struct litmus *in, const struct litmus_slot *slot) {
  return slot->kind == LITMUS_ROOM || (in->model == MEMORY_RC11 && slot->kind != LITMUS_FENCE);
}

/* Gives an order to what has one under rc11, and to fences that could be added under the others. */
static void set_all(struct litmus *in, enum memory_order order) {
  for (size_t i = 0; i < in->count; i++) {
    bool is_room = in->slots[i].kind == LITMUS_ROOM;
    in->slots[i].order = is_room == (in->model == MEMORY_RC11) ? ORDER_RELAXED : order;
  }
}

static uint64_t value_of(const struct event_graph *graph, uint32_t write, uint32_t depth) {
  if (write == INITIAL_WRITE || depth > MOST_OPERATIONS)
    return 0;
  const struct memory_action *action = &graph->actions.items[write];
  return action->is_rmw ? value_of(graph, graph->actions.items[write - 1].source, depth + 1) + 100
                        : action->value;
}

static void find_outcome(const struct litmus *in, const struct event_graph *graph, uint64_t *outcome) {
  for (size_t i = 0; i < in->count; i++)
    if (in->slots[i].result >= 0)
      outcome[in->slots[i].result] =
          value_of(graph, graph->actions.items[in->slots[i].actions[0]].source, 0);
  for (uint32_t i = 0; i < LOCATIONS; i++) {
    const struct action_numbers *order = &graph->locations.items[i].order;
    outcome[in->results + i] =
        value_of(graph, order->count ? order->items[order->count - 1] : INITIAL_WRITE, 0);
  }
}

/* Called with each graph, whether or not it is an execution. */
typedef void visit_graph(struct litmus *in);

static void try_reads(struct litmus *in, visit_graph *visit, size_t next) {
  struct event_graph *graph = &in->graph;
  while (next < graph->actions.count && graph->actions.items[next].kind != ACTION_READ)
    next++;
  if (next == graph->actions.count) {
    visit(in);
    return;
  }
  struct memory_action *read = &graph->actions.items[next];
  read->source = INITIAL_WRITE;
  try_reads(in, visit, next + 1);
  for (uint32_t i = 0; i < graph->actions.count; i++)
    if (graph->actions.items[i].kind == ACTION_WRITE && graph->actions.items[i].location == read->location) {
      read->source = i;
      try_reads(in, visit, next + 1);
    }
}

static void try_graphs(struct litmus *in, visit_graph *visit, uint32_t next) {
  struct event_graph *graph = &in->graph;
  while (next < graph->actions.count && graph->actions.items[next].kind != ACTION_WRITE)
    next++;
  if (next == graph->actions.count) {
    try_reads(in, visit, 0);
    return;
  }
  struct action_numbers *order = &graph->locations.items[graph->actions.items[next].location].order;
  vector_push(order, next);
  for (size_t at = order->count;;) {
    try_graphs(in, visit, next + 1);
    if (--at == 0)
      break;
    order->items[at] = order->items[at - 1];
    order->items[at - 1] = next;
  }
  memmove(order->items, order->items + 1, (order->count - 1) * sizeof *order->items);
  order->count--;
}

/* Keeps all executions with relaxed orders. */
static void keep(struct litmus *in) {
  if (in->bad_count == MOST_BAD || axioms_violated(&in->graph, in->model))
    return;
  in->bad[in->bad_count] = (struct event_graph){0};
  event_graph_copy(&in->bad[in->bad_count++], &in->graph);
}

static bool is_execution(const struct litmus *in, struct event_graph *graph) {
  set_orders(in, graph);
  return !axioms_violated(graph, in->model);
}

/* Chooses an outcome that seq_cst orders forbid, and leaves only the executions that have it. */
static bool choose_outcome(struct litmus *in) {
  size_t size = (in->results + LOCATIONS) * sizeof *in->outcome, kept = 0;
  uint32_t candidates = 0;
  set_all(in, ORDER_SEQ_CST);
  for (size_t i = 0; i < in->bad_count; i++) {
    uint64_t outcome[MOST_OPERATIONS + LOCATIONS], other[MOST_OPERATIONS + LOCATIONS];
    bool is_possible = false;
    find_outcome(in, &in->bad[i], outcome);
    for (size_t j = 0; j < in->bad_count && !is_possible; j++) {
      find_outcome(in, &in->bad[j], other);
      is_possible = memcmp(outcome, other, size) == 0 && is_execution(in, &in->bad[j]);
    }
    if (!is_possible && draw(in, ++candidates) == 0)
      memcpy(in->outcome, outcome, size);
  }
  for (size_t i = 0; i < in->bad_count; i++) {
    uint64_t outcome[MOST_OPERATIONS + LOCATIONS];
    find_outcome(in, &in->bad[i], outcome);
    struct event_graph graph = in->bad[i];
    if (memcmp(outcome, in->outcome, size) == 0)
      in->bad[kept++] = graph;
    else
      event_graph_release(&graph);
  }
  in->bad_count = kept;
  return candidates > 0;
}

static bool is_right(struct litmus *in) {
  for (size_t i = 0; i < in->bad_count; i++)
    if (is_execution(in, &in->bad[i]))
      return false;
  return true;
}

/* Numbers lines as it prints; prints nothing if `out` is NULL. */
static void print_program(struct litmus *in, bool weak, FILE *out) {
  uint32_t line = 5;
  const char *order = weak ? "relaxed" : "seq_cst";
  fputs("#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\natomic_int x, y;\nint r[8];\n", out);
  for (uint32_t thread = 0; thread < in->threads; thread++) {
    fprintf(out, "static void *thread%u(void *unused) {\n", thread);
    line++;
    for (size_t i = 0; i < in->count; i++) {
      struct litmus_slot *slot = &in->slots[i];
      char place = slot->location ? 'y' : 'x';
      if (slot->thread != thread)
        continue;
      slot->line = slot->after ? line : line + 1;
      line += slot->kind != LITMUS_ROOM;
      if (slot->kind == LITMUS_LOAD)
        fprintf(out, "  r[%d] = atomic_load_explicit(&%c, memory_order_%s);\n", slot->result, place, order);
      else if (slot->kind == LITMUS_STORE)
        fprintf(out, "  atomic_store_explicit(&%c, %u, memory_order_%s);\n", place, slot->value, order);
      else if (slot->kind == LITMUS_RMW)
        fprintf(out, "  r[%d] = atomic_fetch_add_explicit(&%c, 100, memory_order_%s);\n", slot->result, place, order);
      else if (slot->kind == LITMUS_FENCE)
        fputs(weak ? "  ;\n" : "  atomic_thread_fence(memory_order_seq_cst);\n", out);
    }
    fputs("  return unused;\n}\n", out);
    line += 2;
  }
  fputs("int main(void) {\n  pthread_t id[3];\n", out);
  for (uint32_t i = 0; i < in->threads; i++)
    fprintf(out, "  pthread_create(&id[%u], 0, thread%u, 0);\n", i, i);
  for (uint32_t i = 0; i < in->threads; i++)
    fprintf(out, "  pthread_join(id[%u], 0);\n", i);
  fputs("  int last_x = atomic_load_explicit(&x, memory_order_relaxed);\n"
        "  int last_y = atomic_load_explicit(&y, memory_order_relaxed);\n  assert(!(1", out);
  for (uint32_t i = 0; i < in->results; i++)
    fprintf(out, " && r[%u] == %d", i, (int)in->outcome[i]);
  fprintf(out, " && last_x == %d && last_y == %d));\n  return 0;\n}\n", (int)in->outcome[in->results],
          (int)in->outcome[in->results + 1]);
}

static bool is_kind(const struct litmus_slot *slot, const char *text) {
  static const char *const kinds[] = {[LITMUS_LOAD] = "load ", [LITMUS_STORE] = "store ",
                                      [LITMUS_RMW] = "read-modify-write ", [LITMUS_FENCE] = "fence "};
  if (slot->kind == LITMUS_ROOM)
    return strstr(text, slot->after ? "new fence after " : "new fence before ") == text;
  return strstr(text, kinds[slot->kind]) == text;
}

/* A fence after a load is where there is room before the next access. */
static const char after_load[] = "new fence after ";

/* Gives an order to the slots of a row; returns how many there are. */
static size_t give_order(struct litmus *in, uint32_t line, const char *access, enum memory_order order) {
  size_t found = 0;
  for (size_t i = 0; i < in->count; i++)
    if (in->slots[i].line == line && is_kind(&in->slots[i], access)) {
      in->slots[i].order = order;
      found++;
    }
  return found;
}

/* The rows of the table; false: one was not understood. */
static bool read_answer(struct litmus *in) {
  char row[1024];
  while (fgets(row, sizeof row, stdin)) {
    unsigned line;
    int access = 0;
    char *changed = strstr(row, "  (changed)");
    if (sscanf(row, "%u thread%*u %n", &line, &access) != 1 || !access)
      continue;
    row[changed ? (size_t)(changed - row) : strcspn(row, "\n")] = '\0';
    const char *needed = strrchr(row, ' ') + 1;
    enum memory_order order = ORDER_RELAXED;
    while (order < ORDER_SEQ_CST && strcmp(order_names[order], needed) != 0)
      order++;
    if (strcmp(needed, "fence") == 0) /* no fence */
      order = ORDER_RELAXED;
    else if (strcmp(order_names[order], needed) != 0)
      return false;
    size_t found = give_order(in, line, row + access, order);
    if (!found && strstr(row + access, after_load) == row + access)
      found = give_order(in, line + 1, "new fence before ", order);
    if (found != 1) {
      fprintf(stderr, "%zu slots fit the row: %s\n", found, row);
      return false;
    }
  }
  return true;
}

static bool covers(enum memory_order strong, enum memory_order weak) {
  return strong == weak || weak == ORDER_RELAXED || strong == ORDER_SEQ_CST ||
         (strong == ORDER_ACQ_REL && weak != ORDER_SEQ_CST);
}

static bool can_have(const struct litmus *in, const struct litmus_slot *slot,
                     enum memory_order order) {
  if (in->model != MEMORY_RC11 && order != ORDER_RELAXED && order != ORDER_SEQ_CST)
    return in->model == MEMORY_PSO && order == ORDER_RELEASE;
  if (slot->kind == LITMUS_LOAD)
    return order != ORDER_RELEASE && order != ORDER_ACQ_REL;
  return slot->kind != LITMUS_STORE || (order != ORDER_ACQUIRE && order != ORDER_ACQ_REL);
}

/* Would a weaker order of some slot do, that is at least as strong as the one given? */
static bool is_minimal(struct litmus *in) {
  for (size_t i = 0; i < in->count; i++) {
    enum memory_order answer = in->slots[i].order;
    for (enum memory_order order = ORDER_RELAXED; order < answer; order++) {
      if (!covers(answer, order) || !can_have(in, &in->slots[i], order) || !covers(order, in->slots[i].given))
        continue;
      in->slots[i].order = order;
      if (is_right(in)) {
        printf("slot at line %u: %s is enough\n", in->slots[i].line, order_names[order]);
        return false;
      }
    }
    in->slots[i].order = answer;
  }
  return true;
}

/* Is there a right setting with so many changes in the slots from `next` on? */
static bool has_repair(struct litmus *in, size_t next, size_t changes) {
  if (changes == 0)
    return is_right(in);
  for (size_t i = next; i < in->count; i++) {
    enum memory_order before = in->slots[i].order;
    in->slots[i].order = ORDER_SEQ_CST;
    bool found = is_open(in, &in->slots[i]) && has_repair(in, i + 1, changes - 1);
    in->slots[i].order = before;
    if (found)
      return true;
  }
  return false;
}

static int judge(struct litmus *in, bool repairs) {
  size_t changes = 0;
  for (size_t i = 0; i < in->count; i++) {
    in->slots[i].order =
        repairs || in->slots[i].kind == LITMUS_ROOM ? ORDER_RELAXED : ORDER_SEQ_CST;
    in->slots[i].given = ORDER_RELAXED;
  }
  if (!read_answer(in)) {
    puts("the table is not understood");
    return 1;
  }
  if (!is_right(in)) {
    puts("the answer is not right");
    return 1;
  }
  if (!is_minimal(in))
    return 1;
  for (size_t i = 0; i < in->count; i++) {
    changes += in->slots[i].order != in->slots[i].given;
    if (repairs)
      in->slots[i].order = in->slots[i].given;
  }
  for (size_t fewer = 0; repairs && fewer < changes; fewer++)
    if (has_repair(in, 0, fewer)) {
      printf("%zu changes, and %zu are enough\n", changes, fewer);
      return 1;
    }
  return 0;
}

static void forget(struct litmus *in) {
  event_graph_release(&in->graph);
  in->graph = (struct event_graph){0};
  for (size_t i = 0; i < in->bad_count; i++)
    event_graph_release(&in->bad[i]);
  in->bad_count = 0;
}

/* Tries programs until one has an outcome that orders decide. */
static void find_program(struct litmus *in) {
  for (;;) {
    make(in);
    set_all(in, ORDER_RELAXED);
    set_orders(in, &in->graph);
    try_graphs(in, keep, 0);
    if (in->bad_count < MOST_BAD && choose_outcome(in))
      return;
    forget(in);
  }
}

int main(int count, char **arguments) {
  static struct litmus in;
  if (count != 4 || !memory_model_find(arguments[2], &in.model))
    return 2;
  in.random = strtoull(arguments[1], NULL, 10) * 7919 + 13;
  for (int i = 0; i < 8; i++)
    draw(&in, 2);
  find_program(&in);
  bool weak = strcmp(arguments[3], "weak") == 0, strong = strcmp(arguments[3], "strong") == 0;
  FILE *nowhere = fopen("/dev/null", "w");
  print_program(&in, weak, weak || strong ? stdout : nowhere);
  fclose(nowhere);
  int code = weak || strong ? 0 : judge(&in, strcmp(arguments[3], "repair") == 0);
  forget(&in);
  return code;
}
