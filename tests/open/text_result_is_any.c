// expect: FALSE(reach)
#include <assert.h>
#include <string.h>
const char *get_name(void);

int main(void) {
  const char *name = get_name();
  assert(!name || strcmp(name, "ab"));
}
// SPDX-License-Identifier: Apache-2.0
