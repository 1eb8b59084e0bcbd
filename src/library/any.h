/* Memory that somebody outside of the program fills. */
#ifndef LIBRARY_ANY_H
#define LIBRARY_ANY_H

#include <stddef.h>

void __library_any_bytes(void *to, size_t size);
/* Data that comes from and goes to a descriptor: how many bytes, or -1. */
__PTRDIFF_TYPE__ __library_receive(void *to, size_t size);
__PTRDIFF_TYPE__ __library_send(const void *from, size_t size);

#endif
