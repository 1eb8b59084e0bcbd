#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *count(void *counter) {
  *(int *)counter += 1;
  return NULL;
}

int main(void) {
  int *counter = calloc(1, sizeof *counter);
  pthread_t thread;
  pthread_create(&thread, NULL, count, counter);
  pthread_join(thread, NULL);
  printf("%d\n", *counter);
  free(counter);
  return 0;
}
