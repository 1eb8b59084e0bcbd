/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order: assumptions about shared memory, refined from run to run.
 *
 * Shared memory is treated as optimistically as the accesses seen so far allow. If a run sees an
 * access that violates an assumption, everything is run again without it. The last run violates
 * none. It covers every execution that satisfies the assumptions, so no execution can be the first
 * to violate one.
 *
 * Assumptions about bytes: no thread writes them (they have their initial value); one thread
 * accesses them (they are private to it); one thread writes them (it knows their value); they are
 * only written before any thread was created. Assumptions about words (bytes that are always
 * accessed together): each thread writes only a few constants, or values in a range; pointers in
 * them point to few objects; they are written only while certain locks are held; they are
 * themselves locks.
 *
 * A lock is a word that a thread changes only in two cases: it finds 0 in the same step, writes
 * something else and then holds the lock; or it holds the lock, until it writes 0. So at most one
 * thread holds a lock, and it knows the value: another thread would need to find 0 or to hold it. A
 * word that is only written under a lock does not change while a thread holds the lock. */
#ifndef ENGINE_ORDER_KNOWLEDGE_H
#define ENGINE_ORDER_KNOWLEDGE_H

#include "base/map.h"
#include "base/memory.h"
#include "base/vector.h"
#include "engine/counter.h"
#include "program/program.h"

enum { NOBODY = 0, SEVERAL = UINT16_MAX }; /* else 1 + a thread's number */
enum { MOST_VALUES = 8, MOST_PROTECTORS = 4, MOST_POINTEES = 64 };

/* Objects a pointer may point to, by address. */
struct pointees {
  uint64_t *items;
  size_t count, capacity;
  bool any;
};

/* A range that grew so often that it is given up on a side is full there. */
struct growing_range {
  struct range range;
  bool is_set;
  uint8_t low_growths, high_growths;
};

/* What a thread writes to a word: constants, if they are few, and their range. A write may also be
 * a step: it adds to what its thread read there. The steps of a run are summed up, upwards and
 * downwards. */
struct written {
  uint32_t thread;
  uint32_t count;
  bool any;
  uint64_t constants[MOST_VALUES];
  struct growing_range values;
  struct counter_steps steps;     /* at most, in any run so far */
  struct counter_steps run_steps; /* so far in this run, … */
  uint32_t run;                   /* … if it is this one */
  uint8_t step_growths;
};

struct word {
  uint64_t address;
  uint32_t size;
  bool mixed;    /* accessed in overlapping pieces: nothing else is known */
  bool no_lock;  /* it does not keep to the rules of a lock */
  bool acquired; /* some run took it for one */
  bool detailed; /* who holds it matters to a thread that does not wait until it is free */
  bool peeked;   /* somebody reads it otherwise than by waiting until it is free */
  bool guarded;  /* it was written while several threads ran: `protectors` counts */
  uint32_t protector_count;
  uint64_t protectors[MOST_PROTECTORS]; /* words that are locks, held at each such write */
  struct pointees pointees;
  bool outdated; /* its ranges: a variable stands for what is read now, not constants as before */
  struct growing_range base; /* its values that are not steps; those when threads were created */
  struct {
    struct written *items;
    size_t count, capacity;
  } writers;
};

/* What the elements of an object hold that is read at unknown indices: those it has from the start
 * and all that are written. Nobody looks after them before they are asked for. */
struct elements {
  uint32_t size; /* of each; 0: not asked for */
  bool mixed;    /* accessed in other pieces, or arbitrary from the start: nothing is known */
  struct growing_range values;
};

struct word_marks {
  uint64_t size;
  uint16_t *readers, *writers; /* per byte; writers are readers too */
  bool *late;                  /* written when there was more than one thread */
  bool mortal;                 /* it may be dead when accessed */
  bool wild;                   /* written at an unknown index: its words are of no use */
  bool exposed;                /* accessed by whom nobody thought of: it is shared after all */
  struct pointees pointees;    /* of all words, and of what was written at an unknown index */
  struct elements elements;
};

/* An object that some run came upon: later runs know it from the start. */
struct foreseen {
  uint64_t key, base, size;
  const struct object *object;
  const struct edge *allocation;
  const unsigned char *bytes;
  bool heap, arbitrary, shared, is_bounded;
};

