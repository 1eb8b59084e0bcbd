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
#include "base/hash.h"
#include "engine/graph/search.h"
#include "engine/traits.h"
#include "semantics/axioms.h"

#include <stdio.h>
#include <string.h>

#define BIT(property) ((property_set)1 << (property))
#define ALL_PROPERTIES (BIT(PROPERTY_COUNT) - 1)

void egraph_show_progress(struct egraph_search *search) {
  double now = clock_seconds();
  if (!search->task->progress || search->is_child || now - search->last_progress < 0.2)
    return;
  search->last_progress = now;
  unsigned long long complete = search->counts.complete, blocked = search->counts.blocked;
  if (search->processes) {
    complete = __atomic_load_n(&search->processes->complete, __ATOMIC_SEQ_CST);
    blocked = __atomic_load_n(&search->processes->blocked, __ATOMIC_SEQ_CST);
  }
  fprintf(stderr, "\rgraph: %llu complete executions, %llu blocked, %zu to visit ", complete,
          blocked, search->pending.count);
}

/* Debugging: do the definitions agree that it is an execution? */
static void check_graph(struct egraph_search *search) {
  egraph_note_graph(search);
  const char *violated = axioms_violated(&search->graph, search->task->memory_model);
  if (violated) {
    search->is_over = true;
    snprintf(search->result->reason, sizeof search->result->reason,
             "internal: a graph that was visited violates %s", violated);
  }
}

/* Is code of the user called at the end? The last thread would execute it if main has ended. */
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

static void find_leaks(struct egraph_search *search) {
  if (!search->is_over)
    egraph_find_leaks(search);
  search->is_over |= search->has_violation;
}

static void visit(struct egraph_search *search) {
  if (!egraph_derive(search, search->kept)) {
    search->counts.inconsistent++;
    return;
  }
  egraph_execute(search);
  if (!search->is_dead || search->is_blocked_for_good)
    egraph_check_symmetry(search);
  bool is_blocked = search->is_blocked_for_good;
  bool main_ends_program = search->state && !search->state->threads[0]->finished;
  for (size_t i = 0; i < search->threads.count && !search->is_dead; i++)
    is_blocked |= search->threads.items[i].exists && search->threads.items[i].progress.is_blocked;
  if (search->has_violation) {
    search->is_over = true;
    egraph_confirm(search);
  } else if (search->is_over || search->must_restart || search->is_unsupported ||
             search->is_stuck) {
    /* not counted */
  } else if (is_blocked) {
    search->counts.blocked++;
    if (search->processes)
      __atomic_fetch_add(&search->processes->blocked, 1, __ATOMIC_SEQ_CST);
    find_leaks(search); /* first: nothing is left of the execution when a deadlock was looked for */
    search->is_over |= !search->is_over && egraph_finds_deadlock(search);
  } else if (!search->is_dead) {
    if (!main_ends_program && has_exit_code(search->task->program))
      egraph_not_supported(search, NULL, "what the last thread does at the end of the program");
    search->counts.complete++;
    if (search->processes)
      __atomic_fetch_add(&search->processes->complete, 1, __ATOMIC_SEQ_CST);
    if (search->collects)
      check_graph(search);
    find_leaks(search);
  }
}

static void drop_pending(struct egraph_search *search) {
  while (search->pending.count) {
    struct event_graph graph = vector_pop(&search->pending);
    event_graph_release(&graph);
  }
}

static void restart(struct egraph_search *search) {
  drop_pending(search);
  egraph_forget_path(search);
  event_graph_clear(&search->graph);
  vector_push(&search->graph.threads, (struct action_thread_start){0, 0, 0, NO_TWIN});
  search->must_restart = false;
  search->counts = (struct egraph_counts){0};
  search->last_fork = 0;
  search->result->reason[0] = '\0';
  egraph_processes_reset(search);
}

/* The graph at hand and all that are pending. */
static void visit_all(struct egraph_search *search) {
  for (;;) {
    visit(search);
    egraph_show_progress(search);
    if (search->is_over || search->must_restart || !search->pending.count ||
        stale_addresses_has_part(search->task->program))
      return;
    if (limits_check(&search->task->limits, &search->limit) != STATUS_OK)
      return;
    egraph_processes_split(search);
    egraph_go_to(search, &vector_pop(&search->pending));
  }
}

static void explore(struct egraph_search *search) {
  struct result *result = search->result;
  egraph_slot(search, 0);
  egraph_processes_begin(search);
  do {
    restart(search);
    visit_all(search);
    egraph_processes_gather(search);
  } while (search->must_restart);
  egraph_processes_end(search);
  if (result->verdict == VERDICT_FALSE)
    return;
  if (search->limit && !search->is_over)
    snprintf(result->reason, sizeof result->reason,
             "%s, after %llu complete executions without a violation", search->limit,
             (unsigned long long)search->counts.complete);
  if (!*result->reason) {
    result->verdict = VERDICT_TRUE;
    result->has_no_reuse =
        (search->misses_slots ? 0 : REUSE_SLOTS) | (search->misses_records ? 0 : REUSE_RECORDS);
  }
}

