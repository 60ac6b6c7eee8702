/* sequence.c - a random sequence of calls, whose results are printed, or compared with what the same sequence has printed before: of
 * one family of functions, in main before there are threads, in a thread, or half of them each.
 *
 *     sequence FAMILY SEED CALLS before|after|across FILE [EXPECTED]
 *
 * FILE: something to read. The first run is the program by itself; the second one, with EXPECTED, is under check (test_conformance.sh). */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <math.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "sequence.h"

enum { MOST = 4000, SLOTS = 6 };

static struct {
    char text[40];
} expected[MOST];
static int recorded, compared;
static uint64_t state;
static const char *path;

unsigned below(unsigned n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % n;
}

void record(const char *call, long result)
{
    char line[40];
    int error = result == -1 ? errno : 0;
    snprintf(line, sizeof line, "%s %ld %d", call, result, error);
    if (!compared)
        puts(line);
    else if (recorded >= MOST || strcmp(line, expected[recorded].text) != 0)
        fprintf(stderr, "call %d: %s, and by itself %s\n", recorded, line, expected[recorded].text), abort();
    recorded++;
    errno = 0;
}

void record_bytes(const char *call, long result, const void *bytes)
{
    long sum = result;
    for (long i = 0; i < result; i++)
        sum = sum * 31 + ((const unsigned char *)bytes)[i];
    record(call, result <= 0 ? result : sum & 0xffffff);
}

/* ---- files: numbers are counted from the first that is free --------------------------------------------------------- */

static int first, slot[SLOTS];

static long number(int fd)
{
    return fd < 0 ? fd : fd - first;
}

static int *any(void)
{
    return &slot[below(SLOTS)];
}

static void into(const char *call, int fd)
{
    int *to = any();
    record(call, number(fd));
    if (fd < 0)
        return;
    for (int i = 0; i < SLOTS; i++)
        if (slot[i] == fd)
            return;
    if (*to >= 0)
        RECORD("close", close(*to));
    *to = fd;
}

static void one_of_files(void)
{
    char bytes[64];
    struct stat status;
    int fd = *any();
    switch (below(9)) {
    case 0: into("open", open(path, O_RDONLY)); break;
    case 1: into("dup", dup(fd)); break;
    case 2: into("dup2", fd < 0 ? -1 : dup2(fd, first + 20 + (int)below(4))); break;
    case 3: into("dupfd", fcntl(fd, F_DUPFD, first + (int)below(8))); break;
    case 4: RECORD("close", close(fd)); break;
    case 5: RECORD("lseek", lseek(fd, (int)below(60) - 20, below(4) ? (int)below(3) : -1)); break;
    case 6: RECORD("fstat", fstat(fd, &status) < 0 ? -1 : status.st_size); break;
    case 7: record_bytes("pread", pread(fd, bytes, below(20), below(400)), bytes); break;
    default: record_bytes("read", read(fd, bytes, below(64)), bytes);
    }
}

/* ---- files that are written ------------------------------------------------------------------------------------------- */

static const char *const written[] = {"written-a", "written-b", "written-c"};
static const char *any_name(void)
{
    return written[below(3)];
}

static long told(const struct stat *about)
{
    return about->st_size * 100 + (long)about->st_nlink * 10 + (about->st_mode & 0777) % 10;
}

static void named_write(void)
{
    struct stat about;
    const char *name = any_name();
    switch (below(6)) {
    case 0: RECORD("unlink", below(2) ? unlink(name) : unlinkat(AT_FDCWD, name, 0)); break;
    case 1: RECORD("rename", below(2) ? rename(name, any_name()) : renameat(AT_FDCWD, name, AT_FDCWD, any_name())); break;
    case 2: RECORD("truncate", truncate(name, (int)below(40) - 2)); break;
    case 3: RECORD("stat", stat(name, &about) < 0 ? -1 : told(&about)); break;
    case 4: RECORD("access", access(name, below(2) ? F_OK : R_OK | W_OK)); break;
    default: RECORD("lstat", lstat(name, &about) < 0 ? -1 : told(&about));
    }
}

static void sync_folder(void)
{
    int folder = open(".", (int[]){O_RDONLY, O_RDONLY | O_DIRECTORY, O_RDWR, O_RDONLY | O_CREAT}[below(4)], 0600);
    record("folder", number(folder));
    if (folder < 0)
        return;
    RECORD("sync", fsync(folder));
    RECORD("close", close(folder));
}

