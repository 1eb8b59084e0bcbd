// Timers: a thread sleeps until the earliest one expires and calls its function, which may set another timer.
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct timer {
  struct timespec at;
  void (*function)(void *);
  void *argument;
  struct timer *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct timer *timers; // the earliest one first
static int stopping;

static int is_before(const struct timespec *a, const struct timespec *b) {
  return a->tv_sec != b->tv_sec ? a->tv_sec < b->tv_sec : a->tv_nsec < b->tv_nsec;
}

static int timer_set(long milliseconds, void (*function)(void *), void *argument) {
  struct timer *timer = malloc(sizeof *timer);
  if (timer == NULL)
    return -1;
  clock_gettime(CLOCK_REALTIME, &timer->at);
  timer->at.tv_sec += milliseconds / 1000;
  timer->at.tv_nsec += milliseconds % 1000 * 1000000;
  if (timer->at.tv_nsec >= 1000000000) {
    timer->at.tv_sec++;
    timer->at.tv_nsec -= 1000000000;
  }
  timer->function = function;
  timer->argument = argument;
  pthread_mutex_lock(&lock);
  struct timer **place = &timers;
  while (*place != NULL && !is_before(&timer->at, &(*place)->at))
    place = &(*place)->next;
  timer->next = *place;
  *place = timer;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return 0;
}

static void *run_timers(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  while (!stopping) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    struct timer *first = timers;
    if (first == NULL) {
      pthread_cond_wait(&changed, &lock);
    } else if (is_before(&now, &first->at)) {
      struct timespec until = first->at;
      int error = pthread_cond_timedwait(&changed, &lock, &until);
      if (error != 0 && error != ETIMEDOUT)
        fprintf(stderr, "pthread_cond_timedwait: %s\n", strerror(error));
    } else {
      timers = first->next;
#ifdef BUG
      first->function(first->argument);
#else
      pthread_mutex_unlock(&lock);
      first->function(first->argument);
      pthread_mutex_lock(&lock);
#endif
      free(first);
    }
  }
  while (timers != NULL) {
    struct timer *next = timers->next;
    free(timers);
    timers = next;
  }
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void tick(void *argument) {
  int *left = argument;
  printf("tick\n");
  if (--*left > 0 && timer_set(20, tick, left) != 0)
    perror("timer_set");
}

int main(void) {
  pthread_t thread;
  int ticks = 3, one = 1;
  int error = pthread_create(&thread, NULL, run_timers, NULL);
  if (error != 0) {
    fprintf(stderr, "pthread_create: %s\n", strerror(error));
    return 1;
  }
  if (timer_set(10, tick, &ticks) != 0 || timer_set(1500, tick, &one) != 0)
    perror("timer_set");
  nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
  pthread_mutex_lock(&lock);
  stopping = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  printf("%d ticks left\n", ticks);
  return 0;
}
