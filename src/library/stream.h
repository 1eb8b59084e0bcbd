/* The three standard streams. Others cannot be opened. */
#ifndef LIBRARY_STREAM_H
#define LIBRARY_STREAM_H

#include <stddef.h>

struct stream {
  int descriptor;
};

/* Called first by everything that writes to or reads from a stream: any other is unsupported. */
void __library_check_output(struct stream *stream);
void __library_check_input(struct stream *stream);
void __library_write(const char *bytes, size_t size);

#endif
