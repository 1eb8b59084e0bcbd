// expect: TRUE
// bug 1: FALSE(reach)  the worker gets the address of the loop's variable
// bug 2: FALSE(reach)  the statistics are not protected
// bug 3: FALSE(reach)  both sides close the connection
//
// A server: an accept loop starts a worker for each connection, which answers one request and closes it. What
// comes over the connection is arbitrary. The harness stops after two connections.
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef BUG
#define BUG 0
#endif
enum { CONNECTIONS = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int answered, refused;

static void count(int *counter) {
#if BUG == 2
  ++*counter;
#else
  pthread_mutex_lock(&lock);
  ++*counter;
  pthread_mutex_unlock(&lock);
#endif
}

static void close_connection(int connection) {
  int result = close(connection);
  assert(result == 0);
}

static void *serve(void *argument) {
  int connection = *(int *)argument;
#if BUG != 1
  free(argument);
#endif
  char request = 0;
  if (read(connection, &request, 1) == 1 && request == 'x') {
    count(&answered);
    (void)!write(connection, "y", 1);
  } else {
    count(&refused);
  }
  close_connection(connection);
  return NULL;
}

int main(void) {
  pthread_t workers[CONNECTIONS];
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(80)};
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) ||
      listen(listener, 5))
    return 1;
  int connection;
  for (int i = 0; i < CONNECTIONS; i++) {
    connection = accept(listener, NULL, NULL);
    if (connection < 0)
      return 1;
#if BUG == 1
    int *given = &connection;
#else
    int *given = malloc(sizeof *given);
    if (!given)
      return 1;
    *given = connection;
#endif
    pthread_create(&workers[i], NULL, serve, given);
#if BUG == 3
    close_connection(connection);
#endif
  }
  for (int i = 0; i < CONNECTIONS; i++)
    pthread_join(workers[i], NULL);
  assert(answered + refused == CONNECTIONS);
  close_connection(listener);
  return 0;
}
