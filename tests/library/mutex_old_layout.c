// expect: TRUE
/* Preprocessed programs bring their own declarations and initialisers. */
typedef union {
  struct {
    int lock;
    unsigned count;
    int owner;
#ifdef __x86_64__
    unsigned users;
    int kind;
    int spins;
    struct {
      void *previous, *next;
    } list;
#else
    int kind;
    unsigned users;
    int spins;
#endif
  } data;
  char size[sizeof(long) == 8 ? 40 : 24];
} pthread_mutex_t;
extern int pthread_mutex_lock(pthread_mutex_t *), pthread_mutex_unlock(pthread_mutex_t *);
static pthread_mutex_t normal, recursive = {.data = {.kind = 1}};
int main() {
  pthread_mutex_lock(&normal);
  pthread_mutex_lock(&recursive);
  pthread_mutex_lock(&recursive);
  return pthread_mutex_unlock(&recursive) || pthread_mutex_unlock(&recursive) ||
         pthread_mutex_unlock(&normal);
}
// SPDX-License-Identifier: Apache-2.0
