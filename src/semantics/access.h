/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to semantics/: what all operations on memory do. An operation fills in a memory_access,
 * resolves it to a place, asks whether it races, and then reads or writes the place. */
#ifndef SEMANTICS_ACCESS_H
#define SEMANTICS_ACCESS_H

#include "semantics/step_access.h"

static inline struct memory_access step_access_begin(struct machine *machine, struct state *state,
                                                     struct thread *thread,
                                                     const struct edge *edge) {
  return (struct memory_access){
      .machine = machine, .state = state, .thread = thread, .edge = edge, .order = ORDER_PLAIN};
}

/* Finds the place at the address that a term evaluates to, or ends the step with an error. */
enum outcome step_access_resolve(struct memory_access *access, const struct term *term);
/* The same for an access whose size is a value of 64 bits, which is not zero. */
enum outcome step_access_resolve_range(struct memory_access *access, const struct term *term,
                                       struct value size);
/* Does the access race with the next step of another thread? Asked in atomic sections. */
bool step_access_races_in_section(const struct memory_access *access);
/* Does it race with a past access that conflicts and is not ordered before it? */
bool step_access_races(const struct memory_access *access);
/* The effects of a load, and of a store, on what happens before what. `keeps`: the store belongs
 * to a read-modify-write. */
void step_access_acquire(const struct memory_access *access);
void step_access_release(const struct memory_access *access, bool keeps);

struct value step_access_read(const struct memory_access *access);
void step_access_write(const struct memory_access *access, struct value value);
/* Tells that the place was read or written: an event and a touch. */
void step_access_tell(const struct memory_access *access, bool writes, struct value value);

/* The bytes as the state holds them, or as the thread's own waiting stores change them. */
struct value step_access_read_content(const struct memory_access *access, const struct place *place,
                                      unsigned size);
/* Reading memory that was never written chooses its value, which the state then holds. */
void step_access_note_read(const struct memory_access *access);
/* Notes that an unread variable is read after all, which only an access through a computed
 * address can do. `address` NULL: the address is computed. */
void step_access_note_unread(const struct memory_access *access, const struct term *address);
/* The bytes are accessed in another way than by reads and writes of values. */
void step_access_bypass_overlay(const struct memory_access *access);
/* Tells that the bytes are touched, without their value. */
void step_access_tell_range(const struct memory_access *access);
/* Moves bytes in words of up to eight. The ranges may overlap, as all is read first. */
void step_access_move_bytes(const struct memory_access *target, const struct place *source,
                            uint64_t size);

/* The address of an access as a number. `was_open`: other numbers were possible. */
bool concretize_address(struct machine *machine, const struct thread *thread,
                        const struct term *term, uint64_t *address, bool *was_open);
/* The size of an access as a number. */
bool evaluate_size(struct machine *machine, const struct thread *thread, const struct term *term,
                   uint64_t *size);
/* Tells of an access before it is made. `was_open`: its address was one of several. */
void step_access_announce(const struct memory_access *access, uint64_t address, uint64_t size,
                          bool was_open);

#endif
