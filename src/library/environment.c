/* SPDX-License-Identifier: Apache-2.0 */
/* The model of an undefined function. It finds memory and functions by following its pointers.
 * During the call it reads what it finds, writes anything to what is not constant, and calls
 * functions, in any order and any number of times. It may also keep the functions: then a thread of
 * its own calls them after the call. A pointer that it returns, writes, or passes to a function is
 * one that it found, or points to an object that it made.
 *
 * Everything that it finds is collected first, since objects may lead back to where they were
 * found. */
#include "environment.h"

#include "any.h"
#include "thread.h"

#include <stddef.h>

enum {
  MOST_FOUND = 48,
  MOST_BYTES = 4096, /* that are accessed through one pointer */
  MOST_PARAMETERS = 8,
  MOST_MADE = 2, /* objects of one type; as many again where pointers in objects lead to others */
  MADE_DEPTH = 1,
  ALIGNMENT = 16,
};

/* Something that the function was given, directly or not. */
struct found {
  struct found *next;
  void *pointer;
  const struct environment_type *type;
  heddle_word kind, count;
  int is_new; /* it was never written */
};

struct environment_object {
  struct environment_object *next;
  void *memory;
};

struct environment {
  const struct environment_call *call;
  struct found *first, *last;
  unsigned number;
  int has_functions, has_problem;
};

int __library_environment(const struct environment_call *call, void **area);
void *__library_environment_object(const struct environment_call *call,
                                   const struct environment_field *field);
void __library_start_entry(void (*entry)(void));
int __library_may_keep_functions(void);
void __library_join_entries(void);

/* Named as the inputs are shown. By the names of the functions here, semantics/supposed.c also
 * tells what a choice is about. */
static int choice_of_environment(void) { return __heddle_nondet_choice(); }
static unsigned long long argument_of_callback(void) { return __heddle_nondet_u64(); }

static int is_data(heddle_word kind) { return kind == FIELD_POINTER || kind == FIELD_CONSTANT; }

static int is_opaque(const struct environment_call *call, const void *pointer) {
  return (heddle_word)pointer - call->opaque < call->opaque_size;
}

static void write_byte(void *at) { *(unsigned char *)at = __heddle_nondet_u8(); }
static void write_half(void *at) { *(unsigned short *)at = __heddle_nondet_u16(); }
static void write_word(void *at) { *(unsigned *)at = __heddle_nondet_u32(); }
typedef unsigned long long aligned_long __attribute__((aligned(8)));
static void write_long(void *at) { *(unsigned long long *)at = __heddle_nondet_u64(); }

static void write_number(void *at, heddle_word size) {
  if (size == 4)
    write_word(at);
  else if (size == 8)
    write_long(at);
  else if (size == 1)
    write_byte(at);
  else if (size == 2)
    write_half(at);
  else
    __library_any_bytes(at, size);
}

static void write_atomic(void *at, heddle_word size) {
  if (size == 4)
    __atomic_store_n((unsigned *)at, __heddle_nondet_u32(), __ATOMIC_RELAXED);
  else if (size == 8)
    __atomic_store_n((aligned_long *)at, __heddle_nondet_u64(), __ATOMIC_RELAXED);
  else if (size == 2)
    __atomic_store_n((unsigned short *)at, __heddle_nondet_u16(), __ATOMIC_RELAXED);
  else
    __atomic_store_n((unsigned char *)at, __heddle_nondet_u8(), __ATOMIC_RELAXED);
}

/* How many elements there are at a pointer; 0: none that can be followed. */
static heddle_word count_elements(struct environment *in, const void *pointer,
                                  const struct environment_type *type, int is_argument) {
  heddle_word rest = __heddle_rest(pointer);
  if (rest == (heddle_word)-1) { /* it is gone */
    if (is_argument)
      (void)*(const volatile unsigned char *)pointer;
    return 0;
  }
  heddle_word count = rest / type->size;
  if (is_argument && count == 0)
    in->has_problem = 1;
  return count;
}

