/* pulse_rest.h - of PulseAudio's core what the queue and the list need and what lies in files that need all others. */
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include <pulsecore/core-error.h>
#include <pulsecore/core-util.h>
#include <pulsecore/log.h>

void pa_log_level_meta(pa_log_level_t level, const char *file, int line, const char *function, const char *format, ...)
{
    (void)level, (void)file, (void)line, (void)function, (void)format;
}
bool pa_log_ratelimit(pa_log_level_t level)
{
    (void)level;
    return false;
}
const char *pa_cstrerror(int number)
{
    return strerror(number);
}
ssize_t pa_read(int fd, void *data, size_t size, int *type)
{
    (void)type;
    return read(fd, data, size);
}
ssize_t pa_write(int fd, const void *data, size_t size, int *type)
{
    (void)type;
    return write(fd, data, size);
}
ssize_t pa_loop_write(int fd, const void *data, size_t size, int *type)
{
    return pa_write(fd, data, size, type);
}
int pa_close(int fd)
{
    return close(fd);
}
void pa_close_pipe(int fds[2])
{
    close(fds[0]);
    close(fds[1]);
}
void pa_make_fd_cloexec(int fd)
{
    (void)fd;
}
int pa_pipe_cloexec(int fds[2])
{
    return pipe(fds);
}
