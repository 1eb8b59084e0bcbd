/* Calls what headers redirect, in threads that exclude each other but for the last statement. */
#include <assert.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t heddle_lock = PTHREAD_MUTEX_INITIALIZER;
static char heddle_shared[16];
static int heddle_free;

static void *heddle_thread(void *argument) {
  char text[16] = "", copy[16];
  int number = 0;
  pthread_mutex_lock(&heddle_lock);
  snprintf(heddle_shared, sizeof heddle_shared, "%d", 7);
  memcpy(text, heddle_shared, sizeof text);
  strcpy(copy, text);
  if (sscanf(copy, "%d", &number) == 1)
    assert(number == 7 && atoi(text) == 7 && strtol(text, NULL, 10) == 7);
  printf("%s\n", text);
  pthread_mutex_unlock(&heddle_lock);
  heddle_free = 1;
  return argument;
}

int main(void) {
  pthread_t thread;
  char *block = malloc(8);
  pthread_create(&thread, NULL, heddle_thread, NULL);
  pthread_mutex_lock(&heddle_lock);
  memset(heddle_shared, 0, sizeof heddle_shared);
  strncpy(heddle_shared, "8", 2);
  fprintf(stderr, "%s\n", heddle_shared);
  pthread_mutex_unlock(&heddle_lock);
  free(block);
  heddle_free = 2;
  pthread_join(thread, NULL);
  return 0;
}
