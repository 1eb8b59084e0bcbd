/* SPDX-License-Identifier: Apache-2.0 */
/* The primitives below the library models, which heddle itself provides. Everything else in
 * pthread, C11 threads, semaphores and libc is C in this folder. docs/adding-a-library-model.md
 * explains how to add a function. */
#ifndef LIBRARY_HEDDLE_H
#define LIBRARY_HEDDLE_H

typedef __SIZE_TYPE__ heddle_size;
typedef __UINTPTR_TYPE__ heddle_word;

/* Every thread, main's too, has a record of this many bytes, zero at first; defined by the library
 * as a constant, at most 4096. */
extern const heddle_size __heddle_record_size;

/* Threads. The new thread starts in run(record, first, second), the last two as given here; it
 * cannot run before the creator leaves its atomic section. */
void *__heddle_spawn(void (*run)(void *record, void *first, void *second), void *first,
                     void *second);
_Noreturn void __heddle_finish(void);   /* ends the running thread */
_Noreturn void __heddle_exit(int code); /* ends the program */
/* Call what the program marks with __attribute__((constructor)) and ((destructor)). */
void __heddle_run_constructors(void);
void __heddle_run_destructors(void);
int __heddle_has_exit_handlers(void); /* can anything be called at the end? Constant in a program */
/* For functions whose results tell the program which thread is which: if one of them is part of a
 * program, threads that are created alike are not exchanged. */
#define TELLS_THREADS_APART __attribute__((section("heddle-library-apart")))
/* For a function whose result is the number of the place in a variable with static storage that its
 * argument points to, 0 for any other, and that does nothing else: which numbers these are matters
 * to no caller. */
#define NAMES_VARIABLE __attribute__((section("heddle-library-names")))
/* For functions that lock: what they do with a lock, their first argument, so that the engine
 * `lockset` need not know their names. A function that fails to do it for other reasons than misuse
 * returns another number than 0, and then it only tries. */
#define TAKES_LOCK __attribute__((section("heddle-library-takes")))
#define TAKES_SHARED_LOCK __attribute__((section("heddle-library-takes-shared")))
#define TRIES_LOCK __attribute__((section("heddle-library-tries")))
#define TRIES_SHARED_LOCK __attribute__((section("heddle-library-tries-shared")))
#define GIVES_LOCK __attribute__((section("heddle-library-gives")))
/* Gives the lock that is its second argument back and takes it again before it returns. */
#define WAITS_WITH_LOCK __attribute__((section("heddle-library-waits")))
/* Calls its second argument once for all threads; later callers wait until that has returned. */
#define CALLS_ONCE __attribute__((section("heddle-library-once")))
/* The lock is not used any more; to destroy it while it is held is misuse. */
#define DESTROYS_LOCK __attribute__((section("heddle-library-destroys")))
/* Returns 0 only when the thread that its first argument names has ended. */
#define JOINS_THREAD __attribute__((section("heddle-library-joins")))
/* The thread that its first argument names cannot be joined any more. */
#define DETACHES_THREAD __attribute__((section("heddle-library-detaches")))
/* The same as JOINS_THREAD, but it may give up. The second argument of both is where the result
 * goes. */
#define TRIES_TO_JOIN_THREAD __attribute__((section("heddle-library-tries-join")))
/* A condition to wait for (below) that is false only while another thread holds the object, or, if no
 * thread can go on, as long as the object began as zero and only the functions about it store to it.
 */
#define WAITS_FOR_HOLDER __attribute__((section("heddle-library-held")))
void *__heddle_self(void); /* the running thread's record */
int __heddle_alone(void);  /* every other thread has finished */

/* Sections nest. While a thread is in one, no other thread moves, except while the section waits.
 */
void __heddle_atomic_begin(void);
void __heddle_atomic_end(void);
/* What a place holds, as a section sees it too, but without being ordered with who wrote it: for
 * calls that fail. All else that models access in sections or atomically acquires and releases. */
#define seen_unordered(place) __atomic_load_n(&(place), __ATOMIC_RELAXED)
/* Waits until condition(object, argument) is not 0; the condition only reads memory. In an atomic
 * section the test and what follows are one step. `condition` must be named directly. `object` is
 * what the thread is shown to wait for. */
void __heddle_block_until(int (*condition)(void *object, heddle_word argument), void *object,
                          heddle_word argument);
/* The same, but it may also return with the condition false (a spurious wake-up). A thread that
 * waits here counts as blocked unless the condition holds. */
void __heddle_block_until_or_spurious(int (*condition)(void *object, heddle_word argument),
                                      void *object, heddle_word argument);
/* The same as __heddle_block_until, where pthread_cancel may make the condition hold, too,
 * whichever thread holds `object`. So the wait is part of no cycle as long as a thread that does
 * not wait for this one may call pthread_cancel. */
