/* SPDX-License-Identifier: Apache-2.0 */
/* Executions that can be edited, for shortening: each step knows where its thread stood afterwards,
 * and each choice which step made it. After steps are left out, the rest is followed as far as the
 * program allows, and completed. */
#ifndef SEMANTICS_COURSE_H
#define SEMANTICS_COURSE_H

#include "base/limits.h"
#include "base/map.h"
#include "semantics/machine.h"
#include "semantics/schedule.h"

struct course_step {
  uint32_t thread;
  uint32_t flush;   /* as in schedule_entry */
  bool is_spurious; /* a wake-up without cause */
  uint64_t place;   /* where its thread stands afterwards, with the calls that led there */
  uint64_t places;  /* where all threads stand */
};
struct course_choice {
  const struct edge *edge;
  uint32_t thread;
  size_t step; /* the number of the step, from 1 on; 0: before the first one */
  uint64_t bits;
};
struct course {
  VECTOR(struct course_step) steps;
  VECTOR(struct course_choice) choices; /* in the order they are made */
};
void course_copy(struct course *to, const struct course *from);
void course_release(struct course *course);
/* Appends a step of another course with its choices. */
void course_add(struct course *course, const struct course *from, size_t step);
void course_to_schedule(const struct course *course, struct schedule *schedule);

/* What makes a course good: fewer of the first, then of the second and so on. */
struct course_cost {
  size_t threads, switches, steps;
  size_t inputs; /* that are not zero, and wake-ups without cause */
};
/* Less than 0: `a` is better. */
int course_compare(const struct course_cost *a, const struct course_cost *b);

/* How a course is followed. Stretches are the steps of one thread in a row. */
enum course_tail {
  TAIL_STAYS, /* at the end, each thread goes on as long as it can */
  TAIL_FIRST, /* the threads of the violation go first to where it happens */
  TAIL_OTHER, /* the same, those of a race in the other order */
  TAIL_COUNT
};
struct course_way {
  bool seeks_places; /* a stretch ends where it ended before, not after as many steps */
  enum course_tail tail;
};

struct course_run {
  struct chooser chooser; /* first: the chooser is the run of a course */
  struct machine machine;
  struct violation wanted;
  bool takes_any_site;             /* of the wanted violation: its site is not known yet */
  const struct schedule *original; /* whose choices are taken instead of those of the course */
  size_t next_original;
  const struct map
      *fixed; /* what every choice at an edge is, else zero; NULL: as the course has it */
  const struct limits *limits; /* NULL: none */
  struct work work;            /* `most` is that of all attempts */
  unsigned long looks;         /* at the limits */
  bool is_over;
  /* The attempt: */
  struct course done;
  struct course_cost cost;
  bool is_impossible; /* an assumption did not hold */
  const struct course *course;
  struct map next_choices; /* of a thread at an edge: the number plus one */
  VECTOR(size_t) links;    /* of a choice: the next one of its thread at its edge, plus one */
  struct map places;       /* of threads */
  uint64_t place_sum;      /* of all */
  uint32_t running;        /* the thread that moved last */
  uint64_t edges_before;   /* of the machine, when the attempt began */
};

void course_run_init(struct course_run *run, const struct machine *original,
                     const struct violation *wanted, const struct limits *limits,
                     unsigned long long most_work);
void course_run_release(struct course_run *run);
/* Follows the course in this way. True: it leads to the wanted violation, `done` is what was
 * executed, and it is better than `bound` or, unless `strictly`, as good. NULL: anything is. */
bool course_run_try(struct course_run *run, const struct course *course, struct course_way way,
                    const struct course_cost *bound, bool strictly);
/* The wanted violation happened in the machine. */
bool course_run_is_there(const struct course_run *run);
/* Is there a race or a deadlock in the state? */
bool course_run_finds_error(struct course_run *run, struct state *state);
/* Counts the work since the last call, and as much more; true: it is enough. */
bool course_run_spend(struct course_run *run, unsigned more);
uint64_t course_run_place(const struct thread *thread);

#endif
