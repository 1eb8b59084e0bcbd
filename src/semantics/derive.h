/* SPDX-License-Identifier: Apache-2.0 */
/* Derived numbers: numbers computed from addresses. A program may keep an address in a form that is
 * not an address of the object: hashed, truncated, xor-ed with another one, byte by byte. With
 * address reuse, such a number counts as remembering the address, and it is not known when the last
 * one is gone. So when the program computes one, the object is marked permanently
 * (memory_object.has_derived), and its address may be reused at any time after its end.
 * analysis/reuse.h lists the edges to check. */
#ifndef SEMANTICS_DERIVE_H
#define SEMANTICS_DERIVE_H

#include "analysis/reuse.h"
#include "semantics/machine.h"

/* To be called before a thread takes an edge, if some edge of the program derives numbers by
 * operators. */
void note_derived(struct machine *machine, struct state *state, struct thread *thread,
                  const struct edge *edge);
/* May an access to so many bytes cut an address into pieces? What a condition computes is not kept.
 */
static inline bool may_cut(const struct machine *machine, const struct thread *thread,
                           const struct edge *edge, uint64_t address, uint64_t size) {
  return (address | size) & (machine->program->pointer_width / 8 - 1) &&
         stale_addresses_derived(machine->program, thread_top(thread)->function, edge) &
             DERIVES_BY_ACCESS &&
         !machine->now.is_waiting && !machine->now.is_looking;
}
/* Notes an access that may cut an address into pieces. Also notes if the address is of a kind
 * that is not reused. */
void note_cut(struct machine *machine, struct state *state, struct thread *thread,
              const struct edge *edge, const struct place *place, uint64_t size);
/* A read-modify-write computes `result` from an old and another value of `width` bits. */
void note_derived_result(struct machine *machine, struct state *state, struct thread *thread,
                         const struct edge *edge, unsigned width, const struct value operands[2],
                         struct value result);

/* Two values as wide as a pointer are compared. Notes if the result could be another one because
 * a new object contains the address of an old one (REUSE_INSIDE). */
void note_compared(struct machine *machine, const struct state *state, const struct thread *thread,
                   const struct edge *edge, const struct value values[2], bool for_equality);

#endif
