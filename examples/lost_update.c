// expect: FALSE(reach)
// Two people pay into one account. Every access is under the lock, so there is no data race, but the
// balance that is written was read in an earlier critical section: a payment can get lost.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static int read_balance(void) {
  pthread_mutex_lock(&lock);
  int result = balance;
  pthread_mutex_unlock(&lock);
  return result;
}

static void write_balance(int amount) {
  pthread_mutex_lock(&lock);
  balance = amount;
  pthread_mutex_unlock(&lock);
}

static void *pay_in(void *argument) {
  int amount = *(int *)argument;
  int before = read_balance();
  write_balance(before + amount);
  return NULL;
}

int main(void) {
  pthread_t alice, bob;
  int from_alice = 20, from_bob = 30;
  pthread_create(&alice, NULL, pay_in, &from_alice);
  pthread_create(&bob, NULL, pay_in, &from_bob);
  pthread_join(alice, NULL);
  pthread_join(bob, NULL);
  assert(balance == 150);
}
// SPDX-License-Identifier: Apache-2.0
