// A configuration that a thread reads again and again from a file while others use it. A read-write lock protects it.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define USERS 3
#define RELOADS 100
#define REQUESTS 1000

struct config {
  char host[32];
  int port;
  int timeout;
};

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct config *config;
static atomic_int reload_errors;

static struct config *config_default(void) {
  struct config *c = malloc(sizeof *c);
  if (c != NULL)
    *c = (struct config){.host = "localhost", .port = 80, .timeout = 30};
  return c;
}

// Lines of the form "name value".
static int parse(struct config *c, const char *line) {
  char name[16], value[32];
  if (sscanf(line, "%15s %31s", name, value) != 2)
    return -1;
  if (strcmp(name, "host") == 0) {
    strcpy(c->host, value);
    return 0;
  }
  int *number = strcmp(name, "port") == 0 ? &c->port : strcmp(name, "timeout") == 0 ? &c->timeout : NULL;
  char *end;
  long parsed = strtol(value, &end, 10);
  if (number == NULL || *end != '\0' || parsed < 1 || parsed > 65535)
    return -1;
  *number = (int)parsed;
  return 0;
}

static int config_load(const char *path) {
  char line[80];
  FILE *file = fopen(path, "r");
  if (file == NULL)
    return errno == ENOENT ? 0 : -1;
  struct config *fresh = config_default();
  int failed = fresh == NULL;
  while (!failed && fgets(line, sizeof line, file) != NULL)
    failed = parse(fresh, line) != 0;
  fclose(file);
  if (failed) {
    free(fresh);
    return -1;
  }
#ifdef BUG
  free(config);
  pthread_rwlock_wrlock(&lock);
#else
  pthread_rwlock_wrlock(&lock);
  free(config);
#endif
  config = fresh;
  pthread_rwlock_unlock(&lock);
  return 0;
}

static void *reload(void *argument) {
  const char *path = argument;
  for (int i = 0; i < RELOADS; i++)
    if (config_load(path) != 0)
      atomic_fetch_add(&reload_errors, 1);
  return NULL;
}

static void *use(void *unused) {
  (void)unused;
  char address[48];
  for (int i = 0; i < REQUESTS; i++) {
    pthread_rwlock_rdlock(&lock);
    snprintf(address, sizeof address, "%s:%d", config->host, config->port);
    assert(config->timeout > 0);
    pthread_rwlock_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t users[USERS], reloader;
  char path[] = "server.conf";
  config = config_default();
  if (config == NULL) {
    perror("malloc");
    return 1;
  }
  int error = pthread_create(&reloader, NULL, reload, path);
  for (int i = 0; i < USERS && error == 0; i++)
    error = pthread_create(&users[i], NULL, use, NULL);
  if (error != 0) {
    fprintf(stderr, "pthread_create: %s\n", strerror(error));
    exit(1);
  }
  for (int i = 0; i < USERS; i++)
    pthread_join(users[i], NULL);
  pthread_join(reloader, NULL);
  printf("%s:%d, %d errors\n", config->host, config->port, atomic_load(&reload_errors));
  free(config);
  return 0;
}
