// expect: TRUE
// bug 1: FALSE(reach)  the owner takes the last task without asking who else does
// bug 2: FALSE(reach)  a thief advances the top by a store
// bug 3: FALSE(reach)  the owner looks at the top before it lowers the bottom
//
// A deque of tasks for work stealing (Chase and Lev): the owner pushes and pops at the bottom, thieves take from the
// top. The harness counts how often each task is run: once.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef BUG
#define BUG 0
#endif
enum { SIZE = 4, TASKS = 2 };

struct deque {
  atomic_int top, bottom;
  atomic_int tasks[SIZE];
};

static void push(struct deque *deque, int task) {
  int bottom = deque->bottom;
  deque->tasks[bottom % SIZE] = task;
  deque->bottom = bottom + 1;
}

static bool pop(struct deque *deque, int *task) {
#if BUG == 3
  int top = deque->top;
  int bottom = deque->bottom - 1;
  deque->bottom = bottom;
#else
  int bottom = deque->bottom - 1;
  deque->bottom = bottom;
  int top = deque->top;
#endif
  if (top > bottom) {
    deque->bottom = bottom + 1;
    return false;
  }
  *task = deque->tasks[bottom % SIZE];
  if (top < bottom)
    return true;
#if BUG == 1
  bool is_mine = true;
  deque->top = top + 1;
#else
  bool is_mine = atomic_compare_exchange_strong(&deque->top, &top, top + 1);
#endif
  deque->bottom = bottom + 1;
  return is_mine;
}

static bool steal(struct deque *deque, int *task) {
  int top = deque->top;
  int bottom = deque->bottom;
  if (top >= bottom)
    return false;
  *task = deque->tasks[top % SIZE];
#if BUG == 2
  deque->top = top + 1;
  return true;
#else
  return atomic_compare_exchange_strong(&deque->top, &top, top + 1);
#endif
}

static struct deque deque;
static atomic_int runs[TASKS];

static void *thief(void *argument) {
  int task;
  (void)argument;
  if (steal(&deque, &task))
    runs[task]++;
  return NULL;
}

int main(void) {
  pthread_t thieves[2];
  int task;
  for (int i = 0; i < 2; i++)
    pthread_create(&thieves[i], NULL, thief, NULL);
  for (int i = 0; i < TASKS; i++)
    push(&deque, i);
  while (pop(&deque, &task))
    runs[task]++;
  for (int i = 0; i < 2; i++)
    pthread_join(thieves[i], NULL);
  for (int i = 0; i < TASKS; i++)
    assert(runs[i] == 1);
  return 0;
}
