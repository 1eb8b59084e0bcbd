/* SPDX-License-Identifier: Apache-2.0 */
/* Address reuse (analysis/reuse.h tells which kinds). A new object can get every address of the
 * same kind that fits, whose former object is dead, and which a live value still remembers; or a
 * fresh address, which detects uses after free. Each is a one-bit choice. Addresses that nothing
 * remembers are not considered: their reuse cannot be distinguished from a fresh address. */
#ifndef SEMANTICS_REUSE_H
#define SEMANTICS_REUSE_H

#include "semantics/machine.h"
#include "semantics/schedule.h"

/* Which address was taken at every allocation that had a choice, 0 for a fresh one: to take the
 * same in another domain, which may see other addresses remembered. */
struct reused_addresses {
  bool follows;             /* else it records */
  struct chooser *asked;    /* recording: who answers */
  struct schedule *answers; /* following: receives the answers that lead there; may be NULL */
  VECTOR(uint64_t) list;
  size_t next;
};

/* The dead block, or the dead slot of the running thread, whose address a new object of `size`
 * bytes gets: alive again, its contents not yet initialised. NULL: a fresh one. To be called when
 * nothing of the edge is needed any more. */
struct memory_object *reuse_block(struct machine *machine, struct state *state,
                                  struct thread *thread, const struct edge *edge, uint64_t size);
struct memory_object *reuse_slot(struct machine *machine, struct state *state,
                                 struct thread *thread, const struct edge *edge, uint64_t size);
/* The thread that has ended, and whose lifetime is over, whose record a new one gets. */
struct thread *reuse_record(struct machine *machine, struct state *state, struct thread *thread,
                            const struct edge *edge);
/* Does a block that is resized stay where it is? */
bool reuse_stays(struct machine *machine, struct state *state, struct thread *thread,
                 const struct edge *edge, uint64_t address);

#endif
