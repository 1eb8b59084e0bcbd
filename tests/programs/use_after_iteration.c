// expect: FALSE(memory)
// properties: memory
// engines: reference explicit order
// Each round has its own variable.
static int *kept;
static void keep(int *pointer) { kept = pointer; }
int main(void) {
  for (int i = 0; i < 2; i++) {
    int round = i;
    if (i)
      *kept = 4;
    keep(&round);
  }
}
// SPDX-License-Identifier: Apache-2.0
