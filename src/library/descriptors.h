/* SPDX-License-Identifier: Apache-2.0 */
/* Descriptors and what they refer to. A descriptor is an index of a table; it leads to an open file
 * description, as POSIX calls it, which dup shares. Of files, devices and sockets to somewhere else
 * nothing is known. Pipes, pairs of sockets and counters (eventfd) are within the program: what goes
 * in comes out, and reading from an empty one waits.
 *
 * Everything here is used in atomic sections. */
#ifndef LIBRARY_DESCRIPTORS_H
#define LIBRARY_DESCRIPTORS_H

#include "heddle.h"
#include "thread.h"

#include <stddef.h>

enum { MOST_DESCRIPTORS = 32, MOST_CHANNELS = 8, CHANNEL_SIZE = 256, MOST_WATCHES = 16 };

enum description_kind {
  KIND_NONE,
  KIND_INPUT,  /* standard input */
  KIND_OUTPUT, /* standard output and error */
  KIND_FILE,
  KIND_SOCKET,
  KIND_TIMER,
  KIND_SIGNALS, /* of signalfd */
  KIND_PIPE, /* one end */
  KIND_PAIR, /* one of two sockets that are connected */
  KIND_COUNTER,
  KIND_EPOLL,
};

/* Bytes on their way. */
struct channel {
  unsigned char readers, writers; /* descriptions */
  unsigned short count;
  unsigned char bytes[CHANNEL_SIZE]; /* zero after `count`, so that equal states look equal */
};

struct description {
  unsigned char kind;
  unsigned char references; /* descriptors, and calls that wait */
  unsigned char is_nonblocking, is_semaphore;
  unsigned char input, output; /* 1 + channel; 0: none */
  unsigned char unused[2];
  unsigned long long count; /* of a counter; of signalfd: the mask of its signals */
};

/* What an epoll descriptor watches. */
struct watch {
  unsigned char epoll, target; /* 1 + description; 0: the entry is free */
  unsigned char is_fresh;      /* something happened since it was reported last */
  unsigned char is_disabled;   /* until it is modified */
  int descriptor;
  unsigned events, unused;
  unsigned long long data;
};

extern struct description __library_descriptions[MOST_DESCRIPTORS];
extern struct channel __library_channels[MOST_CHANNELS];
extern struct watch __library_watches[MOST_WATCHES];

/* What the descriptor leads to; NULL, and errno says so: it is not open. */
struct description *__library_find_description(int descriptor);
/* The lowest free descriptor, with a new description of this kind. */
int __library_add_descriptor(int kind, struct description **description);
int __library_close_descriptor(int descriptor);
/* Keeps the description while a thread waits for it. */
void __library_hold(struct description *description);
void __library_drop(struct description *description);
/* Wakes the threads that wait for an event of descriptors that read from the channel. */
void __library_refresh(int channel);

/* Numbers start at 1; the remainder tells analyses that they stay in the table. */
static inline struct channel *channel_of(int number) {
  return &__library_channels[(unsigned)(number - 1) % MOST_CHANNELS];
}

/* Does it come from outside when something is ready? */
static inline int is_outside(const struct description *description) {
  return description->kind == KIND_INPUT || description->kind == KIND_SOCKET ||
         description->kind == KIND_TIMER || description->kind == KIND_SIGNALS;
}
/* Which of POLLIN, POLLOUT, POLLHUP, POLLERR hold, if it is not outside. Only reads memory. */
unsigned __library_readiness(const struct description *description);

/* What read does with a descriptor of signalfd. Not in an atomic section. */
__PTRDIFF_TYPE__ __library_read_signal(unsigned long long wanted, int waits, void *to, size_t size);

/* -1, with this error number. */
int __library_fail(int error);
/* Fails with an arbitrary error number. */
int __library_fail_somehow(void);

#endif