static void one_of_writes(void)
{
    static const int ways[] = {O_RDWR, O_RDWR | O_CREAT, O_RDWR | O_CREAT | O_TRUNC, O_RDWR | O_CREAT | O_EXCL, O_RDWR | O_APPEND};
    static const int locks[] = {LOCK_SH | LOCK_NB, LOCK_EX | LOCK_NB, LOCK_UN, 3};
    char bytes[64] = "abcdefghijklmnopqrstuvwxyz";
    struct stat about;
    struct flock range = {.l_type = (short)below(4), .l_whence = (short)below(3), .l_len = 4};
    int fd = *any();
    switch (below(21)) {
    case 0 ... 1: into("open", open(any_name(), ways[below(5)], 0640)); break;
    case 2: into("open", open(any_name(), O_RDONLY)); break;
    case 3: into("dup", dup(fd)); break;
    case 4: RECORD("close", close(fd)); break;
    case 5: RECORD("lseek", lseek(fd, (int)below(60) - 20, below(4) ? (int)below(3) : -1)); break;
    case 6: RECORD("fstat", fstat(fd, &about) < 0 ? -1 : told(&about)); break;
    case 7: record_bytes("pread", pread(fd, bytes, below(20), (int)below(40) - 2), bytes); break;
    case 8: record_bytes("read", read(fd, bytes, below(40)), bytes); break;
    case 9: RECORD("write", write(fd, bytes + below(9), below(12))); break;
    case 10: RECORD("pwrite", pwrite(fd, bytes + below(9), below(12), (int)below(40) - 2)); break;
    case 11: RECORD("ftruncate", ftruncate(fd, (int)below(40) - 2)); break;
    case 12: RECORD("fsync", below(2) ? fsync(fd) : fdatasync(fd)); break;
    case 13: RECORD("flock", flock(fd, locks[below(4)])); break;
    case 14: RECORD("setlk", fcntl(fd, below(3) ? F_SETLK : F_GETLK, &range)); break;
    case 15: RECORD("setfl", fcntl(fd, F_SETFL, below(2) ? O_APPEND : 0)); break;
    case 17: RECORD("fallocate", fallocate(fd, 0, (int)below(40) - 2, (int)below(20) - 2)); break;
    case 18: RECORD("reserve", posix_fallocate(fd, (int)below(40) - 2, (int)below(20) - 2)); break;
    case 19: sync_folder(); break;
    case 16: RECORD("getfl", below(2) ? fcntl(fd, F_GETFL) : fcntl(fd, F_GETFD)); break;
    default: named_write();
    }
}

/* ---- channels ------------------------------------------------------------------------------------------------------- */

static void make_pair(int kind)
{
    int two[2];
    long made = kind == 3 ? pipe2(two, O_NONBLOCK)
                          : socketpair(AF_UNIX, SOCK_NONBLOCK | (int[]){SOCK_STREAM, SOCK_SEQPACKET, SOCK_DGRAM}[kind], 0, two);
    record("pair", made);
    if (made < 0)
        return;
    for (int i = 0; i < 2; i++) {
        if (slot[i + 2 * (kind % 2)] >= 0)
            RECORD("close", close(slot[i + 2 * (kind % 2)]));
        slot[i + 2 * (kind % 2)] = two[i];
    }
}

static void one_of_channels(void)
{
    char bytes[64] = "abcdefgh";
    int fd = *any(), n = 0;
    struct pollfd polled = {fd, POLLIN | POLLOUT, 0};
    switch (below(14)) {
    case 0: make_pair((int)below(4)); break;
    case 1: into("eventfd", eventfd(below(3), EFD_NONBLOCK | (below(2) ? EFD_SEMAPHORE : 0))); break;
    case 2: into("dup", dup(fd)); break;
    case 3: RECORD("close", close(fd)); break;
    case 4: RECORD("fionread", ioctl(fd, FIONREAD, &n) < 0 ? -1 : n); break;
    case 5: RECORD("poll", fd < 0 ? 0 : poll(&polled, 1, 0) * 1000 + polled.revents); break;
    case 6: record_bytes("recv", recv(fd, bytes, below(12), 0), bytes); break;
    case 7: RECORD("send", send(fd, bytes, below(9), MSG_NOSIGNAL)); break;
    case 8: RECORD("shutdown", below(4) ? 0 : shutdown(fd, (int)below(3))); break;
    case 11: RECORD("lseek", lseek(fd, (int)below(60) - 20, (int)below(7) - 1)); break;
    case 12: record_bytes("pread", pread(fd, bytes, below(20), (int)below(20) - 5), bytes); break;
    case 9:
    case 10: RECORD("write", write(fd, (char[16]){1}, below(17))); break;
    default: record_bytes("read", read(fd, bytes, below(20)), bytes);
    }
}

