// expect: FALSE(memory)
#include <unistd.h>

int main(void) {
  char name[4] = {'d', 'a', 't', 'a'};
  unlink(name);
}
// SPDX-License-Identifier: Apache-2.0
