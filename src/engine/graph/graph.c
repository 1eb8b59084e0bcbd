/* SPDX-License-Identifier: Apache-2.0 */
/* Optimal stateless exploration of execution graphs, after Kokologiannakis, Marmanis, Gladstein and
 * Vafeiadis, "Truly Stateless, Optimal Dynamic Partial Order Reduction", POPL 2022 (TruSt). Every
 * complete graph that the memory model allows is visited exactly once, and none is stored.
 *
 * Deviations: alternatives are kept as graphs on a stack, and a graph is continued by rewinding
 * threads to where it differs from the last one (rewind.c). Atomic sections, of which all library
 * models consist, are sequences of actions that no other action interrupts. docs/engines/graph.md
 * has the argument. */
#include "engine/engine.h"

#include "analysis/reuse.h"
#include "engine/graph/block_address.h"
#include "engine/graph/clocks.h"
#include "engine/graph/confirming.h"
#include "engine/graph/graph_locations.h"
#include "engine/graph/leaks.h"
#include "engine/graph/rewind.h"
#include "engine/graph/search.h"
#include "engine/graph/search_overlay.h"
#include "engine/graph/search_processes.h"
#include "engine/graph/spin.h"
#include "engine/graph/stepping.h"
#include "engine/graph/symmetry.h"
#include "engine/graph/unpublished.h"
#include "engine/traits.h"
#include "semantics/axioms.h"

#include <stdio.h>
#include <string.h>

/* Debugging: stores the graph, and evaluates the definitions of the axioms on it. */
static void check_graph(struct graph_search *search) {
  collection_add(&search->collection, &search->graph);
  const char *violated = axioms_violated(&search->graph.events, search->task->memory_model);
  if (violated) {
    search->ending.is_over = true;
    snprintf(search->result->reason, sizeof search->result->reason,
             "internal: a graph that was visited violates %s", violated);
  }
}

/* Does the program call functions of the user at its end? If main has ended, the last thread would
 * execute them. */
static bool has_exit_code(const struct program *program) {
  static const char *const names[] = {"atexit", "on_exit", "at_quick_exit", "__cxa_atexit"};
  for (uint32_t i = 0; i < program->function_count; i++) {
    const struct function *function = program->functions[i];
    for (size_t j = 0; j < sizeof names / sizeof *names; j++)
      if (function->edge_count && strcmp(function->name, names[j]) == 0)
        return true;
    for (uint32_t j = 0; j < function->edge_count && strcmp(function->name, "__library_exit") == 0;
         j++)
      if (function->edges[j].op == OPERATION_CALL && function->edges[j].call.callee &&
          !function->edges[j].call.callee->is_library)
        return true;
  }
  return false;
}

static void find_leaks(struct graph_search *search) {
  if (!search->ending.is_over)
    leaks_find(search);
  search->ending.is_over |= search->found.has_violation;
}

static bool has_blocked_thread(const struct clocked_graph *graph) {
  for (size_t i = 0; i < graph->threads.count; i++)
    if (graph->threads.items[i].exists && graph->threads.items[i].progress.is_blocked)
      return true;
  return false;
}

/* Threads that were taken for alike are not. */
static void note_refutation(struct graph_search *search) {
  if (search->graph.symmetry.is_refuted)
    search->ending.must_restart = search->ending.is_dead = true;
}

/* Counts an execution that ended by itself, and looks for violations at its end. */
static void count_execution(struct graph_search *search) {
  if (search->ending.is_blocked_for_good ||
      (!search->ending.is_dead && has_blocked_thread(&search->graph))) {
    search_processes_count(search, true);
    find_leaks(search); /* before deadlocks, as confirming one ends the execution */
    search->ending.is_over |= !search->ending.is_over && confirming_finds_deadlock(search);
  } else if (!search->ending.is_dead) {
    if (search->state->threads[0]->finished && has_exit_code(search->task->program))
      search_not_supported(search, NULL, "what the last thread does at the end of the program");
    search_processes_count(search, false);
    if (search->collection.is_on)
      check_graph(search);
    find_leaks(search);
  }
}

