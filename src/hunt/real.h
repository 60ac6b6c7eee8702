/* real.h - the functions that stand behind those of the same names in this library: libc's own. */
#ifndef MZ_HUNT_REAL_H
#define MZ_HUNT_REAL_H

#include <dirent.h>
#include <fcntl.h>
#include <malloc.h>
#include <mqueue.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

/* X(name): functions that give out memory, and take it back. */
#define HUNT_ALLOCATIONS(X) \
    X(malloc) X(calloc) X(realloc) X(free) X(memalign) X(valloc) X(pvalloc) X(malloc_usable_size) X(mmap) X(mmap64)

/* X(name): all others that are intercepted; each has a wrapper in one of the files of this folder. */
#define HUNT_INTERCEPTED(X) \
    X(pthread_mutex_lock) X(pthread_mutex_trylock) X(pthread_mutex_timedlock) X(pthread_mutex_clocklock) X(pthread_mutex_unlock) \
    X(pthread_mutex_destroy) \
    X(pthread_rwlock_rdlock) X(pthread_rwlock_wrlock) X(pthread_rwlock_tryrdlock) X(pthread_rwlock_trywrlock) \
    X(pthread_rwlock_timedrdlock) X(pthread_rwlock_timedwrlock) X(pthread_rwlock_clockrdlock) X(pthread_rwlock_clockwrlock) \
    X(pthread_rwlock_unlock) X(pthread_spin_lock) X(pthread_spin_trylock) X(pthread_spin_unlock) \
    X(pthread_cond_wait) X(pthread_cond_timedwait) X(pthread_cond_clockwait) X(pthread_cond_signal) X(pthread_cond_broadcast) \
    X(pthread_cond_destroy) \
    X(sem_wait) X(sem_trywait) X(sem_timedwait) X(sem_clockwait) X(sem_post) \
    X(pthread_barrier_init) X(pthread_barrier_wait) X(pthread_barrier_destroy) X(pthread_once) X(call_once) \
    X(pthread_create) X(pthread_join) X(pthread_tryjoin_np) X(pthread_timedjoin_np) X(pthread_clockjoin_np) X(pthread_detach) \
    X(pthread_cancel) X(pthread_setcanceltype) \
    X(mtx_lock) X(mtx_trylock) X(mtx_timedlock) X(mtx_unlock) X(cnd_wait) X(cnd_timedwait) X(cnd_signal) X(cnd_broadcast) \
    X(thrd_create) X(thrd_join) X(thrd_detach) X(thrd_yield) X(thrd_sleep) \
    X(sched_yield) X(nanosleep) X(clock_nanosleep) X(usleep) X(sleep) X(clock_gettime) X(gettimeofday) X(time) \
    X(timespec_get) X(timer_settime) X(timerfd_settime) X(setitimer) X(alarm) X(ualarm) X(mq_timedreceive) X(mq_timedsend) \
    X(read) X(readv) X(recv) X(recvfrom) X(recvmsg) X(accept) X(accept4) X(write) X(writev) X(send) X(sendto) X(sendmsg) X(close) \
    X(shutdown) X(poll) X(ppoll) X(select) X(pselect) X(epoll_wait) X(epoll_pwait) \
    X(wait) X(waitpid) X(wait4) X(waitid) \
    X(flock) X(lockf) X(msgrcv) X(msgsnd) X(semop) X(mq_receive) X(mq_send) X(sigwait) X(sigwaitinfo) X(sigtimedwait) \
    X(sigsuspend) X(pause) \
    X(getaddrinfo) X(system) X(popen) X(pclose) X(posix_spawn) X(posix_spawnp) X(fork) X(_Fork) X(execve) X(execvpe) \
    X(fflush) X(fopen) X(fclose) X(fwrite) X(fread) X(fputs) X(puts) X(fputc) X(putc) X(putchar) X(fgets) X(fgetc) X(getc) X(getchar) \
    X(ungetc) X(getline) X(getdelim) X(flockfile) X(ftrylockfile) X(funlockfile) X(vfprintf) X(vprintf) X(vfscanf) \
    X(pread) X(pwrite) X(preadv) X(pwritev) X(sendfile) X(splice) X(sendmmsg) X(recvmmsg) X(eventfd_read) X(eventfd_write) X(fsync) \
    X(ftruncate) X(lseek) X(connect) X(unlink) X(rename) X(link) X(mkdir) X(rmdir) X(access) X(stat) X(fstat) X(munmap) X(msync) X(open) \
    X(getrandom) X(getentropy) X(kill) X(pthread_kill) X(sigqueue) X(pthread_sigqueue) X(tgkill) \
    X(fexecve) X(abort) X(sigaction) X(signal) X(longjmp) X(_longjmp) X(siglongjmp)

struct real {
#define HUNT_REAL(name) __typeof__(name) *name;
    HUNT_ALLOCATIONS(HUNT_REAL)
    HUNT_INTERCEPTED(HUNT_REAL)
#undef HUNT_REAL
    long (*syscall)(long, ...);
    int (*fcntl)(int, int, ...);
};
extern struct real hunt_real;
void hunt_resolve(void);
bool hunt_is_resolving(void); /* the functions that give out memory are not found yet */
void *hunt_find_real(const char *name);

/* Other libraries' constructors may call before ours has run. */
#define REAL(name) (__builtin_expect(!hunt_real.name, 0) ? (hunt_resolve(), hunt_real.name) : hunt_real.name)

#define EXPORT __attribute__((visibility("default")))

#endif
