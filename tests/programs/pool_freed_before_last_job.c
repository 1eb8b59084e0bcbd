// expect: FALSE(memory)
// properties: memory
// engines: reference explicit impact lazy schedule widen
// The worker may use the pool after main has freed it. Whether a copy of the address of the local variable `mark`
// outlives its function depends on an input that a search does not have to decide: where a step ends must not
// depend on it, or the error is found but its execution cannot be repeated.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct pool { int jobs; uintptr_t hint; };
static struct pool *pool;

/* The address of a local variable, or 0: decided by an input, without a branch. */
static uintptr_t where(int keep) {
  int mark = 1;
  int *volatile p = &mark;
  return (uintptr_t)p * (uintptr_t)(keep == 77);
}

static void note(int keep) { pool->hint = where(keep); }

static void *worker(void *argument) {
  int keep = __VERIFIER_nondet_int();
  note(keep);
  pool->jobs++;
  return argument;
}

int main(void) {
  pthread_t thread;
  pool = malloc(sizeof *pool);
  pool->jobs = 0;
  pthread_create(&thread, NULL, worker, NULL);
  free(pool);
  pthread_join(thread, NULL);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
