/* SPDX-License-Identifier: Apache-2.0 */
/* Environment variables. None is set at first. POSIX does not ask that a thread may change them while
 * another one uses them, so there is no synchronisation here: doing that is a data race. Texts are
 * never freed, as getenv may have returned them. */
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
};

static struct variable *environment_variables;

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

static void set(const char *name, size_t length, const char *text) {
  struct variable *variable = find(name, length);
  if (variable != NULL) {
    variable->text = text;
    return;
  }
  variable = allocate_block(sizeof *variable, sizeof(void *), 0);
  variable->next = environment_variables;
  variable->text = text;
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
  char *text = allocate_block(length + 1 + rest, 1, 0);
  memcpy(text, name, length);
  text[length] = '=';
  memcpy(text + length + 1, value, rest);
  set(name, length, text);
  return 0;
}

static void forget(const char *name, size_t length) {
  for (struct variable **place = &environment_variables; *place != NULL; place = &(*place)->next)
    if (value_in((*place)->text, name, length) != NULL) {
      *place = (*place)->next;
      return;
    }
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
    set(text, (size_t)(end - text), text);
  else
    forget(text, strlen(text));
  return 0;
}

int clearenv(void) {
  environment_variables = NULL;
  return 0;
}
