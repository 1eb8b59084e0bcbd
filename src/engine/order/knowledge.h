/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order: assumptions about shared memory, refined from run to run.
 *
 * A run assumes of shared memory whatever no access so far has contradicted. If a run sees an
 * access that violates an assumption, the next run does without it. The last run sees none. It
 * covers every execution that satisfies the assumptions, so no execution can be the first to
 * violate one.
 *
 * Assumptions about bytes: no thread writes them (they have their initial value); one thread
 * accesses them (they are private to it); one thread writes them (it knows their value); they are
 * only written before any thread was created. Assumptions about words (bytes that are always
 * accessed together): each thread writes only a few constants, or values in a range; pointers in
 * them point to few objects; they are written only while certain locks are held; they are
 * themselves locks.
 *
 * A word is a lock if a thread changes it only in two cases: it finds 0 in the same step, writes
 * another value and then holds the lock; or it holds the lock, until it writes 0. So at most one
 * thread holds a lock, and it knows the value: another thread would need to find 0 or to hold it. A
 * word that is only written under a lock does not change while a thread holds the lock. */
#ifndef ENGINE_ORDER_KNOWLEDGE_H
#define ENGINE_ORDER_KNOWLEDGE_H

#include "abstract/counter.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/vector.h"
#include "engine/order/symbols.h"
#include "program/program.h"

/* Which threads accessed a byte: none, several, or the thread with this number - 1. */
enum { NO_ACCESS = 0, SEVERAL = UINT16_MAX };
enum { MOST_PROTECTORS = 4, MOST_POINTEES = 64 };

/* The addresses of the objects that a pointer may point to. */
struct pointees {
  uint64_t *items;
  size_t count, capacity;
  bool any;
};

/* A range. A side that has grown too often becomes the end of all values. */
struct growing_range {
  struct range range;
  bool is_set;
  uint8_t low_growths, high_growths;
};

/* What a thread writes to a word: a few constants, and their range. A step is a write that adds to
 * the value that the thread read there. The steps of a run are summed up, upwards and downwards. */
struct written {
  uint32_t thread;
  uint32_t count;
  bool any;
  uint64_t constants[MOST_VALUES];
  struct growing_range values;
  struct counter_steps steps;     /* the largest sums of earlier runs */
  struct counter_steps run_steps; /* the sums so far in the run with the number */
  uint32_t run;
  uint8_t step_growths;
};

struct word {
  uint64_t address;
  uint32_t size;
  bool mixed;    /* accessed in overlapping pieces, so that nothing else is known */
  bool no_lock;  /* some write violates the rules of a lock */
  bool acquired; /* some run treated it as a lock */
  bool detailed; /* a thread reads its owner without waiting until it is free */
  bool peeked;   /* a thread reads it without waiting until it is free */
  bool guarded;  /* written while several threads exist: `protectors` is meaningful */
  uint32_t protector_count;
  uint64_t protectors[MOST_PROTECTORS]; /* locks that were held at each such write */
  struct pointees pointees;
  bool outdated; /* its ranges: reads now return a variable instead of a few constants */
  struct growing_range base; /* values at the creation of threads, or written without a step */
  struct {
    struct written *items;
    size_t count, capacity;
  } writers;
};

/* The values of the elements of an object that is read at unknown indices: initial and written
 * ones. Recorded from the first such read on. */
struct elements {
  uint32_t size; /* bytes of each element; 0: the elements are not recorded */
  bool mixed;    /* accessed in other pieces, or arbitrary initially: nothing is known */
  struct growing_range values;
};

struct word_marks {
  uint64_t size;
  uint16_t *readers, *writers; /* per byte; writers are readers too */
  bool *late;                  /* written while several threads exist */
  bool mortal;                 /* may be dead when accessed */
  bool wild;                   /* written at an unknown index, so that its words are not used */
  bool exposed; /* accessed where points-to sets exclude it, so that it counts as shared */
  struct pointees pointees; /* stored in any word, or at an unknown index */
  struct elements elements;
};

/* An object that some run found: it exists from the start of later runs. */
struct foreseen {
  uint64_t key, base, size;
  const struct object *object;
  const struct edge *allocation;
  const unsigned char *bytes;
  bool heap, arbitrary, shared, is_bounded;
};

