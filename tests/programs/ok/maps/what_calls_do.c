// expect: verified
// errors: mmap munmap mprotect madvise posix_madvise mremap
// What mmap, munmap, mprotect, madvise and mremap return, and what memory holds after them, in two threads. (Under a lock: the
// kernel maps for one thread what another has given back.)
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PAGE = 4096, ANONYMOUS = MAP_PRIVATE | MAP_ANONYMOUS, BOTH = PROT_READ | PROT_WRITE };

static void errors(char *q)
{
    assert(mmap(NULL, 0, BOTH, ANONYMOUS, -1, 0) == MAP_FAILED && errno == EINVAL);
    assert(mmap(NULL, SIZE_MAX, BOTH, ANONYMOUS, -1, 0) == MAP_FAILED && errno == ENOMEM);
    assert(munmap(q + 1, PAGE) == -1 && errno == EINVAL);
    assert(munmap(q, 0) == -1 && errno == EINVAL);
    assert(mprotect(q + 1, PAGE, PROT_READ) == -1 && errno == EINVAL);
    assert(madvise(q + 1, PAGE, MADV_DONTNEED) == -1 && errno == EINVAL);
    assert(posix_madvise(q + 1, PAGE, POSIX_MADV_WILLNEED) == EINVAL);
    assert(mremap(q, PAGE, 0, 0) == MAP_FAILED && errno == EINVAL);
}

static void pieces(char *q)
{
    assert(mprotect(q + PAGE, 2 * PAGE, BOTH) == 0);
    q[PAGE] = 7;
    q[3 * PAGE - 1] = 8;
    assert(mprotect(q + PAGE, PAGE, PROT_READ) == 0 && q[PAGE] == 7);
    assert(madvise(q + 2 * PAGE, PAGE, MADV_DONTNEED) == 0 && q[3 * PAGE - 1] == 0 && q[PAGE] == 7);
    assert(mprotect(q + PAGE, PAGE, PROT_NONE) == 0 && mprotect(q + PAGE, PAGE, BOTH) == 0 && q[PAGE] == 7);
    assert(mmap(q + PAGE, PAGE, BOTH, ANONYMOUS | MAP_FIXED, -1, 0) == q + PAGE && q[PAGE] == 0);
    assert(munmap(q, PAGE) == 0 && munmap(q + 2 * PAGE, 6 * PAGE) == 0);
    assert(mprotect(q, 2 * PAGE, PROT_READ) == -1 && errno == ENOMEM);
    assert(madvise(q, 2 * PAGE, MADV_DONTNEED) == -1 && errno == ENOMEM);
    assert(madvise(q + PAGE, PAGE, MADV_WILLNEED) == 0 && posix_madvise(q + PAGE, PAGE, POSIX_MADV_DONTNEED) == 0);
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    char *q = mmap(NULL, 8 * PAGE, PROT_NONE, ANONYMOUS | MAP_NORESERVE, -1, 0);
    assert(q != MAP_FAILED && (uintptr_t)q % PAGE == 0);
    errors(q);
    pieces(q);
    q[PAGE] = 9;
    char *r = mremap(q + PAGE, PAGE, 4 * PAGE, MREMAP_MAYMOVE);
    assert(r != MAP_FAILED && r[0] == 9 && r[4 * PAGE - 1] == 0);
    assert(mremap(r, 4 * PAGE, PAGE, 0) == r);
    assert(munmap(r, PAGE) == 0 && munmap(r, PAGE) == 0); /* what is not mapped any more, too */
    char *s = (char *)syscall(SYS_mmap, NULL, (size_t)PAGE, BOTH, ANONYMOUS, -1, 0L);
    memset(s, 1, PAGE);
    assert(s[PAGE - 1] == 1 && syscall(SYS_munmap, s, (size_t)PAGE) == 0);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
