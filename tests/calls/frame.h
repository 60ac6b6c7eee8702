/* frame.h - around the programs that program.awk makes of functions.txt: the search chooses a row, and one thread changes the object of
 * that row while another calls the function. If the program is given an argument each of them holds a lock meanwhile. */
#include "headers.h"

#include <mazurka.h>

/* Of the first functions of libc on this machine. */
#ifdef __x86_64__
#define VERSION_OF_C "GLIBC_2.2.5"
#else
#define VERSION_OF_C "GLIBC_2.17"
#endif

union object {
    char c[400], *s, *ss[4];
    wchar_t w[32], *ws;
    int i;
    unsigned u;
    unsigned short us[8];
    long l;
    size_t sz;
    float f;
    double d;
    long double ld;
    void *v;
    time_t t;
    struct timespec ts;
    struct itimerspec its;
    struct sigevent event;
    struct timeval tv;
    struct tm tm;
    struct tms tms;
    struct stat st;
    struct statx sx;
    struct utsname uts;
    struct rusage rusage;
    struct sysinfo sysinfo;
    stack_t stack;
    struct iovec part;
    struct msghdr msg;
    struct pollfd polled;
    fd_set fds;
    struct epoll_event events;
    struct option opt;
    struct sched_param sp;
    struct sigaction sa;
    struct random_data rd;
    sigset_t set;
    siginfo_t si;
    jmp_buf jb;
    mbstate_t mbs;
    regex_t re;
    regmatch_t rm;
    pthread_t th;
    pthread_attr_t attr;
    pthread_mutexattr_t ma;
    pthread_condattr_t ca;
    pthread_rwlockattr_t ra;
    pthread_barrierattr_t ba;
};

/* What a row needs besides, of one thread or from before the threads. */
struct helper {
    char text[128];
    wchar_t w[16];
    void *v;
    struct random_data rd;
    regex_t re;
    pthread_t th;
    pthread_attr_t attr;
    pthread_mutexattr_t ma;
    pthread_condattr_t ca;
    pthread_rwlockattr_t ra;
    pthread_barrierattr_t ba;
};

static struct {
    pthread_mutex_t mutex;
    pthread_rwlock_t rwlock;
    pthread_cond_t cond;
    sem_t sem, never;
} held = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER, PTHREAD_COND_INITIALIZER};

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int locked;
static const int number_one = 1;

static inline void enter(void)
{
    if (locked)
        pthread_mutex_lock(&guard);
}

static inline void leave(void)
{
    if (locked)
        pthread_mutex_unlock(&guard);
}

static inline int digest(const union object *o, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum = sum * 31 + ((const volatile char *)o->c)[i];
    return sum;
}

static inline void *returns(void *nothing) { return (char *)nothing + 7; }
static inline int returns_c11(void *nothing) { return nothing != 0; }
static inline void *waits(void *nothing) { sem_wait(&held.never); return nothing; }

static inline int by_byte(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
static inline int by_byte_r(const void *a, const void *b, void *c) { return *(const char *)a - *(const char *)b + (c != 0); }
static inline int by_int(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static sigset_t USR2;

static inline void block(int number)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(SIG_BLOCK, &set, 0);
}

/* Take away what was sent and not waited for. */
static inline void unsend(void)
{
    sigset_t both = USR2;
    sigaddset(&both, SIGUSR1);
    while (sigtimedwait(&both, 0, &(struct timespec){0}) > 0)
        ;
}

static inline int scan_list(FILE *file, const char *format, ...)
{
    va_list l;
    va_start(l, format);
    int n = vfscanf(file, format, l);
    va_end(l);
    return n;
}

/* A list for formats that take nothing from it. */
#define LIST(call)               \
    ({                           \
        char b[40], *s;          \
        va_list l;               \
        (void)b, (void)s;        \
        memset(&l, 0, sizeof l); \
        (call);                  \
    })

struct row {
    void (*set_up)(void);
    void *(*change)(void *);
    void *(*check)(void *);
};

static inline void run(const struct row *row, int words)
{
    pthread_t a, b;
    locked = words > 1;
    sigemptyset(&USR2);
    sigaddset(&USR2, SIGUSR2);
    sem_init(&held.never, 0, 0);
    row->set_up();
    pthread_create(&a, 0, row->change, 0);
    pthread_create(&b, 0, row->check, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
