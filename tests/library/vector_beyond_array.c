// expect: FALSE(memory)
#include <stdlib.h>
typedef float floats __attribute__((vector_size(16)));
int main(void) {
  float *list = malloc(6 * sizeof *list);
  for (int i = 0; i < 6; i++)
    list[i] = 1;
  floats sum = {0};
  for (int i = 0; i < 8; i += 4)
    sum += *(floats *)(list + i);
  free(list);
  return sum[0] > 1;
}
// SPDX-License-Identifier: Apache-2.0
