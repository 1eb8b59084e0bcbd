// The address of a local variable gets out in parts, inside a wide value, or in a register behind the end of a block. Using
// it then is an invalid access, in the sequential program, too. So is a read behind a variable whose value nobody needs.
#include <pthread.h>

struct pair {
  int *pointer;
  long number;
};

int *address, other, unwritten;
_Atomic struct pair both;

static int look_behind(void) { return (&unwritten)[1]; }

static int look_after(int number) {
  int *kept;
  {
    int inner = number;
    kept = &inner;
  }
  return *kept;
}

static void give_away(void) {
  int local = 7;
#if defined PARTS
  int *here = &local;
  for (unsigned i = 0; i < sizeof here; i++)
    ((char *)&address)[i] = ((char *)&here)[i];
#elif defined WIDE
  struct pair pair = {&local, 2};
  both = pair;
#elif defined BLOCK
  int *kept = &local;
  for (int i = 0; i < 2; i++) {
    int inner = i;
    address = &other;
    other = *kept;
    kept = &inner;
  }
#else
#ifdef BEHIND
  (void)look_behind();
#elif defined AFTER
  (void)look_after(3);
#else
  (void)look_behind;
  (void)look_after;
#endif
  address = &other;
  other = local;
#endif
}

void *run(void *unused) {
  give_away();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
#ifdef WIDE
  struct pair pair = both;
  return *pair.pointer == 100;
#endif
  return *address == 100;
}
