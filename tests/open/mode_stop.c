// expect: UNKNOWN(the undefined function get_id, at tests/open/mode_stop.c:9)
// options: --undefined stop
// engines: reference explicit order
#include <assert.h>

int get_id(void);

int main(void) {
  assert(get_id() == 0);
}
// SPDX-License-Identifier: Apache-2.0
