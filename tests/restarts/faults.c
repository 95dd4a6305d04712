/* Loaded before the C library (LD_PRELOAD): counts the calls that change files and lets one of them
 * go wrong.
 *
 *   FAULTS_COUNT  a file that gets the number of calls when the program ends
 *   FAULTS_AT     which call, from 1
 *   FAULTS_HOW    before  SIGKILL instead of the call
 *                 after   SIGKILL after the call
 *                 torn    SIGKILL after half of what is to be written
 *                 full    this and all later writes and syncs find no space
 *                 once    this write or sync finds no space, later ones do
 *                 locked  no file can be made or opened for writing from here on
 *                 term    SIGTERM after the call
 *                 twice   SIGTERM twice after the call
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static long calls, at;
static const char* how = "";

__attribute__((constructor)) static void begin(void) {
  if (getenv("FAULTS_AT")) at = atol(getenv("FAULTS_AT"));
  if (getenv("FAULTS_HOW")) how = getenv("FAULTS_HOW");
}

__attribute__((destructor)) static void end(void) {
  const char* path = getenv("FAULTS_COUNT");
  FILE* file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  fprintf(file, "%ld\n", calls);
  fclose(file);
}

static int is(const char* word) { return strcmp(how, word) == 0; }

static void die(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

/* The error with which the call is to fail, or 0. */
static int enter(int takes_space, int opens) {
  ++calls;
  if (at == 0 || calls < at) return 0;
  if (calls == at && is("before")) die();
  if (opens && is("locked")) return EROFS;
  return takes_space && ((calls == at && is("once")) || is("full")) ? ENOSPC : 0;
}

static void leave(void) {
  if (calls != at) return;
  const int error = errno;
  if (is("after") || is("torn")) die();
  if (is("term") || is("twice")) raise(SIGTERM);
  if (is("twice")) raise(SIGTERM);
  errno = error;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define CALL(takes_space, opens, type, expression) \
  const int error = enter(takes_space, opens);     \
  if (error != 0) {                                \
    errno = error;                                 \
    return -1;                                     \
  }                                                \
  const type result = (expression);                \
  leave();                                         \
  return result;

static size_t part(size_t size) { return calls + 1 == at && is("torn") ? size / 2 : size; }

ssize_t write(int file, const void* data, size_t size) {
  if (file <= 2) return NEXT(write)(file, data, size);
  size = part(size);
  CALL(1, 0, ssize_t, NEXT(write)(file, data, size))
}
ssize_t pwrite(int file, const void* data, size_t size, off_t to) {
  size = part(size);
  CALL(1, 0, ssize_t, NEXT(pwrite)(file, data, size, to))
}
ssize_t pwrite64(int file, const void* data, size_t size, off64_t to) {
  size = part(size);
  CALL(1, 0, ssize_t, NEXT(pwrite64)(file, data, size, to))
}
int fsync(int file) { CALL(1, 0, int, NEXT(fsync)(file)) }
int rename(const char* from, const char* to) { CALL(0, 0, int, NEXT(rename)(from, to)) }
int unlink(const char* path) { CALL(0, 0, int, NEXT(unlink)(path)) }
int remove(const char* path) { CALL(0, 0, int, NEXT(remove)(path)) }
int ftruncate(int file, off_t size) { CALL(0, 0, int, NEXT(ftruncate)(file, size)) }
int ftruncate64(int file, off64_t size) { CALL(0, 0, int, NEXT(ftruncate64)(file, size)) }

static int changes(int flags) { return (flags & (O_WRONLY | O_RDWR | O_CREAT)) != 0; }

#define OPEN(name)                                                      \
  int name(const char* path, int flags, ...) {                          \
    va_list list;                                                       \
    va_start(list, flags);                                              \
    const mode_t mode = va_arg(list, mode_t);                           \
    va_end(list);                                                       \
    if (!changes(flags)) return NEXT(name)(path, flags, mode);          \
    CALL((flags & O_CREAT) != 0, 1, int, NEXT(name)(path, flags, mode)) \
  }
OPEN(open)
OPEN(open64)
