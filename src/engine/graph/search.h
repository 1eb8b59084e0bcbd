/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/graph: the search, which consists of parts.
 *
 * `graph` is the execution graph under construction. `pending` is a stack of the alternatives to
 * its decisions, each a graph of its own. To continue a graph, the program is executed along it:
 * recorded actions get their recorded answers, and later actions are new. */
#ifndef ENGINE_GRAPH_SEARCH_H
#define ENGINE_GRAPH_SEARCH_H

#include "analysis/liveness.h"
#include "analysis/relevance.h"
#include "analysis/sharing.h"
#include "analysis/waiting.h"
#include "base/map.h"
#include "engine/engine.h"
#include "engine/graph/clocked_graph.h"
#include "engine/graph/collection.h"
#include "engine/graph/lifetimes.h"
#include "engine/graph/revisit.h"
#include "engine/graph/vain_waits.h"
#include "semantics/overlay.h"

#include <sys/types.h>

struct program_facts {
  struct sharing *sharing;
  struct liveness *liveness;
  struct waiting *waiting;
  struct relevance_table *relevance;
};

/* Addresses from `start` to before `end`. */
struct byte_range {
  uint64_t start, end;
};

/* Which accesses are actions, and of which location (search_overlay.c). */
struct graph_locations {
  struct map indexes;     /* from an address to its newest location */
  struct map shared;      /* addresses of objects, and allocations, that turned out to be shared */
  uint64_t fresh_address; /* the address that was added last */
  VECTOR(struct byte_range) padding; /* bytes that are not part of the graph */
};

/* An access to the bytes from `first` up to `end` of a block that was not published yet. */
struct early_access {
  struct block_moment when;
  uint64_t first, end;
  bool writes, is_plain;
  const struct edge *edge, *user_edge;
};

struct unpublished_blocks {
  struct block_moments uses; /* the last one of each block */
  VECTOR(struct early_access) accesses;
};

/* Addresses that could come back in an execution, although the search never reuses them. */
struct missed_reuse {
  bool slots;   /* addresses of local variables, if the program could notice */
  bool records; /* ids of threads: */
  bool has_creator;
  uint32_t creator; /* the thread that last created a thread, or released a thread id */
  struct map told_slots;
};

/* How the graph at hand continues the one visited before (rewind.c). */
struct common_path {
  size_t kept;            /* this many of its first actions have kept their clocks */
  size_t recorded;        /* its actions when it came from the stack */
  bool has_new_variables; /* main changed variables after its last image */
  bool is_entangled;      /* a step changed another thread: threads cannot be restored separately */
  uint32_t torn;          /* the thread that is in the middle of a step, or NO_THREAD */
};

struct postponing {
  bool is_on;       /* steps that end at a wait may be undone (waits.c) */
  struct map edges; /* at which such steps began */
};

/* Threads that meet at an object, such as a barrier (rendezvous.c). */
struct rendezvous {
  bool is_on;
  bool is_repeating;  /* recorded actions are being executed */
  bool is_last_try;   /* all threads wait */
  struct map members; /* from an object to the number of threads that meet there */
};

/* Why the execution at hand, or the search, ends. */
struct search_ending {
  bool is_dead;             /* the execution cannot be continued */
  bool is_blocked_for_good; /* … since an assumption does not hold */
  bool is_stuck;            /* … since a thread waits for ever after it read an old write */
  bool is_unsupported;      /* … since heddle does not support it: result.reason says why */
  bool must_restart;        /* the search begins again, with other decisions */
  bool is_over;             /* a violation was found or a limit was reached */
  const char *limit;        /* the limit; NULL: none */
};

/* A violation that was found in the execution at hand. */
struct found_violation {
  bool has_violation;
  struct violation violation;
  uint32_t thread;       /* that violates the property */
  uint32_t racing;       /* the other action of a race, or NO_ACTION */
  bool rests_on_all;     /* all actions are needed, not only the causes */
  uint32_t ending;       /* the thread that ends the lifetime of an object … */
  uint64_t ending_steps; /* … by this step; 0: none does */
  uint32_t too_late;     /* the access that follows the end of the object */
  bool is_at_end;        /* the program ends with the violation */
};

struct search_counts {
  uint64_t complete, blocked, revisits, inconsistent, executions;
  uint64_t most_actions, symmetric;
};

/* Memory that all processes of the search access atomically. */
struct shared_counts {
  int room; /* how many more processes may start */
  uint64_t complete, blocked;
};

struct child_process {
  pid_t process;
  int answer; /* to read its result from */
};

/* search_processes.c */
struct search_processes {
  struct shared_counts *shared; /* NULL: there is one process */
  VECTOR(struct child_process) children;
  bool is_child;
  int answer; /* of a child: to write its result to */
  uint64_t last_fork;
  double begin, last_progress;
};

struct graph_search {
  struct overlay overlay; /* first: a pointer to it is one to the search */
  struct chooser chooser;
  struct listener listener;
  const struct task *task;
  struct result *result;
  struct program_facts facts;
  struct machine machine;
  struct state *state;
  const struct thread *running; /* NULL: main, before its first step */
  bool is_concurrent;           /* a second thread was created */
  struct clocked_graph graph;
  struct graph_stack pending;
  struct graph_locations locations;
  struct lifetimes lifetimes;
  struct unpublished_blocks unpublished;
  struct missed_reuse missed;
  struct common_path path;
  struct vain_waits vain_waits;
  struct postponing postponing;
  struct rendezvous rendezvous;
  struct search_ending ending;
  struct found_violation found;
  struct graph_collection collection;
  struct search_counts counts;
  struct search_processes processes;
};

/* The execution cannot be continued, and the result is UNKNOWN with this reason. */
void search_not_supported(struct graph_search *search, const struct edge *edge, const char *what);
/* The search has to begin again, as the object or the allocation is shared. */
void search_note_shared(struct graph_search *search, uint64_t address);
/* The place in the user's program that led to an edge of the thread. */
const struct edge *search_user_edge(const struct thread *thread, const struct edge *edge);

#endif
