/* SPDX-License-Identifier: Apache-2.0 */
/* Cells: the parts of a state that hold a number or a symbol. A cell is some bytes of the
 * variables, some bytes of a thread's own memory, a register of a thread, or the address of a
 * thread's record (abstract/own_address.h).
 *
 * The precision is uniform: a cell is symbolic in every view, or holds numbers in every view. So
 * the view of a concrete state is a function of that state, and views of one state by different
 * threads agree on the variables without being compared. Precision only grows; results with less
 * precision are then void (`grew`).
 *
 * A symbolic cell of the variables has one symbol, and so has main's record; one of a thread has a
 * symbol for each of the three roles that threads play in a formula. */
#ifndef ABSTRACT_CELLS_H
#define ABSTRACT_CELLS_H

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
  bool holds_records; /* it has its symbol only while it holds the address of a record; else it
                         holds numbers */
  bool is_decisive;   /* it determines whether threads can move */
  bool is_computed;   /* its value was computed from symbols, or it holds very many numbers */
  bool is_exact; /* it keeps more numbers than others, because another value depends on which one it
                    holds … */
  bool is_inexact;  /* … but it cannot be exact: it has too many numbers, or an input */
  bool is_end;      /* of an object: the term that it was computed from is a candidate */
  bool was_number;  /* it once held a number */
  uint32_t numbers; /* different ones that it held, counted up to a limit */
  uint64_t held;    /* the first address in a thread's memory that it held; 0: none */
  const struct term *symbols[ROLES];
};

/* The value of a cell after a step, as a term over the symbols before the step. */
struct bound {
  uint32_t cell;
  const struct term *term;
};
struct cell_bounds {
  struct bound *items;
  size_t count, capacity;
};

static inline const struct term *cell_bounds_find(const struct cell_bounds *bounds, uint32_t cell) {
  for (size_t i = 0; i < bounds->count; i++)
    if (bounds->items[i].cell == cell)
      return bounds->items[i].term;
  return NULL;
}

struct cells {
  struct value_context context;
  const struct program *program;
  struct interner *keys;
  VECTOR(struct cell) list;
  struct map seen;                    /* keys of cell and number: the cell held that number */
  VECTOR(uint64_t) of_variable;       /* by number of the variable: cell * ROLES + role + 1, or 0 */
  uint64_t stack_end[2], heap_end[2]; /* of MAIN and WORKER: the largest ever seen */
  bool grew;
  bool has_unaligned;    /* an address of a thread was written to an unaligned place */
  bool begins_symbolic;  /* a register that never held a number becomes symbolic at once */
  uint32_t most_numbers; /* that a cell may hold before it becomes symbolic; has a default */
  bool keeps_decisive;   /* decisive cells keep more numbers, unless these are computed */
  /* Cells for addresses of records, once one was needed, and the symbol of the thread that a step
   * creates (NULL: not needed yet). */
  uint32_t main_self, worker_self;
  const struct term *created_self;
};

void cells_init(struct cells *cells, const struct program *program);
void cells_release(struct cells *cells);

uint32_t cells_memory(struct cells *cells, enum cell_kind kind, uint32_t thread, uint64_t address,
                      uint32_t bytes);
uint32_t cells_register(struct cells *cells, uint32_t thread, uint32_t depth,
                        const struct function *function, uint32_t reg);
/* The address of the record of MAIN or WORKER; always symbolic. */
uint32_t cells_self(struct cells *cells, uint32_t thread);
/* Notes that the cell, which is not symbolic, holds the address of a record
 * (abstract/own_address.h). */
void cells_note_record(struct cells *cells, uint32_t cell);
/* Does the cell have one symbol for all threads? */
bool cells_is_common(const struct cell *cell);
void cells_make_symbolic(struct cells *cells, uint32_t cell);
/* Notes that a cell that is not symbolic holds a term that is no number. The cell becomes
 * symbolic; or, if it is exact, the cells of the term become exact, if they can. */
void cells_note_term(struct cells *cells, uint32_t cell, const struct term *term);
/* Makes the cells of a term exact; false: they are already, or cannot be. */
bool cells_make_exact(struct cells *cells, const struct term *term);
/* A fresh symbol for an arbitrary number. */
const struct term *cells_input(struct cells *cells, unsigned width);
/* Notes a number in the cell; a cell with too many numbers becomes symbolic. */
void cells_note_number(struct cells *cells, uint32_t cell, uint64_t number);
/* Notes a number in the cell that may be an address. */
void cells_note_address(struct cells *cells, uint32_t cell, uint64_t number);
/* domain.base, for the value domain over the context of the cells. A symbol, such as a pointer
 * that walks through an object, is assumed to point into the object of the first address that its
 * cell held. The caller compares it with the ends of that object. */
bool cells_base(void *context, struct value value,
                bool (*accepts)(const void *visitor, uint64_t number), const void *visitor,
                uint64_t *number);
/* Notes that the cell determines whether threads can move. */
void cells_note_decisive(struct cells *cells, uint32_t cell);
/* Notes that the cell was given a value computed from symbols. */
void cells_note_computed(struct cells *cells, uint32_t cell);
/* Between searches with keeps_decisive: cells that are symbolic only because they held too many
 * numbers hold numbers again. */
void cells_settle(struct cells *cells);
/* Notes how far the thread's memory reaches. Until this is known of a thread, no address is
 * foreign. */
void cells_note_extent(struct cells *cells, const struct thread *thread);
bool cells_know_extents(const struct cells *cells);

/* The cell and the role of a variable of a term; NO_CELL: it is an input. */
uint32_t cells_of_variable(const struct cells *cells, const struct term *variable, unsigned *role);
/* Is the term too long to be handled as a tree? Long terms become inputs and are not assumed, so
 * functions that walk terms here may recurse. */
bool cells_is_long(const struct term *term);
/* Is the number an address in, or at the end of, the memory of a thread other than `own`?
 * NO_THREAD: of any thread. */
bool cells_is_foreign(const struct cells *cells, uint64_t number, uint32_t own);
/* Does a term contain such a number? */
bool cells_mentions_foreign(const struct cells *cells, const struct term *term, uint32_t own);

#endif
