// The extensions of GNU have to be asked for before the first header.
#define _GNU_SOURCE

#include "CFileSystem.h"

#if defined(__linux__)

#include <unistd.h>

int traycheck_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int traycheck_spawn_in(posix_spawn_file_actions_t *actions, const char *folder) {
  return posix_spawn_file_actions_addchdir_np(actions, folder);
}

#endif
