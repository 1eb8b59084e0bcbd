// Multiplies two matrices. Threads draw tickets for the rows of the product.
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 64
#define THREADS 4

struct matrix {
  int size;
  double *cells;
};

struct product {
  const struct matrix *a, *b;
  struct matrix *result;
  pthread_mutex_t lock;
  int next_row;
};

static struct matrix matrix_new(int size) {
  struct matrix m = {size, malloc((size_t)size * (size_t)size * sizeof(double))};
  if (m.cells == NULL) {
    perror("malloc");
    exit(EXIT_FAILURE);
  }
  return m;
}

static double *row_of(const struct matrix *m, int row) { return m->cells + (size_t)row * (size_t)m->size; }

static int draw_row(struct product *p) {
#ifdef BUG
  pthread_mutex_lock(&p->lock);
  p->next_row++;
  pthread_mutex_unlock(&p->lock);
  return p->next_row - 1;
#else
  pthread_mutex_lock(&p->lock);
  int row = p->next_row++;
  pthread_mutex_unlock(&p->lock);
  return row;
#endif
}

static void *multiply_rows(void *argument) {
  struct product *p = argument;
  int size = p->result->size;
  for (int row = draw_row(p); row < size; row = draw_row(p)) {
    const double *left = row_of(p->a, row);
    double *to = row_of(p->result, row);
    for (int column = 0; column < size; column++) {
      double sum = 0;
      for (int k = 0; k < size; k++)
        sum += left[k] * row_of(p->b, k)[column];
      to[column] = sum;
    }
  }
  return NULL;
}

static void multiply(const struct matrix *a, const struct matrix *b, struct matrix *result) {
  struct product p = {.a = a, .b = b, .result = result};
  pthread_t threads[THREADS];
  pthread_mutex_init(&p.lock, NULL);
  for (int i = 0; i < THREADS; i++) {
    int error = pthread_create(&threads[i], NULL, multiply_rows, &p);
    if (error != 0) {
      fprintf(stderr, "pthread_create: %s\n", strerror(error));
      exit(EXIT_FAILURE);
    }
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  pthread_mutex_destroy(&p.lock);
}

int main(void) {
  struct matrix a = matrix_new(SIZE), b = matrix_new(SIZE), c = matrix_new(SIZE);
  for (int i = 0; i < SIZE; i++) {
    for (int j = 0; j < SIZE; j++) {
      row_of(&a, i)[j] = i + j;
      row_of(&b, i)[j] = i == j ? 2 : 0;
    }
  }
  multiply(&a, &b, &c);
  int wrong = 0;
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
      if (fabs(row_of(&c, i)[j] - 2 * (i + j)) > 1e-9)
        wrong++;
  printf("%d cells are wrong\n", wrong);
  free(a.cells);
  free(b.cells);
  free(c.cells);
  return wrong != 0;
}
