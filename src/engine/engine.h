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

/* Gets partial results before a search has ended. */
struct partial_result_listener {
  void (*hear)(struct partial_result_listener *listener, const struct partial_result *partial);
};

/* The input that all engines share. Settings of a single engine are among its options. */
struct task {
  const struct program *program;
  property_set properties;
  /* Violations that were already shown or are suppressed: not to be found again. May be NULL. */
  const struct known_violations *known;
  enum memory_model memory_model;
  struct limits limits;
  bool progress;                      /* show a progress line on stderr */
  const char *solver;                 /* name of the back end, for engines that use one */
  enum por_level por;                 /* the level of partial-order reduction */
  struct graph *graph;                /* explicit: receives the graph of the search; may be NULL */
  const struct option_value *options; /* of engines; missing ones have their default */
  size_t option_count;
  bool is_brief; /* the engine runs first in the portfolio, and must be quick */
  /* The engine runs in the background of the portfolio, for violations and guarantees, until it is
   * killed. */
  bool is_background;
  struct partial_result_listener *listener; /* may be NULL */
  unsigned threads; /* auto: engines that run at a time; graph: processes that search */
  /* auto: the minimal number of seconds that a race is held back while other properties are
   * undecided; 0: it is reported immediately. */
  double race_patience;
  uint64_t unwind; /* maximal number of iterations of each loop; 0: any number */
  /* lazy, schedule, widen: */
  bool bounds_contexts; /* there is a bound on context switches … */
  uint64_t contexts;    /* … namely this one */
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
  struct schedule schedule;   /* FALSE: replayed before the verdict is reported … */
  bool is_replayed;           /* … already by the portfolio; otherwise by the caller */
  struct statistic statistics[48];
  size_t statistic_count;
  property_set properties; /* FALSE: to check in the replay of the schedule; 0: those of the task */
  property_set proven;     /* FALSE, UNKNOWN: properties that are proven nevertheless */
  const char *also;        /* FALSE: another violation that was found, as text. Or NULL */
  const char *details;     /* UNKNOWN: the reasons of several engines, line by line. Or NULL */
  unsigned has_no_reuse;   /* TRUE: of REUSE_*: no address of these kinds can come back after all */
  bool assumes_valid;      /* TRUE: as the engine that proved it (engine.assumes_valid) */
  const char *contradiction; /* the results of two engines that contradict each other. Or NULL */
  struct partial_result partial; /* UNKNOWN */
  /* A part of an address was accessed whose kind (of REUSE_*) is not reused in the program so far:
   * restart with these kinds. Nothing is proven. */
  unsigned parts;
  struct arena *arena; /* of texts that live as long as the result; may be NULL */
};

struct engine {
  const char *name, *summary;
  const struct engine_option *options; /* NULL: none */
  bool hidden;                         /* neither listed in --help nor used by the portfolio */
  bool knows_weak_memory;              /* supports tso and pso */
  bool knows_rc11;                     /* … and rc11 */
  bool is_symbolic;                    /* wide choices cost no more, but loops are unwound */
  unsigned knows_reuse; /* of REUSE_*: can prove programs in which addresses of these kinds are
                         * reused (program.reuse) */
  bool only_proves;     /* never finds a violation */
  /* Its proofs assume that pointers stay in their objects and that locks are not misused: they
   * cover executions up to the first violation of memory or lock. */
  bool assumes_valid;
  bool skips_known; /* does not report known violations again (program/known.h) */
  bool comes_first; /* the portfolio runs it first and briefly; it never proves anything */
  /* After this part of the time, the portfolio runs it in the background, for violations and
   * guarantees. 0: it does not. */
  double comes_back;
  bool is_last_resort; /* under sc, it gets only properties that no other engine can decide */
  /* Does the portfolio start it only if the others take long? NULL: no. */
  bool (*comes_late)(const struct traits *traits);
  bool rests; /* if it comes late, the portfolio seldom lets it run while others do */
  /* The properties that it can prove for such a program; NULL: all. */
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
/* Can it prove anything about the program? Otherwise it only finds violations. */
bool engine_can_prove(const struct engine *engine, const struct program *program);
/* Calls engine.run, and turns a TRUE that the engine cannot prove into UNKNOWN. See also
 * result.parts. */
void engine_run(const struct engine *engine, const struct task *task, struct result *result);
/* Reports the partial result to the listener. */
void engine_report(const struct engine *engine, const struct task *task, struct result *result);
/* Sets the verdict UNKNOWN with a reason, as printf. */
__attribute__((format(printf, 2, 3))) void result_set_unknown(struct result *result,
                                                              const char *format, ...);
void result_add_statistic(struct result *result, const char *name, double value);
const char *result_keep_text(struct result *result, const char *text); /* a copy */
void result_release(struct result *result);

#endif
