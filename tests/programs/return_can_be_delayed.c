// expect: FALSE(reach)
// properties: reach
// A local variable lives until its function returns, which nobody forces it to do at once.
#include <assert.h>
#include <pthread.h>

int *where;
int is_set;

static void lend(void) {
  int local = 1;
  where = &local;
  __atomic_store_n(&is_set, 1, __ATOMIC_SEQ_CST);
}

static void *lender(void *argument) {
  lend();
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, lender, 0);
  if (__atomic_load_n(&is_set, __ATOMIC_SEQ_CST))
    assert(*where == 2);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
