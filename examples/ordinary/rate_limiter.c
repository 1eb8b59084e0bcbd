// A token bucket: a request takes a token or is refused, and a thread adds tokens at a steady rate. A monitor prints
// which part of the requests was granted.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CLIENTS 3
#define REQUESTS 1000
#define BURST 20

struct bucket {
  pthread_mutex_t lock;
  int tokens;
  int running; // clients
  unsigned long granted, refused;
};

static struct bucket bucket = {.lock = PTHREAD_MUTEX_INITIALIZER, .tokens = BURST, .running = CLIENTS};

static void pause_for(long nanoseconds) {
  struct timespec time = {.tv_sec = 0, .tv_nsec = nanoseconds};
  nanosleep(&time, NULL);
}

static int take(struct bucket *b) {
  pthread_mutex_lock(&b->lock);
  int is_granted = b->tokens > 0;
  if (is_granted) {
    b->tokens--;
    b->granted++;
  } else {
    b->refused++;
  }
  pthread_mutex_unlock(&b->lock);
  return is_granted;
}

static void *refill(void *argument) {
  struct bucket *b = argument;
  int running;
  do {
    pause_for(1000000);
    pthread_mutex_lock(&b->lock);
    if (b->tokens < BURST)
      b->tokens++;
    running = b->running;
    pthread_mutex_unlock(&b->lock);
  } while (running > 0);
  return NULL;
}

static void *monitor(void *argument) {
  struct bucket *b = argument;
  int running;
  do {
    pthread_mutex_lock(&b->lock);
    unsigned long granted = b->granted;
    unsigned long all = b->granted + b->refused;
    running = b->running;
    pthread_mutex_unlock(&b->lock);
#ifdef BUG
    printf("%lu %% of %lu granted\n", 100 * granted / all, all);
#else
    if (all > 0)
      printf("%lu %% of %lu granted\n", 100 * granted / all, all);
#endif
    pause_for(10000000);
  } while (running > 0);
  return NULL;
}

static void *client(void *argument) {
  struct bucket *b = argument;
  for (int i = 0; i < REQUESTS; i++)
    if (!take(b))
      pause_for(50000);
  pthread_mutex_lock(&b->lock);
  b->running--;
  pthread_mutex_unlock(&b->lock);
  return NULL;
}

static pthread_t start(void *(*function)(void *)) {
  pthread_t thread;
  int error = pthread_create(&thread, NULL, function, &bucket);
  if (error != 0) {
    fprintf(stderr, "pthread_create: %s\n", strerror(error));
    exit(1);
  }
  return thread;
}

int main(void) {
  pthread_t threads[CLIENTS + 2];
  threads[0] = start(refill);
  threads[1] = start(monitor);
  for (int i = 0; i < CLIENTS; i++)
    threads[i + 2] = start(client);
  for (int i = 0; i < CLIENTS + 2; i++)
    pthread_join(threads[i], NULL);
  printf("%lu granted, %lu refused\n", bucket.granted, bucket.refused);
  return 0;
}
