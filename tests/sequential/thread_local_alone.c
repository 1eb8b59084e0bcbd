/* Thread-local variables with only one thread. */
#include <stdio.h>
#include <threads.h>

static _Thread_local int counter = 5;
_Thread_local struct {
  int a[3];
  const char *name;
} state = {{1, 2, 3}, "initial"};
static thread_local int *pointer;
static __thread char buffer[16] = "buffer";

static int next(void) {
  static _Thread_local int calls = 100;
  return ++calls;
}

int main(void) {
  printf("%d %d %s %s\n", counter, state.a[1], state.name, buffer);
  counter += 10;
  state.a[1] = counter;
  pointer = &state.a[2];
  *pointer = 77;
  buffer[0] = 'B';
  printf("%d %d %d %s\n", counter, state.a[1], state.a[2], buffer);
  printf("%d ", next());
  printf("%d\n", next());
  int *address = &counter;
  ++*address;
  printf("%d %d\n", counter, pointer == &state.a[2]);
  int sum = 0;
  for (int i = 0; i < 3; i++)
    sum += state.a[i];
  return sum;
}
// SPDX-License-Identifier: Apache-2.0
