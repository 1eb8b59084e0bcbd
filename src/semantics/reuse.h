/* SPDX-License-Identifier: Apache-2.0 */
/* Address reuse (analysis/reuse.h tells which kinds). A new object can begin at the address of
 * every dead object of the same kind of which a live value still remembers something, if nothing
 * alive is in the way; or it gets a fresh address, which detects uses after free. With
 * REUSE_INSIDE, it can also be anywhere else if it contains a remembered address. Choices have one
 * bit. Addresses that nothing remembers are not considered: their reuse cannot be distinguished
 * from a fresh address. */
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

/* A new object of `size` bytes where dead blocks, or dead slots of the running thread, were; its
 * contents are not yet initialised. NULL: it is to be at a fresh address. To be called when nothing
 * of the edge is needed any more. */
struct memory_object *reuse_block(struct machine *machine, struct state *state,
                                  struct thread *thread, const struct edge *edge, uint64_t size);
struct memory_object *reuse_slot(struct machine *machine, struct state *state,
                                 struct thread *thread, const struct edge *edge, uint64_t size);
/* The dead thread whose record the new thread gets; NULL: it gets a fresh one. */
struct thread *reuse_record(struct machine *machine, struct state *state, struct thread *thread,
                            const struct edge *edge);
/* Does a block that is resized stay where it is, if it has room? */
bool reuse_stays(struct machine *machine, struct state *state, struct thread *thread,
                 const struct edge *edge, const struct place *block, uint64_t size);

#endif
