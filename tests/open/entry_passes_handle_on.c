// expect: TRUE
// options: --entry handle
/* Nobody has to know what an incomplete type is. */
#include <assert.h>

struct hidden;
int use(struct hidden *hidden);

int handle(struct hidden *hidden) {
  int number = 1;
  if (hidden)
    use(hidden);
  assert(number == 1);
  return number;
}
// SPDX-License-Identifier: Apache-2.0