static void visit_graph(struct graph_search *search) {
  const struct search_ending *ending = &search->ending;
  if (!clocks_derive(&search->graph, search->path.kept)) {
    search->counts.inconsistent++;
    note_refutation(search);
    return;
  }
  stepping_execute(search);
  if (!ending->is_dead || ending->is_blocked_for_good) {
    uint64_t alike = symmetry_check(&search->graph);
    if (alike > search->counts.symmetric)
      search->counts.symmetric = alike;
  }
  note_refutation(search);
  if (search->found.has_violation) {
    search->ending.is_over = true;
    confirming_run(search);
  } else if (!ending->is_over && !ending->must_restart && !ending->is_unsupported &&
             !ending->is_stuck) {
    count_execution(search);
  }
}

static void drop_pending(struct graph_search *search) {
  while (search->pending.count) {
    struct event_graph graph = vector_pop(&search->pending);
    event_graph_release(&graph);
  }
}

static void restart_search(struct graph_search *search) {
  drop_pending(search);
  rewind_forget_path(search);
  event_graph_clear(&search->graph.events);
  vector_push(&search->graph.events.threads, (struct action_thread_start){0, 0, 0, NO_TWIN});
  search->ending.must_restart = search->graph.symmetry.is_refuted = false;
  search->counts = (struct search_counts){0};
  search->processes.last_fork = 0;
  search->result->reason[0] = '\0';
  search_processes_reset(search);
}

enum { WORK_OF_GRAPH = 128 };

/* Visits the graph of the search and all pending ones. */
static void visit_all(struct graph_search *search) {
  for (;;) {
    visit_graph(search);
    search_processes_show(search);
    if (search->ending.is_over || search->ending.must_restart || !search->pending.count ||
        stale_parts_seen(search->task->stale_parts))
      return;
    limits_spend(&search->task->limits, WORK_OF_GRAPH);
    if (limits_check(&search->task->limits, &search->ending.limit) != STATUS_OK)
      return;
    search_processes_split(search);
    rewind_go_to(search, &vector_pop(&search->pending));
  }
}

static void explore_graphs(struct graph_search *search) {
  struct result *result = search->result;
  clocked_graph_slot(&search->graph, 0);
  search_processes_begin(search);
  do {
    restart_search(search);
    visit_all(search);
    search_processes_gather(search);
  } while (search->ending.must_restart);
  search_processes_end(search);
  if (result->verdict == VERDICT_FALSE)
    return;
  if (search->ending.limit && !search->ending.is_over)
    snprintf(result->reason, sizeof result->reason,
             "%s, after %llu complete executions without a violation", search->ending.limit,
             (unsigned long long)search->counts.complete);
  if (!*result->reason) {
    result->verdict = VERDICT_TRUE;
    result->has_no_reuse =
        (search->missed.slots ? 0 : REUSE_SLOTS) | (search->missed.records ? 0 : REUSE_RECORDS);
  }
}

static void release_search(struct graph_search *search) {
  drop_pending(search);
  vector_release(&search->pending);
  state_destroy(search->state);
  for (size_t i = 0; i < search->graph.threads.count; i++) {
    spin_forget(&search->graph.threads.items[i]);
    rewind_release_images(&search->graph.threads.items[i]);
  }
  clocked_graph_release(&search->graph);
  graph_locations_release(&search->locations);
  lifetimes_release(&search->lifetimes);
  unpublished_release(&search->unpublished);
  vain_waits_release(&search->vain_waits);
  map_release(&search->missed.told_slots);
  map_release(&search->postponing.edges);
  map_release(&search->rendezvous.members);
  sharing_destroy(search->facts.sharing);
  waiting_destroy(search->facts.waiting);
  liveness_destroy(search->facts.liveness);
  relevance_destroy(search->facts.relevance);
  interner_destroy(search->collection.graphs);
  interner_destroy(search->collection.classes);
}

