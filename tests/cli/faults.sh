# SPDX-License-Identifier: Apache-2.0
# With --faults on, calls of the library may fail for want of resources; the story says which did.
write create.c <<'EOF'
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
static int x;
static void *work(void *a) { x = 1; return a; }
int main(void) {
  pthread_t t;
  int error = pthread_create(&t, NULL, work, NULL);
  if (!error)
    pthread_join(t, NULL);
  assert(x == 1);
}
EOF
ends 0 "$HEDDLE" check --property reach "$scratch/create.c"
ends 10 "$HEDDLE" check --property reach --faults on --trace "$scratch/t.json" "$scratch/create.c"
last_line 'FALSE(reach)'
out_has 'chooses that pthread_create fails'
out_has 'Inputs: pthread_create fails at'
ends 10 "$HEDDLE" replay "$scratch/t.json"
out_has 'Inputs: pthread_create fails at'
for call in 'malloc(4) != NULL' 'calloc(2, 4) != NULL' 'realloc(NULL, 4) != NULL' 'strdup("x") != NULL' \
  'mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED' \
  'epoll_create1(0) >= 0' 'eventfd(0, 0) >= 0' 'pipe(ends) == 0' 'socket(AF_INET, SOCK_STREAM, 0) >= 0' \
  'dup(1) == 3' 'close(0) == 0' 'write(1, "", 1) == 1'; do
  write call.c <<EOF
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>
int ends[2];
int main(void) { assert($call); }
EOF
  ends 0 "$HEDDLE" check --property reach --engine explicit "$scratch/call.c"
  ends 10 "$HEDDLE" check --property reach --engine explicit --faults on "$scratch/call.c"
done
# A file that is opened by its name may be missing in any case.
write open.c <<'EOF'
#include <assert.h>
#include <fcntl.h>
int main(void) { assert(open("data", O_RDONLY) >= 0); }
EOF
ends 10 "$HEDDLE" check --property reach "$scratch/open.c"
ends 2 "$HEDDLE" check --faults maybe "$scratch/open.c"
