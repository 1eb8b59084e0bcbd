/* SPDX-License-Identifier: Apache-2.0 */
/* Byte orders of the network, addresses as text, and h_errno. */
#include "errors.h"
#include "heddle.h"

#include <arpa/inet.h>
#include <stddef.h>

#undef htons
#undef ntohs
#undef htonl
#undef ntohl

uint16_t htons(uint16_t number) { return __builtin_bswap16(number); }

uint16_t ntohs(uint16_t number) { return __builtin_bswap16(number); }

uint32_t htonl(uint32_t number) { return __builtin_bswap32(number); }

uint32_t ntohl(uint32_t number) { return __builtin_bswap32(number); }

/* Each thread has its own. */
static _Thread_local int error_of_lookups;

int *__h_errno_location(void);
int *__h_errno_location(void) { return &error_of_lookups; }

/* Four decimal numbers with dots between them; where they end, or NULL. */
static const char *parse_address(const char *text, unsigned char bytes[4]) {
  for (int i = 0; i < 4; i++) {
    unsigned value = 0;
    if (i > 0 && *text++ != '.')
      return NULL;
    if (*text < '0' || *text > '9' || (*text == '0' && text[1] >= '0' && text[1] <= '9'))
      return NULL;
    while (*text >= '0' && *text <= '9') {
      value = value * 10 + (unsigned)(*text++ - '0');
      if (value > 255)
        return NULL;
    }
    bytes[i] = (unsigned char)value;
  }
  return text;
}

static int parse_whole(const char *text, struct in_addr *address) {
  unsigned char bytes[4];
  const char *end = parse_address(text, bytes);
  if (end == NULL || *end != '\0')
    return 0;
  __heddle_copy(address, bytes, 4);
  return 1;
}

int inet_pton(int family, const char *text, void *address) {
  if (family == AF_INET)
    return parse_whole(text, address);
  if (family == AF_INET6)
    __heddle_unsupported("inet_pton of an address of IPv6");
  *__errno_location() = 97; /* EAFNOSUPPORT */
  return -1;
}

/* The short and the hexadecimal forms are rare. */
int inet_aton(const char *text, struct in_addr *address) {
  if (parse_whole(text, address))
    return 1;
  __heddle_unsupported("inet_aton of what is not four decimal numbers");
  return 0;
}

in_addr_t inet_addr(const char *text) {
  struct in_addr address;
  return inet_aton(text, &address) ? address.s_addr : INADDR_NONE;
}

static char *print_address(const unsigned char bytes[4], char text[16]) {
  char *at = text;
  for (int i = 0; i < 4; i++) {
    if (i > 0)
      *at++ = '.';
    if (bytes[i] >= 100)
      *at++ = (char)('0' + bytes[i] / 100);
    if (bytes[i] >= 10)
      *at++ = (char)('0' + bytes[i] / 10 % 10);
    *at++ = (char)('0' + bytes[i] % 10);
  }
  *at = '\0';
  return at;
}

const char *inet_ntop(int family, const void *address, char *text, socklen_t size) {
  char buffer[16];
  if (family != AF_INET) {
    __heddle_unsupported("inet_ntop of an address that is not one of IPv4");
    return NULL;
  }
  size_t length = (size_t)(print_address(address, buffer) - buffer);
  if (length >= size) {
    *__errno_location() = 28; /* ENOSPC */
    return NULL;
  }
  __heddle_copy(text, buffer, length + 1);
  return text;
}

/* One buffer for each thread, as with glibc. */
char *inet_ntoa(struct in_addr address) {
  static _Thread_local char text[16];
  print_address((const unsigned char *)&address, text);
  return text;
}
