/* SPDX-License-Identifier: Apache-2.0 */
/* A destructor gets the value of the key. */
#include <assert.h>
#include <stdlib.h>
#include <threads.h>
tss_t key;
int done;
void gone(void *p) { done = *(int *)p; }
int five = 5;
int t(void *arg) {
  tss_set(key, &five);
  return 0;
}
int main(void) {
  thrd_t id;
  tss_create(&key, gone);
  thrd_create(&id, t, 0);
  thrd_join(id, 0);
  assert(done != 5);
  return 0;
}
