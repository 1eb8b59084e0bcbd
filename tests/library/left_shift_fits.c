// expect: TRUE
// properties: overflow
// Negative numbers may be shifted as long as the product fits, and unsigned ones always.
#include <limits.h>

int main(void) {
  int negative = -3, least = -1, positive = 3;
  unsigned number = 3;
  long long large = -1;
  return (negative << 29) + (least << 31 == INT_MIN) + (positive << 29) + (int)(number << 31) +
         (large << 63 == LLONG_MIN);
}
