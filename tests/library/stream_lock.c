// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// engines: reference explicit
/* A stream has a recursive lock, which orders more than output. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int lines;

static void *print(void *name) {
  flockfile(stdout);
  flockfile(stdout);
  lines++;
  funlockfile(stdout);
  puts(name);
  lines++;
  funlockfile(stdout);
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, print, "other");
  print("main");
  pthread_join(other, NULL);
  assert(lines == 4);
  if (ftrylockfile(stdout) == 0)
    funlockfile(stdout);
}
