/* Inputs in the terms of the calls that take them, and some on which nothing depends. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int capitals, missing;

static void *count(void *argument) {
  int *descriptor = argument;
  char text[2];
  while (read(*descriptor, text, sizeof text) == 2)
    if (text[0] >= 'A' && text[0] <= 'Z' && text[1] == 0)
      capitals++;
  return NULL;
}

int main(void) {
  pthread_t counter;
  int descriptor = 0, colour = 0;
  read(0, &colour, sizeof colour); /* not used */
  if (open("names.txt", O_RDONLY) == -1)
    missing = 1;
  pthread_create(&counter, NULL, count, &descriptor);
  pthread_join(counter, NULL);
  assert(!missing || capitals != 1);
  return 0;
}
