// expect: TRUE
// properties: reach,memory
// engines: explicit
#include <assert.h>
static void *inner(void) { return __builtin_frame_address(0); }
int main(void) {
  assert(__builtin_frame_address(0) && __builtin_frame_address(0) == __builtin_frame_address(0));
  assert(__builtin_return_address(0));
  assert(inner() != __builtin_frame_address(0));
}
// SPDX-License-Identifier: Apache-2.0