static void release(struct egraph_search *search) {
  drop_pending(search);
  state_destroy(search->state);
  event_graph_release(&search->graph);
  vector_release(&search->pending);
  for (size_t i = 0; i < search->threads.count; i++) {
    struct egraph_thread *thread = &search->threads.items[i];
    egraph_forget_loops(thread);
    egraph_forget_images(thread);
    vector_release(&thread->actions);
    vector_release(&thread->writes);
    vector_release(&thread->loops);
    vector_release(&thread->birth);
    vector_release(&thread->watched);
    memory_release(thread->happened);
    memory_release(thread->seen);
    memory_release(thread->fenced);
    memory_release(thread->prefix);
  }
  vector_release(&search->threads);
  map_release(&search->slots);
  map_release(&search->places);
  map_release(&search->waiting_edges);
  map_release(&search->shared);
  map_release(&search->told_slots);
  vector_release(&search->padding);
  map_release(&search->rendezvous);
  vector_release(&search->births);
  vector_release(&search->deaths);
  vector_release(&search->early_uses);
  vector_release(&search->early_accesses);
  memory_release(search->happened);
  memory_release(search->causes);
  memory_release(search->released);
  memory_release(search->seen);
  memory_release(search->fenced);
  memory_release(search->is_derived);
  memory_release(search->ranks);
  for (size_t i = 0; i < search->accesses.count; i++)
    vector_release(&search->accesses.items[i]);
  vector_release(&search->accesses);
  sharing_destroy(search->sharing);
  waiting_destroy(search->waiting);
  liveness_destroy(search->liveness);
  relevance_destroy(search->relevance);
  interner_destroy(search->seen_graphs);
  interner_destroy(search->seen_classes);
  interner_destroy(search->vain_waits);
  vector_release(&search->wait_key);
}

static void tell(const struct egraph_search *search) {
  struct result *result = search->result;
  result_add_statistic(result, "complete executions", (double)search->counts.complete);
  result_add_statistic(result, "blocked executions", (double)search->counts.blocked);
  result_add_statistic(result, "revisits", (double)search->counts.revisits);
  result_add_statistic(result, "inconsistent graphs", (double)search->counts.inconsistent);
  if (search->collects) {
    result_add_statistic(result, "graphs visited twice", (double)search->counts.duplicates);
    result_add_statistic(result, "graphs up to symmetry",
                         (double)interner_count(search->seen_classes));
  }
  result_add_statistic(result, "symmetric threads", (double)search->counts.symmetric);
  result_add_statistic(result, "most actions", (double)search->counts.most_actions);
  result_add_statistic(result, "edges executed", (double)search->machine.edges_executed);
}

/* Races are found in the graph. Memory errors are looked for in any case: an access that comes
 * after the end of its object might have come before, and no other execution shows that. */
static property_set machine_properties(property_set asked) {
  return (asked & ~BIT(PROPERTY_RACE)) | BIT(PROPERTY_MEMORY);
}

static void run(const struct task *task, struct result *result) {
  struct egraph_search search = {.task = task, .result = result};
  search.machine = (struct machine){.program = task->program,
                                    .domain = &domain_concrete,
                                    .known = task->known,
                                    .properties = machine_properties(task->properties),
                                    .memory_model = MEMORY_RC11, /* no buffers: the graph answers */
                                    .limits = &task->limits,
                                    .never_alone = true};
  search.sharing = sharing_create(task->program);
  search.liveness = liveness_create(task->program);
  search.waiting = waiting_create(task->program, search.liveness);
  search.relevance = relevance_create(task->program);
  search.seen_graphs = interner_create();
  search.seen_classes = interner_create();
  search.vain_waits = interner_create();
  search.has_symmetry = strcmp(task_option_text(task, "symmetry"), "on") == 0 &&
                        !egraph_tells_threads_apart(task->program);
  search.has_rendezvous = true;
  search.collects = strcmp(task_option_text(task, "check-graphs"), "on") == 0;
  egraph_prepare_reuse(&search);
  /* addresses tell threads apart */
  search.has_symmetry &= !search.has_reuse && !stale_addresses_has(task->program, REUSE_SLOTS);
  egraph_attach(&search);
  result->verdict = VERDICT_UNKNOWN;
  explore(&search);
  tell(&search);
  if (task->progress)
    fprintf(stderr, "\r\033[K");
  release(&search);
}

/* Its graphs under rc11 include those under sc, so a second search finds nothing more. */
static property_set covers(const struct traits *traits) {
  bool is_wanted = traits->weak_memory || (traits->threads && !traits->beside_rc11);
  return is_wanted ? ALL_PROPERTIES : 0;
}

/* Under sc others are mostly faster: states that many executions have in common are searched once.
 * With threads that are alike it is the other way round. */
static bool comes_late(const struct traits *traits) {
  return !traits->weak_memory && !traits->alike_threads;
}

static const struct engine_option options[] = {
    {"symmetry", "off|on", "on", 0, 0, "explore only one order of identically created threads"},
    {"check-graphs", "off|on", "off", 0, 0,
     "debugging: check that no graph is visited twice and that each satisfies the axioms"},
    {0}};

const struct engine engine_graph = {
    .name = "graph",
    .summary = "enumerates execution graphs, each once, under every memory model",
    .options = options,
    .knows_weak_memory = true,
    .knows_rc11 = true,
    .knows_reuse = REUSE_BLOCKS,
    .skips_known = true,
    .comes_late = comes_late,
    .rests = true,
    .covers = covers,
    .run = run,
};
