/* SPDX-License-Identifier: Apache-2.0 */
/* The interface of engines: run a task, fill in a result. Engines do not include each other. */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include "base/limits.h"
#include "engine/board.h"
#include "engine/partial_result.h"
#include "por/por.h"
#include "semantics/machine.h"
#include "semantics/schedule.h"

struct stale_parts;
struct traits;

/* An option of an engine: a row of --help. The last row has no name. */
struct engine_option {
  const char *name;
  const char *argument; /* "N": a number; "a|b": one of these */
  const char *standard;
  uint64_t least, most; /* of a number */
  const char *help;
  /* The option has an effect only if the value of another option of the engine contains one of
   * these words, as in "domain=interval|bdd". NULL: always. */
  const char *needs;
};

/* The value that the user gave to an option of some engine. */
struct option_value {
  const char *name, *text;
};

struct result;

/* Receives the partial result and the board of a result before its search has ended. */
struct partial_result_listener {
  void (*hear)(struct partial_result_listener *listener, const struct result *result);
};

/* The input that all engines share. Settings of a single engine are among its options. */
struct task {
  const struct program *program;
  property_set properties;
  /* What is known already: engines need not answer it again. NULL: engine_run makes one. */
  const struct board *board;
  /* auto: engines get the whole program, also checks that are proven. */
  bool keeps_proven;
  /* The program was cut down by proofs that assume this (transform/cutting.h), and so does what is
   * proven of it. */
  question_set rests_on;
  /* Violations that were shown before or are suppressed: not to be reported again. May be NULL. */
  const struct known_violations *known;
  enum memory_model memory_model;
  struct limits limits;
  bool progress;                   /* show a progress line on stderr */
  const char *solver;              /* name of the back end, for engines that use one */
  enum por_level por;              /* the level of partial-order reduction */
  struct stale_parts *stale_parts; /* engine_run sets it: receives accesses to parts of addresses */
  struct state_graph *graph;       /* explicit: receives the graph of the search; may be NULL */
  const struct option_value *options; /* of engines; others have their defaults */
  size_t option_count;
  bool counts;   /* search for statistics even if nothing can be violated */
  bool is_brief; /* the engine runs first in the portfolio, for a short time */
  /* The engine runs in the background of the portfolio, for violations and guarantees, until it is
   * killed. */
  bool is_background;
  struct partial_result_listener *listener; /* may be NULL */
  unsigned threads; /* auto: engines that run at a time; graph: processes that search */
  /* auto: report a race only after so many seconds if other properties are undecided; 0:
   * immediately. */
  double race_patience;
  uint64_t unwind; /* maximal number of iterations of each loop; 0: any number */
  /* lazy, schedule, widen: */
  bool bounds_contexts; /* context switches are bounded … */
  uint64_t contexts;    /* … by this number */
};

enum verdict { VERDICT_TRUE, VERDICT_FALSE, VERDICT_UNKNOWN };

/* A line of --stats: `name: value`. */
struct statistic {
  const char *name;
  double value;
};

struct result {
  enum verdict verdict;
  const char *engine;         /* that decided; NULL: the one that was called */
  char reason[512];           /* UNKNOWN: why */
  struct violation violation; /* FALSE */
  struct schedule schedule;   /* FALSE: replayed before the verdict is reported … */
  bool is_replayed;           /* … already by the portfolio; otherwise by the caller */
  struct statistic statistics[48];
  size_t statistic_count;
  property_set properties; /* FALSE: properties to check in the replay; 0: those of the task */
  property_set proven;     /* FALSE, UNKNOWN: properties that are proven although others are not */
  const char *also;        /* FALSE: another violation that was found, as text; or NULL */
  const char *details;     /* UNKNOWN: the reasons of several engines, line by line; or NULL */
  unsigned has_no_reuse; /* TRUE: of REUSE_*: addresses of these kinds cannot be reused after all */
  bool assumes_valid;    /* what is proven: see engine.assumes_valid */
  const char *contradiction;     /* contradictory results of two engines, as text; or NULL */
  struct partial_result partial; /* UNKNOWN */
  struct board *board;           /* what was found out about each obligation; NULL: nothing yet */
  /* UNKNOWN: restart with reuse of addresses of these kinds (REUSE_*), because a part of such an
   * address was accessed, or with FIELDS_DIFFER. Nothing is proven. */
  unsigned parts;
  struct arena *arena; /* of the texts in the result; may be NULL */
};

