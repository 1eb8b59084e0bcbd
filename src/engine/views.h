/* SPDX-License-Identifier: Apache-2.0 */
/* Views of thread-modular proofs: the part of a state that one thread can access, namely the
 * variables of the program and the stack and registers of the thread. One thread, OTHERS,
 * represents all other threads; it has not finished. There is none as long as main is alone.
 * Symbolic cells hold their symbol (role 0), so one view represents many states. Every thread but
 * main has the number WORKER in its view, so threads that do the same have the same views.
 *
 * A view never refers to the memory of another thread: such addresses are forgotten. Using one is
 * then unsupported rather than wrong. */
#ifndef ENGINE_VIEWS_H
#define ENGINE_VIEWS_H

#include "engine/symbolic_step.h"

#define NO_VIEW UINT32_MAX

/* One way a thread can go on from a view, whoever else there is. */
struct view_step {
  enum outcome outcome;
  uint32_t to;           /* STEPPED: the view after it, */
  uint32_t child;        /* and that of the thread it created, or NO_VIEW */
  struct premises facts; /* it is taken only if these hold */
  struct cell_bounds variables, locals, child_locals; /* every symbolic cell */
  bool changes_variables;
  const char *reason; /* UNSUPPORTED */
  struct position at; /* VIOLATION */
};

struct steps {
  struct view_step *items;
  size_t count, capacity;
};

struct view {
  bool is_known;   /* its steps are */
  bool interferes; /* some step of it changes the variables */
  struct steps steps;
  VECTOR(uint32_t) locals; /* symbolic cells of its thread */
};

struct views {
  struct symbolic_step symbolic; /* first: the owner of its explorer is also the views */
  struct cells *cells;
  struct domain domain;
  struct state *other; /* scratch */
  struct arena *texts;
  VECTOR(struct view) list;
  struct steps starts;
  struct map combined; /* a view and another one's variables: the view of both */
  /* Of the steps that are executed: */
  struct steps *steps;          /* to be added to */
  bool is_alone;                /* all others are taken to have finished */
  bool asks_alone;              /* some step depends on that */
  VECTOR(unsigned char) before; /* the variables before the step */
  VECTOR(uint64_t) places;      /* where its thread stood on the way */
};

void views_init(struct views *views, const struct program *program, property_set properties,
                struct cells *cells, const struct limits *limits);
void views_release(struct views *views);

/* Every way the program can begin. False: there are too many, or a limit was reached. */
bool views_start(struct views *views);
/* Fills in the steps of a view; false: there are too many, or a limit was reached. */
bool views_step(struct views *views, uint32_t view);
/* `view`'s thread with the variables that `changed` sees. */
uint32_t views_combine(struct views *views, uint32_t view, uint32_t changed);

#endif
