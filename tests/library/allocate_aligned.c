// expect: TRUE
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  void *p = aligned_alloc(64, 64), *q, *r = memalign(256, 3), *s = valloc(1);
  assert((uintptr_t)p % 64 == 0 && (uintptr_t)r % 256 == 0 && (uintptr_t)s % 4096 == 0);
  assert(posix_memalign(&q, 32, 5) == 0 && (uintptr_t)q % 32 == 0);
  free(p);
  free(q);
  free(r);
  free(s);
  assert(posix_memalign(&q, 24, 5) == EINVAL);
  assert(aligned_alloc(3, 3) == NULL);
}
// SPDX-License-Identifier: Apache-2.0
