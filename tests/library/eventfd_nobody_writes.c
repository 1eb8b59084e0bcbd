// expect: FALSE(deadlock)
// properties: deadlock
#include <sys/eventfd.h>
#include <unistd.h>
int main(void) {
  unsigned long long count;
  read(eventfd(0, 0), &count, 8);
}
// SPDX-License-Identifier: Apache-2.0
