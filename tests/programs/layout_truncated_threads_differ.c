// SPDX-License-Identifier: Apache-2.0
// The lowest bits of two thread ids may also agree: they need not tell threads apart.
// expect: FALSE(reach)
// properties: reach
// engines: reference explicit graph auto
#include <assert.h>
#include <pthread.h>

static unsigned char ids[2];

static void *work(void *id) {
  *(unsigned char *)id = (unsigned char)((unsigned long)pthread_self() >> 12);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, &ids[0]);
  pthread_create(&b, NULL, work, &ids[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(ids[0] != ids[1]);
  return 0;
}
