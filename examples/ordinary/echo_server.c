// An echo server with a thread for each connection. It limits the number of connections at a time.
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define PORT 7071
#define MOST_CLIENTS 8

struct client {
  int fd;
  unsigned number;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t client_left = PTHREAD_COND_INITIALIZER;
static int clients;

static int send_all(int fd, const char *from, size_t length) {
  while (length > 0) {
    ssize_t sent = send(fd, from, length, 0);
    if (sent < 0) {
      if (errno == EINTR)
        continue;
      return -1;
    }
    from += sent;
    length -= (size_t)sent;
  }
  return 0;
}

static void *serve(void *argument) {
  struct client *client = argument;
  char buffer[256];
  for (;;) {
    ssize_t length = recv(client->fd, buffer, sizeof buffer, 0);
    if (length < 0 && errno == EINTR)
      continue;
    if (length <= 0 || send_all(client->fd, buffer, (size_t)length) < 0)
      break;
  }
  close(client->fd);
  free(client);
  pthread_mutex_lock(&lock);
  clients--;
  pthread_cond_signal(&client_left);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void leave(const char *what) {
  perror(what);
  exit(EXIT_FAILURE);
}

static void start_thread(struct client *client) {
  pthread_t thread;
#ifndef BUG
  printf("client %u has connected\n", client->number);
#endif
  int error = pthread_create(&thread, NULL, serve, client);
  if (error != 0) {
    errno = error;
    leave("pthread_create");
  }
  pthread_detach(thread);
#ifdef BUG
  printf("client %u has connected\n", client->number);
#endif
}

int main(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(PORT)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int on = 1;
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  signal(SIGPIPE, SIG_IGN);
  if (listener < 0)
    leave("socket");
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0)
    leave("bind");
  if (listen(listener, MOST_CLIENTS) < 0)
    leave("listen");
  for (unsigned number = 1;; number++) {
    pthread_mutex_lock(&lock);
    while (clients == MOST_CLIENTS)
      pthread_cond_wait(&client_left, &lock);
    clients++;
    pthread_mutex_unlock(&lock);
    int fd;
    do
      fd = accept(listener, NULL, NULL);
    while (fd < 0 && (errno == EINTR || errno == ECONNABORTED));
    if (fd < 0)
      leave("accept");
    struct client *client = malloc(sizeof *client);
    if (client == NULL)
      leave("malloc");
    client->fd = fd;
    client->number = number;
    start_thread(client);
  }
}
