/* SPDX-License-Identifier: Apache-2.0 */
/* The interface of engines: run a task, fill in a result. Engines do not include each other. */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include "base/limits.h"
#include "engine/partial_result.h"
#include "por/por.h"
#include "semantics/machine.h"
#include "semantics/schedule.h"

struct traits;

/* An option of an engine: a row of --help. The last row has no name. */
struct engine_option {
  const char *name;
  const char *argument; /* "N": a number; "a|b": one of these */
  const char *standard;
  uint64_t least, most; /* of a number */
  const char *help;
};

/* The value that the user gave to an option of some engine. */
struct option_value {
  const char *name, *text;
};

/* Hears what is known before a search has ended. */
struct partial_result_listener {
  void (*hear)(struct partial_result_listener *listener, const struct partial_result *partial);
};

/* What all engines share. What one engine alone wants to know is among its options. */
struct task {
  const struct program *program;
  property_set properties;
  /* What the user has been shown already, or suppresses: not to be found again. May be NULL. */
  const struct known_violations *known;
  enum memory_model memory_model;
  struct limits limits;
  bool progress;                      /* show a progress line on stderr */
  const char *solver;                 /* back end by name, where an engine uses one */
  enum por_level por;                 /* how interleavings are reduced */
  struct graph *graph;                /* explicit: receives the graph of the search; may be NULL */
  const struct option_value *options; /* of engines; those that are missing have their default */
  size_t option_count;
  bool is_brief; /* the portfolio asks an engine that comes first */
  /* The portfolio asks it beside those that prove, for violations and guarantees, until it is
   * ended. */
  bool is_background;
  struct partial_result_listener *listener; /* NULL: nobody listens */
  unsigned threads; /* auto: engines that run at a time; graph: processes that search */
  /* auto: seconds that a race is held back at least while other properties are not decided; 0: it
   * is reported at once. */
  double race_patience;
  uint64_t unwind; /* at most so many iterations of each loop; 0: any number */
  /* lazy, schedule, widen: */
  bool bounds_contexts; /* at most … */
  uint64_t contexts;    /* … so many switches of the thread */
};

enum verdict { VERDICT_TRUE, VERDICT_FALSE, VERDICT_UNKNOWN };

/* A line of --stats: `name: value`. */
struct statistic {
  const char *name;
  double value;
};

struct result {
  enum verdict verdict;
  const char *engine;         /* that decided; NULL: the one that was run */
  char reason[512];           /* UNKNOWN: why */
  struct violation violation; /* FALSE */
  struct schedule schedule;   /* FALSE: replayed before the verdict is said … */
  bool is_replayed;           /* … by the portfolio already; else by the caller */
  struct statistic statistics[48];
  size_t statistic_count;
  property_set properties; /* FALSE: that the schedule is to be replayed with; 0: the task's */
  property_set proven;     /* FALSE, UNKNOWN: of these it is known all the same that they hold */
  const char *also;    /* FALSE: another violation that was found meanwhile, in words. Or NULL */
  const char *details; /* UNKNOWN: what each of several engines says, line by line. Or NULL */
  bool assumes_valid;  /* TRUE: as the engine that proved it (engine.assumes_valid) */
  const char *contradiction;     /* two engines contradict each other: what both say. Or NULL */
  struct partial_result partial; /* UNKNOWN: what is known all the same */
  /* Part of an address was accessed whose kind (of REUSE_*) does not come back in the program as it
   * is: begin again with these kinds. Nothing is proven. */
  unsigned parts;
  struct arena *arena; /* of texts that live as long as the result; NULL: there are none */
};

struct engine {
  const char *name, *summary;
  const struct engine_option *options; /* NULL: none */
  bool hidden;                         /* not offered in --help nor used by the portfolio */
  bool knows_weak_memory;              /* can be asked for other memory models than sc */
  bool knows_rc11;                     /* … and for rc11 */
  bool is_symbolic;                    /* has no more work with wide choices, but unwinds loops */
  unsigned knows_reuse; /* of REUSE_*: can prove something where addresses of these kinds come back
                         * (program.reuse) */
  bool only_proves;     /* never finds a violation */
  /* Its proofs are about executions in which pointers stay in their objects and locks are used as
   * they should be: up to the first error of the properties memory and lock. */
  bool assumes_valid;
  bool skips_known; /* does not find violations again that are known (program/known.h) */
  bool comes_late;  /* the portfolio begins it only when the others took their time */
  bool comes_first; /* the portfolio asks it everything, briefly; it never proves anything */
  /* When the others take long, the portfolio asks it once more, beside them, for violations and
   * guarantees: after this part of the time. 0: it does not. */
  double comes_back;
  bool is_last_resort; /* under sc the portfolio asks it only what no other engine can decide */
  /* The properties it can prove of such a program; NULL: all. */
  property_set (*covers)(const struct traits *traits);
  void (*run)(const struct task *task, struct result *result);
};

/* The rows of the table, each at the end of NAME.c in the folder of its engine. */
extern const struct engine engine_auto, engine_explicit, engine_graph, engine_modular,
    engine_lockset, engine_impact, engine_order, engine_lazy, engine_schedule, engine_widen,
    engine_random, engine_reference;
/* All engines, ended by NULL. */
extern const struct engine *const engines[];
const struct engine *engine_find(const char *name);
/* The value of an option of some engine. */
const char *task_option_text(const struct task *task, const char *name);
uint64_t task_option_number(const struct task *task, const char *name);
/* Can it prove anything of the program? Else it only finds violations. */
bool engine_can_prove(const struct engine *engine, const struct program *program);
/* engine.run, without proofs of what it cannot prove. See also result.parts. */
void engine_run(const struct engine *engine, const struct task *task, struct result *result);
/* Tells whoever listens what the result knows so far. */
void engine_report(const struct engine *engine, const struct task *task, struct result *result);
/* The verdict becomes UNKNOWN, for this reason: as printf. */
__attribute__((format(printf, 2, 3))) void result_set_unknown(struct result *result,
                                                              const char *format, ...);
void result_add_statistic(struct result *result, const char *name, double value);
const char *result_keep_text(struct result *result, const char *text); /* a copy */
void result_release(struct result *result);

#endif
