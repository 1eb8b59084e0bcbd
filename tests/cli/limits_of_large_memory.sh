# Every engine keeps --time and --memory with objects of a gigabyte and with very many objects.
write array.c <<'END_OF_FILE'
#include <assert.h>
#include <pthread.h>
#include <string.h>
static char bytes[1u << 30];
static unsigned next;
static void *run(void *argument) {
  bytes[next++] = 1;
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  memset(bytes, 7, sizeof bytes);
  for (;;) {
    bytes[next] += 2;
    next = (next * 5 + 1) & (sizeof bytes - 1);
    assert(bytes[7] != 3);
  }
}
END_OF_FILE
write slots.c <<'END_OF_FILE'
#include <alloca.h>
#include <assert.h>
int main(void) {
  for (unsigned i = 0;; i++) {
    char *slot = alloca(16 + i % 100);
    *slot = (char)i;
    assert(slot);
  }
}
END_OF_FILE
for engine in reference explicit order lazy schedule widen impact modular auto; do
  for program in array slots; do
    spends 2 "$HEDDLE" check --engine $engine --threads 1 --time 1 "$scratch/$program.c"
    [ $code -eq 20 ] || fail "not UNKNOWN"
  done
  case $BUILD in
  *asan*) ;; # cannot live with the system's limit, which is what a single allocation meets
  *)
    spends 2 "$HEDDLE" check --engine $engine --threads 1 --time 60 --memory 200 "$scratch/array.c"
    out_has "UNKNOWN(memory"
    ;;
  esac
done
