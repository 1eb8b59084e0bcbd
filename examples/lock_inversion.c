// expect: FALSE(deadlock)
// Two transfers in opposite directions lock the two accounts in opposite orders.
#include <pthread.h>
#include <stddef.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account savings = {PTHREAD_MUTEX_INITIALIZER, 100};
static struct account checking = {PTHREAD_MUTEX_INITIALIZER, 100};

static void transfer(struct account *from, struct account *to, int amount) {
  pthread_mutex_lock(&from->lock);
  pthread_mutex_lock(&to->lock);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&to->lock);
  pthread_mutex_unlock(&from->lock);
}

static void *save(void *unused) {
  (void)unused;
  transfer(&checking, &savings, 10);
  return NULL;
}

static void *spend(void *unused) {
  (void)unused;
  transfer(&savings, &checking, 20);
  return NULL;
}

int main(void) {
  pthread_t saver, spender;
  pthread_create(&saver, NULL, save, NULL);
  pthread_create(&spender, NULL, spend, NULL);
  pthread_join(saver, NULL);
  pthread_join(spender, NULL);
}
// SPDX-License-Identifier: Apache-2.0
