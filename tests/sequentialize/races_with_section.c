// A section writes while another thread, with a larger number, is about to write.
#include <pthread.h>
#include <stdlib.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int *block;
static void *section(void *argument) {
  __VERIFIER_atomic_begin();
  *block = 1;
  __VERIFIER_atomic_end();
  return argument;
}
static void *plain(void *argument) {
  *block = 2;
  return argument;
}
int main(void) {
  pthread_t a, b;
  block = malloc(sizeof *block);
  pthread_create(&a, NULL, section, NULL);
  pthread_create(&b, NULL, plain, NULL);
  pthread_join(b, NULL);
  return 0;
}
