/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that fill a buffer return how many bytes; calls of the system interface return -1 if they
 * fail. */
#include "report/outcome.h"

#include "base/text.h"
#include "semantics/chooser.h"

#include <string.h>

enum { MOST_BYTES = 24 };

/* Functions that return how many bytes they put where a parameter points, or NULL if they put no
 * text there. */
static const struct filler {
  const char *name;
  uint32_t buffer;
  bool is_text;
} fillers[] = {{"read", 1, false},
               {"pread", 1, false},
               {"recv", 1, false},
               {"recvfrom", 1, false},
               {"fgets", 0, true}};

/* Functions that return -1 if and only if they fail. */
static const char *const failing[] = {
    "accept", "accept4", "bind",   "close",    "connect", "dup",    "epoll_wait", "fcntl",
    "fsync",  "fork",    "listen", "lseek",    "open",    "openat", "pipe",       "poll",
    "read",   "pread",   "recv",   "recvfrom", "select",  "send",   "sendto",     "setsockopt",
    "socket", "stat",    "unlink", "waitpid",  "write",   "pwrite", "getrandom",  "nanosleep"};

static const struct filler *find_filler(const struct function *function) {
  const char *name = program_function_name(function);
  for (size_t i = 0; i < sizeof fillers / sizeof *fillers; i++)
    if (strcmp(fillers[i].name, name) == 0 && fillers[i].buffer < function->parameter_count)
      return &fillers[i];
  return NULL;
}

static bool can_fail(const char *name) {
  for (size_t i = 0; i < sizeof failing / sizeof *failing; i++)
    if (strcmp(failing[i], name) == 0)
      return true;
  return false;
}

static void print_byte(struct text *out, unsigned byte) {
  if (byte == '\n')
    text_add(out, "\\n");
  else if (byte == '\0')
    text_add(out, "\\0");
  else if (byte == '\'' || byte == '\\')
    text_format(out, "\\%c", byte);
  else
    text_format(out, byte < ' ' || byte > '~' ? "\\x%02x" : "%c", byte);
}

/* The bytes at an address, as far as they are known; of a text up to its end. */
static void print_bytes(struct text *out, const struct state *state, uint64_t address,
                        uint64_t count, bool is_text) {
  struct looking_chooser looking = chooser_looking();
  struct place place;
  if (!count || !state_find_place(state, address, &place) || !place.content)
    return;
  text_add(out, is_text ? " '" : ": '");
  uint64_t i;
  for (i = 0; i < count && i < MOST_BYTES && place.offset + i < place.size; i++) {
    uint64_t bits;
    struct value value =
        state->domain->content_read(state->domain_context, place.content, place.size,
                                    place.offset + i, 1, NULL, &looking.chooser);
    if (!state->domain->known(state->domain_context, value, &bits))
      break;
    if (is_text && !(bits & 0xff))
      count = i;
    else
      print_byte(out, (unsigned)(bits & 0xff));
  }
  text_add(out, i < count ? "…'" : "'");
}

static void describe_filling(struct text *out, struct snapshot snapshot,
                             const struct thread *thread, const struct frame *frame,
                             const struct filler *filler, uint64_t result) {
  uint32_t parameter = frame->function->parameters[filler->buffer];
  struct value pointer = thread->registers.items[frame->first_register + parameter];
  uint64_t address;
  text_add(out, " returns");
  if (filler->is_text && !result)
    text_add(out, " NULL");
  else if (!filler->is_text)
    text_format(out, " %llu byte%s", (unsigned long long)result, result == 1 ? "" : "s");
  if (result && snapshot.state->domain->known(snapshot.state->domain_context, pointer, &address))
    print_bytes(out, snapshot.state, address, filler->is_text ? UINT64_MAX : result,
                filler->is_text);
}

bool outcome_describe(struct text *out, struct snapshot snapshot, const struct thread *thread,
                      const struct frame *frame, unsigned width, uint64_t result) {
  const char *name = program_function_name(frame->function);
  const struct filler *filler = find_filler(frame->function);
  bool is_character =
      strcmp(name, "getc") == 0 || strcmp(name, "getchar") == 0 || strcmp(name, "fgetc") == 0;
  bool fails = can_fail(name) && result == width_mask(width);
  if (!filler && !fails && !is_character)
    return can_fail(name) && result == 0; /* that it does not fail is nothing special */
  describe_call(out, snapshot, thread, frame);
  if (fails) {
    text_add(out, " fails");
  } else if (filler) {
    describe_filling(out, snapshot, thread, frame, filler, result);
  } else if (result > UINT8_MAX) {
    text_add(out, " returns EOF");
  } else {
    text_add(out, " returns '");
    print_byte(out, (unsigned)result);
    text_add(out, "'");
  }
  return true;
}
