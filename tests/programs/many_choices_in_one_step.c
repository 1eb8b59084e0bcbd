// expect: FALSE(reach)
// properties: reach
// engines: reference explicit order
// More ways to go on in one step than an engine may want to try: the last of them fails, and nobody
// says TRUE without having seen it.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int chosen = 0;
  for (int i = 0; i < 10; i++)
    chosen += __VERIFIER_nondet_bool();
  assert(chosen < 10);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
