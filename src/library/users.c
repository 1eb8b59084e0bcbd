/* SPDX-License-Identifier: Apache-2.0 */
/* Users and groups. Which there are is not known: each look-up finds one, with arbitrary numbers and a
 * name of a few letters, or none. The records belong to the library: the next call overwrites them,
 * and two threads race. */
#define _GNU_SOURCE
#include "any.h"
#include "errors.h"
#include "heddle.h"
#include "text.h"

#include <grp.h>
#include <pwd.h>
#include <stddef.h>
#include <unistd.h>

static int fail(int error) {
  *__errno_location() = error;
  return -1;
}

struct texts {
  char name[LONGEST_ANY_NAME + 1], directory[LONGEST_ANY_NAME + 2], empty[1], star[2];
};

static void fill_texts(struct texts *texts) {
  *texts = (struct texts){.directory = "/", .star = "x"};
  __library_any_name(texts->name);
  __library_any_name(texts->directory + 1);
}

static void fill_user(struct passwd *user, struct texts *texts) {
  fill_texts(texts);
  *user = (struct passwd){.pw_name = texts->name,
                          .pw_passwd = texts->star,
                          .pw_uid = __heddle_nondet_u32(),
                          .pw_gid = __heddle_nondet_u32(),
                          .pw_gecos = texts->empty,
                          .pw_dir = texts->directory,
                          .pw_shell = texts->directory};
}

static void fill_group(struct group *group, struct texts *texts, char **members) {
  fill_texts(texts);
  members[0] = NULL;
  *group = (struct group){.gr_name = texts->name,
                          .gr_passwd = texts->star,
                          .gr_gid = __heddle_nondet_u32(),
                          .gr_mem = members};
}

static struct passwd user_found;
static struct group group_found;
static struct texts user_texts, group_texts;
static char *group_members[1];

/* A look-up that finds nothing leaves errno alone; one that fails does not. */
static void find_nothing(void) {
  if (__heddle_nondet_bool())
    fail(ERROR_IO);
}

static struct passwd *some_user(void) {
  if (__heddle_nondet_bool()) {
    find_nothing();
    return NULL;
  }
  fill_user(&user_found, &user_texts);
  return &user_found;
}

static struct group *some_group(void) {
  if (__heddle_nondet_bool()) {
    find_nothing();
    return NULL;
  }
  fill_group(&group_found, &group_texts, group_members);
  return &group_found;
}

struct passwd *getpwuid(uid_t user) {
  struct passwd *found = some_user();
  if (found != NULL)
    found->pw_uid = user;
  return found;
}

struct passwd *getpwnam(const char *name) {
  __library_read_text(name);
  return some_user();
}

struct passwd *getpwent(void) { return some_user(); }

void setpwent(void) {}

void endpwent(void) {}

struct group *getgrgid(gid_t group) {
  struct group *found = some_group();
  if (found != NULL)
    found->gr_gid = group;
  return found;
}

struct group *getgrnam(const char *name) {
  __library_read_text(name);
  return some_group();
}

struct group *getgrent(void) { return some_group(); }

void setgrent(void) {}

void endgrent(void) {}

/* The functions that get memory from their caller: texts go there. */
static int find_user(struct passwd *to, char *buffer, size_t size, struct passwd **result) {
  struct texts texts;
  *result = NULL;
  if (__heddle_nondet_bool())
    return __heddle_nondet_bool() ? ERROR_IO : 0;
  if (size < sizeof texts)
    return ERROR_RANGE;
  fill_user(to, &texts);
  __heddle_copy(buffer, &texts, sizeof texts);
  to->pw_name = buffer + offsetof(struct texts, name);
  to->pw_passwd = buffer + offsetof(struct texts, star);
  to->pw_gecos = buffer + offsetof(struct texts, empty);
  to->pw_dir = to->pw_shell = buffer + offsetof(struct texts, directory);
  *result = to;
  return 0;
}

int getpwuid_r(uid_t user, struct passwd *to, char *buffer, size_t size, struct passwd **result) {
  int error = find_user(to, buffer, size, result);
  if (*result != NULL)
    to->pw_uid = user;
  return error;
}

int getpwnam_r(const char *name, struct passwd *to, char *buffer, size_t size,
               struct passwd **result) {
  __library_read_text(name);
  return find_user(to, buffer, size, result);
}

/* Who the process is: arbitrary at first, and the same until the program changes it. */
enum identity { USER, EFFECTIVE_USER, GROUP, EFFECTIVE_GROUP, PARENT, PROCESS_GROUP, SESSION, IDENTITIES };

static struct {
  unsigned number;
  int is_known;
} identities[IDENTITIES];

static unsigned number_of(enum identity which) {
  __heddle_atomic_begin();
  if (!identities[which].is_known) {
    identities[which].number = which < PARENT ? __heddle_nondet_u32() % (unsigned)-1 : __heddle_nondet_u32() % __INT_MAX__ + 1;
    identities[which].is_known = 1;
  }
  unsigned number = identities[which].number;
  __heddle_atomic_end();
  return number;
}

