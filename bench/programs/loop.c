/* A sequential loop over local and global memory, to measure the interpreter with. */
static unsigned table[256];

int main(void) {
  unsigned sum = 0;
  for (unsigned i = 0; i < 3000000; i++) {
    unsigned slot = (i * 2654435761u) >> 24;
    table[slot] += i;
    if (table[slot] & 1)
      sum ^= table[slot];
    else
      sum += i;
  }
  return sum == 0;
}
// SPDX-License-Identifier: Apache-2.0
