// expect: FALSE(reach)
// properties: reach
// engines: explicit
// options explicit: --domain value+interval
// Where a number wraps around, it does not keep its step: 255 and 3 make 2 in eight bits.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned char at = 0;
  while (__VERIFIER_nondet_int()) {
    assert(at != 2);
    at += 3;
  }
  return 0;
}
