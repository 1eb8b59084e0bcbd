/* SPDX-License-Identifier: Apache-2.0 */
/* Environment variables. At first those of --env are set. POSIX does not ask that a thread may
 * change them while another one uses them, so there is no synchronisation here: doing that is a
 * data race. Texts are never freed, as getenv may have returned them. Those that setenv made are
 * kept for ever, so that the program has not lost them; that of putenv is the program's. The
 * program may also read and change `environ` itself. */
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

static char *no_variables[1];

extern char *__library_variables[]; /* at the start */
char **environ = __library_variables;

static char **own_list; /* that setenv or putenv made; NULL: environ is another one */

/* If the text is that of the variable with this name: its value. */
static char *value_in(char *text, const char *name, size_t length) {
  return strncmp(text, name, length) == 0 && text[length] == '=' ? text + length + 1 : NULL;
}

/* Where the variable is in the list; where the list ends if it is not. */
static char **find(const char *name, size_t length) {
  char **at = environ;
  while (*at != NULL && value_in(*at, name, length) == NULL)
    at++;
  return at;
}

char *getenv(const char *name) {
  size_t length = strlen(name);
  __heddle_suppose("no environment variable is set at the start but those of --env");
  char **found = environ != NULL ? find(name, length) : no_variables;
  return *found != NULL ? value_in(*found, name, length) : NULL;
}

char *secure_getenv(const char *name) { return getenv(name); }

static void forget(const char *name, size_t length) {
  if (environ == NULL)
    return;
  for (char **at = find(name, length); *at != NULL; at++)
    *at = at[1];
}

/* A longer list, with the text at its end. */
static void append(char *text) {
  size_t count = 0;
  if (environ == NULL)
    environ = no_variables;
  while (environ[count] != NULL)
    count++;
  char **list = allocate_block((count + 2) * sizeof *list, sizeof(void *), KEPT_BLOCK);
  for (size_t i = 0; i < count; i++)
    list[i] = environ[i];
  list[count] = text;
  list[count + 1] = NULL;
  if (environ == own_list)
    free_block(own_list);
  environ = own_list = list;
}

static void set(const char *name, size_t length, char *text) {
  char **found = environ != NULL ? find(name, length) : no_variables;
  if (*found != NULL)
    *found = text;
  else
    append(text);
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
  if (!overwrite && environ != NULL && *find(name, length) != NULL)
    return 0;
  char *text = allocate_block(length + 1 + rest, 1, KEPT_BLOCK);
  memcpy(text, name, length);
  text[length] = '=';
  memcpy(text + length + 1, value, rest);
  set(name, length, text);
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
    set(text, (size_t)(end - text), text);
  else
    forget(text, strlen(text));
  return 0;
}

int clearenv(void) {
  environ = NULL;
  return 0;
}
