/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/graph: the search through execution graphs.
 *
 * `graph` is the graph under construction; alternatives to its decisions wait in `pending` as
 * separate graphs. A graph is continued by executing the program along it, from where it differs
 * from the last one: recorded actions get their recorded answers, and later actions are new. */
#ifndef ENGINE_GRAPH_SEARCH_H
#define ENGINE_GRAPH_SEARCH_H

#include "analysis/liveness.h"
#include "analysis/relevance.h"
#include "analysis/sharing.h"
#include "analysis/waiting.h"
#include "base/map.h"
#include "engine/engine.h"
#include "semantics/event_graph.h"
#include "semantics/overlay.h"

#include <sys/types.h>

#define NO_ACTION UINT32_MAX

/* The units of a step: a section that waits is given up there, and what follows is another unit. */
enum { UNITS_PER_STEP = 256 };

/* Of each thread the number of its actions that come before or are the same: a prefix of a graph.
 * As many numbers as search.stride says. */
typedef uint32_t *egraph_clock;

/* A value that a thread wrote to memory of its own. */
struct private_write {
  uint64_t address, old;
  uint32_t size;
};

/* How things were when a thread last came to the head of a loop, to a section of the library, or to
 * a wait that may end spuriously. */
struct loop_visit {
  bool in_library;
  size_t depth; /* of its frames */
  const struct function *function;
  uint32_t head;
  uint64_t changes;
  size_t actions, writes; /* of the thread; in egraph_thread.writes */
  uint64_t heap_end;
  uint32_t created;
  size_t held;
  VECTOR(uint64_t) registers; /* the live ones of all frames, and where these are */
};

struct thread_image;

/* A location that a wait looked at, and how many writes it had. */
struct watched_location {
  uint32_t location;
  size_t writes;
};

/* What there was before a step. */
struct step_begin {
  const struct edge *edge;
  uint64_t steps; /* of the thread */
  size_t actions, pending;
};

/* How far a thread has come: what an image of it keeps (rewind.c). */
struct egraph_progress {
  size_t executed;        /* of its actions */
  uint64_t steps;         /* that it made */
  uint32_t unit;          /* of the next action; steps have UNITS_PER_STEP of them */
  bool is_blocked;        /* waits, also by a loop */
  bool is_waiting;        /* in a wait of the library */
  bool is_suspended;      /* stands at a wait in the middle of its last step (rendezvous.c) */
  uint64_t rendezvous;    /* where its unit meets other threads, or 0 */
  bool is_done;           /* has finished, or stands before the end of the program */
  bool awaits;            /* the condition of a wait is being evaluated: its reads are … */
  size_t first_awaited;   /* … the actions from here on */
  bool spins;             /* came round a loop that changed nothing, … */
  size_t spin_first;      /* … by the actions from here on */
  bool drains;            /* it has drained its store buffer since its last action (tso, pso) */
  uint64_t changes;       /* that others, or the thread itself, could notice */
  uint64_t heap_end;      /* when it was last looked at */
  uint64_t published_end; /* blocks from here on are known to nobody else (unpublished.c), … */
  uint32_t published_created; /* … unless it has created more threads than that */
  bool has_released;          /* the id of a thread (reuse.c) */
};

/* A thread of the execution. Its index in search.threads is that of event_graph.threads. */
struct egraph_thread {
  uint32_t number;               /* the machine's */
  struct action_numbers actions; /* of the graph, in program order */
  struct egraph_progress progress;
  uint64_t wanted_steps; /* confirming: that it has to make at least */
  size_t
      final_wait; /* confirming: the actions from here on are those of a wait that does not end */
  bool exists;    /* it has been created in this execution */
  bool is_postponed; /* the step with which it began to wait was taken back (waits.c), … */
  VECTOR(struct watched_location) watched; /* … until one of these has another write */
  VECTOR(struct private_write) writes;
  VECTOR(struct loop_visit) loops;
  VECTOR(uint64_t) birth; /* its function and arguments */
  size_t tied;            /* so many of its first actions are like those of its twin */
  egraph_clock happened;  /* before what the thread does next */
  egraph_clock seen;      /* what its relaxed reads would synchronise with at an acquire fence */
  egraph_clock fenced;    /* what happened before its last release fence */
  egraph_clock prefix;    /* causes of what it does next */
  VECTOR(struct thread_image) images; /* of how it was before some of its steps (rewind.c) */
  uint64_t imaged_at;                 /* the edges that were executed before the last of them */
  size_t image_size;                  /* its bytes */
};

