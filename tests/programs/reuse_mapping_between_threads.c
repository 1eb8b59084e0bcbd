// SPDX-License-Identifier: Apache-2.0
// A mapping may get the address of one that another thread has just unmapped.
// expect: FALSE(reach)
// properties: reach
// engines: reference explicit
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>

static void *old;

static void *unmap(void *unused) {
  munmap(old, 4096);
  return unused;
}

int main(void) {
  pthread_t thread;
  old = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_create(&thread, 0, unmap, 0);
  void *fresh = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(fresh != old);
  pthread_join(thread, 0);
  return 0;
}
