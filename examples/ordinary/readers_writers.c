// A notice board for readers and writers, made of a mutex and condition variables. Waiting writers go first.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define READERS 4
#define WRITERS 2
#define ROUNDS 1000

struct board {
  pthread_mutex_t mutex;
  pthread_cond_t may_read, may_write;
  int readers;
  int writing;
  int waiting_writers;
  char notice[64];
  int length;
};

static struct board board = {
    .mutex = PTHREAD_MUTEX_INITIALIZER,
    .may_read = PTHREAD_COND_INITIALIZER,
    .may_write = PTHREAD_COND_INITIALIZER,
};

static void begin_read(struct board *b) {
  pthread_mutex_lock(&b->mutex);
#ifdef BUG
  while (b->waiting_writers > 0)
    pthread_cond_wait(&b->may_read, &b->mutex);
#else
  while (b->writing || b->waiting_writers > 0)
    pthread_cond_wait(&b->may_read, &b->mutex);
#endif
  b->readers++;
  pthread_mutex_unlock(&b->mutex);
}

static void end_read(struct board *b) {
  pthread_mutex_lock(&b->mutex);
  if (--b->readers == 0)
    pthread_cond_signal(&b->may_write);
  pthread_mutex_unlock(&b->mutex);
}

static void begin_write(struct board *b) {
  pthread_mutex_lock(&b->mutex);
  b->waiting_writers++;
  while (b->writing || b->readers > 0)
    pthread_cond_wait(&b->may_write, &b->mutex);
  b->waiting_writers--;
  b->writing = 1;
  pthread_mutex_unlock(&b->mutex);
}

static void end_write(struct board *b) {
  pthread_mutex_lock(&b->mutex);
  b->writing = 0;
  if (b->waiting_writers > 0)
    pthread_cond_signal(&b->may_write);
  else
    pthread_cond_broadcast(&b->may_read);
  pthread_mutex_unlock(&b->mutex);
}

static void *write_notices(void *argument) {
  int writer = *(int *)argument;
  for (int i = 0; i < ROUNDS; i++) {
    begin_write(&board);
    board.length = snprintf(board.notice, sizeof board.notice, "notice %d of writer %d", i, writer);
    end_write(&board);
  }
  return NULL;
}

static void *read_notices(void *unused) {
  (void)unused;
  for (int i = 0; i < ROUNDS; i++) {
    begin_read(&board);
    assert((int)strlen(board.notice) == board.length);
    end_read(&board);
  }
  return NULL;
}

static void start(pthread_t *thread, void *(*function)(void *), void *argument) {
  int error = pthread_create(thread, NULL, function, argument);
  if (error != 0) {
    fprintf(stderr, "pthread_create: %s\n", strerror(error));
    exit(1);
  }
}

int main(void) {
  pthread_t readers[READERS], writers[WRITERS];
  int numbers[WRITERS];
  for (int i = 0; i < WRITERS; i++) {
    numbers[i] = i + 1;
    start(&writers[i], write_notices, &numbers[i]);
  }
  for (int i = 0; i < READERS; i++)
    start(&readers[i], read_notices, NULL);
  for (int i = 0; i < WRITERS; i++)
    pthread_join(writers[i], NULL);
  for (int i = 0; i < READERS; i++)
    pthread_join(readers[i], NULL);
  printf("%s\n", board.notice);
  return 0;
}
