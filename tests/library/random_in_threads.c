// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// properties: race,memory
// engines: explicit
/* glibc's rand and srand may be called in several threads at once. */
#include <pthread.h>
#include <stdlib.h>

static void *play(void *seed) {
  srand((unsigned)(size_t)seed);
  return (void *)(size_t)(rand() % 6);
}

int main(void) {
  pthread_t player;
  srand(1);
  pthread_create(&player, NULL, play, (void *)2);
  int own = rand() % 6;
  pthread_join(player, NULL);
  return own < 0;
}
