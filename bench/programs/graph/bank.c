/* SPDX-License-Identifier: Apache-2.0 */
/* N threads alike move money between two accounts, under two locks. */
#include "parametric.h"

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int left = N, right;

static void work(int me) {
  (void)me;
  pthread_mutex_lock(&locks[0]);
  left--;
  pthread_mutex_lock(&locks[1]);
  right++;
  pthread_mutex_unlock(&locks[1]);
  pthread_mutex_unlock(&locks[0]);
}

int main(void) {
  run_workers(1);
  assert(left == 0 && right == N);
}
