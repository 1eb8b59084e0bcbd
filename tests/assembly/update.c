// Two threads update a place by the row ROW, of assembly (FLAVOUR ROW_OF) or by the builtin (BUILTIN_OF).
// The results are those of one order or the other (GOAL 0), and both orders are possible (GOAL 1 and 2).
#include "rows.h"

static _Alignas(16) int place[4];
static int first_result, second_result;

static void *first(void *argument) {
  (void)argument;
  first_result = CALL(FLAVOUR, ROW)(place, FIRST);
  return 0;
}

static void *second(void *argument) {
  (void)argument;
  second_result = CALL(FLAVOUR, ROW)(place, SECOND);
  return 0;
}

static int is_result(int one_first) {
  static _Alignas(16) int alone[4];
  alone[0] = START;
  int one = 0, other;
  if (one_first)
    one = CALL(BUILTIN_OF, ROW)(alone, FIRST);
  other = CALL(BUILTIN_OF, ROW)(alone, SECOND);
  if (!one_first)
    one = CALL(BUILTIN_OF, ROW)(alone, FIRST);
  return first_result == one && second_result == other && place[0] == alone[0];
}

int main(void) {
  pthread_t one, other;
  place[0] = START;
  pthread_create(&one, 0, first, 0);
  pthread_create(&other, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
#if GOAL == 0
  assert(is_result(0) || is_result(1));
#else
  assert(!is_result(GOAL - 1));
#endif
  return 0;
}
