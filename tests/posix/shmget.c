// System V shared memory keeps its contents while it is not attached.
#include <stddef.h>
#include <assert.h>
#include <errno.h>
#include <sys/ipc.h>
#include <sys/shm.h>

int main(void) {
  struct shmid_ds state;
  int id = shmget(IPC_PRIVATE, 16, 0600);
  assert(id != -1);
  int *numbers = shmat(id, NULL, 0);
  assert(numbers != (void *)-1 && numbers[0] == 0 && numbers[3] == 0);
  numbers[3] = 7;
  assert(shmctl(id, IPC_STAT, &state) == 0 && state.shm_segsz == 16 && state.shm_nattch == 1);
  assert(shmdt(numbers) == 0);
  assert(shmdt(numbers) == -1 && errno == EINVAL);
  numbers = shmat(id, NULL, 0);
  assert(numbers[3] == 7);
  assert(shmctl(id, IPC_RMID, NULL) == 0);
  assert(numbers[3] == 7);
  assert(shmdt(numbers) == 0);
  assert(shmat(id, NULL, 0) == (void *)-1 && errno == EINVAL);
  return 0;
}
