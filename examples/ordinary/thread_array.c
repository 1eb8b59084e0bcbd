// Reads a number from standard input and simulates that many dice, each in a thread.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_THREADS 64
#define ROLLS 1000

struct dice {
  pthread_t thread;
  unsigned seed;
  unsigned counts[6];
};

static pthread_mutex_t lock;
static unsigned long sixes;

static void *roll(void *argument) {
  struct dice *dice = argument;
  for (int i = 0; i < ROLLS; i++)
    dice->counts[rand_r(&dice->seed) % 6]++;
  pthread_mutex_lock(&lock);
  sixes += dice->counts[5];
  pthread_mutex_unlock(&lock);
  return NULL;
}

static int read_count(void) {
  char line[32], *end;
  printf("How many dice? ");
  fflush(stdout);
  if (fgets(line, sizeof line, stdin) == NULL) {
    fprintf(stderr, "no input\n");
    exit(2);
  }
  long n = strtol(line, &end, 10);
  if (end == line || n < 1 || n > MOST_THREADS) {
    fprintf(stderr, "a number from 1 to %d, please\n", MOST_THREADS);
    exit(2);
  }
  return (int)n;
}

int main(void) {
  int n = read_count();
  struct dice *dice = calloc((size_t)n, sizeof *dice);
  if (dice == NULL) {
    perror("calloc");
    return 1;
  }
  int error = pthread_mutex_init(&lock, NULL);
  if (error != 0) {
    fprintf(stderr, "pthread_mutex_init: %s\n", strerror(error));
    free(dice);
    return 1;
  }
  int started = 0;
  for (; started < n; started++) {
    dice[started].seed = (unsigned)started;
    error = pthread_create(&dice[started].thread, NULL, roll, &dice[started]);
    if (error != 0) {
      fprintf(stderr, "only %d dice: %s\n", started, strerror(error));
      break;
    }
  }
#ifdef BUG
  pthread_mutex_destroy(&lock);
  for (int i = 0; i < started; i++)
    pthread_join(dice[i].thread, NULL);
#else
  for (int i = 0; i < started; i++)
    pthread_join(dice[i].thread, NULL);
  pthread_mutex_destroy(&lock);
#endif
  for (int i = 0; i < started; i++) {
    printf("dice %d:", i);
    for (int face = 0; face < 6; face++)
      printf(" %u", dice[i].counts[face]);
    printf("\n");
  }
  printf("%lu sixes\n", sixes);
  free(dice);
  return 0;
}
