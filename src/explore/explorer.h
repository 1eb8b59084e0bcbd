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

/* `steps` steps of `thread` from the kept state `from` (NO_STATE: the start of the program), with
 * the answers in explorer.answers. NO_THREAD: the start, or no thread moved. */
struct move {
  uint32_t from, thread, steps;
  uint32_t flush; /* instead of steps: the n-th buffered store of the thread becomes visible */
};

struct explorer {
  struct machine machine; /* first; the engine sets domain, listeners, … */
  struct answers answers;
  struct store *store;
  struct por *por;       /* NULL: no reduction */
  struct unread *unread; /* NULL: all values are followed */
  struct state *state;   /* being executed */
  uint32_t loaded;       /* the number of the kept state that `state` equals; NO_STATE: none */
  uint32_t steps;        /* of the current chain */
  void *owner;           /* for the functions below */
  /* Before every step of a thread; may be NULL. */
  void (*prepare)(void *owner, uint32_t thread);
  /* Before a step that reduction executes only to find its accesses; NULL: as before every step. */
  void (*prepare_look)(void *owner, uint32_t thread);
  /* Before the first step of every chain; may be NULL. */
  void (*begin_chain)(void *owner, struct move move);
  /* May the chain be extended by another step? NULL: yes, unless a choice was made. A chain ends
   * after a choice, since the answers to the choices of many steps could be very many. */
  bool (*extends_chain)(void *owner);
  /* Must the chain be extended, whatever reduction says? NULL: no. */
  bool (*insists_on_chain)(void *owner, uint32_t thread);
  /* Called from time to time, to show progress; may be NULL. */
  void (*progress)(void *owner);
  /* Out: */
  const char *limit; /* that was reached, so that every run has ended; NULL: none */
  /* Inside: */
  uint64_t looks; /* at the limits */
  double last_look;
};

/* Called with the outcome of a chain of steps. False ends the run. */
typedef bool explorer_visit(void *owner, struct move move, enum outcome outcome);

/* `explorer` is zero but for owner and its functions. `concretize`: see answers_init. */
void explorer_init(struct explorer *explorer, const struct program *program,
                   property_set properties, const struct limits *limits,
                   bool (*concretize)(struct chooser *chooser, struct value value, unsigned width,
                                      bool only_looks, uint64_t *bits));
/* `without_claims`: rely only on the actual accesses of steps. */
void explorer_reduce(struct explorer *explorer, enum por_level level, bool without_claims);
/* Values that nothing depends on are 0 from now on (analysis/unread.h). That is a claim, too. */
void explorer_ignore_unread(struct explorer *explorer);
void explorer_release(struct explorer *explorer);

/* Single steps, with the current answers. */
enum outcome explorer_start(struct explorer *explorer);
enum outcome explorer_step(struct explorer *explorer, uint32_t thread);
/* Flushes the index-th buffered store of a thread; see machine_can_flush. */
void explorer_flush(struct explorer *explorer, uint32_t thread, size_t index);
/* Loads the kept state into explorer.state. Costs nothing if it is there already. */
void explorer_load(struct explorer *explorer, uint32_t number);
/* Keeps explorer.state and returns its number; *fresh (may be NULL): it is a new one. */
uint32_t explorer_keep(struct explorer *explorer, bool *fresh);
/* After a chain of steps that led to the kept state `to`. True: `to` must be run again. */
bool explorer_arrive(struct explorer *explorer, uint32_t to, bool fresh);
/* Repeats the move with these answers. */
enum outcome explorer_repeat(struct explorer *explorer, struct move move, const uint64_t *answers,
                             size_t count);

/* Is a limit reached? Runs check this after every chain of steps; an engine checks it in its own
 * long loops. Cheap. */
bool explorer_is_over(struct explorer *explorer);

/* Visits all initial states of the program. */
bool explorer_run_start(struct explorer *explorer, explorer_visit *visit);
/* Visits all chains of the thread with this index from a state. */
bool explorer_run_thread(struct explorer *explorer, uint32_t from, size_t index,
                         explorer_visit *visit);
/* Visits all chains that reduction requires. Also false if a claim was violated. */
bool explorer_run(struct explorer *explorer, uint32_t from, explorer_visit *visit);
bool explorer_claim_violated(const struct explorer *explorer);

/* Does the loaded state have a race or a deadlock that is checked? If so, it is in
 * explorer.machine.violation. */
bool explorer_finds_error(struct explorer *explorer);

#endif
