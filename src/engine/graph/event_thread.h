/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/graph: one thread of the execution whose graph is being built. */
#ifndef ENGINE_GRAPH_EVENT_THREAD_H
#define ENGINE_GRAPH_EVENT_THREAD_H

#include "program/program.h"
#include "semantics/event_graph.h"

/* A prefix of a graph: for each thread how many of its first actions it contains. There are
 * event_clocks.stride numbers. */
typedef uint32_t *event_clock;

/* Each step has this many numbers for its units: an atomic section that waits ends one unit, and
 * the wait begins the next. */
enum { UNITS_PER_STEP = 256 };

/* A write of a thread to memory that it alone accesses. */
struct private_write {
  uint64_t address, old;
  uint32_t size;
};

/* The state of a thread when it was last at the head of a loop, in front of an atomic section of
 * the library, or at a wait that may end spuriously (spin.c). */
struct loop_visit {
  bool in_library;
  size_t depth; /* of its stack of frames */
  const struct function *function;
  uint32_t head;
  uint64_t changes;
  size_t actions, writes; /* of the thread so far: actions, and event_thread.writes */
  uint64_t heap_end;
  uint32_t created;
  size_t held;
  VECTOR(uint64_t) registers; /* the live registers of all frames, with their locations */
};

/* A location that the condition of a wait read, and how many writes it had then. */
struct watched_location {
  uint32_t location;
  size_t writes;
};

/* How far a thread has come. Images of threads keep this (rewind.c). */
struct thread_progress {
  size_t executed;            /* how many of its actions */
  uint64_t steps;             /* how many it made */
  uint32_t unit;              /* of the next action */
  bool is_blocked;            /* it waits, at a wait or in a loop */
  bool is_waiting;            /* it waits at a WAIT */
  bool is_suspended;          /* it waits in the middle of its last step (rendezvous.c) */
  uint64_t rendezvous;        /* the object at which its unit meets other threads, or 0 */
  bool is_done;               /* it has finished, or is about to end the program */
  bool awaits;                /* the condition of a wait is being evaluated, and */
  size_t first_awaited;       /* its reads begin with this action */
  bool spins;                 /* iterations of a loop had no effect, and */
  size_t spin_first;          /* they began with this action */
  bool drains;                /* its store buffer was drained after its last action (tso, pso) */
  uint64_t changes;           /* effects that make iterations differ (spin.c) */
  uint64_t heap_end;          /* after its last step */
  uint64_t published_end;     /* other threads know none of its blocks from this address on
                                 (unpublished.c), … */
  uint32_t published_created; /* … as long as it has created only this many threads */
  bool has_released;          /* it ended the lifetime of a thread id (block_address.c) */
};

struct thread_image;

/* Its index in clocked_graph.threads is its index in event_graph.threads. */
struct event_thread {
  uint32_t number;               /* in the machine */
  struct action_numbers actions; /* in program order */
  struct thread_progress progress;
  uint64_t wanted_steps; /* confirming.c: that it makes at least */
  size_t final_wait;     /* confirming.c: the first action of the wait that it stays in */
  bool exists;           /* it has been created in this execution */
  bool is_postponed;     /* its last step was undone (waits.c), and … */
  VECTOR(struct watched_location) watched; /* … is repeated when one of these has a new write */
  VECTOR(struct private_write) writes;
  VECTOR(struct loop_visit) loops;
  VECTOR(uint64_t) birth;             /* its function and arguments */
  size_t tied;                        /* how many of its first actions correspond to its twin's */
  event_clock happened;               /* what happens before its next action */
  event_clock seen;                   /* what an acquire fence would synchronise with */
  event_clock fenced;                 /* what happened before its last release fence */
  event_clock prefix;                 /* the causes of its next action */
  VECTOR(struct thread_image) images; /* of its state before some of its steps (rewind.c) */
  uint64_t imaged_at; /* the number of edges executed when the last image was made */
  size_t image_size;  /* in bytes */
};

#endif
