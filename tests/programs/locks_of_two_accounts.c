// expect: FALSE(race)
// properties: race
// Both threads hold a lock of one account, but of different ones.
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account accounts[2];

static void move(struct account *locked, struct account *changed) {
  pthread_mutex_lock(&locked->lock);
  changed->balance++;
  pthread_mutex_unlock(&locked->lock);
}

static void *work(void *unused) {
  move(&accounts[0], &accounts[1]);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  move(&accounts[1], &accounts[1]);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