/* ---- sockets that have names: none of them waits. What is refused under check is not tried ------------------------------ */

static const struct { int family, type; } kinds[] = {
    {AF_UNIX, SOCK_STREAM}, {AF_UNIX, SOCK_SEQPACKET}, {AF_UNIX, SOCK_DGRAM}, {AF_INET, SOCK_STREAM}, {AF_INET6, SOCK_STREAM},
    {AF_INET, SOCK_DGRAM},
};
enum { FRESH, BOUND, LISTENS, TALKS };
static struct { int kind, state; } made[SLOTS];
static int sent, dialled, instance = -1;

union name {
    struct sockaddr     any;
    struct sockaddr_un  local;
    struct sockaddr_in  four;
    struct sockaddr_in6 six;
};

/* Abstract ones; ports are the kernel's choice. */
static socklen_t name_of(int kind, union name *name)
{
    int number = getpid();
    memset(name, 0, sizeof *name);
    name->any.sa_family = (sa_family_t)kinds[kind].family;
    if (kinds[kind].family == AF_INET) {
        name->four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        return sizeof name->four;
    }
    if (kinds[kind].family == AF_INET6) {
        name->six.sin6_addr = in6addr_loopback;
        return sizeof name->six;
    }
    for (int i = 1; i < 11; i++, number /= 10)
        name->local.sun_path[i] = (char)('0' + number % 10);
    name->local.sun_path[11] = (char)('a' + kind * 2 + (int)below(2));
    return offsetof(struct sockaddr_un, sun_path) + 12;
}

/* Of another socket of this kind, if there is one that has a port. */
static socklen_t name_of_other(int i, union name *name)
{
    socklen_t size = sizeof *name;
    int other = (int)below(SLOTS), kind = made[i].kind;
    if (kinds[kind].family == AF_UNIX)
        return name_of(kind, name);
    if (slot[other] < 0 || other == i || made[other].kind != kind || getsockname(slot[other], &name->any, &size) < 0)
        return 0;
    return name->four.sin_port ? size : 0;
}

static void keep(const char *call, int fd, int kind, int state)
{
    int to = (int)below(SLOTS);
    record(call, number(fd));
    if (fd < 0)
        return;
    if (slot[to] >= 0)
        RECORD("close", close(slot[to]));
    slot[to] = fd;
    made[to].kind = kind;
    made[to].state = state;
    unsigned room = kinds[kind].type == SOCK_DGRAM ? 0 : EPOLLOUT;
    struct epoll_event event = {.events = EPOLLIN | room | EPOLLRDHUP | EPOLLET, .data.u32 = (unsigned)to};
    if (to < 3)
        RECORD("watch", epoll_ctl(instance, EPOLL_CTL_ADD, fd, &event));
}

/* Whatever their order. */
static void wait_for_sockets(void)
{
    struct epoll_event events[4];
    int count = epoll_wait(instance, events, 4, 0);
    long sum = count;
    for (int i = 0; i < count; i++)
        sum += (long)events[i].events << 16 * events[i].data.u32;
    record("epoll", sum);
}

static void drain(void)
{
    char bytes[16];
    for (int i = 0; i < SLOTS; i++)
        for (long got = 1; slot[i] >= 0 && got > 0; record_bytes("drain", got, bytes))
            got = recv(slot[i], bytes, sizeof bytes, MSG_DONTWAIT);
    for (int i = 0; i < SLOTS; i++)
        while (slot[i] >= 0 && made[i].state == LISTENS) {
            int fd = accept(slot[i], NULL, NULL);
            record("take", number(fd));
            if (fd < 0)
                break;
            RECORD("close", close(fd));
        }
    sent = dialled = 0;
}

/* Not of UDP: under check another socket may get the port of the peer when that is closed. */
static void connect_one(int i)
{
    union name name;
    int kind = made[i].kind;
    socklen_t size = name_of_other(i, &name);
    if (size == 0 || kind == 5 || made[i].state >= LISTENS || ++dialled > 3)
        return;
    if (kinds[kind].type == SOCK_DGRAM)
        drain();
    int done = connect(slot[i], &name.any, size);
    record("connect", done);
    if (done == 0 || errno == EINPROGRESS || kinds[kind].type == SOCK_DGRAM || kinds[kind].family != AF_UNIX)
        made[i].state = TALKS;
}

