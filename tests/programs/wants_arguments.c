// expect: FALSE(reach)
// options: --args 51
// engines: reference explicit order impact
/* Without arguments nothing happens: see tests/cli/arguments.sh. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static int sum;
static void *add(void *text) {
  sum += atoi(text);
  return NULL;
}
int main(int count, char **words) {
  if (count < 2) {
    fprintf(stderr, "usage: %s NUMBER\n", words[0]);
    return 2;
  }
  pthread_t thread;
  pthread_create(&thread, NULL, add, words[1]);
  pthread_join(thread, NULL);
  assert(sum < 50);
}
// SPDX-License-Identifier: Apache-2.0
