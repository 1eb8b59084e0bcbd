/* SPDX-License-Identifier: Apache-2.0 */
/* Finds descendants through the kernel's lists of children per thread. This takes a few reads
 * instead of a scan of all processes, so it hardly disturbs the measured program. */
#include "base/process_tree.h"

#include "base/vector.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct processes {
  VECTOR(pid_t) list;
};

static void add_children_of_thread(struct processes *all, pid_t process, long thread) {
  char path[96];
  snprintf(path, sizeof path, "/proc/%d/task/%ld/children", (int)process, thread);
  FILE *file = fopen(path, "re");
  if (!file)
    return; /* it ended just now */
  for (int child; fscanf(file, "%d", &child) == 1;)
    vector_push(&all->list, (pid_t)child);
  fclose(file);
}

static void add_children(struct processes *all, pid_t process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", (int)process);
  DIR *threads = opendir(path);
  if (!threads)
    return;
  for (const struct dirent *entry; (entry = readdir(threads));)
    if (entry->d_name[0] != '.')
      add_children_of_thread(all, process, strtol(entry->d_name, NULL, 10));
  closedir(threads);
}

/* `root` first. */
static struct processes find_tree(pid_t root) {
  struct processes all = {0};
  vector_push(&all.list, root);
  for (size_t i = 0; i < all.list.count; i++)
    add_children(&all, all.list.items[i]);
  return all;
}

static void add_usage(struct tree_usage *usage, pid_t process) {
  char path[64], line[1024];
  snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
  FILE *file = fopen(path, "re");
  if (!file)
    return;
  size_t length = fread(line, 1, sizeof line - 1, file);
  fclose(file);
  line[length] = '\0';
  const char *after_name = strrchr(line, ')'); /* the name may hold anything */
  unsigned long user, system;
  long waited_user, waited_system, resident;
  if (!after_name ||
      sscanf(after_name + 1,
             " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld %*d %*d %*d %*d %*u %*u "
             "%ld",
             &user, &system, &waited_user, &waited_system, &resident) != 5)
    return;
  double ticks = (double)user + (double)system + (double)waited_user + (double)waited_system;
  usage->cpu += ticks / (double)sysconf(_SC_CLK_TCK);
  if (resident > 0)
    usage->memory += (size_t)resident * (size_t)sysconf(_SC_PAGESIZE);
}

struct tree_usage process_tree_measure(pid_t root) {
  struct tree_usage usage = {0};
  struct processes all = find_tree(root);
  for (size_t i = 0; i < all.list.count; i++)
    add_usage(&usage, all.list.items[i]);
  vector_release(&all.list);
  return usage;
}

void process_tree_signal(pid_t root, int number) {
  struct processes all = find_tree(root);
  kill(-root, number);
  for (size_t i = 0; i < all.list.count; i++)
    if (getpgid(all.list.items[i]) != root)
      kill(all.list.items[i], number);
  vector_release(&all.list);
}
