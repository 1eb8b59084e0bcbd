/* SPDX-License-Identifier: Apache-2.0 */
/* Names of hosts, services and protocols. What they stand for is not known: a look-up finds one or two
 * addresses, or fails. */
#define _GNU_SOURCE
#include "any.h"
#include "errors.h"
#include "heddle.h"
#include "text.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static int error_of_lookup(void) {
  static const signed char errors[] = {EAI_AGAIN, EAI_FAIL, EAI_NONAME, EAI_SERVICE, EAI_SYSTEM};
  return errors[__heddle_nondet_u8() % sizeof errors];
}

/* One block has the entry and its address, as with glibc. */
struct found {
  struct addrinfo entry;
  union {
    struct sockaddr_in four;
    struct sockaddr_in6 six;
  } address;
};

struct request {
  const struct addrinfo *hints;
  int is_local;        /* no host is given */
  unsigned short port; /* in the order of the network */
};

/* The port is that of the number, arbitrary for a name, and 0 without a service. */
static unsigned short port_of(const char *service) {
  if (service == NULL)
    return 0;
  unsigned number = 0;
  for (const char *at = service; *at != '\0'; at++) {
    if (*at < '0' || *at > '9')
      return __heddle_nondet_u16();
    number = number * 10 + (unsigned)(*at - '0');
  }
  return htons((unsigned short)number);
}

/* Where no host is given, servers get the address that means all, and others that of this machine. */
static void fill_six(struct sockaddr_in6 *to, const struct request *request, int is_server) {
  to->sin6_family = AF_INET6;
  to->sin6_port = request->port;
  if (!request->is_local)
    __library_any_bytes(&to->sin6_addr, sizeof to->sin6_addr);
  else
    to->sin6_addr.s6_addr[15] = !is_server;
}

static void fill_four(struct sockaddr_in *to, const struct request *request, int is_server) {
  to->sin_family = AF_INET;
  to->sin_port = request->port;
  if (!request->is_local)
    to->sin_addr.s_addr = __heddle_nondet_u32();
  else
    to->sin_addr.s_addr = htonl(is_server ? INADDR_ANY : INADDR_LOOPBACK);
}

static struct addrinfo *make_entry(const struct request *request) {
  struct found *found = calloc(1, sizeof *found);
  if (found == NULL)
    return NULL;
  struct addrinfo none = {0}, *entry = &found->entry;
  const struct addrinfo *hints = request->hints != NULL ? request->hints : &none;
  int is_six = hints->ai_family != AF_UNSPEC ? hints->ai_family == AF_INET6 : __heddle_nondet_bool();
  int is_server = (hints->ai_flags & AI_PASSIVE) != 0;
  entry->ai_family = is_six ? AF_INET6 : AF_INET;
  entry->ai_socktype = hints->ai_socktype;
  if (entry->ai_socktype == 0)
    entry->ai_socktype = __heddle_nondet_bool() ? SOCK_STREAM : SOCK_DGRAM;
  entry->ai_protocol = hints->ai_protocol;
  if (entry->ai_protocol == 0)
    entry->ai_protocol = entry->ai_socktype == SOCK_STREAM ? IPPROTO_TCP : IPPROTO_UDP;
  entry->ai_addr = (struct sockaddr *)(void *)&found->address;
  entry->ai_addrlen = is_six ? sizeof found->address.six : sizeof found->address.four;
  if (is_six)
    fill_six(&found->address.six, request, is_server);
  else
    fill_four(&found->address.four, request, is_server);
  return entry;
}

/* Returns NULL if there is no memory. */
static struct addrinfo *make_list(const struct request *request) {
  struct addrinfo *first = make_entry(request);
  if (first == NULL)
    return NULL;
  if (request->hints != NULL && request->hints->ai_flags & AI_CANONNAME) {
    char name[LONGEST_ANY_NAME + 1];
    __library_any_name(name);
    first->ai_canonname = strdup(name);
    if (first->ai_canonname == NULL) {
      freeaddrinfo(first);
      return NULL;
    }
  }
  if (__heddle_nondet_bool())
    first->ai_next = make_entry(request);
  return first;
}

