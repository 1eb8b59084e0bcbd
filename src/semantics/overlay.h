/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that a search abstracts from, over-approximating its contents: reads return values that
 * the overlay provides, and writes are reported to it. */
#ifndef SEMANTICS_OVERLAY_H
#define SEMANTICS_OVERLAY_H

#include "semantics/machine.h"

/* A load, or the half of a compare-exchange or read-modify-write. */
struct overlay_access {
  struct machine *machine;
  struct state *state;
  const struct thread *thread;
  const struct place *place;
  unsigned size;
};

struct overlay {
  bool tells; /* accesses to overlaid memory are events all the same */
  /* True: the bytes are overlaid, and *value is what is read. */
  bool (*read)(struct overlay *overlay, const struct overlay_access *access, struct value *value);
  /* True: the bytes are overlaid. What the state holds there is the overlay's. */
  bool (*write)(struct overlay *overlay, const struct overlay_access *access, struct value value);
  /* These bytes of the state are read or written by another operation than a load or store. */
  void (*bypass)(struct overlay *overlay, const struct place *place, uint64_t size, bool writes);
  /* Padding of a struct is copied or filled there. True: the overlay leaves it out, and what it
   * holds is not known. NULL: it counts as any other bytes. */
  bool (*leaves_out)(struct overlay *overlay, const struct place *place, uint64_t size,
                     bool writes);
  /* The rest may be NULL. fence: a fence is executed. end: the lifetime of an object is about to
   * end. */
  void (*fence)(struct overlay *overlay, const struct thread *thread, enum memory_order order);
  void (*end)(struct overlay *overlay, const struct thread *thread, const struct place *place);
  /* The thread allocates a block of the heap at this address. */
  void (*begin)(struct overlay *overlay, const struct thread *thread, uint64_t address);
  /* An edge other than a fence is executed that drains the store buffer of its thread, if there are
   * such buffers (memory_model.h). */
  void (*drain)(struct overlay *overlay, const struct thread *thread);
  /* True: the thread comes to a wait that is not to be evaluated yet, and stays there as if its
   * condition did not hold. NULL: there is none. */
  bool (*defer)(struct overlay *overlay, const struct thread *thread, const struct edge *wait);
  /* Which address of a freed block an allocation gets, in a state that keeps dead objects; 0: a
   * fresh one. If the only address is that of a block in use, which is resized: does it stay there?
   * NULL: no address comes back. */
  uint64_t (*reuse)(struct overlay *overlay, const struct thread *thread, const struct edge *edge,
                    const uint64_t *addresses, size_t count);
  /* A slot could have got one of these addresses of dead slots, in a state that keeps what is dead.
   */
  void (*miss_slots)(struct overlay *overlay, const struct thread *thread, const struct edge *edge,
                     const uint64_t *addresses, size_t count);
  /* A thread creates another one, or ends the lifetime of the id of another one. */
  void (*note_record)(struct overlay *overlay, const struct thread *thread, bool creates);
};

#endif
