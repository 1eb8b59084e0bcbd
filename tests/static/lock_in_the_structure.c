// SPDX-License-Identifier: Apache-2.0
// The lock lies in the structure whose count it protects.
// With -DRACE: the lock of the other structure is taken.
#include <pthread.h>
#include <stdint.h>

enum { ACCOUNTS = 2 };
struct account {
  pthread_mutex_t lock;
  int count;
};
static struct account accounts[ACCOUNTS] = {{PTHREAD_MUTEX_INITIALIZER, 0},
                                            {PTHREAD_MUTEX_INITIALIZER, 0}};

static void *work(void *argument) {
  struct account *account = &accounts[(intptr_t)argument & 1];
#ifdef RACE
  struct account *locked = &accounts[(intptr_t)argument == 2];
#else
  struct account *locked = account;
#endif
  pthread_mutex_lock(&locked->lock);
  account->count++;
  pthread_mutex_unlock(&locked->lock);
  return NULL;
}

int main(void) {
  pthread_t thread[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&thread[i], NULL, work, (void *)(intptr_t)i);
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
  return accounts[0].count;
}
