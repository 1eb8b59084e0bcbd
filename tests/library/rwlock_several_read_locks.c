// expect: TRUE
/* A thread may hold several locks and give them back in any order. */
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t locks[3];
int main(void) {
  for (int i = 0; i < 3; i++)
    pthread_rwlock_rdlock(&locks[i]);
  pthread_rwlock_unlock(&locks[0]);
  pthread_rwlock_unlock(&locks[2]);
  assert(pthread_rwlock_trywrlock(&locks[0]) == 0);
  assert(pthread_rwlock_trywrlock(&locks[1]) != 0);
  assert(pthread_rwlock_trywrlock(&locks[2]) == 0);
  pthread_rwlock_unlock(&locks[1]);
  assert(pthread_rwlock_trywrlock(&locks[1]) == 0);
}
// SPDX-License-Identifier: Apache-2.0
