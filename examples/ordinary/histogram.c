// A histogram of the letters in standard input. Each thread counts a part of the text in a row of its own; main adds
// the rows up.
#include <ctype.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define THREADS 4
#define MOST_BYTES 4000

struct part {
  pthread_t thread;
  const char *text;
  size_t length;
  unsigned long row[UCHAR_MAX + 1];
};

static void *count(void *argument) {
  struct part *part = argument;
  for (size_t i = 0; i < part->length; i++) {
#ifdef BUG
    part->row[(int)part->text[i]]++;
#else
    part->row[(unsigned char)part->text[i]]++;
#endif
  }
  return NULL;
}

static struct part *start(const char *text, size_t length) {
  struct part *parts = calloc(THREADS, sizeof *parts);
  if (parts == NULL) {
    perror("calloc");
    exit(EXIT_FAILURE);
  }
  for (size_t i = 0; i < THREADS; i++) {
    size_t begin = length * i / THREADS;
    parts[i].text = text + begin;
    parts[i].length = length * (i + 1) / THREADS - begin;
    if (pthread_create(&parts[i].thread, NULL, count, &parts[i]) != 0) {
      fprintf(stderr, "cannot create a thread\n");
      exit(EXIT_FAILURE);
    }
  }
  return parts;
}

static void merge(struct part *parts, unsigned long *sums) {
  for (int i = 0; i < THREADS; i++) {
    pthread_join(parts[i].thread, NULL);
    for (int byte = 0; byte <= UCHAR_MAX; byte++)
      sums[byte] += parts[i].row[byte];
  }
}

static void print(const unsigned long *sums, size_t length) {
  for (int byte = 0; byte <= UCHAR_MAX; byte++)
    if (sums[byte] > 0 && isgraph(byte))
      printf("%c %6lu %5.1f %%\n", byte, sums[byte], 100.0 * (double)sums[byte] / (double)length);
}

int main(void) {
  static char text[MOST_BYTES];
  unsigned long sums[UCHAR_MAX + 1] = {0};
  size_t length = fread(text, 1, sizeof text, stdin);
  if (ferror(stdin)) {
    perror("stdin");
    return EXIT_FAILURE;
  }
  struct part *parts = start(text, length);
  merge(parts, sums);
  print(sums, length);
  free(parts);
  return EXIT_SUCCESS;
}
