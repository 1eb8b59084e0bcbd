// expect: FALSE(reach)
// properties: reach
/* Functions that libraries approximate may return anything. */
#include <assert.h>
#include <math.h>
int main(void) {
  volatile float x = 1;
  assert(!isnan(sinf(x)));
}
