// The same file and number give the same key.
#include <assert.h>
#include <sys/ipc.h>
#include <sys/types.h>

int main(void) {
  key_t key = ftok("/", 7), again = ftok("/", 7);
  if (key != -1 && again != -1)
    assert(key == again);
  return 0;
}
