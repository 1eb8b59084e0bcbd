// Clerks transfer random amounts between accounts. Each account has a lock; both are held during a transfer.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ACCOUNTS 8
#define CLERKS 4
#define TRANSFERS 1000
#define INITIAL 500

struct account {
  pthread_mutex_t lock;
  int number;
  long balance;
};

static struct account accounts[ACCOUNTS];

static void lock_both(struct account *a, struct account *b) {
#ifdef BUG
  pthread_mutex_lock(&a->lock);
  pthread_mutex_lock(&b->lock);
#else
  struct account *first = a->number < b->number ? a : b;
  struct account *second = first == a ? b : a;
  pthread_mutex_lock(&first->lock);
  pthread_mutex_lock(&second->lock);
#endif
}

static int transfer(struct account *from, struct account *to, long amount) {
  int done = 0;
  if (from == to)
    return 0;
  lock_both(from, to);
  if (from->balance >= amount) {
    from->balance -= amount;
    to->balance += amount;
    done = 1;
  }
  pthread_mutex_unlock(&to->lock);
  pthread_mutex_unlock(&from->lock);
  return done;
}

static void *clerk(void *argument) {
  unsigned seed = *(unsigned *)argument;
  long refused = 0;
  for (int i = 0; i < TRANSFERS; i++) {
    int from = rand_r(&seed) % ACCOUNTS;
    int to = rand_r(&seed) % ACCOUNTS;
    if (!transfer(&accounts[from], &accounts[to], 1 + rand_r(&seed) % 100))
      refused++;
  }
  return (void *)refused;
}

int main(void) {
  pthread_t clerks[CLERKS];
  unsigned seeds[CLERKS];
  for (int i = 0; i < ACCOUNTS; i++) {
    int error = pthread_mutex_init(&accounts[i].lock, NULL);
    if (error != 0) {
      fprintf(stderr, "pthread_mutex_init: %s\n", strerror(error));
      exit(1);
    }
    accounts[i].number = i;
    accounts[i].balance = INITIAL;
  }
  for (int i = 0; i < CLERKS; i++) {
    seeds[i] = 100 + (unsigned)i;
    int error = pthread_create(&clerks[i], NULL, clerk, &seeds[i]);
    if (error != 0) {
      fprintf(stderr, "pthread_create: %s\n", strerror(error));
      exit(1);
    }
  }
  for (int i = 0; i < CLERKS; i++) {
    void *refused;
    pthread_join(clerks[i], &refused);
    printf("clerk %d: %ld transfers refused\n", i, (long)refused);
  }
  long sum = 0;
  for (int i = 0; i < ACCOUNTS; i++) {
    sum += accounts[i].balance;
    pthread_mutex_destroy(&accounts[i].lock);
  }
  assert(sum == ACCOUNTS * INITIAL);
  return 0;
}
