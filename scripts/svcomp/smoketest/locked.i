typedef unsigned long int pthread_t;
typedef union { char bytes[56]; long int align; } pthread_attr_t;
typedef union { char bytes[40]; long int align; } pthread_mutex_t;
extern int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);
extern int pthread_join(pthread_t thread, void **result);
extern int pthread_mutex_lock(pthread_mutex_t *mutex);
extern int pthread_mutex_unlock(pthread_mutex_t *mutex);
extern void abort(void);
void reach_error(void) {}
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}

pthread_mutex_t lock;
int balance;

void *deposit(void *amount) {
  pthread_mutex_lock(&lock);
  balance = balance + *(int *)amount;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t first, second;
  int one = 1, two = 2;
  pthread_create(&first, 0, deposit, &one);
  pthread_create(&second, 0, deposit, &two);
  pthread_join(first, 0);
  pthread_join(second, 0);
  __VERIFIER_assert(balance == 3);
  return 0;
}
