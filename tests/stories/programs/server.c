/* A server loop with a volatile stop flag, a connection table and statistics. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define MAX_CONNECTIONS 2

struct connection {
  int fd;
  char name[16];
  unsigned char *buffer;
  size_t used, size;
};

struct server {
  struct connection *connections[MAX_CONNECTIONS];
  int count;
  pthread_mutex_t table_lock;
};

static struct server server = {.table_lock = PTHREAD_MUTEX_INITIALIZER};
static volatile int running = 1;
static volatile int requests_handled_since_the_last_statistics_were_printed;

static struct connection *connection_open(int fd) {
  struct connection *c = malloc(sizeof *c);
  if (!c)
    return NULL;
  c->fd = fd;
  snprintf(c->name, sizeof c->name, "client-%d", fd);
  c->size = 8;
  c->used = 0;
  c->buffer = malloc(c->size);
  pthread_mutex_lock(&server.table_lock);
  assert(server.count < MAX_CONNECTIONS);
  server.connections[server.count++] = c;
  pthread_mutex_unlock(&server.table_lock);
  return c;
}

static void connection_append(struct connection *c, unsigned char byte) {
  c->buffer[c->used++] = byte;
}

static void *handler(void *argument) {
  struct connection *c = argument;
  for (int i = 0; running && i < 3; i++) {
    connection_append(c, (unsigned char)i);
    requests_handled_since_the_last_statistics_were_printed++;
  }
  return NULL;
}

static void *statistics(void *argument) {
  (void)argument;
  time_t start = time(NULL);
  while (running) {
    if (time(NULL) - start > 10)
      break;
    usleep(1000);
  }
  pthread_mutex_lock(&server.table_lock);
  for (int i = 0; i < server.count; i++)
    assert(server.connections[i]->used < 3);
  pthread_mutex_unlock(&server.table_lock);
  return NULL;
}

int main(void) {
  pthread_t handlers[MAX_CONNECTIONS], stats;
  pthread_create(&stats, NULL, statistics, NULL);
  for (int i = 0; i < MAX_CONNECTIONS; i++)
    pthread_create(&handlers[i], NULL, handler, connection_open(i + 3));
  for (int i = 0; i < MAX_CONNECTIONS; i++)
    pthread_join(handlers[i], NULL);
  running = 0;
  pthread_join(stats, NULL);
  for (int i = 0; i < server.count; i++) {
    free(server.connections[i]->buffer);
    free(server.connections[i]);
  }
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