/* A heap block was allocated, or freed, by a thread when it had so many actions, in this step. */
struct block_birth {
  uint64_t address, step;
  uint32_t thread, after;
  bool is_early; /* when there was one thread only */
  bool is_again; /* an allocation that got the address of a freed block (reuse.c) */
};
struct block_births {
  struct block_birth *items;
  size_t count, capacity;
};

/* An access to a block before it was published: to the bytes from `first` up to `end`. */
struct early_access {
  struct block_birth when;
  uint64_t first, end;
  bool writes, is_plain;
  const struct edge *edge, *user_edge;
};

/* An address that an allocation can get, and the write of the freeing that synchronises with it, or
 * INITIAL_WRITE. */
struct address_option {
  uint64_t address;
  uint32_t source;
};
struct address_options {
  struct address_option *items;
  size_t count, capacity;
};

struct egraph_counts {
  uint64_t complete, blocked, revisits, inconsistent, duplicates, executions;
  uint64_t most_actions, symmetric;
};

/* What processes that search together share (processes.c), by atomic accesses. */
struct egraph_processes {
  int room; /* for so many more */
  uint64_t complete, blocked;
};

struct egraph_child {
  pid_t process;
  int answer; /* to read from */
};

/* Addresses from `start` to before `end`. */
struct byte_range {
  uint64_t start, end;
};

struct egraph_search {
  struct overlay overlay; /* first: the overlay is the search */
  struct chooser chooser;
  struct observer observer;
  const struct task *task;
  struct result *result;
  struct machine machine;
  struct state *state;
  const struct thread *running;  /* NULL: main, before its first step */
  struct confirming *confirming; /* a violation that was found is executed once more; or NULL */
  struct event_graph graph;
  VECTOR(struct event_graph) pending;
  VECTOR(struct egraph_thread) threads;
  struct map slots;  /* from numbers of threads to indexes */
  struct map places; /* from addresses to the indexes that their locations last had */
  struct block_births births, deaths;
  struct block_births early_uses; /* the last of each block before it was published */
  VECTOR(struct early_access) early_accesses;
  bool has_reuse;      /* addresses of blocks come back */
  bool misses_slots;   /* somebody could tell that those of slots do not (reuse.c) */
  bool misses_records; /* the same for those of threads; … */
  bool has_creator;    /* … a thread creates others, … */
  uint32_t creator;    /* … this one; its number */
  struct map told_slots;
  uint64_t reusable; /* the address of the library's variable that tells when; or 0 */

  /* Derived from the graph, for each action: `stride` numbers in each clock. */
  size_t stride, clock_capacity; /* actions there is room for */
  uint32_t *happened;            /* what happens before it, and itself */
  uint32_t *causes;              /* its prefix by program order, reads-from and creation */
  uint32_t *released;            /* writes: what a read of it synchronises with */
  uint32_t *seen, *fenced;       /* those of its thread behind it */
  bool *is_derived;
  uint32_t *ranks; /* for cycles.c: of writes and sources in modification order */
  size_t derived_count;
  VECTOR(struct action_numbers) accesses; /* of each location, derived ones only */
  size_t seq_cst_count, section_count;    /* actions */

  /* How the graph was reached from the one before (rewind.c). */
  size_t kept;            /* so many of its first actions did not have to be derived, … */
  size_t recorded;        /* … so many it had when it came from the stack */
  bool has_new_variables; /* main has changed some since its last image */
  bool is_entangled;      /* a step changed another thread, so that none can be taken back alone */
  uint32_t torn;          /* the thread whose last step did not come to its end, or NO_THREAD */

