/* post.c - see post.h. */
#include "tool/mpi/post.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tool/cli/util.h"
#include "wire/courier_frames.h"

enum {
    HELLO_MS = 60000, /* for MPI to begin, which it does when all have */
    READ_AT_ONCE = 1 << 20,
    ALIGNED = 32, /* records lie in messages: model/record.h */
};

static pid_t start_courier(const char *path, int end)
{
    char *const argv[] = {(char *)path, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t how;
    sigset_t none;
    pid_t child;
    sigemptyset(&none);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", 0, 0);
    posix_spawn_file_actions_adddup2(&actions, end, COURIER_FD);
    posix_spawnattr_init(&how);
    posix_spawnattr_setsigmask(&how, &none);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK);
    int error = posix_spawn(&child, path, &actions, &how, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&how);
    if (error)
        die("--mpi: cannot run %s: %s", path, strerror(error));
    return child;
}

uint64_t post_patience(const struct post *p, uint64_t milliseconds)
{
    return p->patience ? p->patience : milliseconds;
}

static void read_hello(struct post *p)
{
    struct pollfd there = {.fd = p->fd, .events = POLLIN};
    struct frame head;
    uint32_t size;
    if (poll(&there, 1, (int)post_patience(p, HELLO_MS)) == 0)
        die("--mpi: MPI does not begin, as if one of the ranks were not there");
    if (recv(p->fd, &head, sizeof head, MSG_WAITALL) != sizeof head || head.magic != COURIER_MAGIC || head.kind != FRAME_HELLO
        || recv(p->fd, &size, sizeof size, MSG_WAITALL) != sizeof size)
        die("--mpi: the courier has ended before it began: Open MPI must be installed on every machine (Debian: openmpi-bin), and "
            "mazurka started by it (mpirun -n 4 mazurka check PROGRAM --mpi)");
    p->rank = head.peer;
    p->size = size;
}

struct post post_open(void)
{
    const char *path = path_join(self_library_dir(), "mazurka-mpi");
    const char *patience = getenv("MAZURKA_MPI_PATIENCE");
    struct post p = {.patience = patience ? strtoull(patience, NULL, 10) : 0};
    int ends[2];
    if (!file_exists(path))
        die("--mpi: this mazurka was built without MPI: install it (Debian: libopenmpi-dev and openmpi-bin) and build mazurka again");
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        die("--mpi: cannot make a socket: %s", strerror(errno));
    if (ends[1] == COURIER_FD) /* else the copy would be closed with it */
        ends[1] = dup(ends[1]);
    p.courier = start_courier(path, ends[1]);
    close(ends[1]);
    p.fd = ends[0];
    read_hello(&p);
    return p;
}

static void write_all(struct post *p, const void *bytes, size_t size)
{
    const char *at = bytes;
    for (size_t done = 0; done < size && !p->gone;) {
        ssize_t wrote = send(p->fd, at + done, size - done, MSG_NOSIGNAL);
        if (wrote < 0 && errno == EINTR)
            continue;
        p->gone = wrote < 0;
        done += wrote > 0 ? (size_t)wrote : 0;
    }
}

void post_send(struct post *p, const struct iovec *parts, int count, bool to_myself_too)
{
    struct frame head = {COURIER_MAGIC, to_myself_too ? FRAME_ECHO : FRAME_MESSAGE, 0, 0};
    for (int i = 0; i < count; i++)
        head.bytes += parts[i].iov_len;
    if (head.bytes > INT32_MAX)
        die("--mpi: a letter of %zu bytes is too long", (size_t)head.bytes);
    write_all(p, &head, sizeof head);
    for (int i = 0; i < count; i++)
        write_all(p, parts[i].iov_base, parts[i].iov_len);
}

static bool read_some(struct post *p, int milliseconds)
{
    struct pollfd there = {.fd = p->fd, .events = POLLIN};
    if (p->room - p->used < READ_AT_ONCE)
        p->input = resize(p->input, p->room = 2 * p->room + READ_AT_ONCE);
    if (p->gone)
        there.fd = -1; /* only time passes */
    if (poll(&there, 1, milliseconds) <= 0)
        return false;
    ssize_t got = recv(p->fd, p->input + p->used, p->room - p->used, MSG_DONTWAIT);
    p->gone = got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN);
    p->used += got > 0 ? (size_t)got : 0;
    return got > 0;
}

static bool open_next(struct post *p, struct message *message)
{
    struct frame head;
    if (p->used < sizeof head)
        return false;
    memcpy(&head, p->input, sizeof head);
    if (head.magic != COURIER_MAGIC)
        die("--mpi: the courier has said something that is no letter");
    size_t all = sizeof head + head.bytes;
    if (p->used < all)
        return false;
    void *block = aligned_alloc(ALIGNED, (head.bytes / ALIGNED + 1) * ALIGNED);
    if (!block)
        die("out of memory");
    memcpy(block, p->input + sizeof head, head.bytes);
    *message = (struct message){head.peer, block, head.bytes, block};
    memmove(p->input, p->input + all, p->used - all);
    p->used -= all;
    return true;
}

bool post_receive(struct post *p, struct message *message, int milliseconds)
{
    while (!open_next(p, message))
        if (!read_some(p, milliseconds))
            return false;
    return true;
}

void message_free(struct message *message)
{
    free(message->block);
    message->block = NULL;
}

void post_say_goodbye(struct post *p)
{
    struct frame head = {COURIER_MAGIC, FRAME_GOODBYE, 0, 0};
    write_all(p, &head, sizeof head);
}

void post_close(struct post *p)
{
    char rest[4096];
    for (ssize_t got = 1; got > 0 || (got < 0 && errno == EINTR);)
        got = recv(p->fd, rest, sizeof rest, 0);
    while (waitpid(p->courier, NULL, 0) < 0 && errno == EINTR)
        ;
    close(p->fd);
    p->fd = -1;
}
