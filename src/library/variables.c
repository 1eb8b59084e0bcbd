/* SPDX-License-Identifier: Apache-2.0 */
/* Environment variables. None is set at first. POSIX does not ask that a thread may change them while
 * another one uses them, so there is no synchronisation here: doing that is a data race. Texts are
 * never freed, as getenv may have returned them. Those that setenv made are kept for ever, so
 * that the program has not lost them; that of putenv is the program's. */
#include "errors.h"
#include "heddle.h"
#include "reused.h"

#include <stddef.h>
#include <string.h>

int putenv(char *text);
int setenv(const char *name, const char *value, int overwrite);
int unsetenv(const char *name);
int clearenv(void);
char *getenv(const char *name);
char *secure_getenv(const char *name);

struct variable {
  struct variable *next;
  const char *text; /* NAME=value */
  struct variable *former; /* that was dropped before it */
  heddle_word is_made;     /* by setenv */
};

static struct variable *environment_variables, *former_variables;

/* If the text is that of the variable with this name: its value. */
static const char *value_in(const char *text, const char *name, size_t length) {
  return strncmp(text, name, length) == 0 && text[length] == '=' ? text + length + 1 : NULL;
}

static struct variable *find(const char *name, size_t length) {
  struct variable *variable = environment_variables;
  while (variable != NULL && value_in(variable->text, name, length) == NULL)
    variable = variable->next;
  return variable;
}

char *getenv(const char *name) {
  size_t length = strlen(name);
  const struct variable *variable = find(name, length);
  __heddle_suppose("no environment variable is set at the start");
  return variable != NULL ? (char *)value_in(variable->text, name, length) : NULL;
}

char *secure_getenv(const char *name) { return getenv(name); }

/* Takes a variable out of the environment. A thread that is reading it may go on from there. */
static void drop(struct variable **place) {
  struct variable *variable = *place;
  *place = variable->next;
  if (!variable->is_made)
    variable->text = "";
  variable->former = former_variables;
  former_variables = variable;
}

static void forget(const char *name, size_t length) {
  for (struct variable **place = &environment_variables; *place != NULL; place = &(*place)->next)
    if (value_in((*place)->text, name, length) != NULL) {
      drop(place);
      return;
    }
}

static void set(const char *name, size_t length, const char *text, int is_made) {
  forget(name, length);
  struct variable *variable = allocate_block(sizeof *variable, sizeof(void *), KEPT_BLOCK);
  variable->next = environment_variables;
  variable->text = text;
  variable->former = NULL;
  variable->is_made = (heddle_word)is_made;
  environment_variables = variable;
}

static int is_wrong(const char *name) {
  if (name != NULL && name[0] != '\0' && strchr(name, '=') == NULL)
    return 0;
  *__errno_location() = ERROR_INVAL;
  return 1;
}

int setenv(const char *name, const char *value, int overwrite) {
  if (is_wrong(name))
    return -1;
  if (__heddle_fault("setenv")) {
    *__errno_location() = ERROR_NOMEM;
    return -1;
  }
  size_t length = strlen(name), rest = strlen(value) + 1;
  if (!overwrite && find(name, length) != NULL)
    return 0;
  char *text = allocate_block(length + 1 + rest, 1, KEPT_BLOCK);
  memcpy(text, name, length);
  text[length] = '=';
  memcpy(text + length + 1, value, rest);
  set(name, length, text, 1);
  return 0;
}

int unsetenv(const char *name) {
  if (is_wrong(name))
    return -1;
  forget(name, strlen(name));
  return 0;
}

/* The text itself becomes part of the environment, so that changing it changes the variable. */
int putenv(char *text) {
  const char *end = strchr(text, '=');
  if (end != NULL)
    set(text, (size_t)(end - text), text, 0);
  else
    forget(text, strlen(text));
  return 0;
}

int clearenv(void) {
  while (environment_variables != NULL)
    drop(&environment_variables);
  return 0;
}
