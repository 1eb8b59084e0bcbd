// SPDX-License-Identifier: Apache-2.0
// Requests are told apart by a hash of the address of a local variable, which a later call has again.
// expect: FALSE(reach)
// properties: reach
// engines: reference explicit
#include <assert.h>
#include <stdint.h>

static uintptr_t last;

static int is_new(void) {
  volatile int request = 0;
  uintptr_t key = ~(uintptr_t)&request;
  int result = key != last;
  last = key;
  return result;
}

static int is_new_below(void) {
  volatile char buffer[64];
  buffer[0] = 0;
  return is_new() + buffer[0];
}

int main(void) {
  assert(is_new_below());
  assert(is_new());
  return 0;
}
