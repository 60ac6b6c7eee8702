/* subprocess.c - running other programs, and temporary directories that never outlive the tool. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tool/cli/util.h"

/* --- signals that ask for an end, of a command that tells what it knows before it ends -------------------------------------- */

static void die_by_signal(int signal_number);

static struct {
    volatile sig_atomic_t asked; /* by this signal, or 0 */
    bool   heeded;            /* by the command: it looks at `asked` */
    int  (*tell)(void *self); /* NULL: the command waits for no process without looking */
    void  *self;
} end;

static void ask_for_end(int signal_number)
{
    if (end.asked)
        die_by_signal(signal_number);
    end.asked = signal_number;
}

bool end_is_asked(void)
{
    return end.asked;
}

void end_was_asked(int signal_number)
{
    end.asked = signal_number;
}

int end_signal(void)
{
    return end.asked == SIGINT ? SIGINT : SIGTERM;
}

static const int heeded[] = {SIGINT, SIGTERM, SIGHUP};

void end_on_signals(int (*tell)(void *self), void *self)
{
    end.heeded = true;
    end.tell = tell;
    end.self = self;
    for (size_t i = 0; i < sizeof heeded / sizeof *heeded; i++) {
        struct sigaction now, mine = {.sa_handler = ask_for_end};
        if (sigaction(heeded[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL)
            sigaction(heeded[i], &mine, NULL);
    }
}

int end_on_signals_no_more(void)
{
    int asked = end.asked;
    for (size_t i = 0; i < sizeof heeded / sizeof *heeded; i++) {
        struct sigaction now;
        if (sigaction(heeded[i], NULL, &now) == 0 && now.sa_handler == ask_for_end)
            signal(heeded[i], die_by_signal);
    }
    end.asked = 0;
    end.heeded = false;
    end.tell = NULL;
    return asked;
}

void end_early(int signal_number)
{
    int (*tell)(void *self) = end.tell;
    end.asked = signal_number;
    end.tell = NULL;
    exit(tell ? tell(end.self) : EXIT_UNKNOWN);
}

/* `child` is waited for by somebody who would make nothing of half of its work: it leads a group. */
static void end_if_asked(pid_t child)
{
    if (!end.asked || !end.tell)
        return;
    kill(-child, SIGKILL);
    end_early(end.asked);
}

/* --- processes --------------------------------------------------------------------------------------------------------- */

/* A command that heeds signals looks for them now and then. */
static int wait_for(pid_t child)
{
    enum { PAUSE = 2000 }; /* microseconds */
    int status;
    pid_t ended;
    while ((ended = waitpid(child, &status, end.tell ? WNOHANG : 0)) != child) {
        if (ended < 0 && errno != EINTR)
            die("waiting for a process failed: %s", strerror(errno));
        end_if_asked(child);
        if (!ended)
            usleep(PAUSE);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* The errno with which it could not be started, or 0. In a group of its own Ctrl-C is for us alone. */
static int start_process(pid_t *child, char *const argv[], const posix_spawn_file_actions_t *actions, bool own_group)
{
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    if (own_group || end.heeded)
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    int error = posix_spawnp(child, argv[0], actions, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    return error;
}

int run_process(char *const argv[])
{
    pid_t child;
    int error = start_process(&child, argv, NULL, false);
    if (error)
        die("cannot run %s: %s", argv[0], strerror(error));
    return wait_for(child);
}

/* False: nothing can be read before the time, by the monotonic clock, has come (0: there is all the time), or an end was asked for. */
static bool can_be_read(int fd, uint64_t until)
{
    enum { A_WHILE = 50 }; /* milliseconds after which a command that heeds signals looks for them */
    struct pollfd polled = {.fd = fd, .events = POLLIN};
    int patience;
    do {
        uint64_t now = clock_ms(CLOCK_MONOTONIC);
        if ((until && now >= until) || (end.heeded && end.asked))
            return false;
        patience = until ? (int)(until - now) : -1;
        if (end.heeded && (patience < 0 || patience > A_WHILE))
            patience = A_WHILE;
    } while (poll(&polled, 1, patience) <= 0);
    return true;
}

/* *in_time: it has come to its end. */
static char *read_to_end(int fd, uint64_t until, bool *in_time)
{
    size_t used = 0, room = 4096;
    char *text = allocate(room);
    while ((*in_time = can_be_read(fd, until))) {
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

/* Group of a process that has a limit of time: whoever it tells to end are its own, and go with it, and with us. */
static volatile pid_t limited_group;

/* It may have processes of its own to end: it is asked, and given a second; less where a signal has asked us. */
static void end_group(pid_t child)
{
    unsigned tries = end.asked ? 20 : 100;
    int status;
    bool ended = false;
    kill(child, end_signal());
    for (unsigned i = 0; i < tries && !ended; i++) {
        ended = waitpid(child, &status, WNOHANG) == child;
        usleep(10000);
    }
    kill(-child, SIGKILL);
    if (!ended)
        wait_for(child);
}

/* `in_part`: what it has written by then is of use even if it has to be ended. */
static char *capture(char *const argv[], uint64_t milliseconds, bool in_part, int *status)
{
    uint64_t until = milliseconds ? clock_ms(CLOCK_MONOTONIC) + milliseconds : 0;
    bool in_time;
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0)
        die("cannot make a pipe: %s", strerror(errno));
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
    pid_t child;
    int error = start_process(&child, argv, &actions, in_part);
    limited_group = in_part && !error ? child : 0;
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    char *output = read_to_end(ends[0], until, &in_time);
    close(ends[0]);
    if (!in_time && !in_part)
        end_if_asked(child);
    if (!in_time)
        end_group(child);
    limited_group = 0;
    *status = error ? 127 : in_time ? wait_for(child) : -1;
    return output;
}

char *capture_process(char *const argv[], int *status)
{
    return capture(argv, 0, false, status);
}

char *capture_process_for(char *const argv[], uint64_t milliseconds, int *status)
{
    return capture(argv, milliseconds, true, status);
}

/* --- temporary directories: removed at exit and by the handler of a deadly signal, so only system calls are used -- */

static const char *volatile temp_path; /* the one that all others are in, or NULL */
static pid_t temp_owner;               /* a forked child must not remove it */

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
    if (temp_path && getpid() == temp_owner)
        remove_tree(AT_FDCWD, temp_path);
}

void temp_directories_adopt(void)
{
    temp_owner = getpid();
}

static void die_by_signal(int signal_number)
{
    if (limited_group)
        kill(-limited_group, SIGKILL);
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

static const char *temp_parent(void)
{
    const char *parent = getenv("TMPDIR");
    return parent && *parent ? parent : "/tmp";
}

static void remove_at_end(void)
{
    temp_owner = getpid();
    atexit(remove_temp_directories);
    clean_up_on(SIGINT);
    clean_up_on(SIGTERM);
    clean_up_on(SIGHUP);
    clean_up_on(SIGPIPE);
}

/* As the kernel calls it, and from wherever one is. */
static const char *make_directory(char *path)
{
    if (!mkdtemp(path))
        die("cannot make a temporary directory %s: %s", path, strerror(errno));
    char *whole = realpath(path, NULL);
    return whole ? whole : path;
}

/* A process that is killed removes nothing. So the tool holds a lock on a file in its directory, which goes with the process, however it
 * ends: a directory with such a file that nobody has locked is nobody's. Between making and locking it somebody else may take it for such a
 * one; then it is gone when it is locked, and another one is made. */
#define TEMP_PREFIX "mazurka-"
#define TEMP_MARK   "mazurka-temporary"

/* Ours, and nobody's: its mark is locked now, and so nobody else removes it. A descriptor, or -1. */
static int lock_left_behind(int directory)
{
    struct stat status;
    int mark = openat(directory, TEMP_MARK, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
    if (mark >= 0 && fstat(mark, &status) == 0 && status.st_uid == geteuid() && flock(mark, LOCK_EX | LOCK_NB) == 0)
        return mark;
    if (mark >= 0)
        close(mark);
    return -1;
}

static void remove_left_behind(const char *parent)
{
    DIR *all = opendir(parent);
    for (const struct dirent *entry; all && (entry = readdir(all)) != NULL;) {
        bool ours = starts_with(entry->d_name, TEMP_PREFIX);
        int directory = ours ? openat(dirfd(all), entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
        if (directory < 0)
            continue;
        int mark = lock_left_behind(directory);
        close(directory);
        if (mark < 0)
            continue;
        remove_tree(dirfd(all), entry->d_name);
        close(mark);
    }
    if (all)
        closedir(all);
}

/* The descriptor stays open: it is the lock. Where there are no locks nothing is ever taken for left behind. False: the directory is
 * gone. */
static bool lock_directory(const char *path)
{
    struct stat status;
    int mark = open(path_join(path, TEMP_MARK), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (mark < 0)
        return errno != ENOENT;
    flock(mark, LOCK_EX);
    return fstat(mark, &status) != 0 || status.st_nlink > 0;
}

static const char *temp_root(void)
{
    if (temp_path)
        return temp_path;
    remove_left_behind(temp_parent());
    remove_at_end();
    do
        temp_path = make_directory(path_join(temp_parent(), TEMP_PREFIX "XXXXXX"));
    while (!lock_directory(temp_path));
    return temp_path;
}

const char *temp_directory(void)
{
    return make_directory(path_join(temp_root(), "XXXXXX"));
}

const char *temp_directory_unmade(void)
{
    static unsigned count;
    return format_text("%s/unmade-%u", temp_root(), ++count);
}
