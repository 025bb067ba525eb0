// Calls of Linux that Swift does not import: exchange two files, copy attributes, open pipes, choose a folder for a program.

#ifndef TRAYCHECK_CFILESYSTEM_H
#define TRAYCHECK_CFILESYSTEM_H

#if defined(__linux__)

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <unistd.h>

/// Gives each of two files the name of the other in one step.
///
/// Returns 0, or -1 with `errno` if the system or the file system cannot do that.
static inline int traycheck_exchange(const char *first, const char *second) {
#if defined(SYS_renameat2)
  // RENAME_EXCHANGE of Linux; not every C library has the name.
  return (int)syscall(SYS_renameat2, AT_FDCWD, first, AT_FDCWD, second, 2U);
#else
  errno = ENOSYS;
  return -1;
#endif
}

/// Lists the names of a file's extended attributes, each with a zero at its end.
static inline ssize_t traycheck_attributes(int file, char *names, size_t size) {
  return flistxattr(file, names, size);
}

/// Reads an extended attribute of a file.
static inline ssize_t traycheck_attribute(int file, const char *name, void *value, size_t size) {
  return fgetxattr(file, name, value, size);
}

/// Sets an extended attribute of a file.
static inline int traycheck_set_attribute(int file, const char *name, const void *value,
                                          size_t size) {
  return fsetxattr(file, name, value, size, 0);
}

/// Opens a pipe that no program inherits: its end to read from, and its end to write to.
int traycheck_pipe(int ends[2]);

/// Has a program start in a folder.
int traycheck_spawn_in(posix_spawn_file_actions_t *actions, const char *folder);

#endif

#endif
