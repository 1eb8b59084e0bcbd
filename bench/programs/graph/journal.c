/* SPDX-License-Identifier: Apache-2.0 */
/* N threads alike append to a journal under a lock. */
#include "parametric.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int journal[N], count;

static void work(int me) {
  (void)me;
  pthread_mutex_lock(&lock);
  journal[count] = count + 1;
  count++;
  pthread_mutex_unlock(&lock);
}

int main(void) {
  run_workers(1);
  assert(count == N && journal[N - 1] == N);
}
