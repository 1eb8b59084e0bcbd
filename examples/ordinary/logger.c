// A logger: threads queue messages, and one thread writes them to a file, so that no one else waits for the disk.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CLIENTS 3
#define MESSAGES 1000

struct message {
  struct message *next;
  char text[100];
};

static struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  struct message *first, **last;
  int closed;
  FILE *file;
  pthread_t thread;
} logger = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void *logger_run(void *unused) {
  (void)unused;
  int closed;
  do {
    pthread_mutex_lock(&logger.lock);
    while (logger.first == NULL && !logger.closed)
      pthread_cond_wait(&logger.changed, &logger.lock);
    struct message *message = logger.first;
    logger.first = NULL;
    logger.last = &logger.first;
    closed = logger.closed;
    pthread_mutex_unlock(&logger.lock);
    while (message != NULL) {
      struct message *next = message->next;
      fprintf(logger.file, "%s\n", message->text);
      free(message);
      message = next;
    }
    if (fflush(logger.file) != 0)
      perror("log");
  } while (!closed);
  return NULL;
}

static int logger_open(const char *path) {
  logger.file = fopen(path, "w");
  if (logger.file == NULL) {
    perror(path);
    return -1;
  }
  logger.last = &logger.first;
  int error = pthread_create(&logger.thread, NULL, logger_run, NULL);
  if (error != 0) {
    fprintf(stderr, "cannot start the logger: %s\n", strerror(error));
    fclose(logger.file);
    return -1;
  }
  return 0;
}

static void logger_printf(const char *format, ...) {
  struct message *message = malloc(sizeof *message);
  if (message == NULL)
    return;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message->text, sizeof message->text, format, arguments);
  va_end(arguments);
  message->next = NULL;
  pthread_mutex_lock(&logger.lock);
  *logger.last = message;
  logger.last = &message->next;
  pthread_cond_signal(&logger.changed);
  pthread_mutex_unlock(&logger.lock);
}

static void logger_close(void) {
  pthread_mutex_lock(&logger.lock);
  logger.closed = 1;
#ifndef BUG
  pthread_cond_signal(&logger.changed);
#endif
  pthread_mutex_unlock(&logger.lock);
  pthread_join(logger.thread, NULL);
  if (fclose(logger.file) != 0)
    perror("log");
}

static void *client(void *argument) {
  const char *name = argument;
  for (int i = 0; i < MESSAGES; i++)
    logger_printf("%s: request %d", name, i);
  return NULL;
}

int main(void) {
  char *names[CLIENTS] = {"alice", "bob", "carol"};
  pthread_t clients[CLIENTS];
  int started = 0;
  if (logger_open("requests.log") != 0)
    return 1;
  while (started < CLIENTS && pthread_create(&clients[started], NULL, client, names[started]) == 0)
    started++;
  for (int i = 0; i < started; i++)
    pthread_join(clients[i], NULL);
  logger_close();
  return started < CLIENTS;
}
