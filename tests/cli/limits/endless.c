#include "head.h"
static void work(void) {
  for (;;)
    x = x * 5 + 1;
}
