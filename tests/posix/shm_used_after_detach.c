// expect: FALSE(memory)
// A segment that is detached may not be accessed.
#include <sys/ipc.h>
#include <sys/shm.h>

int main(void) {
  int id = shmget(IPC_PRIVATE, 16, 0600);
  int *numbers = shmat(id, (void *)0, 0);
  shmdt(numbers);
  return numbers[0];
}
