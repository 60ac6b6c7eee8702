/* What a structure holds while nobody uses it, by offsets: its type may be declared only. What cannot be read is MZ_UNREAD. */
#include <limits.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

#ifdef MZ_LOOKS_BEFORE
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#ifndef __cplusplus
extern long syscall(long number, ...); /* strict C hides it */
#endif
#endif

#define MZ_UNREAD LLONG_MIN
enum { MZ_MOST_NODES = 10000 };

/* Under `mazurka check` whatever is read must be there. In a program without hooks it is looked before whether it is. */
static const void *mz_there(const void *at, size_t size)
{
    if ((size_t)at < 65536 || (size_t)at >> 56)
        return NULL;
#ifdef MZ_LOOKS_BEFORE
    char bytes[8];
    struct iovec mine = {bytes, size}, theirs = {(void *)at, size};
    if (syscall(SYS_process_vm_readv, getpid(), &mine, 1L, &theirs, 1L, 0L) != (long)size)
        return NULL;
#else
    (void)size;
#endif
    return at;
}

static long long mz_number(const void *at, size_t size, int is_signed)
{
    typedef signed char mz_int8 __attribute__((may_alias));
    typedef short       mz_int16 __attribute__((may_alias));
    typedef int         mz_int32 __attribute__((may_alias));
    typedef long long   mz_int64 __attribute__((may_alias));
    if (!mz_there(at, size))
        return MZ_UNREAD;
    switch (size) {
    case 1: return is_signed ? (long long)*(const mz_int8 *)at : (unsigned char)*(const mz_int8 *)at;
    case 2: return is_signed ? (long long)*(const mz_int16 *)at : (unsigned short)*(const mz_int16 *)at;
    case 4: return is_signed ? (long long)*(const mz_int32 *)at : (unsigned)*(const mz_int32 *)at;
    default: return *(const mz_int64 *)at;
    }
}

static const char *mz_pointer(const void *at)
{
    typedef const char *mz_address __attribute__((may_alias));
    return mz_there(at, sizeof(mz_address)) ? *(const mz_address *)at : (const char *)MZ_UNREAD;
}

/* Whoever goes round in a circle comes back to the node where the number of nodes so far was a power of two. */
static int mz_comes_back(const char *p, long long nodes, const char **mark)
{
    if (nodes > 0 && p == *mark)
        return 1;
    if ((nodes & (nodes - 1)) == 0)
        *mark = p;
    return nodes == MZ_MOST_NODES;
}

/* Nodes from one on, and the last of them; what ends in no null pointer has none. */
static long long mz_walk(const char *from, size_t next, const char **last)
{
    const char *mark = NULL;
    long long nodes = 0;
    *last = NULL;
    for (const char *p = from; p; p = mz_pointer(p + next), nodes++) {
        if (mz_comes_back(p, nodes, &mark) || !mz_there(p + next, sizeof p)) {
            *last = NULL;
            return MZ_UNREAD;
        }
        *last = p;
    }
    return nodes;
}

static long long mz_nodes(const char *from, size_t next)
{
    const char *last;
    return mz_walk(from, next, &last);
}

static const char *mz_last(const char *from, size_t next)
{
    const char *last;
    return mz_walk(from, next, &last) == MZ_UNREAD ? (const char *)MZ_UNREAD : last;
}

static long long mz_reaches(const char *from, size_t next, const char *to)
{
    const char *mark = NULL;
    long long nodes = 0;
    while (from && from != to && !mz_comes_back(from, nodes++, &mark))
        from = mz_pointer(from + next);
    return from == to;
}

/* By the sign: each key is greater (1) or less (-1) than the one before, or the same where `same` allows it. */
static long long mz_ordered(const char *from, size_t next, size_t key, size_t size, int is_signed, int sign, int same)
{
    if (mz_nodes(from, next) == MZ_UNREAD)
        return 0;
    for (const char *p = from, *after; p && (after = mz_pointer(p + next)) != NULL; p = after) {
        long long a = mz_number(p + key, size, is_signed), b = mz_number(after + key, size, is_signed);
        if (a == MZ_UNREAD || b == MZ_UNREAD || (a == b ? !same : (sign > 0) != (a < b)))
            return 0;
    }
    return 1;
}

static long long mz_every_zero(const char *from, size_t next, size_t field, size_t size)
{
    if (mz_nodes(from, next) == MZ_UNREAD)
        return 0;
    for (const char *p = from; p; p = mz_pointer(p + next))
        if (mz_number(p + field, size, 1) != 0)
            return 0;
    return 1;
}

/* Of each node and the next one: the pointer back leads to it. */
static long long mz_mirrored(const char *from, size_t next, size_t back)
{
    if (mz_nodes(from, next) == MZ_UNREAD)
        return 0;
    for (const char *p = from, *after; p && (after = mz_pointer(p + next)) != NULL; p = after)
        if (mz_pointer(after + back) != p)
            return 0;
    return 1;
}

/* Nodes of all chains that begin in an array. */
static long long mz_nodes_of(const char *array, long long count, size_t next)
{
    long long nodes = 0;
    for (long long i = 0; i < count && i < MZ_MOST_NODES; i++) {
        long long more = mz_there(array + 8 * i, 8) ? mz_nodes(mz_pointer(array + 8 * i), next) : MZ_UNREAD;
        if (more == MZ_UNREAD)
            return MZ_UNREAD;
        nodes += more;
    }
    return nodes;
}

static long long mz_mutex_free(const void *at)
{
    pthread_mutex_t *lock = (pthread_mutex_t *)at;
    return mz_there(at, 1) && pthread_mutex_trylock(lock) == 0 && pthread_mutex_unlock(lock) == 0;
}

static long long mz_rwlock_free(const void *at)
{
    pthread_rwlock_t *lock = (pthread_rwlock_t *)at;
    return mz_there(at, 1) && pthread_rwlock_trywrlock(lock) == 0 && pthread_rwlock_unlock(lock) == 0;
}

static long long mz_spinlock_free(const void *at)
{
    pthread_spinlock_t *lock = (pthread_spinlock_t *)at;
    return mz_there(at, 1) && pthread_spin_trylock(lock) == 0 && pthread_spin_unlock(lock) == 0;
}