static void add(struct environment *in, void *pointer, const struct environment_field *as,
                int is_argument) {
  heddle_word count = is_argument ? as->count : 0;
  int is_new = is_argument && as->size;
  if (pointer == NULL || is_opaque(in->call, pointer))
    return;
  for (const struct found *f = in->first; f; f = f->next)
    if (f->pointer == pointer && f->type == as->type && f->kind == as->kind)
      return;
  if (as->kind == FIELD_STRANGE || (as->type && as->type->is_strange)) {
    in->has_problem = 1;
    return;
  }
  if (is_data(as->kind) && count == 0)
    count = count_elements(in, pointer, as->type, is_argument);
  if (is_data(as->kind) && count == 0)
    return;
  if (is_data(as->kind) && count * as->type->size > MOST_BYTES) {
    /* Reading more of it finds nothing, but races and what is freed meanwhile. */
    count = as->kind == FIELD_CONSTANT && !as->type->has_pointers ? MOST_BYTES / as->type->size : 0;
    in->has_problem |= count == 0;
  }
  if (++in->number > MOST_FOUND)
    in->has_problem = 1;
  if (in->has_problem)
    return;
  struct found *found = __heddle_allocate(sizeof *found, ALIGNMENT, 0);
  *found = (struct found){NULL, pointer, as->type, as->kind, count, is_new};
  if (in->last)
    in->last->next = found;
  else
    in->first = found;
  in->last = found;
  in->has_functions |= as->kind == FIELD_FUNCTION;
}

/* Reads what it leads to, and adds what is found there. */
static void look(struct environment *in, const struct found *at,
                 const struct environment_field *field, char *place) {
  switch (field->kind) {
  case FIELD_LOCK:
    break;
  case FIELD_ATOMIC:
    (void)__atomic_load_n((unsigned char *)place, __ATOMIC_RELAXED);
    break;
  case FIELD_BYTES:
    if (at->kind == FIELD_CONSTANT)
      for (heddle_word i = 0; i < field->size; i++)
        (void)*(const volatile char *)(place + i);
    break;
  default:
    add(in, *(void **)(void *)place, field, 0);
  }
}

static void look_everywhere(struct environment *in, const struct found *at) {
  if (!is_data(at->kind) || at->is_new)
    return;
  for (heddle_word e = 0; e < at->count; e++)
    for (heddle_word i = 0; i < at->type->field_count; i++) {
      const struct environment_field *field = &at->type->fields[i];
      for (heddle_word k = 0; k < field->count; k++)
        look(in, at, field,
             (char *)at->pointer + e * at->type->size + field->offset + k * field->size);
    }
}

static void *opaque_pointer(const struct environment_call *call) {
  return (void *)(call->opaque + call->opaque_size / 2 + 16 * (heddle_word)__heddle_nondet_u8());
}

/* May what was found stand where a pointer of this kind is wanted? */
static int fits(const struct found *found, heddle_word kind, const struct environment_type *type) {
  if (kind == FIELD_HANDLE || kind == FIELD_STRANGE)
    return found->kind == FIELD_HANDLE || is_data(found->kind);
  if (kind == FIELD_FUNCTION || kind == FIELD_CONSTANT)
    return found->type == type && (found->kind == FIELD_FUNCTION) == (kind == FIELD_FUNCTION);
  return found->type == type && found->kind == FIELD_POINTER;
}

static void *make(const struct environment_call *call, const struct environment_type *type,
                  int depth);

/* One of those that were found, or else one of the environment's own. */
static void *choose_pointer(const struct environment_call *call, const struct found *first,
                            const struct environment_field *field, int depth) {
  for (const struct found *f = first; f; f = f->next)
    if (fits(f, field->kind, field->type) && choice_of_environment())
      return f->pointer;
  if (!is_data(field->kind) || field->type->is_strange)
    return opaque_pointer(call);
  return make(call, field->type, depth);
}

/* Gives a new object contents; its numbers are arbitrary anyway. */
static void fill(const struct environment_call *call, char *memory,
                 const struct environment_field *field, int depth) {
  if (field->kind == FIELD_LOCK)
    __heddle_fill(memory, 0, field->size);
  if (field->kind == FIELD_LOCK || field->kind == FIELD_BYTES || field->kind == FIELD_ATOMIC)
    return;
  void *pointer = NULL;
  if (choice_of_environment())
    pointer = choose_pointer(call, NULL, field, depth - 1);
  *(void **)(void *)memory = pointer;
}

static int is_alive(const struct environment_object *object) {
  heddle_word rest = __heddle_rest(object->memory);
  return rest != 0 && rest != (heddle_word)-1;
}

static struct environment_object *find_made(const struct environment_type *type) {
  struct environment_object *object = *type->made;
  while (object && !(is_alive(object) && choice_of_environment()))
    object = object->next;
  return object;
}

static int count_made(const struct environment_type *type) {
  int count = 0;
  for (const struct environment_object *object = *type->made; object; object = object->next)
    count++;
  return count;
}

