// expect: FALSE(memory)
// properties: memory
// engines: reference explicit order
int main(void) {
  int *pointer;
  {
    int inner = 2;
    pointer = &inner;
  }
  return *pointer;
}
// SPDX-License-Identifier: Apache-2.0