/* What an engine can prove: a row of the table that --help, docs/properties.md and `auto` use. */
struct decision {
  unsigned models; /* a set of memory models; 0 ends the table */
  property_set properties;
  /* The row applies to programs with these traits, in words `when`. NULL: to every program. */
  bool (*holds)(const struct traits *traits);
  const char *when;
  const char *with; /* the option that it needs; NULL: none */
};

struct engine {
  const char *name, *summary;
  const struct engine_option *options; /* NULL: none */
  const char *uses; /* of the shared options --por, --solver, --unwind, --contexts, --threads: "por
                       solver"; NULL: none */
  bool hidden;      /* neither listed in --help nor used by the portfolio */
  unsigned models;  /* the memory models under which it can search */
  const struct decision *decisions; /* what it can prove under these; NULL: nothing */
  bool is_symbolic;                 /* wide choices are cheap, but loops are unwound */
  unsigned knows_reuse; /* of REUSE_*: it can prove programs that reuse these (program.reuse) */
  bool only_proves;     /* never finds a violation */
  /* Its proofs assume that pointers stay in their objects and that locks are not misused: they
   * cover executions up to the first violation of memory or lock. */
  bool assumes_valid;
  bool skips_known; /* does not report task.known again */
  bool comes_first; /* the portfolio runs it first and briefly, to find violations */
  /* It answers places in little time: the portfolio lets it end, within limits, before it starts
   * engines that search. */
  bool answers_first;
  /* The portfolio runs it in the background, for violations and guarantees, after this part of the
   * time. 0: never. */
  double comes_back;
  bool is_last_resort; /* under sc, it gets only properties that no other engine can decide */
  /* Does the portfolio start it only if others take long? NULL: no. */
  bool (*comes_late)(const struct traits *traits);
  bool rests; /* if it comes late, it gets a turn only now and then */
  /* Does the portfolio run it for such a program at all? NULL: yes. */
  bool (*is_wanted)(const struct traits *traits);
  void (*run)(const struct task *task, struct result *result);
};

/* The rows of the table, each at the end of NAME.c in the folder of its engine. */
extern const struct engine engine_auto, engine_explicit, engine_graph, engine_modular,
    engine_lockset, engine_impact, engine_order, engine_lazy, engine_schedule, engine_widen,
    engine_random, engine_reference, engine_static;
/* All engines, ended by NULL. */
extern const struct engine *const engines[];
const struct engine *engine_find(const char *name);
/* The value that the task or the default gives to an option of some engine. */
const char *task_option_text(const struct task *task, const char *name);
uint64_t task_option_number(const struct task *task, const char *name);
/* Can the engine prove anything about a program that reuses addresses as this one does? */
bool engine_can_prove(const struct engine *engine, const struct program *program);
/* The properties that the engine can prove with its default options for programs with these
 * traits. */
property_set engine_decides(const struct engine *engine, const struct traits *traits);
/* Calls engine.run for those properties that the program can violate at all (see also
 * task.counts). Turns a TRUE that the engine cannot prove into UNKNOWN, and sets result.parts and
 * result.board. */
void engine_run(const struct engine *engine, const struct task *asked, struct result *result);
/* The board of the result, for answers of an engine. */
struct board *result_board(const struct task *task, struct result *result);
/* Passes the partial result and the board to the listener of the task. */
void engine_report(const struct engine *engine, const struct task *task, struct result *result);
/* Sets the verdict UNKNOWN with a reason, as printf. */
__attribute__((format(printf, 2, 3))) void result_set_unknown(struct result *result,
                                                              const char *format, ...);
void result_add_statistic(struct result *result, const char *name, double value);
const char *result_keep_text(struct result *result, const char *text); /* a copy */
void result_release(struct result *result);

#endif