static void bind_one(int i)
{
    union name name;
    socklen_t size = name_of(made[i].kind, &name);
    if (made[i].state != FRESH)
        return;
    int done = bind(slot[i], &name.any, size);
    record("bind", done);
    if (done == 0)
        made[i].state = BOUND;
}

static void listen_one(int i)
{
    bool local = kinds[made[i].kind].family == AF_UNIX;
    if (made[i].state == TALKS)
        return;
    int done = listen(slot[i], local ? (int)below(3) : 20);
    record("listen", done);
    if (done == 0)
        made[i].state = LISTENS;
}

static void ask_one(int i)
{
    union name name;
    socklen_t size = sizeof name;
    int value = -1, option = (int[]){SO_ERROR, SO_TYPE, SO_ACCEPTCONN, SO_DOMAIN}[below(4)];
    switch (below(3)) {
    case 0: RECORD("getsockname", getsockname(slot[i], &name.any, &size) < 0 ? -1 : (int)size * 16 + name.any.sa_family); break;
    case 1: RECORD("getpeername", getpeername(slot[i], &name.any, &size) < 0 ? -1 : (int)size * 16 + name.any.sa_family); break;
    default: size = sizeof value, RECORD("getsockopt", getsockopt(slot[i], SOL_SOCKET, option, &value, &size) < 0 ? -1 : value);
    }
}

static void one_of_sockets(void)
{
    char bytes[64] = "abcdefgh";
    union name name;
    socklen_t size = sizeof name;
    int i = (int)below(SLOTS), kind = (int)below(6), fd = slot[i], how = (int)below(3);
    struct pollfd polled = {fd, POLLIN | POLLOUT | POLLRDHUP, 0};
    bool datagrams = made[i].kind == 2 || made[i].kind == 5;
    if (instance < 0)
        instance = epoll_create1(0);
    if (sent > 7 || dialled > 3)
        drain();
    if (fd < 0 || below(12) == 0) {
        keep("socket", socket(kinds[kind].family, kinds[kind].type | SOCK_NONBLOCK, 0), kind, FRESH);
        return;
    }
    switch (below(17)) {
    case 15:
    case 16: wait_for_sockets(); break;
    case 0:
    case 1: bind_one(i); break;
    case 2:
    case 3: listen_one(i); break;
    case 4:
    case 5: connect_one(i); break;
    case 6:
    case 7: keep("accept", accept4(fd, NULL, NULL, SOCK_NONBLOCK), made[i].kind, TALKS); break;
    case 8: sent++, RECORD("send", send(fd, bytes, below(9), MSG_NOSIGNAL)); break;
    case 9: record_bytes("recv", recv(fd, bytes, below(12), below(4) ? 0 : MSG_PEEK), bytes); break;
    case 10: RECORD("shutdown", made[i].state < LISTENS || datagrams ? 0 : shutdown(fd, how)); break;
    case 11: RECORD("poll", poll(&polled, 1, 0) * 100000 + polled.revents); break;
    case 12: ask_one(i); break;
    case 13:
        RECORD("close", close(fd));
        slot[i] = -1;
        break;
    default:
        if (!datagrams || !(size = name_of_other(i, &name)))
            break;
        sent++;
        RECORD("sendto", sendto(fd, bytes, below(9), 0, &name.any, size));
        size = sizeof name;
        record_bytes("recvfrom", recvfrom(fd, bytes, sizeof bytes, 0, &name.any, &size), bytes);
        RECORD("from", size);
    }
}

/* ---- signals: at most one waits ------------------------------------------------------------------------------------- */

static volatile int handled;

static void handle(int signal, siginfo_t *info, void *unused)
{
    (void)unused;
    handled = signal * 1000 + info->si_code + 100;
}

static void one_of_signals(void)
{
    static int waiting;
    sigset_t set, was;
    siginfo_t info;
    int signal = SIGUSR1;
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO};
    sigemptyset(&set);
    sigaddset(&set, signal);
    pthread_sigmask(SIG_SETMASK, NULL, &was);
    int blocked = sigismember(&was, signal);
    switch (below(6)) {
    case 0: RECORD("sigaction", sigaction(signal, &action, NULL)); break;
    case 1: RECORD("block", pthread_sigmask(SIG_BLOCK, &set, NULL)); break;
    case 2: RECORD("unblock", pthread_sigmask(SIG_UNBLOCK, &set, NULL)); break;
    case 3: RECORD("pending", sigpending(&was) < 0 ? -1 : sigismember(&was, signal)); break;
    case 4: RECORD("wait", blocked && waiting ? sigwaitinfo(&set, &info) * 1000 + info.si_code : 0); break;
    default: RECORD("send", waiting ? 0 : below(2) ? raise(signal) : kill(getpid(), signal));
    }
    sigpending(&was);
    waiting = sigismember(&was, signal);
    RECORD("handled", handled);
    handled = 0;
}