/* The addresses at which the next objects of a thread are placed. */
struct thread_places {
  uint64_t stack_end, heap_end;
};

struct knowledge {
  struct arena *arena;
  struct map marks;    /* by key of the instance */
  struct map words;    /* by address */
  struct map assuming; /* atomic sections with assumptions, by the key of their first edge */
  struct map slots;    /* by key of the thread: its place among the address ranges of threads */
  VECTOR(struct word *) all_words;
  VECTOR(struct word_marks *) all_marks;
  VECTOR(struct foreseen) foreseen;
  VECTOR(struct thread_places) places; /* by slot */
  uint32_t run;                        /* the number of runs */
  bool misaligned;                     /* accesses at unknown addresses may be misaligned */
  bool shapeless;                      /* bytes were copied before their words were known */
  bool changed;                        /* an access of this run violates an assumption */
};

struct knowledge *knowledge_create(void);
void knowledge_destroy(struct knowledge *knowledge);

struct word_marks *knowledge_marks(struct knowledge *knowledge, uint64_t key, uint64_t size);
/* The thread's place among the address ranges; 0 for the first thread. */
uint32_t knowledge_slot(struct knowledge *knowledge, uint64_t thread_key);

/* The word with this address and size; it becomes mixed if it overlaps other words, and so do they.
 */
struct word *knowledge_word(struct knowledge *knowledge, uint64_t address, uint32_t size);

/* The word, or NULL if it is not known yet. */
struct word *knowledge_find_word(const struct knowledge *knowledge, uint64_t address,
                                 uint32_t size);
/* The number of bytes, up to `left`, to move at once from here, so that words are moved as a whole.
 */
uint32_t knowledge_chunk(struct knowledge *knowledge, uint64_t address, uint64_t left);

/* An access of a thread to bytes of an object. */
struct byte_access {
  uint64_t first, end;
  uint32_t thread;
  bool writes;
  bool is_alone; /* no other thread exists */
};
void knowledge_note_access(struct knowledge *knowledge, struct word_marks *marks,
                           struct byte_access access);
/* Records a write at an unknown index; `several`: any thread may write any byte from now on. */
void knowledge_note_wild(struct knowledge *knowledge, struct word_marks *marks, bool several);
/* Records a written value: one of the constants, or `any`. */
void knowledge_note_value(struct knowledge *knowledge, struct word *word, uint32_t thread,
                          const uint64_t *constants, size_t count, bool any);
/* Records a value that is no step: written, or present when threads are created. */
void knowledge_note_base(struct knowledge *knowledge, struct word *word, struct range range);
void knowledge_note_range(struct knowledge *knowledge, struct word *word, uint32_t thread,
                          struct range range);
/* Records a step in this range. */
void knowledge_note_step(struct knowledge *knowledge, struct word *word, uint32_t thread,
                         struct range by);
/* What a thread may read in the word lies in both ranges: the hull of `own`, what it last knew, and
 * what other threads write; and the base plus all steps. */
struct range knowledge_written_range(const struct word *word, uint32_t thread, struct range own);
struct range knowledge_step_range(const struct knowledge *knowledge, const struct word *word,
                                  uint32_t thread);
/* Records a value of elements. */
void knowledge_note_elements(struct knowledge *knowledge, struct elements *elements,
                             struct range range);
/* Sets a flag that contradicts an assumption. */
void knowledge_set_flag(struct knowledge *knowledge, bool *flag);
void knowledge_begin_run(struct knowledge *knowledge);
void knowledge_end_run(struct knowledge *knowledge);
void knowledge_begin_bound(struct knowledge *knowledge); /* ranges may grow again */
void knowledge_note_pointees(struct knowledge *knowledge, struct pointees *to,
                             const struct pointees *from);
/* Records the locks that a writer holds, while several threads exist. */
void knowledge_note_protectors(struct knowledge *knowledge, struct word *word,
                               const uint64_t *locks, size_t count);
void knowledge_no_lock(struct knowledge *knowledge, struct word *word);

bool word_is_protected_by(const struct word *word, uint64_t lock);
bool pointees_add(struct pointees *pointees, uint64_t address);

#endif
