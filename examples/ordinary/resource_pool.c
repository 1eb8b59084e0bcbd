// A pool of connections to a database. A semaphore counts the free ones, a mutex protects which they are. Queries may
// fail.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

#define CONNECTIONS 3
#define CLIENTS 5
#define QUERIES 1000

struct connection {
  int is_used;
  unsigned long queries;
};

static struct connection connections[CONNECTIONS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t available;

static struct connection *acquire(void) {
  while (sem_wait(&available) != 0) {
    if (errno != EINTR) {
      perror("sem_wait");
      exit(EXIT_FAILURE);
    }
  }
  struct connection *found = NULL;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < CONNECTIONS && found == NULL; i++)
    if (!connections[i].is_used)
      found = &connections[i];
  assert(found != NULL);
  found->is_used = 1;
  pthread_mutex_unlock(&lock);
  return found;
}

static void release(struct connection *c) {
  pthread_mutex_lock(&lock);
  c->is_used = 0;
  pthread_mutex_unlock(&lock);
  if (sem_post(&available) != 0)
    perror("sem_post");
}

static int query(struct connection *c, int key) {
  c->queries++;
  return key % 100 == 99 ? -1 : 2 * key;
}

static int look_up(int key, int *value) {
  struct connection *c = acquire();
  int result = query(c, key);
  if (result < 0) {
#ifndef BUG
    release(c);
#endif
    return -1;
  }
  *value = result;
  release(c);
  return 0;
}

static void *client(void *argument) {
  int *errors = argument;
  int value;
  for (int i = 0; i < QUERIES; i++) {
    if (look_up(i, &value) != 0)
      ++*errors;
    else
      assert(value == 2 * i);
  }
  return NULL;
}

int main(void) {
  pthread_t clients[CLIENTS];
  int errors[CLIENTS] = {0};
  if (sem_init(&available, 0, CONNECTIONS) != 0) {
    perror("sem_init");
    return EXIT_FAILURE;
  }
  for (int i = 0; i < CLIENTS; i++) {
    if (pthread_create(&clients[i], NULL, client, &errors[i]) != 0) {
      fprintf(stderr, "cannot create a client\n");
      exit(EXIT_FAILURE);
    }
  }
  int failed = 0;
  for (int i = 0; i < CLIENTS; i++) {
    pthread_join(clients[i], NULL);
    failed += errors[i];
  }
  unsigned long queries = 0;
  for (int i = 0; i < CONNECTIONS; i++)
    queries += connections[i].queries;
  printf("%lu queries, %d failed\n", queries, failed);
  assert(queries == CLIENTS * QUERIES);
  sem_destroy(&available);
  return EXIT_SUCCESS;
}
