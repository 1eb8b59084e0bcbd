// expect: FALSE(reach)
#include <assert.h>
void log_message(const char *format, ...);

int main(void) {
  char name[16] = "w";
  log_message("%s", name);
  assert(name[0] == 'w');
}
// SPDX-License-Identifier: Apache-2.0
