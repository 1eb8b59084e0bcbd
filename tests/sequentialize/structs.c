// Pointers, structs, arrays, floats, thread results, recursion in one step, function pointers.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
  double weight[2];
};

static struct node first = {1, 0, {0.5, 1.5}};
static struct node *list = &first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int own = 7;
static int (*operation)(int);

static int twice(int x) { return 2 * x; }
static int power(int exponent) { return exponent ? 2 * power(exponent - 1) : 1; }
static int length(const struct node *at) {
  int count = 0;
  for (; at; at = at->next)
    count++;
  return count;
}

static void *add(void *argument) {
  struct node *node = malloc(sizeof *node);
  int index = *(int *)argument;
  own += index;
  node->value = operation(own);
  node->weight[index & 1] = first.weight[index & 1] * 2;
  pthread_mutex_lock(&lock);
  node->next = list;
  list = node;
  pthread_mutex_unlock(&lock);
  return node;
}

int main(void) {
  pthread_t threads[2];
  int arguments[2] = {1, 2};
  void *results[2];
  operation = twice;
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, add, &arguments[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], &results[i]);
  assert(length(list) == 3 && own == 7 && power(3) == 8);
  assert(list == results[0] || list == results[1]);
  assert(((struct node *)results[0])->value == 16 && ((struct node *)results[1])->value == 18);
  assert(((struct node *)results[0])->weight[1] == 3.0);
#ifdef WRONG
  assert(list == results[1]);
#endif
  free(results[0]);
  free(results[1]);
  return 0;
}