static void set_number(enum identity which, unsigned number) {
  __heddle_atomic_begin();
  identities[which].number = number;
  identities[which].is_known = 1;
  __heddle_atomic_end();
}

uid_t getuid(void) { return number_of(USER); }

uid_t geteuid(void) { return number_of(EFFECTIVE_USER); }

gid_t getgid(void) { return number_of(GROUP); }

gid_t getegid(void) { return number_of(EFFECTIVE_GROUP); }

pid_t getppid(void) { return (pid_t)number_of(PARENT); }

/* Becoming somebody else needs a privilege, which the program may have; what the process is already it
 * may always become. A number of -1 keeps what there is. */
static int become(enum identity real, enum identity effective, unsigned wanted_real,
                  unsigned wanted_effective) {
  unsigned keep = (unsigned)-1;
  int is_same = (wanted_real == keep || wanted_real == number_of(real)) &&
                (wanted_effective == keep || wanted_effective == number_of(real) ||
                 wanted_effective == number_of(effective));
  if (!is_same && __heddle_nondet_bool())
    return fail(ERROR_PERM);
  if (wanted_real != keep)
    set_number(real, wanted_real);
  if (wanted_effective != keep)
    set_number(effective, wanted_effective);
  return 0;
}

/* With a privilege the real one changes, too. */
static int become_one(enum identity real, enum identity effective, unsigned wanted) {
  if (wanted == (unsigned)-1)
    return fail(ERROR_INVAL);
  int has_privilege = number_of(EFFECTIVE_USER) == 0;
  return become(real, effective, has_privilege ? wanted : (unsigned)-1, wanted);
}

int setuid(uid_t user) { return become_one(USER, EFFECTIVE_USER, user); }

int setgid(gid_t group) { return become_one(GROUP, EFFECTIVE_GROUP, group); }

int seteuid(uid_t user) {
  return user == (uid_t)-1 ? fail(ERROR_INVAL) : become(USER, EFFECTIVE_USER, (uid_t)-1, user);
}

int setegid(gid_t group) {
  return group == (gid_t)-1 ? fail(ERROR_INVAL) : become(GROUP, EFFECTIVE_GROUP, (gid_t)-1, group);
}

int setreuid(uid_t user, uid_t effective) { return become(USER, EFFECTIVE_USER, user, effective); }

int setregid(gid_t group, gid_t effective) {
  return become(GROUP, EFFECTIVE_GROUP, group, effective);
}

int setgroups(size_t count, const gid_t *groups) {
  __library_look_at(groups, count * sizeof *groups);
  return __heddle_nondet_bool() ? fail(ERROR_PERM) : 0;
}

int initgroups(const char *name, gid_t group) {
  (void)group;
  __library_read_text(name);
  return __heddle_nondet_bool() ? fail(ERROR_PERM) : 0;
}

int getgroups(int count, gid_t *groups) {
  int found = __heddle_nondet_u8() % 4;
  if (count < 0 || (count != 0 && count < found))
    return fail(ERROR_INVAL);
  for (int i = 0; i < found && count != 0; i++)
    groups[i] = __heddle_nondet_u32();
  return found;
}

/* Process groups and sessions. */
pid_t getpgrp(void) { return (pid_t)number_of(PROCESS_GROUP); }

/* Of another process: it may be gone. */
static pid_t number_of_process(pid_t process, enum identity which) {
  if (process == 0 || process == getpid())
    return (pid_t)number_of(which);
  if (process < 0 || __heddle_nondet_bool())
    return fail(ERROR_SRCH);
  return (pid_t)(__heddle_nondet_u32() % __INT_MAX__) + 1;
}

pid_t getpgid(pid_t process) { return number_of_process(process, PROCESS_GROUP); }

pid_t getsid(pid_t process) { return number_of_process(process, SESSION); }

/* Fails if the process leads a group already. */
pid_t setsid(void) {
  pid_t own = getpid();
  if (getpgrp() == own)
    return fail(ERROR_PERM);
  set_number(PROCESS_GROUP, (unsigned)own);
  set_number(SESSION, (unsigned)own);
  return own;
}

int setpgid(pid_t process, pid_t group) {
  pid_t own = getpid();
  if (group < 0)
    return fail(ERROR_INVAL);
  if ((process == 0 || process == own) && number_of(SESSION) != (unsigned)own) {
    if (group != 0 && group != own && __heddle_nondet_bool())
      return fail(ERROR_PERM);
    set_number(PROCESS_GROUP, (unsigned)(group != 0 ? group : own));
    return 0;
  }
  return __heddle_nondet_bool() ? fail(ERROR_PERM) : 0;
}

char *getlogin(void) {
  static char name[LONGEST_ANY_NAME + 1];
  if (__heddle_nondet_bool()) {
    fail(ERROR_NOENT);
    return NULL;
  }
  __library_any_name(name);
  return name;
}

int getlogin_r(char *to, size_t size) {
  char name[LONGEST_ANY_NAME + 1];
  if (__heddle_nondet_bool())
    return ERROR_NOENT;
  __library_any_name(name);
  size_t length = __library_string_length(name) + 1;
  if (length > size)
    return ERROR_RANGE;
  __heddle_copy(to, name, length);
  return 0;
}
