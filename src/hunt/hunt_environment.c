/* hunt_environment.c - the variables of the tool are taken out of the environment, so that the program, and what it starts, has the user's.
 * Only a program that runs in this process in place of this one, as those of wrapper scripts do, gets them again. */
#include "hunt/hunt_environment.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>

#include "hunt/real.h"
#include "hunt/scheduler.h"

/* Variables that are changed, and where the tool keeps the user's values (empty: there is none). */
static const char *const changed[] = {"LD_PRELOAD", "LD_LIBRARY_PATH"};
static const char *const kept[] = {HUNT_VARIABLE "_PRELOAD", HUNT_VARIABLE "_PATH"};
enum { CHANGED = 2, OURS = 5 };
static char *ours[OURS]; /* as the tool has set them: "NAME=value" */
static int wire_fd = -1;

static char *with_value(const char *name, const char *value)
{
    char *text = malloc(strlen(name) + strlen(value) + 2);
    return text ? strcat(strcat(strcpy(text, name), "="), value) : NULL;
}

static bool keep(int i, const char *name)
{
    const char *value = getenv(name);
    ours[i] = value ? with_value(name, value) : NULL;
    return ours[i];
}

struct hunt_wire *environment_take(void)
{
    bool whole = keep(0, HUNT_VARIABLE);
    for (int i = 0; i < CHANGED; i++)
        whole = keep(1 + i, changed[i]) && keep(1 + CHANGED + i, kept[i]) && whole;
    if (!whole)
        return NULL;
    wire_fd = atoi(getenv(HUNT_VARIABLE));
    for (int i = 0; i < CHANGED; i++) {
        const char *value = getenv(kept[i]);
        if (*value)
            setenv(changed[i], value, 1);
        else
            unsetenv(changed[i]);
        unsetenv(kept[i]);
    }
    unsetenv(HUNT_VARIABLE);
    struct hunt_wire *wire = mmap(NULL, sizeof *wire, PROT_READ | PROT_WRITE, MAP_SHARED, wire_fd, 0);
    if (wire == MAP_FAILED || wire->magic != HUNT_MAGIC)
        return NULL;
    int far = REAL(fcntl)(wire_fd, F_DUPFD_CLOEXEC, 900); /* where no program that counts its descriptors meets it */
    if (far >= 0) {
        REAL(close)(wire_fd);
        wire_fd = far;
        free(ours[0]);
        char number[16];
        snprintf(number, sizeof number, "%d", far);
        ours[0] = with_value(HUNT_VARIABLE, number);
    }
    return wire;
}

/* --- another program in this process ----------------------------------------------------------------------------------------- */

static bool is_changed(const char *variable)
{
    for (int i = 0; i < CHANGED; i++)
        if (strncmp(variable, changed[i], strlen(changed[i])) == 0 && variable[strlen(changed[i])] == '=')
            return true;
    return false;
}

/* NULL: it is not to be controlled. */
static char **environment_for(char *const *given)
{
    size_t count = 0, used = 0;
    while (given && given[count])
        count++;
    char **all = hunt_wire && hunt_self() ? malloc((count + OURS + 1) * sizeof *all) : NULL;
    if (!all)
        return NULL;
    for (size_t i = 0; i < count; i++)
        if (!is_changed(given[i]))
            all[used++] = given[i];
    for (int i = 0; i < OURS; i++)
        all[used++] = ours[i];
    all[used] = NULL;
    REAL(fcntl)(wire_fd, F_SETFD, 0);
    return all;
}

static int not_replaced(char **all, int result)
{
    int error = errno;
    if (all)
        REAL(fcntl)(wire_fd, F_SETFD, FD_CLOEXEC);
    free(all);
    errno = error;
    return result;
}

EXPORT int execve(const char *path, char *const argv[], char *const given[])
{
    char **all = environment_for(given);
    return not_replaced(all, REAL(execve)(path, argv, all ? all : given));
}

EXPORT int execv(const char *path, char *const argv[])
{
    return execve(path, argv, environ);
}

EXPORT int execvpe(const char *file, char *const argv[], char *const given[])
{
    char **all = environment_for(given);
    return not_replaced(all, REAL(execvpe)(file, argv, all ? all : given));
}

EXPORT int execvp(const char *file, char *const argv[])
{
    return execvpe(file, argv, environ);
}

EXPORT int fexecve(int fd, char *const argv[], char *const given[])
{
    char **all = environment_for(given);
    return not_replaced(all, REAL(fexecve)(fd, argv, all ? all : given));
}

/* --- those with a list of arguments ------------------------------------------------------------------------------------------ */

static size_t count_arguments(va_list list)
{
    va_list copy;
    size_t count = 1;
    va_copy(copy, list);
    while (va_arg(copy, char *))
        count++;
    va_end(copy);
    return count;
}

/* X(name, function with a vector, the environment, which is read behind the list) */
#define EXEC_LISTS(X)                 \
    X(execl, execve, environ)         \
    X(execlp, execvpe, environ)       \
    X(execle, execve, va_arg(list, char *const *))

#define DEFINE_EXEC_LIST(name, with_vector, environment)       \
    EXPORT int name(const char *file, const char *first, ...)  \
    {                                                          \
        va_list list;                                          \
        va_start(list, first);                                 \
        size_t count = count_arguments(list);                  \
        char *argv[count + 1];                                 \
        argv[0] = (char *)(uintptr_t)first;                    \
        for (size_t i = 1; i <= count; i++)                    \
            argv[i] = va_arg(list, char *);                    \
        char *const *given = environment;                      \
        va_end(list);                                          \
        return with_vector(file, argv, given);                 \
    }
EXEC_LISTS(DEFINE_EXEC_LIST)
