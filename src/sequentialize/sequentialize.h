/* SPDX-License-Identifier: Apache-2.0 */
/* Writes an equivalent sequential C program of a multi-threaded one. docs/sequentialize.md
 * describes its form. */
#ifndef SEQUENTIALIZE_SEQUENTIALIZE_H
#define SEQUENTIALIZE_SEQUENTIALIZE_H

#include "base/text.h"
#include "program/program.h"

struct sequentialize_options {
  property_set properties; /* a violation calls reach_error */
  property_set left_out;   /* that were asked for, but cannot be expressed */
  uint32_t max_threads;    /* that run one routine, where their number is not known */
  uint32_t max_depth;      /* of recursion that other threads can interrupt */
  bool reduces_local;      /* a thread goes on while no other thread can notice */
  bool reduces_conflict;   /* it stops only where another thread may still be in its way */
  bool reduces_order;      /* independent neighbours come in the order of threads */
  bool reduces_forget;     /* what cannot matter any more is dropped */
  bool checks_states;      /* injects checks for states that cannot be */
};

/* Appends the program to `out`. False: it cannot be, and `refusal` says why and where. */
bool sequentialize_program(const struct program *program,
                           const struct sequentialize_options *options, struct text *out,
                           struct text *refusal);

#endif
