// Draws a picture of the Mandelbrot set. Detached threads compute the lines; main waits until a counter says that all
// of them are finished.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 60
#define HEIGHT 20
#define MOST_STEPS 1000

static char picture[HEIGHT][WIDTH + 1];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int finished;

static char colour(double x, double y) {
  double a = 0, b = 0;
  for (int i = 0; i < MOST_STEPS; i++) {
    double next = a * a - b * b + x;
    b = 2 * a * b + y;
    a = next;
    if (a * a + b * b > 4)
      return i < 5 ? ' ' : i < 20 ? '.' : '+';
  }
  return '#';
}

static void *draw_line(void *argument) {
  char(*row)[WIDTH + 1] = argument;
  char *line = *row;
  long number = row - picture;
  for (int column = 0; column < WIDTH; column++)
    line[column] = colour(-2.2 + 3.2 * column / WIDTH, -1.2 + 2.4 * number / HEIGHT);
  line[WIDTH] = '\0';
  pthread_mutex_lock(&lock);
  finished++;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_attr_t attributes;
  int started = 0;
  if (pthread_attr_init(&attributes) != 0 ||
      pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED) != 0) {
    fprintf(stderr, "cannot set the attributes\n");
    return 1;
  }
  for (int i = 0; i < HEIGHT; i++) {
    pthread_t thread;
    int error = pthread_create(&thread, &attributes, draw_line, &picture[i]);
    if (error != 0) {
      fprintf(stderr, "line %d: %s\n", i, strerror(error));
      continue;
    }
    started++;
  }
  pthread_attr_destroy(&attributes);
  pthread_mutex_lock(&lock);
#ifdef BUG
  if (finished < started)
    pthread_cond_wait(&changed, &lock);
#else
  while (finished < started)
    pthread_cond_wait(&changed, &lock);
#endif
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < HEIGHT; i++)
    puts(picture[i]);
  return 0;
}