/* Where the next object of a thread goes. */
struct thread_places {
  uint64_t stack_end, heap_end;
};

struct knowledge {
  struct arena *arena;
  struct map marks;    /* by key of the instance */
  struct map words;    /* by address */
  struct map assuming; /* by key of what opens it: atomic sections with assumptions */
  struct map slots;    /* by key of the thread: its place among the address ranges of threads */
  VECTOR(struct word *) all_words;
  VECTOR(struct word_marks *) all_marks;
  VECTOR(struct foreseen) foreseen;
  VECTOR(struct thread_places) places; /* by slot */
  uint32_t run;                        /* how many there were */
  bool misaligned;                     /* so is some access of which one might think otherwise */
  bool shapeless;                      /* bytes were written of which no word was known yet */
  bool changed;                        /* in this run */
};

struct knowledge *knowledge_create(void);
void knowledge_destroy(struct knowledge *knowledge);

struct word_marks *knowledge_marks(struct knowledge *knowledge, uint64_t key, uint64_t size);
/* 0 is the first thread's. */
uint32_t knowledge_slot(struct knowledge *knowledge, uint64_t thread_key);

/* The word of so many bytes; those that overlap it become mixed, and so does it. */
struct word *knowledge_word(struct knowledge *knowledge, uint64_t address, uint32_t size);

/* The same if it is known already, else NULL. */
struct word *knowledge_find_word(const struct knowledge *knowledge, uint64_t address,
                                 uint32_t size);
/* How many of so many bytes from here on to move at once, so that words are moved as a whole. */
uint32_t knowledge_chunk(struct knowledge *knowledge, uint64_t address, uint64_t left);

/* Notes an access to bytes; whoever treated one of them otherwise so far has to run again. */
void knowledge_note_access(struct knowledge *knowledge, struct word_marks *marks, uint64_t first,
                           uint64_t end, uint32_t thread, bool writes, bool late);
/* A write at an unknown index; `several`: from now on anybody may write any of it. */
void knowledge_note_wild(struct knowledge *knowledge, struct word_marks *marks, bool several);
void knowledge_expose(struct knowledge *knowledge, struct word_marks *marks);
/* `any`: a value that is not one of a few constants. */
void knowledge_note_value(struct knowledge *knowledge, struct word *word, uint32_t thread,
                          const uint64_t *constants, size_t count, bool any);
/* Values that are not steps, in this range, are written or there from the start. */
void knowledge_note_base(struct knowledge *knowledge, struct word *word, struct range range);
void knowledge_note_range(struct knowledge *knowledge, struct word *word, uint32_t thread,
                          struct range range);
/* A write that adds something in this range to what is there. */
void knowledge_note_step(struct knowledge *knowledge, struct word *word, uint32_t thread,
                         struct range by);
/* Everything that others have written to the word is in the common part of these ranges: together
 * with what the thread had itself; what steps up to now can make of it. */
struct range knowledge_written_range(const struct knowledge *knowledge, const struct word *word,
                                     uint32_t thread, struct range own);
struct range knowledge_step_range(const struct knowledge *knowledge, const struct word *word,
                                  uint32_t thread);
/* Elements hold values in this range. */
void knowledge_note_elements(struct knowledge *knowledge, struct elements *elements,
                             struct range range);
void knowledge_mix_elements(struct knowledge *knowledge, struct elements *elements);
void knowledge_begin_run(struct knowledge *knowledge);
void knowledge_end_run(struct knowledge *knowledge);
void knowledge_begin_bound(struct knowledge *knowledge); /* what grew may grow again */
void knowledge_note_pointees(struct knowledge *knowledge, struct pointees *to,
                             const struct pointees *from);
/* The locks a writer holds, when there is more than one thread. */
void knowledge_note_protectors(struct knowledge *knowledge, struct word *word,
                               const uint64_t *locks, size_t count);
void knowledge_no_lock(struct knowledge *knowledge, struct word *word);

bool word_is_protected_by(const struct word *word, uint64_t lock);
bool pointees_add(struct pointees *pointees, uint64_t address);

#endif
