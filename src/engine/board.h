/* SPDX-License-Identifier: Apache-2.0 */
/* The board: what is known about each obligation of a program (analysis/obligations.h).
 *
 * Every board has the obligations of all properties, whether the task asks for them or not, since a
 * proof may rest on one that it does not ask for. An obligation is named by its number there.
 *
 * A proof covers every execution up to the first violation of a property that it assumes. Proofs
 * may assume each other: of all violations in an execution, one comes first, and the proof of that
 * place assumes nothing that was violated before. So what is proven under assumptions that are all
 * proven, in a circle or not, is proven (docs/obligations.md).
 *
 * engine_run fills in result.board: with the answers of the engine, with what the properties that
 * it proved as a whole mean for their obligations, and, from `auto`, with the answers of all
 * engines, also of those that were stopped. Violations are marked once they are replayed. */
#ifndef ENGINE_BOARD_H
#define ENGINE_BOARD_H

#include "analysis/obligations.h"

struct board;
struct text;
struct violation_site;

/* Properties, and maybe PROPERTY_BIT(NOT_MODELLED): what is not modelled is reached; or
 * PROPERTY_BIT(LEAVES_OBJECT): a pointer leaves its object and arrives at another one, where its
 * access violates nothing. That is no obligation, so it is never proven on the board: a proof that
 * assumes it not to happen is told with this reservation. */
typedef property_set question_set;
#define LEAVES_OBJECT (NOT_MODELLED + 1)
/* What proofs assume that take pointers and locks to be used as they should. */
#define TAKEN_TO_BE_VALID                                                                          \
  (PROPERTY_BIT(PROPERTY_MEMORY) | PROPERTY_BIT(PROPERTY_LOCK) | PROPERTY_BIT(LEAVES_OBJECT))

enum board_state { BOARD_OPEN, BOARD_PROVEN, BOARD_VIOLATED };
struct board_answer {
  enum board_state state;
  const char *engine;   /* the name of the engine that answered; NULL: open */
  question_set assumes; /* PROVEN: as long as none of these is violated earlier in the execution */
};

/* All are open. */
struct board *board_create(const struct program *program);
/* Another board with the same obligations, all open. */
struct board *board_create_like(const struct board *board);
void board_destroy(struct board *board); /* NULL: nothing */

const struct obligations *board_obligations(const struct board *board);
struct board_answer board_at(const struct board *board, uint32_t number);

/* The obligation is proven. Of two proofs the one that assumes less is kept; what is violated stays
 * so. NO_OBLIGATION: the races that are left out (obligations_leave_out_races) are proven. */
void board_prove(struct board *board, uint32_t number, question_set assumes);
/* All obligations of these properties are proven, and what is not modelled is not reached. */
void board_prove_properties(struct board *board, property_set properties, question_set assumes);
/* Answers that do not have the name of an engine yet get this one. */
void board_sign(struct board *board, const char *engine);
/* An execution that was replayed violates the obligations at these places: a race at both accesses,
 * a deadlock at every wait; of those in a line that is told without a column, the ones that are not
 * proven. `checked`: the properties of the replay. NULL, or the name of an engine
 * whose proof of one of them assumes nothing beyond `checked`: one of the two is wrong. */
const char *board_violate(struct board *board, const struct violation_site *site,
                          const char *engine, property_set checked);
/* Adds the answers of a board with the same obligations. */
void board_merge(struct board *board, const struct board *more);

/* The largest set of questions of which every obligation is proven, where the proofs assume only
 * questions of the set itself and of `given`. A question without an obligation is in it, unless
 * something that is not modelled may be reached, which may violate anything. With `given` 0: what
 * is proven without any reservation. */
question_set board_proven(const struct board *board, question_set given);
/* PROVEN: what the proof assumes and what is not proven itself; 0: it counts without reservation.
 * To be said with the answer. `proven`: board_proven(board, 0), or more. */
question_set board_rests_on(const struct board *board, uint32_t number, question_set proven);
/* How many obligations of these properties, and of what is not modelled, have such an answer. */
uint32_t board_count(const struct board *board, property_set properties, enum board_state state);

/* Passes answers between processes, as lines of text: "places-proven 6 3-5 9". They have no names
 * of engines. */
void board_write(struct text *out, const struct board *board);
/* Adds the content of a line; false: board_write does not write such lines. */
bool board_read(struct board *board, const char *line);

#endif
