/* Recursion that other threads can interrupt: sums with one call and with two, functions that call each
 * other, and a local variable of each call whose address is used. */
#include <assert.h>
#include <pthread.h>

int total, even_calls;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int fibonacci(int n) {
  pthread_mutex_lock(&lock);
  total++;
  pthread_mutex_unlock(&lock);
  if (n < 2)
    return n;
  int left = fibonacci(n - 1);
  return left + fibonacci(n - 2);
}

static int is_odd(int n);
static int is_even(int n) {
  even_calls++;
  return n == 0 ? 1 : is_odd(n - 1);
}
static int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); }

static void add(int *sum, int n, int other) {
  int mine = 0;
  even_calls++;
  if (n > 0)
    add(&mine, other - 1, n - 1);
  *sum += mine + n;
}

static void *worker(void *argument) {
  int sum = 0;
  add(&sum, 2, 5);
#ifdef WRONG
  assert(sum == 7);
#else
  assert(sum == 6);
#endif
  assert(is_even(3) == 0);
  fibonacci(2);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  int result = fibonacci(3);
  even_calls = 0;
  pthread_join(thread, 0);
  assert(result == 2 && total == 5 + 3);
  return 0;
}
