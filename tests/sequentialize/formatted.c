/* SPDX-License-Identifier: Apache-2.0 */
/* printf reads its arguments as bytes of other types. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
static char text[30];

static void *worker(void *unused) {
  char local[20];
  sprintf(local, "%d-%s", __VERIFIER_nondet_int(), "x");
  strcpy(text, local);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  assert(strcmp(text, "7-x") != 0);
  return 0;
}
