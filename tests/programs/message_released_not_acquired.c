// expect: FALSE(race)
// expect tso: FALSE(race)
// expect pso: FALSE(race)
// engines: reference auto
// The flag is released but read without acquiring it.
#include <pthread.h>
#include <stdatomic.h>

struct message {
  char text[8];
  atomic_int is_there;
} message;

void *writer(void *argument) {
  message.text[3] = 'x';
  atomic_store_explicit(&message.is_there, 1, memory_order_release);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  while (!atomic_load_explicit(&message.is_there, memory_order_relaxed))
    ;
  long word = *(long *)message.text; // overlaps what was written, with another size
  pthread_join(thread, NULL);
  return word == 0;
}
// SPDX-License-Identifier: Apache-2.0