static void conclude(const struct graph_search *search) {
  struct result *result = search->result;
  result_add_statistic(result, "complete executions", (double)search->counts.complete);
  result_add_statistic(result, "blocked executions", (double)search->counts.blocked);
  result_add_statistic(result, "revisits", (double)search->counts.revisits);
  result_add_statistic(result, "inconsistent graphs", (double)search->counts.inconsistent);
  if (search->collection.is_on) {
    result_add_statistic(result, "graphs visited twice", (double)search->collection.duplicates);
    result_add_statistic(result, "graphs up to symmetry",
                         (double)interner_count(search->collection.classes));
  }
  result_add_statistic(result, "symmetric threads", (double)search->counts.symmetric);
  result_add_statistic(result, "most actions", (double)search->counts.most_actions);
  result_add_statistic(result, "edges executed", (double)search->machine.counts.edges);
}

/* Races are found in the graph. Memory errors are always checked: an access that comes after the
 * end of its object may also come before it, and the search explores no other execution for that.
 */
static property_set machine_properties(property_set asked) {
  return (asked & ~PROPERTY_BIT(PROPERTY_RACE)) | PROPERTY_BIT(PROPERTY_MEMORY);
}

static void prepare_graph(struct graph_search *search) {
  const struct task *task = search->task;
  struct clocked_graph *graph = &search->graph;
  graph->model = task->memory_model;
  graph->keeps_relaxed = event_graph_keeps_relaxed(task->program, task->memory_model);
  graph->symmetry.data_model = task->program->data_model;
  graph->symmetry.notes_twins = search->collection.is_on;
  /* Addresses that come back tell threads apart. */
  graph->symmetry.is_on = strcmp(task_option_text(task, "symmetry"), "on") == 0 &&
                          !symmetry_tells_threads_apart(task->program) &&
                          !search->lifetimes.has_reuse &&
                          !stale_addresses_has(task->program, REUSE_SLOTS);
}

static void run_graph(const struct task *task, struct result *result) {
  struct graph_search search = {.task = task, .result = result};
  search.machine = (struct machine){.program = task->program,
                                    .domain = &domain_concrete,
                                    .known = task->known,
                                    .stale_parts = task->stale_parts,
                                    .properties = machine_properties(task->properties),
                                    .memory_model = MEMORY_RC11, /* no buffers: the graph answers */
                                    .limit = {.limits = &task->limits},
                                    .never_alone = true};
  search.facts.sharing = sharing_create(task->program);
  search.facts.liveness = liveness_create(task->program);
  search.facts.waiting = waiting_create(task->program, search.facts.liveness);
  search.facts.relevance = relevance_create(task->program);
  vain_waits_create(&search.vain_waits);
  search.rendezvous.is_on = true;
  search.collection =
      (struct graph_collection){.is_on = strcmp(task_option_text(task, "check-graphs"), "on") == 0,
                                .graphs = interner_create(),
                                .classes = interner_create()};
  block_address_prepare(&search);
  prepare_graph(&search);
  search_overlay_attach(&search);
  result->verdict = VERDICT_UNKNOWN;
  explore_graphs(&search);
  conclude(&search);
  if (task->progress)
    fprintf(stderr, "\r\033[K");
  release_search(&search);
}

/* The graphs under rc11 include those under sc, so a second search under sc finds nothing new. */
static bool is_wanted(const struct traits *traits) {
  return traits->memory_model != MEMORY_SC || (traits->threads && !traits->beside_rc11);
}

static const struct decision decisions[] = {{ALL_MODELS, ALL_PROPERTIES, NULL, NULL, NULL}, {0}};

/* Under sc, engines that store states are mostly faster, as they visit a state that many executions
 * have in common only once. With threads that are alike, this engine is faster. */
static bool comes_late(const struct traits *traits) {
  return traits->memory_model == MEMORY_SC && !traits->alike_threads;
}

static const struct engine_option options[] = {
    {"symmetry", "off|on", "on", 0, 0, "explore only one order of identically created threads",
     NULL},
    {"check-graphs", "off|on", "off", 0, 0,
     "debugging: check that no graph is visited twice and that each satisfies the axioms", NULL},
    {0}};

const struct engine engine_graph = {
    .name = "graph",
    .summary = "enumerates execution graphs, each once, under every memory model",
    .options = options,
    .uses = "threads",
    .models = ALL_MODELS,
    .decisions = decisions,
    .knows_reuse = REUSE_BLOCKS,
    .skips_known = true,
    .comes_late = comes_late,
    .rests = true,
    .is_wanted = is_wanted,
    .run = run_graph,
};
