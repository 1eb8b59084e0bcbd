// A small server. main accepts connections and puts them into a queue; a pool of workers answers them. If the queue
// is full, the client is turned away.
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define WORKERS 4
#define QUEUE_LENGTH 16
#define CONNECTIONS 1000
#define PORT 7070

struct pool {
  pthread_mutex_t mutex;
  pthread_cond_t not_empty;
  int queue[QUEUE_LENGTH];
  int first, length;
  int closing;
  unsigned long rejected;
};

static struct pool pool = {
    .mutex = PTHREAD_MUTEX_INITIALIZER,
    .not_empty = PTHREAD_COND_INITIALIZER,
};

static void answer(int fd) {
  char name[64], reply[96];
  ssize_t n = recv(fd, name, sizeof name - 1, 0);
  if (n > 0) {
    name[n] = '\0';
    name[strcspn(name, "\r\n")] = '\0';
    int length = snprintf(reply, sizeof reply, "hello, %s\n", name);
    if (send(fd, reply, (size_t)length, MSG_NOSIGNAL) < 0)
      perror("send");
  } else if (n < 0) {
    perror("recv");
  }
  close(fd);
}

static void *worker(void *argument) {
  (void)argument;
  for (;;) {
    pthread_mutex_lock(&pool.mutex);
    while (pool.length == 0 && !pool.closing)
      pthread_cond_wait(&pool.not_empty, &pool.mutex);
    if (pool.length == 0) {
      pthread_mutex_unlock(&pool.mutex);
      return NULL;
    }
    int fd = pool.queue[pool.first];
    pool.first = (pool.first + 1) % QUEUE_LENGTH;
    pool.length--;
    pthread_mutex_unlock(&pool.mutex);
    answer(fd);
  }
}

static int submit(int fd) {
  pthread_mutex_lock(&pool.mutex);
  if (pool.length == QUEUE_LENGTH) {
    pool.rejected++;
#ifndef BUG
    pthread_mutex_unlock(&pool.mutex);
#endif
    return -1;
  }
  pool.queue[(pool.first + pool.length) % QUEUE_LENGTH] = fd;
  pool.length++;
  pthread_cond_signal(&pool.not_empty);
  pthread_mutex_unlock(&pool.mutex);
  return 0;
}

static int open_listener(void) {
  int on = 1;
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (fd < 0) {
    perror("socket");
    exit(1);
  }
  if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) < 0)
    perror("setsockopt");
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(PORT)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(fd, (struct sockaddr *)&address, sizeof address) < 0 || listen(fd, 64) < 0) {
    perror("listen");
    exit(1);
  }
  return fd;
}

int main(void) {
  pthread_t threads[WORKERS];
  int listener = open_listener();
  for (int i = 0; i < WORKERS; i++) {
    int error = pthread_create(&threads[i], NULL, worker, NULL);
    if (error != 0) {
      fprintf(stderr, "pthread_create: %s\n", strerror(error));
      exit(1);
    }
  }
  for (int served = 0; served < CONNECTIONS; served++) {
    int fd = accept(listener, NULL, NULL);
    if (fd < 0) {
      if (errno == EINTR || errno == ECONNABORTED)
        continue;
      perror("accept");
      break;
    }
    if (submit(fd) < 0)
      close(fd);
  }
  close(listener);
  pthread_mutex_lock(&pool.mutex);
  pool.closing = 1;
  pthread_cond_broadcast(&pool.not_empty);
  pthread_mutex_unlock(&pool.mutex);
  for (int i = 0; i < WORKERS; i++)
    pthread_join(threads[i], NULL);
  printf("%lu connections rejected\n", pool.rejected);
  return 0;
}
