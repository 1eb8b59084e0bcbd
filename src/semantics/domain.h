/* SPDX-License-Identifier: Apache-2.0 */
/* A value domain: the representation of values and memory contents. execute.c defines the effect of
 * an edge in terms of these operations and knows no domain. If a domain does not know a number, it
 * says so through `known`, and the chooser decides which number the value is from then on. */
#ifndef SEMANTICS_DOMAIN_H
#define SEMANTICS_DOMAIN_H

#include "program/program.h"

/* The meaning of the two words depends on the domain: bits; bits and a mask of known ones; two
 * bounds; a term. */
struct value {
  uint64_t bits, extra;
};

struct chooser;

struct domain {
  const char *name;
  bool has_extra; /* value.extra carries meaning: it is part of a state */
  struct value (*constant)(void *context, unsigned width, uint64_t bits);
  /* The operator of `node` (a TERM_APPLY) on operands that are already values. */
  struct value (*apply)(void *context, const struct term *node, const struct value operands[3]);
  /* A whole term over registers, if that is faster than operator by operator. NULL: it is not. */
  struct value (*evaluate)(const struct value *registers, const struct term *term);
  /* An arbitrary value of `width` bits. `edge`: where it is asked for. */
  struct value (*arbitrary)(void *context, unsigned width, const struct edge *edge,
                            struct chooser *chooser);
  /* The number that the value is, if the domain knows it. Addresses and one-bit conditions are
   * asked for here. */
  bool (*known)(void *context, struct value value, uint64_t *bits);
  /* The contents of `size` bytes of memory take this many bytes of state. Contents are plain data:
   * they can be copied, compared and hashed bytewise. */
  size_t (*content_size)(uint64_t size);
  /* `bytes` NULL: zeros, or arbitrary if `arbitrary`. */
  void (*content_init)(void *context, void *content, uint64_t size, const unsigned char *bytes,
                       bool arbitrary);
  /* `count` (1 to 8) little-endian bytes at `offset` of contents of `size` bytes. */
  struct value (*content_read)(void *context, void *content, uint64_t size, uint64_t offset,
                               unsigned count, const struct edge *edge, struct chooser *chooser);
  void (*content_write)(void *context, void *content, uint64_t size, uint64_t offset,
                        unsigned count, struct value value);
  /* Copies bytes, and which of them were never written. `source` NULL: the bytes become
   * unwritten ones. The function NULL: the domain has no such copies. */
  void (*content_move)(void *target, uint64_t target_size, uint64_t target_offset,
                       const void *source, uint64_t source_size, uint64_t source_offset,
                       uint64_t count);
  /* The rest is for domains with `has_extra`; without it values are their bits. */
  /* Does a value, or contents of `bytes` bytes of state, stand for everything that the other
   * stands for? */
  bool (*covers)(struct value old, struct value fresh);
  bool (*content_covers)(const void *old, const void *fresh, size_t bytes);
  /* Every number that a value, or contents at any offset, may have an address from. */
  void (*references)(void *context, struct value value,
                     void (*visit)(void *visitor, uint64_t number), void *visitor);
  void (*content_references)(void *context, const void *content, uint64_t size, unsigned width,
                             void (*visit)(void *visitor, uint64_t number), void *visitor);
  /* For objects whose end is a value (open.h). NULL: the domain has none. */
  /* If the value is a sum with a number that `accepts` takes for an address: that number. */
  bool (*base)(void *context, struct value value,
               bool (*accepts)(const void *visitor, uint64_t number), const void *visitor,
               uint64_t *number);
  /* How many of the lowest bits of a value of `width` bits are certainly zero. */
  unsigned (*trailing_zeros)(void *context, struct value value, unsigned width);
  /* Is nothing known of it? */
  bool (*is_unknown)(struct value value);
  /* An arbitrary value that is no choice of the program, for contents that are no longer known. */
  struct value (*forgotten)(void *context, unsigned width);
};

/* Concrete bytes: every value is its bits. Uninitialised bytes get an arbitrary value, by the
 * chooser, when they are first read. Needs no context. */
extern const struct domain domain_concrete;

#endif
