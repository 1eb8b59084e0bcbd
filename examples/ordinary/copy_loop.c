// Copies standard input to standard output. One thread reads while another one writes; they exchange two buffers by
// semaphores.
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define BUFFERS 2
#define BUFFER_SIZE 4096

struct buffer {
  ssize_t length; // 0: the end
  char bytes[BUFFER_SIZE];
};

static struct buffer buffers[BUFFERS];
static sem_t empty, full;

static void wait_for(sem_t *semaphore) {
  while (sem_wait(semaphore) != 0) {
    if (errno != EINTR) {
      perror("sem_wait");
      exit(1);
    }
  }
}

static void *reader(void *argument) {
  int *status = argument;
  for (int i = 0;; i = (i + 1) % BUFFERS) {
    struct buffer *buffer = &buffers[i];
    wait_for(&empty);
    do
      buffer->length = read(STDIN_FILENO, buffer->bytes, BUFFER_SIZE);
    while (buffer->length < 0 && errno == EINTR);
    if (buffer->length < 0) {
      perror("read");
      *status = 1;
      buffer->length = 0;
    }
#ifdef BUG
    if (buffer->length == 0)
      return NULL;
    sem_post(&full);
#else
    ssize_t length = buffer->length;
    sem_post(&full);
    if (length == 0)
      return NULL;
#endif
  }
}

static int write_all(int fd, const char *from, ssize_t length) {
  while (length > 0) {
    ssize_t written = write(fd, from, (size_t)length);
    if (written < 0) {
      if (errno == EINTR)
        continue;
      perror("write");
      return -1;
    }
    from += written;
    length -= written;
  }
  return 0;
}

static void *writer(void *argument) {
  int *status = argument;
  for (int i = 0;; i = (i + 1) % BUFFERS) {
    struct buffer *buffer = &buffers[i];
    wait_for(&full);
    if (buffer->length == 0)
      return NULL;
    // After an error the input is still read, so that the other side of the pipe can finish.
    if (*status == 0 && write_all(STDOUT_FILENO, buffer->bytes, buffer->length) < 0)
      *status = 1;
    sem_post(&empty);
  }
}

int main(void) {
  pthread_t reading, writing;
  int read_status = 0, write_status = 0;
  if (sem_init(&empty, 0, BUFFERS) < 0 || sem_init(&full, 0, 0) < 0) {
    perror("sem_init");
    return 1;
  }
  if (pthread_create(&reading, NULL, reader, &read_status) != 0 ||
      pthread_create(&writing, NULL, writer, &write_status) != 0) {
    fprintf(stderr, "cannot create threads\n");
    exit(1);
  }
  pthread_join(reading, NULL);
  pthread_join(writing, NULL);
  sem_destroy(&empty);
  sem_destroy(&full);
  return read_status || write_status;
}
