/* SPDX-License-Identifier: Apache-2.0 */
/* Streams: the three standard ones and files. */
#ifndef LIBRARY_STREAM_H
#define LIBRARY_STREAM_H

#include <stddef.h>

struct stream {
  int descriptor;
  unsigned short pushed; /* 1 + the character that ungetc pushed back; 0: none */
  unsigned short ended;  /* a read met the end */
};

/* Called first by everything that uses a stream: what is none is unsupported. Is the output shown
 * to anybody? */
int __library_check_output(struct stream *stream);
void __library_check_input(struct stream *stream);
void __library_check_stream(struct stream *stream); /* any */
/* stream_lock.c: waits while another thread has locked the stream by flockfile. */
void __library_await_stream(const struct stream *stream);
/* descriptors.c: was the descriptor of standard input, output or error closed? */
extern unsigned char __library_closed_streams[3];
#define is_closed_stream(number)                                                                   \
  (__heddle_called("close") && __atomic_load_n(&__library_closed_streams[number], __ATOMIC_SEQ_CST))
/* files.c: is it one of those fopen returns? If so, is it open? */
int __library_is_file(const struct stream *stream);
void __library_check_file(const struct stream *stream);
/* stdin.c: the next character, or -1 at the end; forgets what ungetc pushed back, and that the end was
 * met. */
int __library_read_character(struct stream *stream);
/* Is there nothing more from outside, or else what comes next? In an atomic section. */
int __library_input_ends(struct stream *stream);
unsigned char __library_input_byte(struct stream *stream);
void __library_begin_again(struct stream *stream);
/* What read does with standard input: how many bytes came. */
size_t __library_read_input(void *to, size_t size);
void __library_write(const char *bytes, size_t size);

#endif
