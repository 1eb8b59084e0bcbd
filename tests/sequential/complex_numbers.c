/* _Complex arithmetic. */
#include <complex.h>
#include <math.h>
#include <stdio.h>

static double complex f(double complex a, float complex b) { return a * b + 1.0 * I; }
static float complex g(float complex a) { return a * a; }

static void show(double complex z) { printf("%g%+gi ", creal(z), cimag(z)); }

int main(void) {
  double complex z = 1 + 2 * I;
  float complex w = 3 - 1 * I;
  show(f(z, w));
  show(g(w));
  show(z / 2);
  show(conj(z));
  show(z / (1 + 1 * I));
  show(w / 4.0f);
  printf("\n");
  double complex point = 0, c = -0.5 + 0.5 * I;
  for (int i = 0; i < 8; i++) {
    point = point * point + c;
    show(point);
  }
  printf("\n%d %d %d\n", z == 1 + 2 * I, z != conj(z), (_Bool)(0 * z));
  double complex array[3] = {1, I, 1 + I}, product = 1;
  for (int i = 0; i < 3; i++)
    product *= array[i];
  show(product);
  show(-product + !z);
  __real__ z = 7;
  show(z);
  show(z++);
  printf("\n%d\n", isinf(creal((INFINITY + 1 * I) * (2 + 3 * I))) != 0);
  printf("%d\n", (int)sizeof w);
  return (int)creal(z);
}
// SPDX-License-Identifier: Apache-2.0
