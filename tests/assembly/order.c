// What orders a store before a later load (SHAPE 0), or two stores (SHAPE 1): the barrier NAME between them,
// as assembly or as a builtin.
#include "rows.h"

#ifdef __aarch64__
#define LOAD_TEXT "ldr %w0, %1"
#define STORE_TEXT "str %w1, %0"
#else
#define LOAD_TEXT "movl %1, %0"
#define STORE_TEXT "movl %1, %0"
#endif
#ifdef BUILTIN
#define LOAD(p) __atomic_load_n(p, __ATOMIC_ACQUIRE)
#define STORE(p, v) __atomic_store_n(p, v, __ATOMIC_RELAXED)
#else
#define LOAD(p) ({ int r; __asm__ volatile(LOAD_TEXT : "=r"(r) : "m"(*(p)) : "memory"); r; })
#define STORE(p, v) __asm__ volatile(STORE_TEXT : "=m"(*(p)) : "r"(v))
#endif

static int x, y, scratch, one_saw, other_saw;

#define DEFINE_BARRIER(name, assembly, builtin)                                                    \
  static inline void name##_assembly(void) { assembly; }                                           \
  static inline void name##_builtin(void) { builtin; }
#define PLAIN(text) __asm__ volatile(text ::: "memory")

DEFINE_BARRIER(nothing, (void)0, (void)0)
#ifdef __aarch64__
DEFINE_BARRIER(dmb_ish, PLAIN("dmb ish"), __atomic_thread_fence(__ATOMIC_SEQ_CST))
DEFINE_BARRIER(dmb_ishld, PLAIN("dmb ishld"), __atomic_thread_fence(__ATOMIC_ACQUIRE))
DEFINE_BARRIER(dmb_ishst, PLAIN("dmb ishst"), __atomic_thread_fence(__ATOMIC_RELEASE))
DEFINE_BARRIER(ldadd_, int r; __asm__ volatile("ldaddal %w2, %w0, %1"
                                              : "=r"(r), "+Q"(scratch) : "r"(1) : "memory"),
               __atomic_fetch_add(&scratch, 1, SC))
#else
#ifdef __x86_64__
#define STACK "(%%rsp)"
#else
#define STACK "(%%esp)"
#endif
DEFINE_BARRIER(pause, PLAIN("pause"), (void)0)
DEFINE_BARRIER(rep_nop, PLAIN("rep; nop"), (void)0)
DEFINE_BARRIER(lfence, PLAIN("lfence"), __atomic_thread_fence(__ATOMIC_ACQUIRE))
DEFINE_BARRIER(sfence, PLAIN("sfence"), __atomic_thread_fence(__ATOMIC_RELEASE))
DEFINE_BARRIER(mfence, PLAIN("mfence"), __atomic_thread_fence(__ATOMIC_SEQ_CST))
DEFINE_BARRIER(lock_or, __asm__ volatile("lock; orl $0, " STACK : : : "memory", "cc"),
               __sync_synchronize())
DEFINE_BARRIER(lock_add, __asm__ volatile("lock addl $0, -4" STACK : : : "memory", "cc"),
               __sync_synchronize())
DEFINE_BARRIER(lock_inc, __asm__ volatile("lock; incl %0" : "+m"(scratch) : : "memory"),
               __atomic_fetch_add(&scratch, 1, SC))
DEFINE_BARRIER(xchg_, int r = 1; __asm__ volatile("xchgl %0, %1" : "+r"(r), "+m"(scratch) : : "memory"),
               __atomic_exchange_n(&scratch, 1, SC))
#endif
#define JOIN(name, flavour) name##flavour
#define CALL_BARRIER(name, flavour) JOIN(name, flavour)()
#ifdef BUILTIN
#define BARRIER CALL_BARRIER(NAME, _builtin)
#else
#define BARRIER CALL_BARRIER(NAME, _assembly)
#endif

static void *first(void *argument) {
  (void)argument;
  STORE(&x, 1);
  BARRIER;
#if SHAPE == 0
  one_saw = LOAD(&y);
#else
  STORE(&y, 1);
#endif
  return 0;
}

static void *second(void *argument) {
  (void)argument;
#if SHAPE == 0
  STORE(&y, 1);
  BARRIER;
  other_saw = LOAD(&x);
#else
  one_saw = LOAD(&y);
  other_saw = LOAD(&x);
#endif
  return 0;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, first, 0);
  pthread_create(&other, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
#if SHAPE == 0
  assert(one_saw || other_saw);
#else
  assert(!one_saw || other_saw);
#endif
  return 0;
}
