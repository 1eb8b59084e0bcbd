// expect: TRUE
/* Programs that were preprocessed for ILP32 are checked as LP64, and the reverse. */
#ifdef __x86_64__ /* the members of the other data model */
typedef struct {
  int lock;
  unsigned count;
  int owner, kind;
  unsigned users;
  union {
    int spins;
    void *next;
  } list;
} pthread_mutex_t;
typedef union {
  char size[36];
  long align;
} pthread_attr_t;
#else
typedef struct {
  int lock;
  unsigned count;
  int owner;
  unsigned users;
  int kind, spins;
  void *previous, *next;
} pthread_mutex_t;
typedef struct {
  char size[56];
} pthread_attr_t;
#endif
extern int pthread_mutex_init(pthread_mutex_t *, const void *);
extern int pthread_mutex_lock(pthread_mutex_t *), pthread_mutex_unlock(pthread_mutex_t *);
extern int pthread_attr_init(pthread_attr_t *);
int main() {
  pthread_mutex_t recursive = {.kind = 1}, normal;
  pthread_attr_t attributes;
  pthread_mutex_lock(&recursive);
  pthread_mutex_lock(&recursive);
  pthread_mutex_init(&normal, 0);
  pthread_mutex_lock(&normal);
  return pthread_mutex_unlock(&normal) || pthread_attr_init(&attributes);
}
// SPDX-License-Identifier: Apache-2.0
