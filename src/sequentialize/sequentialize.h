/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a sequential C program that is equivalent to a multi-threaded one.
 * docs/sequentialize.md describes its form. */
#ifndef SEQUENTIALIZE_SEQUENTIALIZE_H
#define SEQUENTIALIZE_SEQUENTIALIZE_H

#include "base/text.h"
#include "program/program.h"

struct sequentialize_options {
  property_set properties; /* a violation calls reach_error */
  property_set
      left_out;         /* the properties that were asked for, but that the output does not check */
  uint32_t max_threads; /* that run one routine, if the number of threads is not known */
  uint32_t max_depth;   /* of recursion that other threads can interrupt */
  bool reduces_local;   /* a thread continues its step as long as no other thread can notice */
  bool reduces_conflict; /* a thread stops only where another one may still have a conflicting step
                          */
  bool reduces_order;    /* of two independent successive steps, the one of the lower thread comes
                            first */
  bool reduces_forget;   /* values that can no longer matter are forgotten (forgetting.h) */
  bool checks_states;    /* adds checks that fail in states that the analyses exclude */
};

/* Appends the program to `out`. False: it cannot be, and `refusal` says why and where. */
bool sequentialize_program(const struct program *program,
                           const struct sequentialize_options *options, struct text *out,
                           struct text *refusal);

#endif