static void *make_new(const struct environment_call *call, const struct environment_type *type,
                      int depth) {
  heddle_word size = type->characters ? type->characters + 1 : type->size;
  char *memory = __heddle_allocate(size, ALIGNMENT, 0);
  if (type->characters)
    memory[type->characters] = 0;
  for (heddle_word i = 0; i < type->field_count && !type->characters; i++)
    for (heddle_word k = 0; k < type->fields[i].count; k++)
      fill(call, memory + type->fields[i].offset + k * type->fields[i].size, &type->fields[i],
           depth);
  struct environment_object *object = __heddle_allocate(sizeof *object, ALIGNMENT, 0);
  object->memory = memory;
  object->next = *type->made;
  *type->made = object;
  return memory;
}

/* An object of the type that the environment made before, or a new one. Pointers in it lead to
 * other ones, as deep as `depth` says, and then to memory whose contents are not known. So does a
 * pointer after a few objects were made. */
static void *make(const struct environment_call *call, const struct environment_type *type,
                  int depth) {
  if (depth < 0)
    return opaque_pointer(call);
  __heddle_atomic_begin();
  const struct environment_object *object = find_made(type);
  void *memory = object                                       ? object->memory
                 : count_made(type) < MOST_MADE * (2 - depth) ? make_new(call, type, depth)
                                                              : opaque_pointer(call);
  __heddle_atomic_end();
  return memory;
}

/* The pointer there may stay, unless it was never written. */
static void write_pointer(const struct environment_call *call, const struct found *first,
                          const struct environment_field *field, char *place, int is_new) {
  if (!is_new && choice_of_environment())
    return;
  void *pointer = NULL;
  if (choice_of_environment())
    pointer = choose_pointer(call, first, field, MADE_DEPTH);
  *(void **)(void *)place = pointer;
}

static void write_field(const struct environment_call *call, const struct found *first,
                        const struct environment_field *field, char *place, int is_new) {
  if (field->kind == FIELD_BYTES)
    write_number(place, field->size);
  else if (field->kind == FIELD_ATOMIC)
    write_atomic(place, field->size);
  else if (field->kind != FIELD_LOCK)
    write_pointer(call, first, field, place, is_new);
}

static void write_everywhere(const struct environment_call *call, const struct found *first,
                             const struct found *at) {
  for (heddle_word e = 0; e < at->count; e++)
    for (heddle_word i = 0; i < at->type->field_count; i++) {
      const struct environment_field *field = &at->type->fields[i];
      for (heddle_word k = 0; k < field->count; k++)
        write_field(call, first, field,
                    (char *)at->pointer + e * at->type->size + field->offset + k * field->size,
                    at->is_new);
    }
}

/* One of those that were given, and NULL if there is none. */
static void *choose_given(const struct found *first, heddle_word kind) {
  const struct found *chosen = NULL;
  for (; first; first = first->next)
    if ((first->kind == kind || (is_data(kind) && is_data(first->kind))) &&
        (chosen == NULL || choice_of_environment()))
      chosen = first;
  return chosen ? chosen->pointer : NULL;
}

/* For a void pointer a function gets what was given for it, or else any other memory. */
static void *choose_handle(const struct environment_call *call, const struct found *first) {
  void *pointer = choose_given(first, FIELD_HANDLE);
  if (pointer == NULL)
    pointer = choose_given(first, FIELD_POINTER);
  return pointer ? pointer : opaque_pointer(call);
}

/* One of the objects that were made; a new one if there is none, or if there are few. */
static void *choose_made(const struct environment_call *call, const struct environment_type *type) {
  if (count_made(type) < MOST_MADE && choice_of_environment())
    return make_new(call, type, MADE_DEPTH);
  for (const struct environment_object *at = *type->made; at; at = at->next)
    if (is_alive(at) && (at->next == NULL || choice_of_environment()))
      return at->memory;
  return make_new(call, type, MADE_DEPTH);
}

/* An object that a function of the program gets: one that was given, or one of few others. */
static void *choose_object(const struct environment_call *call, const struct found *first,
                           const struct environment_field *parameter) {
  for (const struct found *f = first; f; f = f->next)
    if (fits(f, parameter->kind, parameter->type) && choice_of_environment())
      return f->pointer;
  __heddle_atomic_begin();
  void *pointer = choose_made(call, parameter->type);
  __heddle_atomic_end();
  return pointer;
}

static unsigned long long choose_argument(const struct environment_call *call,
                                          const struct found *first,
                                          const struct environment_field *parameter) {
  if (parameter->kind == FIELD_BYTES)
    return argument_of_callback();
  if (parameter->kind == FIELD_HANDLE)
    return (heddle_word)choose_handle(call, first);
  if (is_data(parameter->kind) && !parameter->type->is_strange)
    return (heddle_word)choose_object(call, first, parameter);
  return (heddle_word)choose_pointer(call, first, parameter, MADE_DEPTH);
}

