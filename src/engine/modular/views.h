/* SPDX-License-Identifier: Apache-2.0 */
/* Views of thread-modular proofs: the part of a state that one thread can access, namely the
 * variables of the program and the stack and registers of the thread. One thread, OTHERS,
 * represents all other threads; it has not finished. There is none as long as main is alone.
 * Symbolic cells hold their symbol (role 0), so one view represents many states. Every thread but
 * main has the number WORKER in its view, so threads that do the same have the same views.
 *
 * A view never refers to the memory of another thread: such addresses are forgotten. Using one is
 * then unsupported rather than wrong. */
#ifndef ENGINE_MODULAR_VIEWS_H
#define ENGINE_MODULAR_VIEWS_H

#include "abstract/symbolic_step.h"

#define NO_VIEW UINT32_MAX

/* A step of the thread of a view. */
struct view_step {
  enum outcome outcome;
  uint32_t to;           /* STEPPED: the view after it … */
  uint32_t child;        /* … and that of the thread it created, or NO_VIEW */
  struct premises facts; /* conditions under which it is taken */
  struct cell_bounds variables, locals, child_locals; /* values of all symbolic cells after it */
  bool changes_variables;
  const char *reason; /* UNSUPPORTED */
  struct position at; /* VIOLATION */
};

struct steps {
  struct view_step *items;
  size_t count, capacity;
};

struct view {
  bool is_known;   /* its steps are computed */
  bool interferes; /* some step of it changes the variables */
  struct steps steps;
  VECTOR(uint32_t) locals; /* symbolic cells of its thread */
};

struct views {
  struct symbolic_step symbolic; /* first: the owner of the explorer is the views */
  struct cells *cells;
  struct domain domain;
  struct state *other; /* scratch */
  struct arena *texts;
  VECTOR(struct view) list;
  struct steps starts;
  struct map combined; /* a view and another one's variables: the view of both */
  /* During the execution of steps: */
  struct steps *steps;          /* receives them */
  bool is_alone;                /* all other threads are assumed to have finished */
  bool asks_alone;              /* some step depends on that */
  VECTOR(unsigned char) before; /* the variables before the step */
  VECTOR(uint64_t) places;      /* of the thread during the chain */
};

void views_init(struct views *views, const struct question *question, struct cells *cells);
void views_release(struct views *views);

/* Computes the initial views. False: there are too many, or a limit was reached. */
bool views_start(struct views *views);
/* Computes the steps of a view; false: there are too many, or a limit was reached. */
bool views_step(struct views *views, uint32_t view);
/* The view with the thread of `view` and the variables of `changed`. */
uint32_t views_combine(struct views *views, uint32_t view, uint32_t changed);

#endif
