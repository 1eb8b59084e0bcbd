// Sets of System V semaphores: several operations at once, waiting for zero, errors, removal.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/ipc.h>
#include <sys/sem.h>

union semun {
  int val;
  struct semid_ds *buf;
  unsigned short *array;
};

static int set, entered;

static void *work(void *unused) {
  struct sembuf both[2] = {{0, -1, 0}, {1, -1, 0}}, back[2] = {{0, 1, 0}, {1, 1, 0}};
  assert(semop(set, both, 2) == 0);
  entered++;
  assert(semop(set, back, 2) == 0);
  return unused;
}

static void *wait_for_removal(void *unused) {
  struct sembuf down = {0, -1, 0};
  assert(semop(set, &down, 1) == -1 && (errno == EIDRM || errno == EINVAL));
  return unused;
}

int main(void) {
  unsigned short values[2] = {1, 1}, seen[2];
  pthread_t first, second;
  struct sembuf zero = {0, 0, IPC_NOWAIT}, down = {0, -1, IPC_NOWAIT}, outside = {2, 1, 0};
  assert(semget(IPC_PRIVATE, 0, 0600) == -1 && errno == EINVAL);
  set = semget(IPC_PRIVATE, 2, 0600);
  assert(set != -1);
  assert(semctl(set, 0, SETALL, (union semun){.array = values}) == 0);
  pthread_create(&first, NULL, work, NULL);
  pthread_create(&second, NULL, work, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(entered == 2);
  assert(semctl(set, 0, GETALL, (union semun){.array = seen}) == 0 && seen[0] == 1 && seen[1] == 1);
  assert(semop(set, &zero, 1) == -1 && errno == EAGAIN);
  assert(semop(set, &down, 1) == 0 && semctl(set, 0, GETVAL) == 0);
  assert(semop(set, &zero, 1) == 0);
  assert(semop(set, &down, 1) == -1 && errno == EAGAIN);
  assert(semop(set, &outside, 1) == -1 && errno == EFBIG);
  assert(semctl(set, 1, SETVAL, (union semun){.val = 40000}) == -1 && errno == ERANGE);
  pthread_create(&first, NULL, wait_for_removal, NULL);
  assert(semctl(set, 0, IPC_RMID) == 0);
  pthread_join(first, NULL);
  assert(semctl(set, 0, GETVAL) == -1 && errno == EINVAL);
  return 0;
}
