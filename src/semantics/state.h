/* SPDX-License-Identifier: Apache-2.0 */
/* A state of a program: for each thread its frames, registers and objects; the variables of the
 * program; and the thread in an atomic section. Mutable; pack.h converts it to bytes and back. */
#ifndef SEMANTICS_STATE_H
#define SEMANTICS_STATE_H

#include "base/vector.h"
#include "program/program.h"
#include "semantics/domain.h"
#include "semantics/memory_model.h"

#define NO_THREAD UINT32_MAX
#define CHANGED UINT32_MAX /* a component that store.c has to pack anew */

struct real_layout;
struct ordering;

struct frame {
  const struct function *function;
  uint32_t location;
  uint32_t first_register; /* in thread.registers */
  uint32_t first_slot;     /* thread.stack objects from here on die with the frame */
  uint32_t call_edge;      /* of the caller's function: where the results go */
};

enum object_life {
  OBJECT_LIVE,
  OBJECT_DEAD, /* its frame returned, its thread ended or it was freed: any access is an error */
};

/* A stack slot, heap block, thread record or thread-local variable. */
struct memory_object {
  uint64_t address, size;
  unsigned char *content;        /* the contents, as the domain keeps them; NULL when dead */
  const struct edge *allocation; /* NULL for records and thread-locals */
  const struct object *variable; /* of a thread-local, else NULL */
  enum object_life life;
  bool has_derived; /* numbers were computed from its address that may still tell it (derive.h) */
  uint64_t extent;  /* if the end is a value (open.h): how many addresses the object has; else 0 */
};
/* Does the library keep the block for itself? Then it is no leak. */
static inline bool memory_object_is_kept(const struct memory_object *object) {
  return object->allocation && object->allocation->allocate.is_kept;
}
/* The bits of a 64-bit word that an address has on real machines; programs keep tags in the others.
 * Here threads that others than main create have larger addresses, which have no room for tags. */
#define ADDRESS_BITS (UINT64_MAX >> 16)
/* Where the addresses of an object end. */
static inline uint64_t memory_object_end(const struct memory_object *object) {
  return object->address + (object->extent ? object->extent : object->size);
}

/* The offset, in the object that state_find_remembered found, of the address. */
static inline uint64_t memory_object_offset(const struct memory_object *object, uint64_t number) {
  uint64_t offset = number - object->address;
  return offset <= memory_object_end(object) - object->address
             ? offset
             : (number & ADDRESS_BITS) - object->address;
}

struct memory_objects {
  struct memory_object *items; /* sorted by address */
  size_t count, capacity;
};

/* A store that only its own thread sees so far (memory_model.h). */
struct buffered_store {
  uint64_t address;
  struct value value;
  const struct edge *edge;
  uint32_t size;
  bool waits_for_all; /* pso: does not overtake any; false for the oldest */
  bool fenced;        /* pso: no later store overtakes it or an earlier one */
};

struct thread {
  uint32_t number, creator; /* main is 0 and its own creator */
  uint32_t created;         /* how many threads it created so far */
  uint32_t atomic_depth;    /* atomic sections it is in, also while it waits in one */
  bool finished;
  bool stopped; /* by an assumption that does not hold; never moves again */
  bool is_over; /* the lifetime of its record is over: another thread may get the record */
  const struct function *start; /* the first function of the user it called, or NULL */
  VECTOR(struct frame) frames;
  VECTOR(struct value) registers;
  struct memory_objects stack, heap;    /* stack: record, thread-locals, slots */
  uint64_t stack_end, heap_end;         /* where the next object may start */
  VECTOR(uint64_t) held;                /* addresses of what it holds, oldest first */
  VECTOR(struct buffered_store) buffer; /* oldest first; empty under sc */
  uint32_t packed;                      /* its component in the store, or CHANGED */
};

struct state {
  const struct program *program;
  const struct domain *domain;
  void *domain_context;
  enum memory_model memory_model;
  unsigned char *variables;   /* contents of the program's objects: first those that can change */
  size_t variables_size;      /* of the part that can change */
  uint64_t *variable_offsets; /* in variables, for each of program.objects */
  struct thread **threads;    /* sorted by number */
  size_t thread_count, thread_capacity;
  uint32_t atomic_owner;   /* the thread in an atomic section: no other may step; or NO_THREAD */
  uint32_t *packed_chunks; /* of the variables: components in the store, or CHANGED */
  size_t chunk_count, chunk_size; /* bytes */
  VECTOR(uint32_t)
  facts; /* what a domain with has_extra assumes, as numbers of its own; ascending */
  uint32_t packed_facts;
  struct ordering *ordering; /* what happened before what, if that is looked at (ordering.h) */
  uint32_t packed_ordering;
  struct real_layout
      *layout; /* what is decided of real addresses, if the program asks (layout.h) */
  uint32_t packed_layout;
  bool keeps_dead; /* dead objects are kept, as there may be references to them outside the state;
                      no address is reused */
  uint64_t scans;  /* how often all of it was looked through for references */
};

/* A place in memory: `content` and `size` are those of the whole object, `offset` is within it. */
struct place {
  unsigned char *content; /* NULL: dead */
  uint64_t address, size, offset;
  const struct object *variable; /* of the program, or NULL */
  struct memory_object *dynamic; /* or this one */
  struct thread
      *thread;  /* the thread that the object belongs to; NULL: it is a variable of the program */
  bool is_open; /* in an object whose end is a value, at an offset that is one too: open.h … */
  struct value at; /* … this one, of 64 bits; `offset` says nothing */
};