  /* The condition of a wait that is being evaluated, or was last: its arguments and what it read,
   * unless it also read what is no action. */
  VECTOR(uint64_t) wait_key;
  bool wait_reads_more;
  struct interner *vain_waits; /* the keys of those that did not hold */
  struct map waiting_edges;    /* where steps began that ended at a wait that did not hold */
  bool postpones;              /* such steps may be taken back */

  struct sharing *sharing;
  struct liveness *liveness;
  struct waiting *waiting;
  struct relevance_table *relevance;
  struct map shared;                 /* addresses of objects that turned out to be shared */
  bool must_restart;                 /* one more did, … */
  uint64_t fresh_address;            /* … this one */
  VECTOR(struct byte_range) padding; /* what was left out of a graph (memory.c) */
  bool has_rendezvous;        /* orders in which threads meet are not told apart (rendezvous.c) */
  struct map rendezvous;      /* from objects to how many threads meet there */
  bool is_repeating;          /* what is recorded; … */
  bool is_last_try;           /* … nobody but threads that wait is left */
  bool has_symmetry;          /* threads that are alike are explored in one order (symmetry.c) */
  uint64_t record_size;       /* of threads; 0: none was created yet */
  bool is_concurrent;         /* a second thread has been created */
  bool is_dead;               /* the execution is not one of the model, or cannot be continued */
  bool is_blocked_for_good;   /* an assumption does not hold */
  bool is_stuck;              /* a thread waits that took an old write, so nothing revisits it */
  bool is_unsupported;        /* … for a reason that the result tells */
  bool has_violation;         /* in the execution; … */
  struct violation violation; /* … this one, … */
  uint32_t violating, racing; /* … by that thread; the action that another one races with */
  bool rests_on_all;          /* actions, not only on those that cause it */
  uint32_t ending;            /* the thread that ends the life of an object … */
  uint64_t ending_steps;      /* … with this step; 0: none does */
  uint32_t too_late;          /* the access to it that comes later */
  bool is_at_end;             /* the violation is one of the end of the program */
  bool is_over;               /* a violation was found, or a limit reached */
  bool collects;              /* remember complete graphs, to see that none comes twice */
  struct interner *seen_graphs, *seen_classes; /* … also if threads that are alike are exchanged */
  struct egraph_counts counts;
  double last_progress;
  const char *limit; /* that ended the search; NULL: none did */

  struct egraph_processes *processes; /* NULL: one process does it all */
  VECTOR(struct egraph_child) children;
  bool is_child;
  int answer; /* of a child: to write to */
  uint64_t last_fork;
  double processes_begin;
};

enum { WIDEST_CHOICE = 8, MOST_CHOICES = 1 << WIDEST_CHOICE };

/* choices.c: the values that stand for all of a choice, of which the first is 0. False: there are
 * too many. */
bool egraph_list_choices(const struct egraph_search *search, const struct edge *edge,
                         unsigned width, uint64_t values[MOST_CHOICES], size_t *count);

/* graph.c */
void egraph_show_progress(struct egraph_search *search);

/* processes.c */
void egraph_processes_begin(struct egraph_search *search);
/* The search begins anew. */
void egraph_processes_reset(struct egraph_search *search);
/* Gives a part of what is pending to another process if there is room for one. */
void egraph_processes_split(struct egraph_search *search);
/* Adds what the others found; does not return in a process that helps another one. */
void egraph_processes_gather(struct egraph_search *search);
void egraph_processes_end(struct egraph_search *search);

/* derive.c: clocks and what they forbid. */

/* Computes everything anew but for the first `kept` actions, of which nothing has changed. False:
 * the graph is not consistent. */
