// expect: TRUE
// options: --entry pay,look
#include <assert.h>
#include <pthread.h>

struct account {
  pthread_mutex_t mutex;
  int balance;
  struct account *partner;
};

void pay(struct account *account, int amount) {
  pthread_mutex_lock(&account->mutex);
  account->balance = amount;
  pthread_mutex_unlock(&account->mutex);
}

int look(struct account *account) {
  pthread_mutex_lock(&account->mutex);
  int balance = account->balance;
  pthread_mutex_unlock(&account->mutex);
  return balance;
}
// SPDX-License-Identifier: Apache-2.0
