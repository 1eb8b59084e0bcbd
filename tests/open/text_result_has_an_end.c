// expect: TRUE
#include <assert.h>
#include <string.h>
const char *get_name(void);

int main(void) {
  const char *name = get_name();
  if (name)
    assert(strlen(name) <= 8);
}
// SPDX-License-Identifier: Apache-2.0
