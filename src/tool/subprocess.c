/* subprocess.c - running other programs, and temporary directories that never outlive the tool. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tool/util.h"

static int wait_for(pid_t child)
{
    int status;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR)
            die("waiting for a process failed: %s", strerror(errno));
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int run_process(char *const argv[])
{
    pid_t child;
    int error = posix_spawnp(&child, argv[0], NULL, NULL, argv, environ);
    if (error)
        die("cannot run %s: %s", argv[0], strerror(error));
    return wait_for(child);
}

static char *read_to_end(int fd)
{
    size_t used = 0, room = 4096;
    char *text = allocate(room);
    for (;;) {
        ssize_t got = read(fd, text + used, room - used - 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        used += (size_t)got;
        if (room - used < 2)
            text = resize(text, room *= 2);
    }
    text[used] = '\0';
    return text;
}

char *capture_process(char *const argv[], int *status)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0)
        die("cannot make a pipe: %s", strerror(errno));
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
    pid_t child;
    int error = posix_spawnp(&child, argv[0], &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    char *output = read_to_end(ends[0]);
    close(ends[0]);
    *status = error ? 127 : wait_for(child);
    return output;
}

/* --- temporary directories: removed at exit and by the handler of a deadly signal, so only system calls are used -- */

enum { MAX_TEMP_DIRECTORIES = 1024 };
static char *temp_path[MAX_TEMP_DIRECTORIES];
static volatile int temp_count;
static pid_t temp_owner; /* a forked child must not remove them */

struct kernel_dirent {
    unsigned long inode, offset;
    unsigned short length;
    unsigned char type;
    char name[];
};

static void remove_tree(int parent, const char *name);

static void remove_entries(int directory)
{
    _Alignas(struct kernel_dirent) char buffer[4096];
    long got;
    while ((got = syscall(SYS_getdents64, directory, buffer, sizeof buffer)) > 0) {
        for (long at = 0; at < got;) {
            const struct kernel_dirent *entry = (const struct kernel_dirent *)(buffer + at);
            if (strcmp(entry->name, ".") != 0 && strcmp(entry->name, "..") != 0)
                remove_tree(directory, entry->name);
            at += entry->length;
        }
    }
}

static void remove_tree(int parent, const char *name)
{
    if (unlinkat(parent, name, 0) == 0 || errno == ENOENT)
        return;
    int directory = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (directory < 0)
        return;
    remove_entries(directory);
    close(directory);
    unlinkat(parent, name, AT_REMOVEDIR);
}

void remove_directory(const char *path)
{
    remove_tree(AT_FDCWD, path);
}

static void remove_temp_directories(void)
{
    if (getpid() != temp_owner)
        return;
    for (int i = 0; i < temp_count; i++)
        remove_tree(AT_FDCWD, temp_path[i]);
}

static void die_by_signal(int signal_number)
{
    remove_temp_directories();
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void clean_up_on(int signal_number)
{
    struct sigaction now;
    if (sigaction(signal_number, NULL, &now) == 0 && now.sa_handler == SIG_DFL)
        signal(signal_number, die_by_signal);
}

const char *temp_parent(void)
{
    const char *parent = getenv("TMPDIR");
    return parent && *parent ? parent : "/tmp";
}

const char *temp_directory(void)
{
    return temp_directory_named("mazurka-XXXXXX");
}

static char *temp_template(const char *name)
{
    if (temp_count == MAX_TEMP_DIRECTORIES)
        bug("more than %d temporary directories", MAX_TEMP_DIRECTORIES);
    return path_join(temp_parent(), name);
}

static void remove_at_end(char *path)
{
    if (temp_count == 0) {
        temp_owner = getpid();
        atexit(remove_temp_directories);
        clean_up_on(SIGINT);
        clean_up_on(SIGTERM);
        clean_up_on(SIGHUP);
        clean_up_on(SIGPIPE);
    }
    temp_path[temp_count] = path;
    temp_count++;
}

const char *temp_directory_named(const char *name)
{
    char *path = temp_template(name);
    if (!mkdtemp(path))
        die("cannot make a temporary directory %s: %s", path, strerror(errno));
    char *whole = realpath(path, NULL); /* as the kernel calls it, and from wherever one is */
    path = whole ? whole : path;
    remove_at_end(path);
    return path;
}

const char *temp_directory_unmade(void)
{
    uint64_t number;
    if (getrandom(&number, sizeof number, 0) != sizeof number)
        return path_join(temp_directory(), "unmade");
    char *path = temp_template(format_text("mazurka-%016" PRIx64, number)), *parent = realpath(temp_parent(), NULL);
    if (!parent || access(parent, W_OK | X_OK) != 0)
        die("cannot make a temporary directory %s: %s", path, strerror(errno));
    path = path_join(parent, strrchr(path, '/') + 1);
    free(parent);
    remove_at_end(path);
    return path;
}
