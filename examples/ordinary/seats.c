// Ticket offices sell the seats of a theatre. Each customer wants one seat, and takes any other one if it is sold.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEATS 100
#define OFFICES 4
#define CUSTOMERS 40

struct theatre {
  pthread_mutex_t lock;
  int customers[SEATS]; // 0: free
  int sold;
};

struct office {
  pthread_t thread;
  int number;
  int sold, refused;
};

static struct theatre theatre = {.lock = PTHREAD_MUTEX_INITIALIZER};

// The seat that a customer wants, or the next one that is free; -1 if there is none.
static int find_seat(struct theatre *t, int wanted) {
  int found = -1;
  pthread_mutex_lock(&t->lock);
  for (int i = 0; i < SEATS && found < 0; i++)
    if (t->customers[(wanted + i) % SEATS] == 0)
      found = (wanted + i) % SEATS;
  pthread_mutex_unlock(&t->lock);
  return found;
}

static bool sell(struct theatre *t, int seat, int customer) {
  pthread_mutex_lock(&t->lock);
#ifndef BUG
  if (t->customers[seat] != 0) { // another office was faster
    pthread_mutex_unlock(&t->lock);
    return false;
  }
#endif
  t->customers[seat] = customer;
  t->sold++;
  pthread_mutex_unlock(&t->lock);
  return true;
}

static void *run(void *argument) {
  struct office *office = argument;
  unsigned seed = (unsigned)office->number;
  for (int i = 1; i <= CUSTOMERS; i++) {
    int customer = office->number * 1000 + i;
    int wanted = rand_r(&seed) % SEATS;
    int seat = find_seat(&theatre, wanted);
    while (seat >= 0 && !sell(&theatre, seat, customer))
      seat = find_seat(&theatre, wanted);
    if (seat >= 0)
      office->sold++;
    else
      office->refused++;
  }
  return NULL;
}

int main(void) {
  struct office offices[OFFICES];
  memset(offices, 0, sizeof offices);
  for (int i = 0; i < OFFICES; i++) {
    offices[i].number = i + 1;
    int error = pthread_create(&offices[i].thread, NULL, run, &offices[i]);
    if (error != 0) {
      fprintf(stderr, "pthread_create: %s\n", strerror(error));
      exit(1);
    }
  }
  int sold = 0;
  for (int i = 0; i < OFFICES; i++) {
    pthread_join(offices[i].thread, NULL);
    printf("office %d: %d sold, %d refused\n", i + 1, offices[i].sold, offices[i].refused);
    sold += offices[i].sold;
  }
  int taken = 0;
  for (int i = 0; i < SEATS; i++)
    taken += theatre.customers[i] != 0;
  assert(sold == theatre.sold);
  assert(taken == sold);
  return 0;
}
