// expect: TRUE
// properties: race
// engines: lockset auto
// Locks exclude races of any number of threads. What main does before it creates them, and behind the join, needs none.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct account {
  int balance;
  pthread_mutex_t lock;
  int limit;
};

static struct account *account;
static pthread_rwlock_t rates_lock = PTHREAD_RWLOCK_INITIALIZER;
static int rates[8], turns;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int *table;

static void make_table(void) { table = calloc(8, sizeof *table); }

static void *work(void *unused) {
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&account->lock);
    if (account->balance < account->limit)
      account->balance++;
    pthread_mutex_unlock(&account->lock);
    pthread_rwlock_rdlock(&rates_lock);
    int rate = rates[__VERIFIER_nondet_int() & 7];
    pthread_rwlock_unlock(&rates_lock);
    pthread_rwlock_wrlock(&rates_lock);
    rates[0] = rate + 1;
    pthread_rwlock_unlock(&rates_lock);
    if (pthread_mutex_trylock(&account->lock) == 0) {
      account->balance--;
      pthread_mutex_unlock(&account->lock);
    }
  }
  return unused;
}

static void *count(void *unused) {
  for (;;) {
    turns++;
    if (__VERIFIER_nondet_int())
      return unused;
  }
}

int main(void) {
  pthread_t counter, worker;
  account = malloc(sizeof *account);
  account->balance = 0;
  account->limit = 100;
  pthread_mutex_init(&account->lock, NULL);
  turns = 1;
  pthread_create(&counter, NULL, count, NULL);
  while (__VERIFIER_nondet_int())
    pthread_create(&worker, NULL, work, NULL);
  pthread_join(counter, NULL);
  pthread_once(&once, make_table);
  return turns + table[0];
}
// SPDX-License-Identifier: Apache-2.0