void __heddle_block_until_or_cancelled(int (*condition)(void *object, heddle_word argument),
                                       void *object, heddle_word argument);
/* The same as __heddle_block_until, where threads meet at `object` in an atomic section: as many as
 * `argument` says, or 0 if that was not read yet; all but the last of a round wait with that
 * number. As long as no more threads than that ever come to `object`, neither values nor who
 * happens before whom tell in which order they do, so that engines may look at one order only. */
void __heddle_block_until_met(int (*condition)(void *object, heddle_word argument), void *object,
                              heddle_word argument);
/* Who holds what, for deadlock detection: a thread waiting for `object` waits for its holders. Only
 * for things that only the holder can release. A thread holds its own record until it finishes.
 * Releasing what another thread holds takes it from that thread. What is taken several times is
 * held until it was released as often. A function that can release what its caller holds does so
 * whenever the caller holds it, unless it comes to a lock error. */
void __heddle_acquired(void *object);
void __heddle_released(void *object);

/* Violation of a property ("lock", "memory", "reach", …) with a message, both string literals. Goes
 * on after the call if the property is not checked. */
void __heddle_error(const char *property, const char *message);
void __heddle_unsupported(const char *what); /* a string literal; ends as UNKNOWN */
/* Says to the user that this, a string literal, is taken for granted, if the call can be reached at
 * all. */
void __heddle_suppose(const char *what);
void __heddle_assume(int condition); /* the execution ends quietly if 0 */

/* Arbitrary values. */
_Bool __heddle_nondet_bool(void);
_Bool __heddle_nondet_choice(void); /* not an input, but an action of the environment */
unsigned char __heddle_nondet_u8(void);
unsigned short __heddle_nondet_u16(void);
unsigned __heddle_nondet_u32(void);
unsigned long long __heddle_nondet_u64(void);
float __heddle_nondet_float(void);
double __heddle_nondet_double(void);

/* Memory. */
/* A heap block. `kind`, a constant: ZEROED_BLOCK; KEPT_BLOCK: the library keeps it for itself, so
 * that it is no leak if it is still there when the program ends. */
enum { ZEROED_BLOCK = 1, KEPT_BLOCK = 2 };
void *__heddle_allocate(heddle_size size, heddle_size alignment, int kind);
/* Another block of this size, or the same one, which then has this size, where addresses are used
 * again (below). */
void *__heddle_reallocate(void *block, heddle_size size, heddle_size alignment);
void __heddle_free(void *block);                    /* checks that it may be freed */
heddle_size __heddle_block_size(const void *block); /* of the heap block starting there */
/* Bytes from this address to the end of the object that it lies in, a variable or a block; 0: it
 * lies in none; all bits set: in one that is gone. */
heddle_size __heddle_rest(const void *address);
void __heddle_copy(void *to, const void *from, heddle_size size); /* in one step, as memmove */
void __heddle_fill(void *to, unsigned char byte, heddle_size size);
/* The same for padding between the members of a struct, whose values do not matter. */
void __heddle_copy_padding(void *to, const void *from, heddle_size size);
void __heddle_fill_padding(void *to, unsigned char byte, heddle_size size);

/* Non-local jumps: the buffer's first two words are used. */
int __heddle_setjmp(void *buffer) __attribute__((returns_twice));
_Noreturn void __heddle_longjmp(void *buffer, int value);

/* Output. Formatting is skipped where the output is not shown. */
int __heddle_printing(void);

/* Is deadlock or lock checked? Otherwise it does not matter which thread waits for which. */
int __heddle_watching(void);

/* Which addresses may be those of something that is gone and that the program still remembers: bits
 * of REUSE_*. Allocation chooses then, and so does __heddle_spawn among the records of threads that
 * ended and were given back with __heddle_released. */
enum { REUSE_BLOCKS = 1, REUSE_SLOTS = 2, REUSE_RECORDS = 4, REUSE_KEYS = 8 };
int __heddle_reused(void);

void __heddle_print(const char *bytes, heddle_size size);

/* Does a call fail that would succeed but for want of memory, descriptors or the like? Arbitrary
 * with
 * `--faults on`, else 0. The literal says in stories what fails. */
int __heddle_fault(const char *what);

/* Does the program use the function of this name, a string literal? Can it call it twice in one
 * execution? Constants in a program. */
int __heddle_called(const char *function);
int __heddle_called_again(const char *function);

/* If the library defines __heddle_before_NAME and the program calls pthread_cancel, the library's
 * or an undefined function NAME first calls it with its own arguments. */

/* A call whose result is not used goes to __heddle_discarded_NAME if the library defines it; where
 * the user gives standard input, a call of the library's NAME goes to __heddle_given_NAME. */

#endif