/* The number in as many bytes as a pointer has: 8 or 4. */
static inline uint64_t pointer_in(const unsigned char *bytes, unsigned width) {
  uint64_t wide = 0;
  if (width == sizeof wide)
    memcpy(&wide, bytes, sizeof wide);
  else
    memcpy(&wide, bytes, sizeof(uint32_t));
  return wide;
}
/* The object that an address lies in. Gap addresses belong to no object. */
bool state_find_place(const struct state *state, uint64_t address, struct place *place);
/* Is it in an object whose end is a value? Only open.h interprets the contents of such objects. */
static inline bool place_has_open_end(const struct place *place) {
  return place->dynamic && place->dynamic->extent;
}
/* The index of the first thread whose number is at least `number`. */
size_t state_thread_index(const struct state *state, uint32_t number);
struct thread *state_thread(const struct state *state, uint32_t number); /* NULL: none */
static inline struct frame *thread_top(const struct thread *thread) {
  return &thread->frames.items[thread->frames.count - 1];
}
/* The edges thread's next step may take. */
static inline const struct location *thread_location(const struct thread *thread) {
  return &thread_top(thread)->function->locations[thread_top(thread)->location];
}
static inline const struct edge *thread_next_edge(const struct thread *thread) {
  return &thread_top(thread)->function->edges[thread_location(thread)->first_edge];
}
static inline bool thread_holds(const struct thread *thread, uint64_t object) {
  for (size_t i = 0; i < thread->held.count; i++)
    if (thread->held.items[i] == object)
      return true;
  return false;
}
uint64_t thread_record(const struct state *state, const struct thread *thread);

/* The program's variables with their initial contents; no threads yet. */
struct state *state_create(const struct program *program, const struct domain *domain,
                           void *domain_context);
void state_destroy(struct state *state);

/* Adds a thread with its record and thread-local variables and no frames. NULL: no room for it. */
struct thread *state_add_thread(struct state *state, uint32_t number, uint32_t creator);
/* Keeps only the first `count` threads. */
void state_drop_threads(struct state *state, size_t count);
void state_remove_thread(struct state *state, uint32_t number);
/* Makes an empty thread known, in its place by number. */
struct thread *state_insert_thread(struct state *state, uint32_t number);
/* A new object in a thread's stack or heap. NULL: no room. Contents are not yet initialised. */
struct memory_object *state_add_object(struct state *state, struct thread *thread, bool heap,
                                       uint64_t size, uint64_t alignment);
/* A new object that has contents of `size` bytes, and `extent` addresses. */
struct memory_object *state_add_open_object(struct state *state, struct thread *thread, bool heap,
                                            uint64_t size, uint64_t extent, uint64_t alignment);
/* If addresses are reused, every object has a part of the address space around it. Can a new
 * object of `size` bytes be at an address in the part of an old one, which is dead or is being
 * replaced? */
enum state_room { ROOM_FREE, ROOM_TAKEN, ROOM_TOO_SMALL };
enum state_room state_find_room(const struct state *state, const struct thread *thread, bool heap,
                                const struct memory_object *old, uint64_t address, uint64_t size);
/* Creates the object there, with contents not yet initialised. What is left of dead objects stays
 * dead. */
struct memory_object *state_place_object(struct state *state, struct thread *thread, bool heap,
                                         uint64_t address, uint64_t size);
/* Changes the size of a live block in place. Its contents are not yet initialised, and `*old` are
 * the old ones, which the caller releases. The part that the block gives back is dead. */
struct memory_object *state_resize_block(struct state *state, struct thread *thread,
                                         struct memory_object *block, uint64_t size,
                                         unsigned char **old);
/* Visits the addresses in or just past some objects that a live value remembers. */
void state_visit_remembered(const struct state *state, const struct memory_objects *objects,
                            void (*visit)(void *context, uint64_t address), void *context);
/* Turns a thread that has ended into a new one with the same number, record and heap. */
void state_restart_thread(struct state *state, struct thread *thread, uint32_t creator);
/* The records of threads that ended and are over if something alive remembers an object of their
 * stacks. */
void state_find_old_records(const struct state *state,
                            void (*visit)(void *context, uint64_t record), void *context);
/* Must be called for every place whose contents may have changed. */
void state_note_change(struct state *state, const struct place *place);
/* Ends an object: its contents are gone, with the waiting stores to it, and accesses are errors. */
void state_kill_object(struct state *state, struct memory_object *object);
/* The last object that starts at or before the address, or NULL. */
struct memory_object *state_object_before(const struct memory_objects *objects, uint64_t address);
bool state_has_dead(const struct memory_objects *objects);
/* Drops waiting stores to these bytes. */
void state_forget_stores(struct state *state, uint64_t address, uint64_t size);
bool state_has_waiting_stores(const struct state *state);
/* Forgets dead objects of a thread that nothing in the state can refer to any more, so that their
 * addresses can be used again and equal situations are equal states. */
void state_reclaim(struct state *state, struct thread *thread, bool heap);
/* The dynamic object that a number remembers, as state_reclaim sees it: an address inside the
 * object or one past its end, with or without tags in its highest bits. NULL: none. */
struct memory_object *state_find_remembered(const struct state *state, uint64_t number,
                                            struct thread **owner);
/* Is there a live heap block? `unreachable_only`: one that nothing in the state refers to. For
 * leaks. */
bool state_find_leak(const struct state *state, bool unreachable_only, uint64_t *address);

/* "counter", "malloc at list.c:20": the source name of the object that an address belongs to. */
void state_describe_object(struct text *out, const struct state *state, uint64_t address);
/* "main", "worker 1": by start function; numbered if several threads share it. */
void state_describe_thread(struct text *out, const struct state *state, uint32_t number);

/* Has every other thread finished? */
bool state_is_alone(const struct state *state, const struct thread *thread);

#endif