typedef void any_function(unsigned long long, unsigned long long, unsigned long long,
                          unsigned long long, unsigned long long, unsigned long long,
                          unsigned long long, unsigned long long);

/* The machine binds arguments by position, and drops those that the function does not have. */
static void call_function(const struct environment_call *call, const struct found *first,
                          const struct found *function) {
  unsigned long long given[MOST_PARAMETERS];
  for (heddle_word i = 0; i < MOST_PARAMETERS; i++)
    given[i] = i < function->type->field_count
                   ? choose_argument(call, first, &function->type->fields[i])
                   : 0;
  ((any_function *)function->pointer)(given[0], given[1], given[2], given[3], given[4], given[5],
                                      given[6], given[7]);
}

static void act(const struct environment_call *call, const struct found *first,
                const struct found *at) {
  if (at->kind == FIELD_FUNCTION)
    call_function(call, first, at);
  else if (at->kind == FIELD_POINTER)
    write_everywhere(call, first, at);
}

static void act_somewhere(const struct environment_call *call, const struct found *first) {
  for (const struct found *at = first; at; at = at->next)
    if (choice_of_environment())
      act(call, first, at);
}

static void act_for_a_while(const struct environment *in) {
  while ((in->has_functions || in->call->repeats) && choice_of_environment())
    act_somewhere(in->call, in->first);
}

static void *choose_result(const struct environment *in) {
  return choice_of_environment()
             ? choose_pointer(in->call, in->first, &in->call->result, MADE_DEPTH)
             : NULL;
}

/* Executions in which functions are kept are searched last: transform/callbacks.c changes the
 * result. */
int __library_may_keep_functions(void) { return 1; }

static int keeps_functions(void) {
  int keeps = choice_of_environment();
  __heddle_assume(!keeps || __library_may_keep_functions());
  return keeps;
}

static void call_later(void *record, void *first, void *call) {
  while (choice_of_environment())
    for (const struct found *at = first; at; at = at->next)
      if (at->kind == FIELD_FUNCTION && choice_of_environment())
        call_function(call, first, at);
  __library_thread_finish(record);
}

static void create_thread(const struct environment *in) {
  __heddle_atomic_begin();
  struct thread *record = __heddle_spawn(call_later, in->first, (void *)(heddle_word)in->call);
  record->state = THREAD_DETACHED;
  __heddle_atomic_end();
}

static void release(struct found *first) {
  while (first) {
    struct found *next = first->next;
    __heddle_free(first);
    first = next;
  }
}

/* `area` holds the arguments, followed by the place of the result. Not 0: an argument is not
 * modelled. */
int __library_environment(const struct environment_call *call, void **area) {
  struct environment in = {.call = call};
  if (!call->repeats) /* No other thread sees it. */
    __heddle_atomic_begin();
  for (heddle_word i = 0; i < call->argument_count; i++)
    add(&in, area[i], &call->arguments[i], 1);
  for (const struct found *at = in.first; at; at = at->next)
    look_everywhere(&in, at);
  for (const struct found *at = in.first; at && !in.has_problem; at = at->next)
    if (at->kind == FIELD_POINTER)
      write_everywhere(call, in.first, at);
  if (!call->repeats)
    __heddle_atomic_end();
  if (in.has_problem)
    return 1;
  act_for_a_while(&in);
  if (call->result.kind != FIELD_BYTES)
    area[call->argument_count] = choose_result(&in);
  if (in.has_functions && keeps_functions())
    create_thread(&in);
  else
    release(in.first);
  return 0;
}

/* A pointer that a function is started with (--entry): not NULL, and to one of few objects. */
void *__library_environment_object(const struct environment_call *call,
                                   const struct environment_field *field) {
  if (!is_data(field->kind) || field->type->is_strange)
    return opaque_pointer(call);
  return choose_object(call, NULL, field);
}

/* The threads of several entries. */
enum { MOST_ENTRIES = 16 };
static pthread_t entries[MOST_ENTRIES];
static unsigned entry_count;

static void run_entry(void *record, void *entry, void *unused) {
  (void)unused;
  ((void (*)(void))entry)();
  __library_thread_finish(record);
}

void __library_start_entry(void (*entry)(void)) {
  if (entry_count == MOST_ENTRIES) {
    __heddle_unsupported("more than 16 entries");
    return;
  }
  __heddle_atomic_begin();
  entries[entry_count++] = (pthread_t)__heddle_spawn(run_entry, (void *)entry, NULL);
  __heddle_atomic_end();
}

void __library_join_entries(void) {
  for (unsigned i = 0; i < entry_count; i++)
    pthread_join(entries[i], NULL);
}
