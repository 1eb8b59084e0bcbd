# SPDX-License-Identifier: Apache-2.0
# The engine graph takes no value for the first one of a block from another execution, in which the block was
# allocated with zeros.
cat >"$scratch/block.c" <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int is_dirty;
static atomic_int *_Atomic published;
static void *allocate(void *unused) {
  published = is_dirty ? malloc(sizeof(atomic_int)) : calloc(1, sizeof(atomic_int));
  return unused;
}
static void *read_block(void *unused) {
  atomic_int *block = published;
  if (block) {
    int value = *block;
    assert(value == 0);
  }
  return unused;
}
static void *ask_for_dirty(void *unused) {
  is_dirty = 1;
  return unused;
}
int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, allocate, NULL);
  pthread_create(&threads[1], NULL, read_block, NULL);
  pthread_create(&threads[2], NULL, ask_for_dirty, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
}
END
for model in sc rc11; do
  "$HEDDLE" check -q --engine graph --memory-model "$model" --property reach "$scratch/block.c" >"$scratch/out" 2>&1
  tail -n 1 "$scratch/out" | grep -q "^UNKNOWN(a read of shared memory that was never written" ||
    fail "under $model: $(tail -n 1 "$scratch/out")"
done
