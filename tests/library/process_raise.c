// expect: FALSE(abort)
// engines: reference explicit order impact
#include <assert.h>
#include <signal.h>
int main(void) {
  raise(SIGABRT);
  assert(0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