bool egraph_derive(struct egraph_search *search, size_t kept);
/* The same for one action more, the last of the graph, whose place in modification order is set. */
bool egraph_derive_last(struct egraph_search *search);
/* What a thread knows before its first action. */
void egraph_load_thread(const struct egraph_search *search, uint32_t number);
/* The thread's next action, which is the index-th, has that of its twin as a cause. */
void egraph_join_twin(struct egraph_search *search, uint32_t slot, size_t index);
/* Takes the last action away again. */
void egraph_drop_last(struct egraph_search *search);
/* The lowest rank of a write to the location that may be read by what the thread does next. */
size_t egraph_least_rank(const struct egraph_search *search, uint32_t thread, uint32_t location);
static inline egraph_clock egraph_causes(const struct egraph_search *search, size_t action) {
  return search->causes + action * search->stride;
}
static inline egraph_clock egraph_happened(const struct egraph_search *search, size_t action) {
  return search->happened + action * search->stride;
}
static inline bool egraph_is_cause(const struct egraph_search *search, size_t action,
                                   size_t effect) {
  const struct memory_action *cause = &search->graph.actions.items[action];
  return cause->index < egraph_causes(search, effect)[cause->thread];
}
static inline bool egraph_happens_before(const struct egraph_search *search, size_t action,
                                         size_t later) {
  const struct memory_action *first = &search->graph.actions.items[action];
  return first->index < egraph_happened(search, later)[first->thread];
}
void egraph_make_room(struct egraph_search *search);

/* cycles.c: what must not be cyclic. */
bool egraph_has_cycle(struct egraph_search *search);

/* memory.c: what the machine asks. */
/* Does the moment happen before what the thread does next? */
bool egraph_knows_moment(const struct egraph_search *search, uint32_t slot,
                         const struct block_birth *moment);
void egraph_attach(struct egraph_search *search);
/* Which of the addresses an allocation of the thread gets; 0: a fresh one. */
uint64_t egraph_choose_address(struct egraph_search *search, uint32_t slot, const struct edge *edge,
                               const struct address_options *options);
void egraph_begin_step(struct egraph_search *search, uint32_t thread);
/* The thread stands at a wait that may end without its condition: keeps that for later. */
void egraph_keep_spurious(struct egraph_search *search, uint32_t slot);
void egraph_not_supported(struct egraph_search *search, const struct edge *edge, const char *what);
/* The place in the user's program that led to an edge of the thread. */
const struct edge *egraph_user_edge(const struct thread *thread, const struct edge *edge);

/* revisit.c */
/* All graphs in which an earlier read takes its value from the last action of the graph. */
void egraph_revisit(struct egraph_search *search);
/* Does the read of a compare-exchange find what it compares with? */
bool egraph_finds_expected(const struct memory_action *action);

/* waits.c */
/* Does the condition of a wait read an address once more? It is evaluated twice if it holds, and
 * the second time nothing has changed. */
bool egraph_was_awaited(struct egraph_search *search, uint32_t slot, uint64_t address,
                        uint64_t *value);
/* The action was executed, maybe by the condition of a wait. */
void egraph_note_awaited(struct egraph_search *search, const struct memory_action *action);
/* The last condition that was evaluated did not hold. */
void egraph_note_vain_wait(struct egraph_search *search);
/* Is it known that the condition would not hold if the action were its next, and last, read? */
bool egraph_waits_in_vain(struct egraph_search *search, const struct memory_action *action);

/* rendezvous.c */
/* The running thread begins to evaluate the condition of a wait. */
void egraph_enter_rendezvous(struct egraph_search *search, uint32_t slot);
static inline bool egraph_meet(const struct memory_action *a, const struct memory_action *b) {
  return a->rendezvous && a->rendezvous == b->rendezvous;
}
/* Is the wait a rendezvous that is to be looked at when all that is recorded has been repeated? */
bool egraph_defer(struct overlay *overlay, const struct thread *thread, const struct edge *wait);
/* The thread waits at a rendezvous: takes the reads of its condition back. False: it does not, or
 * nobody else can move. */
bool egraph_suspend(struct egraph_search *search, uint32_t slot);

