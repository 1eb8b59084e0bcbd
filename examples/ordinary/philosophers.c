// Five philosophers have a thousand meals each. Each takes the fork with the lower number first.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PHILOSOPHERS 5
#define MEALS 1000

struct philosopher {
  pthread_t thread;
  int seat;
  int meals;
};

static pthread_mutex_t forks[PHILOSOPHERS];

static void fail(const char *what, int error) {
  fprintf(stderr, "%s: %s\n", what, strerror(error));
  exit(EXIT_FAILURE);
}

static void *dine(void *argument) {
  struct philosopher *self = argument;
  int left = self->seat;
  int right = (self->seat + 1) % PHILOSOPHERS;
#ifdef BUG
  pthread_mutex_t *first = &forks[left];
  pthread_mutex_t *second = &forks[right];
#else
  pthread_mutex_t *first = &forks[left < right ? left : right];
  pthread_mutex_t *second = &forks[left < right ? right : left];
#endif
  while (self->meals < MEALS) {
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    self->meals++;
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
  }
  return NULL;
}

int main(void) {
  struct philosopher philosophers[PHILOSOPHERS];
  for (int i = 0; i < PHILOSOPHERS; i++) {
    int error = pthread_mutex_init(&forks[i], NULL);
    if (error != 0)
      fail("pthread_mutex_init", error);
  }
  for (int i = 0; i < PHILOSOPHERS; i++) {
    philosophers[i].seat = i;
    philosophers[i].meals = 0;
    int error = pthread_create(&philosophers[i].thread, NULL, dine, &philosophers[i]);
    if (error != 0)
      fail("pthread_create", error);
  }
  int meals = 0;
  for (int i = 0; i < PHILOSOPHERS; i++) {
    int error = pthread_join(philosophers[i].thread, NULL);
    if (error != 0)
      fail("pthread_join", error);
    meals += philosophers[i].meals;
  }
  for (int i = 0; i < PHILOSOPHERS; i++)
    pthread_mutex_destroy(&forks[i]);
  printf("%d meals\n", meals);
  return 0;
}
