/* SPDX-License-Identifier: Apache-2.0 */
/* Cells: the parts of a state that hold a number or a symbol. A cell is some bytes of the
 * variables, some bytes of a thread's own memory, a register of a thread, or the address of a
 * thread's record (engine/own_address.h).
 *
 * The precision is uniform: a symbolic cell is symbolic in every view, and all others hold numbers.
 * So the view of a concrete state is a function of that state, and views of one state by different
 * threads agree on the variables without being compared. Precision only grows; results with less
 * precision are then void (`grew`).
 *
 * A symbolic cell of the variables has one symbol, and so has main's record; one of a thread has a
 * symbol for each of the three roles that threads play in a formula. */
#ifndef ENGINE_CELLS_H
#define ENGINE_CELLS_H

#include "semantics/value_domain.h"

enum { ROLES = 3 };
enum { MAIN = 0, WORKER = 1, OTHERS = 2 }; /* numbers of the threads in a view */
#define NO_CELL UINT32_MAX

enum cell_kind { CELL_VARIABLE, CELL_MEMORY, CELL_REGISTER, CELL_SELF };

struct cell {
  enum cell_kind kind;
  uint32_t thread;  /* MAIN or WORKER; of a variable: MAIN */
  uint64_t address; /* of bytes */
  uint32_t depth, function, reg;
  uint32_t width; /* bits */
  bool is_symbolic;
  bool holds_records; /* or else a number: it has its symbol only for the address of a record */
  bool is_decisive;   /* whether threads can go on depends on it */
  bool is_computed;   /* from symbols, or holds very many numbers */
  bool is_exact;      /* told apart by many numbers, too, as something depends on which it is … */
  bool is_inexact;    /* … but that was in vain: they are too many, or it holds an input */
  bool is_end;        /* of an object: what it was computed from is worth a relation */
  bool was_number;    /* it was seen to hold one */
  uint32_t numbers;   /* how many different ones, as far as they are counted */
  uint64_t held;      /* the first of them that was an address in a thread's memory; 0: none was */
  const struct term *symbols[ROLES];
};

struct cells {
  struct value_context context;
  const struct program *program;
  struct interner *keys;
  VECTOR(struct cell) list;
  struct map seen;                    /* cell and number: it held that number */
  VECTOR(uint64_t) of_variable;       /* by number of the variable: cell * ROLES + role + 1, or 0 */
  uint64_t stack_end[2], heap_end[2]; /* of threads MAIN and WORKER, as far as they ever reached */
  bool grew;
  bool has_unaligned;    /* an address of a thread was written where addresses usually are not */
  bool begins_symbolic;  /* a register that never held a number becomes symbolic at once */
  uint32_t most_numbers; /* that a cell may hold before it becomes symbolic; has a default */
  bool keeps_decisive;   /* cells apart, up to more numbers, unless they are computed */
  /* Addresses of records, once one is needed: cells, and the symbol for a thread that a step
   * creates (NULL: none was needed yet). */
  uint32_t main_self, worker_self;
  const struct term *created_self;
};

void cells_init(struct cells *cells, const struct program *program);
void cells_release(struct cells *cells);

uint32_t cells_memory(struct cells *cells, enum cell_kind kind, uint32_t thread, uint64_t address,
                      uint32_t bytes);
uint32_t cells_register(struct cells *cells, uint32_t thread, uint32_t depth,
                        const struct function *function, uint32_t reg);
/* The address of the record of MAIN or WORKER, which is always symbolic. */
uint32_t cells_self(struct cells *cells, uint32_t thread);
/* The cell, which is not symbolic, holds the address of a record (engine/own_address.h). */
void cells_note_record(struct cells *cells, uint32_t cell);
/* Has the cell one symbol for all threads? */
bool cells_is_common(const struct cell *cell);
void cells_make_symbolic(struct cells *cells, uint32_t cell);
/* A cell that is not symbolic holds this term, which is no number. It becomes symbolic, unless it
 * is exact: then the cells that the term is made of become exact, if they can. */
void cells_note_term(struct cells *cells, uint32_t cell, const struct term *term);
/* Numbers of the cells that a term is made of are to be told apart; false: they are already, or
 * cannot be. */
bool cells_make_exact(struct cells *cells, const struct term *term);
/* An arbitrary number. */
const struct term *cells_input(struct cells *cells, unsigned width);
/* The cell holds this number; one that holds too many becomes symbolic. */
void cells_note_number(struct cells *cells, uint32_t cell, uint64_t number);
/* The cell holds this number, which may be an address. */
void cells_note_address(struct cells *cells, uint32_t cell, uint64_t number);
/* domain.base, for the value domain over the context of the cells: what a symbol stands for is
 * taken to lie where the first address did that its cell held, as that of a pointer that walks
 * through an object. Whoever asks compares it with the ends of that object. */
bool cells_base(void *context, struct value value,
                bool (*accepts)(const void *visitor, uint64_t number), const void *visitor,
                uint64_t *number);
/* Whether threads can go on depends on the cell. */
void cells_note_decisive(struct cells *cells, uint32_t cell);
/* It was given something that depends on symbols. */
void cells_note_computed(struct cells *cells, uint32_t cell);
/* Between searches, where decisive cells are kept apart: those that are symbolic only for the
 * number of their numbers are so no longer. */
void cells_settle(struct cells *cells);
/* How far the thread's memory reaches. Nobody's is foreign before that is known of any. */
void cells_note_extent(struct cells *cells, const struct thread *thread);
bool cells_know_extents(const struct cells *cells);

/* Which cell and role a variable of a term is the symbol of; NO_CELL: of none, it is an input. */
uint32_t cells_of_variable(const struct cells *cells, const struct term *variable, unsigned *role);
/* Would the term be too long if it was written out? What is long is made an input, or is not
 * assumed: so whatever looks through terms here may recurse. */
bool cells_is_long(const struct term *term);
/* Is the number an address in memory of a thread other than `own`, or the end of it? NO_THREAD: of
 * any thread. */
bool cells_is_foreign(const struct cells *cells, uint64_t number, uint32_t own);
/* Does a term have such a number in it? */
bool cells_mentions_foreign(const struct cells *cells, const struct term *term, uint32_t own);

#endif