/* rewind.c */
/* Remembers how the thread is before its next step. */
void egraph_take_image(struct egraph_search *search, uint32_t slot, const struct thread *thread);
/* The thread has made a step: did it change others? */
void egraph_notice_changes(struct egraph_search *search, const struct thread *running);
/* The next graph, which becomes search.graph. Threads are taken back to where it agrees with what
 * was executed; search.state is NULL if the program has to be executed from the start. */
void egraph_go_to(struct egraph_search *search, struct event_graph *next);
/* Forgets what was executed. */
void egraph_forget_path(struct egraph_search *search);
void egraph_forget_images(struct egraph_thread *self);
/* Is there one of how it was after so many steps? Then it is the last. */
bool egraph_has_image(const struct egraph_thread *self, uint64_t steps);
void egraph_restore_last(struct egraph_search *search, uint32_t slot);

/* The thread has made a step: takes it back if it only leads to a wait. */
void egraph_postpone(struct egraph_search *search, uint32_t slot, const struct step_begin *begin);
/* Has it something to do, as far as can be told? */
bool egraph_can_move(const struct egraph_search *search, uint32_t slot);

/* loops.c */
void egraph_notice_edge(struct observer *observer, const struct state *state,
                        const struct event *event);
/* If the thread stands at the head of a loop: did it come round without a change? */
void egraph_look_at_loop(struct egraph_search *search, const struct thread *thread);
/* The same if the thread stands before a section of the library. */
void egraph_look_at_section(struct egraph_search *search, const struct thread *thread);
/* The same if the thread waits, and may wake up spuriously. */
void egraph_look_at_wait(struct egraph_search *search, const struct thread *thread);
void egraph_forget_loops(struct egraph_thread *thread);
/* Nobody else can move: lets threads go on that came round a loop if others saw what they did. */
bool egraph_wake_spinning(struct egraph_search *search);
/* Did the iteration after which the thread waits write anything? */
bool egraph_spins_with_writes(const struct egraph_search *search, const struct egraph_thread *self);

/* unpublished.c */
/* Is it a block of the thread that nobody else can know yet? */
bool egraph_is_unpublished(struct egraph_search *search, const struct thread *thread,
                           const struct place *place);
/* The thread did something by which others may get to know its blocks. */
void egraph_publish(struct egraph_search *search, const struct thread *thread);
/* The thread is about to create another one. */
void egraph_publish_to_new(struct egraph_search *search, const struct thread *thread);
/* The thread accesses so many bytes of such a block. */
void egraph_note_unpublished(struct egraph_search *search, const struct thread *thread,
                             const struct place *place, uint64_t size, bool writes);
/* Does an action of the thread race with such an access? Then that is the violation. */
bool egraph_finds_early_race(struct egraph_search *search, const struct thread *thread,
                             const struct place *place, uint32_t number);
/* The thread goes back to where it had made so many steps. */
void egraph_rewind_unpublished(struct egraph_search *search, uint32_t slot, uint64_t steps);
/* Does all that was done to the block before it was published happen before what the thread does
 * next? If not, the search begins anew. */
bool egraph_knows_early_uses(struct egraph_search *search, uint32_t slot,
                             const struct place *place);

/* reuse.c */
/* Before the first execution. */
void egraph_prepare_reuse(struct egraph_search *search);
/* How often the block that a place is in got an address that another one had before. */
uint32_t egraph_life(const struct egraph_search *search, const struct place *place);
/* overlay.reuse */
void egraph_miss_slots(struct overlay *overlay, const struct thread *thread,
                       const struct edge *edge, const uint64_t *addresses, size_t count);
void egraph_note_record(struct overlay *overlay, const struct thread *thread, bool creates);
uint64_t egraph_reuse(struct overlay *overlay, const struct thread *thread, const struct edge *edge,
                      const uint64_t *addresses, size_t count);

/* leaks.c */
/* Is memory still allocated if a thread ends the program, in the execution that has come to its
 * end? Then that becomes the result. */
void egraph_find_leaks(struct egraph_search *search);

