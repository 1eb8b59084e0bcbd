// Counts lines, words and bytes of the files that are its arguments, with a thread for each file.
#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct counts {
  unsigned long lines, words, bytes;
};

struct job {
  pthread_t thread;
  const char *path;
};

// The counts of a file, or NULL if it cannot be read.
static void *count_file(void *argument) {
  const struct job *job = argument;
  FILE *file = fopen(job->path, "r");
  if (file == NULL) {
    perror(job->path);
    return NULL;
  }
  struct counts *counts = calloc(1, sizeof *counts);
  if (counts == NULL) {
    perror("calloc");
    fclose(file);
    return NULL;
  }
  int in_word = 0, c;
  while ((c = getc(file)) != EOF) {
    counts->bytes++;
    if (c == '\n')
      counts->lines++;
    if (isspace(c)) {
      in_word = 0;
    } else if (!in_word) {
      in_word = 1;
      counts->words++;
    }
  }
  if (ferror(file)) {
    fprintf(stderr, "%s: read error\n", job->path);
    free(counts);
    counts = NULL;
  }
  fclose(file);
  return counts;
}

static void print(const struct counts *counts, const char *name) {
  printf("%7lu %7lu %7lu %s\n", counts->lines, counts->words, counts->bytes, name);
}

int main(int argc, char **argv) {
  int count = argc - 1, status = EXIT_SUCCESS;
  if (count < 1) {
    fprintf(stderr, "usage: %s FILE...\n", argc > 0 ? argv[0] : "word_count");
    return 2;
  }
  struct job *jobs = calloc((size_t)count, sizeof *jobs);
  if (jobs == NULL) {
    perror("calloc");
    return EXIT_FAILURE;
  }
  for (int i = 0; i < count; i++) {
    jobs[i].path = argv[i + 1];
    int error = pthread_create(&jobs[i].thread, NULL, count_file, &jobs[i]);
    if (error != 0) {
      fprintf(stderr, "pthread_create: %s\n", strerror(error));
      exit(EXIT_FAILURE);
    }
  }
  struct counts total = {0, 0, 0};
  for (int i = 0; i < count; i++) {
    void *result;
    pthread_join(jobs[i].thread, &result);
    struct counts *counts = result;
#ifndef BUG
    if (counts == NULL) {
      status = EXIT_FAILURE;
      continue;
    }
#endif
    print(counts, jobs[i].path);
    total.lines += counts->lines;
    total.words += counts->words;
    total.bytes += counts->bytes;
    free(counts);
  }
  if (count > 1)
    print(&total, "total");
  free(jobs);
  return status;
}
