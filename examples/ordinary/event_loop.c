// An event loop. Workers report their progress over a pipe, on which the main thread polls together with its timer.
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WORKERS 3
#define STEPS 100

enum kind { PROGRESS, FINISHED };

struct event {
  enum kind kind;
  int worker;
  unsigned long value; // percent of the work, or the result
};

struct worker {
  pthread_t thread;
  int number;
  int pipe;
};

// Writes of at most PIPE_BUF bytes are atomic.
static void report(struct worker *worker, enum kind kind, unsigned long value) {
  struct event event = {kind, worker->number, value};
  ssize_t written;
  do
    written = write(worker->pipe, &event, sizeof event);
  while (written < 0 && errno == EINTR);
  if (written < 0)
    perror("write");
}

static void *work(void *argument) {
  struct worker *worker = argument;
  unsigned long state = (unsigned long)worker->number;
  for (int step = 1; step <= STEPS; step++) {
    for (int i = 0; i < 1000; i++)
      state = state * 6364136223846793005UL + 1;
    if (step % 10 == 0 && step < STEPS)
      report(worker, PROGRESS, (unsigned long)step * 100 / STEPS);
  }
#ifdef BUG
  report(worker, FINISHED, state);
  report(worker, PROGRESS, 100);
#else
  report(worker, PROGRESS, 100);
  report(worker, FINISHED, state);
#endif
  return NULL;
}

static int handle(int fd, unsigned long percents[]) {
  struct event event;
  ssize_t length = read(fd, &event, sizeof event);
  if (length < 0) {
    if (errno == EINTR)
      return 0;
    perror("read");
    exit(1);
  }
  if ((size_t)length != sizeof event) {
    fprintf(stderr, "short event\n");
    exit(1);
  }
  if (event.kind == FINISHED) {
    printf("worker %d: %lx\n", event.worker, event.value);
    return 1;
  }
  percents[event.worker] = event.value;
  return 0;
}

int main(void) {
  struct worker workers[WORKERS];
  unsigned long percents[WORKERS] = {0};
  int ends[2];
  if (pipe(ends) < 0) {
    perror("pipe");
    return 1;
  }
  for (int i = 0; i < WORKERS; i++) {
    workers[i].number = i;
    workers[i].pipe = ends[1];
    int error = pthread_create(&workers[i].thread, NULL, work, &workers[i]);
    if (error != 0) {
      fprintf(stderr, "pthread_create: %s\n", strerror(error));
      exit(1);
    }
  }
  int running = WORKERS;
  while (running > 0) {
    struct pollfd watched = {.fd = ends[0], .events = POLLIN};
    int ready = poll(&watched, 1, 1000);
    if (ready < 0 && errno != EINTR) {
      perror("poll");
      exit(1);
    }
    if (ready == 0)
      printf("%lu %% %lu %% %lu %%\n", percents[0], percents[1], percents[2]);
    if (ready > 0 && handle(ends[0], percents))
      running--;
  }
  close(ends[0]);
  for (int i = 0; i < WORKERS; i++)
    pthread_join(workers[i].thread, NULL);
  close(ends[1]);
  return 0;
}
