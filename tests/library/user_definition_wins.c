// expect: TRUE
/* A function of the program is called even if the library has one of that name. */
#include <assert.h>
static int calls;
int abs(int x) {
  calls++;
  return x + 1;
}
void *memset(void *to, int c, unsigned long n) {
  (void)c;
  (void)n;
  calls++;
  return to;
}
int main(void) {
  char a[4];
  assert(abs(1) == 2);
  memset(a, 0, 4);
  assert(calls == 2);
}
// SPDX-License-Identifier: Apache-2.0
