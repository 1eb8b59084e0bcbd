// SPDX-License-Identifier: Apache-2.0
// Locks are taken by the order of their addresses, which is some order: there is no deadlock.
// expect: TRUE
// properties: reach,deadlock
// engines: reference explicit auto
#include <assert.h>
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int money;
};
static struct account one = {PTHREAD_MUTEX_INITIALIZER, 5}, two = {PTHREAD_MUTEX_INITIALIZER, 5};

static void transfer(struct account *from, struct account *to) {
  struct account *first = from < to ? from : to, *second = from < to ? to : from;
  pthread_mutex_lock(&first->lock);
  pthread_mutex_lock(&second->lock);
  from->money--;
  to->money++;
  pthread_mutex_unlock(&second->lock);
  pthread_mutex_unlock(&first->lock);
}

static void *work(void *unused) {
  transfer(&one, &two);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  transfer(&two, &one);
  pthread_join(thread, NULL);
  assert(one.money == 5 && two.money == 5);
  return 0;
}