int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints,
                struct addrinfo **result) {
  if (host != NULL)
    __library_read_text(host);
  if (service != NULL)
    __library_read_text(service);
  if (host == NULL && service == NULL)
    return EAI_NONAME;
  if (hints != NULL && hints->ai_family != AF_UNSPEC && hints->ai_family != AF_INET &&
      hints->ai_family != AF_INET6)
    return EAI_FAMILY;
  if (__heddle_nondet_bool())
    return error_of_lookup();
  struct request request = {hints, host == NULL, port_of(service)};
  struct addrinfo *list = make_list(&request);
  if (list == NULL)
    return EAI_MEMORY;
  *result = list;
  return 0;
}

void freeaddrinfo(struct addrinfo *entry) {
  while (entry != NULL) {
    struct addrinfo *next = entry->ai_next;
    free(entry->ai_canonname);
    free(entry);
    entry = next;
  }
}

const char *gai_strerror(int error) {
  (void)error;
  return "error of a look-up of a name";
}

int getnameinfo(const struct sockaddr *address, socklen_t length, char *host, socklen_t host_size,
                char *service, socklen_t service_size, int flags) {
  char name[LONGEST_ANY_NAME + 1];
  (void)flags;
  __library_look_at(address, length);
  if (__heddle_nondet_bool())
    return error_of_lookup();
  if (host != NULL && host_size > 0) {
    __library_any_name(name);
    if (strlen(name) >= host_size)
      return EAI_OVERFLOW;
    strcpy(host, name);
  }
  if (service != NULL && service_size > 0) {
    __library_any_name(name);
    if (strlen(name) >= service_size)
      return EAI_OVERFLOW;
    strcpy(service, name);
  }
  return 0;
}

/* The older functions have one record each, which the next call overwrites. */
static struct hostent host_found;
static char host_name[LONGEST_ANY_NAME + 1], *host_addresses[2], *no_names[1];
static unsigned char host_address[4];

static struct hostent *some_host(void) {
  if (__heddle_nondet_bool()) {
    h_errno = (int)(__heddle_nondet_u8() % NO_DATA) + 1;
    return NULL;
  }
  __library_any_name(host_name);
  __library_any_bytes(host_address, sizeof host_address);
  host_addresses[0] = (char *)host_address;
  host_addresses[1] = no_names[0] = NULL;
  host_found = (struct hostent){.h_name = host_name,
                                .h_aliases = no_names,
                                .h_addrtype = AF_INET,
                                .h_length = sizeof host_address,
                                .h_addr_list = host_addresses};
  return &host_found;
}

struct hostent *gethostbyname(const char *name) {
  __library_read_text(name);
  return some_host();
}

struct hostent *gethostbyaddr(const void *address, socklen_t length, int family) {
  (void)family;
  __library_look_at(address, length);
  return some_host();
}

static struct servent service_found;
static char service_name[LONGEST_ANY_NAME + 1], protocol_name[] = "tcp";

static struct servent *some_service(void) {
  if (__heddle_nondet_bool())
    return NULL;
  __library_any_name(service_name);
  service_found = (struct servent){.s_name = service_name,
                                   .s_aliases = no_names,
                                   .s_port = __heddle_nondet_u16(),
                                   .s_proto = protocol_name};
  return &service_found;
}

struct servent *getservbyname(const char *name, const char *protocol) {
  __library_read_text(name);
  if (protocol != NULL)
    __library_read_text(protocol);
  return some_service();
}

struct servent *getservbyport(int port, const char *protocol) {
  if (protocol != NULL)
    __library_read_text(protocol);
  struct servent *found = some_service();
  if (found != NULL)
    found->s_port = port;
  return found;
}

static struct protoent protocol_found;

struct protoent *getprotobyname(const char *name) {
  __library_read_text(name);
  if (__heddle_nondet_bool())
    return NULL;
  protocol_found = (struct protoent){
      .p_name = protocol_name, .p_aliases = no_names, .p_proto = __heddle_nondet_u8()};
  return &protocol_found;
}

unsigned if_nametoindex(const char *name);
unsigned if_nametoindex(const char *name) {
  __library_read_text(name);
  unsigned index = __heddle_nondet_u8();
  if (index == 0)
    *__errno_location() = 19; /* ENODEV */
  return index;
}
