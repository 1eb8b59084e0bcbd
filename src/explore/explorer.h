/* SPDX-License-Identifier: Apache-2.0 */
/* The explorer: the kit for engines that explore states. It owns the machine, the state being
 * executed, the store of kept states, partial-order reduction, and the answers to choices. An
 * engine is a policy on top: it selects the next state, decides which state covers which, and
 * handles errors.
 *
 *   explorer_run_start(explorer, visit)           visits every initial state
 *   while (the engine has a state `number` left)
 *     explorer_run(explorer, number, visit)       visits every successor that reduction asks for
 *
 * `visit` is called after each chain of steps, with the resulting state in explorer->state. An
 * engine that keeps the state calls explorer_keep, and explorer_arrive with its number.
 *
 * Reduction relies on claims about the future accesses of threads. A run ends when an access
 * violates a claim (explorer_claim_violated); the engine then restarts it with `without_claims`. */
#ifndef EXPLORE_EXPLORER_H
#define EXPLORE_EXPLORER_H

#include "explore/answers.h"
#include "por/por.h"
#include "semantics/machine.h"
#include "semantics/store.h"

#define NO_STATE UINT32_MAX

/* From the kept state `from` (NO_STATE: the start of the program) by `steps` steps of `thread`,
 * with the answers that explorer.answers has taken. NO_THREAD: the start, or nobody moved. */
struct move {
  uint32_t from, thread, steps;
  uint32_t flush; /* instead of steps: the n-th waiting store of the thread becomes visible */
};

struct explorer {
  struct machine machine; /* first; domain, observer, footprint … are the engine's to set */
  struct answers answers;
  struct store *store;
  struct por *por;       /* NULL: no reduction */
  struct unread *unread; /* NULL: all values are followed */
  struct state *state;   /* that is executed */
  uint32_t loaded;       /* the number of the kept state that it is; NO_STATE: of none */
  uint32_t steps;        /* of the chain that is executed */
  void *owner;           /* for the functions below */
  /* Before every step of a thread; may be NULL. */
  void (*prepare)(void *owner, uint32_t thread);
  /* Before a step that reduction only looks at; NULL: as before every step. */
  void (*prepare_look)(void *owner, uint32_t thread);
  /* Before the first step of every chain; may be NULL. */
  void (*begin_chain)(void *owner, struct move move);
  /* May the chain get another step? NULL: unless an answer was asked for. Behind an answer the
   * chain ends, as the answers of many steps could be very many. */
  bool (*extends_chain)(void *owner);
  /* Does the chain get another step whatever reduction says? NULL: no. */
  bool (*insists_on_chain)(void *owner, uint32_t thread);
  /* Called now and then, to show how far the search is; may be NULL. */
  void (*progress)(void *owner);
  /* Out: */
  const char *limit; /* that was reached: every run has ended; NULL: none */
  /* Inside: */
  uint64_t looks; /* at the limits */
  double last_look;
};

/* What came of a chain of steps. False ends the run. */
typedef bool explorer_visit(void *owner, struct move move, enum outcome outcome);

/* `explorer` is zero but for owner and its functions. `concretize`: see answers_init. */
void explorer_init(struct explorer *explorer, const struct program *program,
                   property_set properties, const struct limits *limits,
                   bool (*concretize)(struct chooser *chooser, struct value value, unsigned width,
                                      bool only_looks, uint64_t *bits));
/* `without_claims`: rely on nothing but what steps really access. */
void explorer_reduce(struct explorer *explorer, enum por_level level, bool without_claims);
/* Values that nothing depends on are 0 from now on (analysis/unread.h). That is a claim, too. */
void explorer_ignore_unread(struct explorer *explorer);
void explorer_release(struct explorer *explorer);

/* Single steps, with the answers as they are. */
enum outcome explorer_start(struct explorer *explorer);
enum outcome explorer_step(struct explorer *explorer, uint32_t thread);
/* The index-th waiting store of a thread becomes visible; see machine_can_flush. */
void explorer_flush(struct explorer *explorer, uint32_t thread, size_t index);
/* Makes explorer.state the kept one. Costs nothing if it is already. */
void explorer_load(struct explorer *explorer, uint32_t number);
/* The number of the state; *fresh (may be NULL): it is a new one. */
uint32_t explorer_keep(struct explorer *explorer, bool *fresh);
/* After a chain of steps that led to the kept state `to`. True: `to` must be run again. */
bool explorer_arrive(struct explorer *explorer, uint32_t to, bool fresh);
/* Takes the move once more, with these answers. */
enum outcome explorer_repeat(struct explorer *explorer, struct move move, const uint64_t *answers,
                             size_t count);

/* Is a limit reached? Runs ask after every chain of steps, and end then; an engine asks where it
 * does something else for long. Cheap. */
bool explorer_is_over(struct explorer *explorer);

/* All starts of the program. */
bool explorer_run_start(struct explorer *explorer, explorer_visit *visit);
/* All chains of the thread with this index from a state. */
bool explorer_run_thread(struct explorer *explorer, uint32_t from, size_t index,
                         explorer_visit *visit);
/* All chains that reduction asks for. Also false if a claim was violated. */
bool explorer_run(struct explorer *explorer, uint32_t from, explorer_visit *visit);
bool explorer_claim_violated(const struct explorer *explorer);

/* Is the loaded state a race or a deadlock, as far as that is asked? explorer.machine.violation
 * tells. */
bool explorer_finds_error(struct explorer *explorer);

#endif
