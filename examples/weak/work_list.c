// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// expect tso: TRUE
// expect rc11: TRUE
// relaxed: TRUE TRUE FALSE(race)
// repair: 2
/* Work is pushed to a list, which the consumer takes as a whole. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct work {
  void (*run)(void *argument);
  void *argument;
  struct work *next;
  int priority;
};

static struct work *_Atomic list;
static int sum, numbers[2] = {1, 2};

static void add(void *argument) { sum += *(int *)argument; }

static void submit(void (*run)(void *argument), void *argument) {
  struct work *work = malloc(sizeof *work);
  *work = (struct work){.run = run, .argument = argument, .priority = 1};
  work->next = atomic_load_explicit(&list, memory_order_relaxed);
  while (!atomic_compare_exchange_weak_explicit(&list, &work->next, work, memory_order_release,
                                                memory_order_relaxed))
    ;
}

static int run_all(void) {
  struct work *work = atomic_exchange_explicit(&list, NULL, memory_order_acquire), *next;
  int count = 0;
  for (; work; work = next, count++) {
    struct work copy = *work;
    next = copy.next;
    free(work);
    copy.run(copy.argument);
  }
  return count;
}

static void *producer(void *argument) {
  submit(add, argument);
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  int count = 0;
  for (int i = 0; i < 2; i++)
    pthread_create(&ids[i], NULL, producer, &numbers[i]);
  while (count < 2)
    count += run_all();
  assert(sum == 3);
  for (int i = 0; i < 2; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