/* ---- flags of floating point, and how a thread stands --------------------------------------------------------------- */

static volatile double number_of[] = {0, 1, 3, 1e308, 5e-324, -2}, result;
static volatile long double extended = 1, kept;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void one_of_maths(void)
{
    static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    double a = number_of[below(6)], b = number_of[below(6)];
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    switch (below(7)) {
    case 0: RECORD("fesetround", fesetround(modes[below(4)])); break;
    case 1: RECORD("feclearexcept", feclearexcept(FE_ALL_EXCEPT)); break;
    case 2: result = a / b; break;
    case 3: result = a * b; break;
    case 4: kept = extended / (long double)a; break;
    case 5: RECORD("lrint", lrint(2.5)); break;
    default: result = sqrt(a);
    }
    RECORD("flags", fetestexcept(FE_ALL_EXCEPT));
    RECORD("mode", fegetround());
}

static void one_of_standing(void)
{
    static const char *const names[] = {"a", "bcd", "0123456789abcde", "0123456789abcdef"};
    char name[16];
    struct sched_param param = {.sched_priority = (int)below(4) / 3};
    int policy = -1;
    switch (below(7)) {
    case 0: RECORD("setname", pthread_setname_np(pthread_self(), names[below(4)])); break;
    case 1: RECORD("nice", nice((int)below(3))); break;
    case 2: RECORD("policy", sched_setscheduler(0, (int[]){SCHED_OTHER, SCHED_BATCH, 4, 77}[below(4)], &param)); break;
    case 3: RECORD("getpolicy", pthread_getschedparam(pthread_self(), &policy, &param) * 100 + policy * 10 + param.sched_priority); break;
    case 4: RECORD("getname", pthread_getname_np(pthread_self(), name, sizeof name) == 0 ? name[0] * 16 + (long)strlen(name) : 0); break;
    case 5: RECORD("getshort", pthread_getname_np(pthread_self(), name, 4)); break;
    default: RECORD("getpriority", getpriority(PRIO_PROCESS, 0));
    }
}

/* ---- all of them ---------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*one)(void);
} families[] = {{"files", one_of_files},   {"channels", one_of_channels}, {"signals", one_of_signals}, {"time", one_of_times},
                {"strings", one_of_strings}, {"random", one_of_random},     {"maths", one_of_maths},     {"standing", one_of_standing},
                {"sockets", one_of_sockets}, {"writes", one_of_writes},   {"locks", one_of_locks},
                {"maps", one_of_maps}};

static int family, calls;

static void *run(void *unused)
{
    for (int i = 0; i < calls; i++)
        families[family].one();
    return unused;
}

static void read_expected(const char *from)
{
    FILE *file = fopen(from, "r");
    for (int i = 0; file && i < MOST && fgets(expected[i].text, sizeof expected[i].text, file); i++)
        expected[i].text[strcspn(expected[i].text, "\n")] = '\0';
    compared = file != NULL;
    if (file)
        fclose(file);
}

int main(int n, char **word)
{
    pthread_t t;
    assert(n >= 6);
    while (family < (int)(sizeof families / sizeof families[0]) - 1 && strcmp(families[family].name, word[1]) != 0)
        family++;
    state = strtoul(word[2], NULL, 10) * 7919 + 1;
    calls = atoi(word[3]);
    path = word[5];
    if (n > 6)
        read_expected(word[6]);
    else
        closefrom(3); /* whatever the shell has left */
    for (int i = 0; i < SLOTS; i++)
        slot[i] = -1;
    for (int i = 0; i < 3; i++)
        unlink(written[i]);
    umask(022);
    first = open(path, O_RDONLY);
    assert(first >= 0 && close(first) == 0);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGUSR1, SIG_IGN);
    pthread_setname_np(pthread_self(), "start");
    if (strcmp(word[4], "before") == 0) {
        run(NULL);
        return 0;
    }
    if (strcmp(word[4], "across") == 0) {
        calls /= 2;
        run(NULL);
    }
    sigset_t set; /* signals to the process are the other thread's */
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    return 0;
}