/* execute.c */
/* Executes the program along the graph and on. */
void egraph_execute(struct egraph_search *search);
/* The pieces of it. */
void egraph_begin_execution(struct egraph_search *search);
void egraph_step(struct egraph_search *search, uint32_t slot);
uint64_t egraph_needed_steps(const struct egraph_search *search, uint32_t slot);
/* Have the writes that the recorded actions of the thread's next step read from been executed?
 * `is_last`: no more are recorded behind them. */
bool egraph_can_repeat(const struct egraph_search *search, const struct egraph_thread *thread,
                       bool *is_last);
uint32_t egraph_slot(struct egraph_search *search, uint32_t number);
bool egraph_is_before_exit(const struct thread *thread);
/* It does not exist any more. */
void egraph_reset_thread(struct egraph_thread *self);

/* symmetry.c */
/* Does the program ask which thread is which? */
bool egraph_tells_threads_apart(const struct program *program);
/* The thread before this one, which was just created, that is like it; or NO_TWIN. */
uint32_t egraph_find_twin(struct egraph_search *search, uint32_t slot, const struct thread *thread);
/* Does the thread do the same as its twin before the index-th action? Then `*other` is the twin's,
 * a cause of it, or NO_ACTION. */
bool egraph_is_tied(const struct egraph_search *search, uint32_t slot, size_t index,
                    uint32_t *other);
/* False: the action comes in the wrong order with that of its twin. */
bool egraph_keeps_order(struct egraph_search *search, size_t number);
/* The lowest rank of the write, or of what is read, that keeps the order. */
size_t egraph_twin_rank(const struct egraph_search *search, const struct memory_action *action);
/* The thread to execute before this one. */
uint32_t egraph_first_twin(const struct egraph_search *search, uint32_t slot);
/* Its twin has postponed what the thread would do, too. */
bool egraph_waits_for_twin(const struct egraph_search *search, uint32_t slot);
/* Looks whether the execution treats threads that are alike as such. */
void egraph_check_symmetry(struct egraph_search *search);

/* collect.c */
/* Debugging: remembers the graph, and counts it if it is there already. */
void egraph_note_graph(struct egraph_search *search);

/* races.c */
/* Does the action of the thread race with another one? Then machine.violation tells. */
bool egraph_finds_race(struct egraph_search *search, const struct thread *thread, uint32_t number,
                       uint32_t *other);

/* confirm.c */
/* machine.violation was found: a race with `other`, unless that is NO_ACTION. */
void egraph_report(struct egraph_search *search, uint32_t other);
/* An object ends, by the running step of the thread, that another thread accesses by `access`. */
void egraph_report_end(struct egraph_search *search, uint32_t thread, uint32_t access);
/* Confirming: is the thread's next action a read by the condition of a wait, of a write that was
 * not executed yet? Then the wait comes too early, and finds the newest value there is. */
bool egraph_is_premature(const struct egraph_search *search, uint32_t thread);
uint64_t egraph_newest_value(const struct egraph_search *search, uint32_t location);
/* The violation that was found becomes the result, if the program can be executed that way. */
void egraph_confirm(struct egraph_search *search);
/* The same for search.violation, which the thread runs into when it ends the program after so many
 * steps of each thread, with so many actions. */
void egraph_confirm_exit(struct egraph_search *search, uint32_t thread, const uint64_t *steps,
                         const uint32_t *actions);
/* Do threads wait for ever in the execution that has just ended? Then that becomes the result. */
bool egraph_finds_deadlock(struct egraph_search *search);
/* Confirming: an access is executed; `number` is NO_ACTION if it is none, or not recorded. */
void egraph_confirm_access(struct egraph_search *search, uint32_t number);
/* Confirming: the last access was a write that is no action, to what others may read later. */
void egraph_confirm_early_write(struct egraph_search *search, uint64_t address, unsigned size);
/* Confirming: a write that is not recorded is executed. False: the machine has to keep its value.
 */
bool egraph_confirm_later_write(struct egraph_search *search, uint64_t address, unsigned size,
                                uint64_t value);
void egraph_confirm_step(struct egraph_search *search, uint32_t thread);
void egraph_confirm_choice(struct egraph_search *search, uint64_t bits);

#endif
