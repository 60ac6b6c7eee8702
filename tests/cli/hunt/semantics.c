/* What libc promises of odd cases holds under control, too: kinds of mutexes, errors, interrupted calls, cancellation, fork. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t sem, begun;
static int ends[2], cleaned;
static pthread_mutex_t robust;

static void kinds(void)
{
    pthread_mutexattr_t a;
    pthread_mutex_t x;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&x, &a);
    assert(pthread_mutex_unlock(&x) == EPERM && pthread_mutex_lock(&x) == 0 && pthread_mutex_lock(&x) == EDEADLK);
    assert(pthread_mutex_trylock(&x) == EBUSY && pthread_mutex_unlock(&x) == 0);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&x, &a);
    assert(pthread_mutex_lock(&x) == 0 && pthread_mutex_lock(&x) == 0 && pthread_mutex_unlock(&x) == 0 && pthread_mutex_unlock(&x) == 0);
    pthread_mutexattr_init(&a);
    pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&robust, &a);
}

static void *die_with_lock(void *p) { pthread_mutex_lock(&robust); return p; }

static void on_signal(int number) { (void)number; sem_post(&sem); }

static void *read_until_signal(void *p)
{
    char byte;
    struct timespec minutes = {.tv_sec = 6000}, left;
    sem_post(&begun);
    assert(read(ends[0], &byte, 1) == -1 && errno == EINTR);
    sem_post(&begun);
    assert(nanosleep(&minutes, &left) == -1 && errno == EINTR && left.tv_sec > 0);
    return p;
}

static void clean(void *p) { (void)p; cleaned++; }

static void *wait_for_ever(void *p)
{
    pthread_mutex_lock(&m);
    pthread_cleanup_push(clean, NULL);
    for (;;)
        pthread_cond_wait(&c, &m);
    pthread_cleanup_pop(0);
    return p;
}

static void unlock(void *p) { (void)p; pthread_mutex_unlock(&m); }

static void *wait_and_unlock(void *p)
{
    pthread_cleanup_push(unlock, NULL);
    wait_for_ever(p);
    pthread_cleanup_pop(0);
    return p;
}

static void *read_for_ever(void *p)
{
    char byte;
    return read(ends[0], &byte, 1) == 1 ? p : NULL;
}

static void fork_child(void) { pthread_mutex_unlock(&m); }
static void fork_before(void) { pthread_mutex_lock(&m); }

static void *leave(void *p) { pthread_exit(p); }

static void children(void)
{
    char line[16] = "", *words[] = {(char *)"true", NULL};
    extern char **environ;
    int status;
    pid_t pid = fork();
    if (pid == 0) {
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
        execlp("true", "true", NULL);
        _exit(1);
    }
    assert(waitpid(pid, &status, 0) == pid && status == 0);
    assert(posix_spawnp(&pid, "true", NULL, NULL, words, environ) == 0 && waitpid(pid, &status, 0) == pid && status == 0);
    pid = vfork();
    if (pid == 0)
        _exit(4);
    assert(waitpid(pid, &status, 0) == pid && WEXITSTATUS(status) == 4);
    FILE *in = popen("echo ${LD_PRELOAD-none}", "r");
    assert(fgets(line, sizeof line, in) && strcmp(line, "none\n") == 0 && pclose(in) == 0 && system("exit 3") == 3 << 8);
}

/* libc has a thread of its own for it. */
static void tick(union sigval value)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m); /* a child process of the thread that waits finds it so */
    sem_post(value.sival_ptr);
}

static void wait_for_timer(void)
{
    timer_t timer;
    static sem_t ticked;
    struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = tick, .sigev_value.sival_ptr = &ticked};
    struct itimerspec moment = {.it_value.tv_nsec = 1000000};
    sem_init(&ticked, 0, 0);
    assert(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0 && timer_settime(timer, 0, &moment, NULL) == 0);
    sem_wait(&ticked);
    timer_delete(timer);
}

static void *last(void *p) { usleep(1000); exit(p ? 1 : 0); }

int main(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    pthread_t t;
    void *value;
    int number;
    sem_init(&sem, 0, 0);
    sem_init(&begun, 0, 0);
    assert(pipe(ends) == 0 && sigaction(SIGUSR1, &action, NULL) == 0);
    kinds();
    pthread_create(&t, NULL, die_with_lock, NULL);
    pthread_join(t, NULL);
    assert(pthread_mutex_lock(&robust) == EOWNERDEAD && pthread_mutex_consistent(&robust) == 0 && pthread_mutex_unlock(&robust) == 0);
    pthread_create(&t, NULL, read_until_signal, NULL);
    sem_wait(&begun);
    while (sem_trywait(&begun) != 0) { /* a signal that comes before the call interrupts nothing */
        struct timespec moment = {.tv_nsec = 1000000};
        pthread_kill(t, SIGUSR1);
        nanosleep(&moment, NULL);
    }
    while (pthread_tryjoin_np(t, NULL) == EBUSY) {
        struct timespec moment = {.tv_nsec = 1000000};
        pthread_kill(t, SIGUSR1);
        nanosleep(&moment, NULL);
    }
    pthread_create(&t, NULL, wait_and_unlock, NULL);
    pthread_cancel(t);
    assert(pthread_join(t, &value) == 0 && value == PTHREAD_CANCELED);
    assert(pthread_mutex_trylock(&m) == 0 && pthread_mutex_unlock(&m) == 0);
    pthread_create(&t, NULL, read_for_ever, NULL);
    usleep(1000);
    pthread_cancel(t);
    assert(pthread_join(t, &value) == 0 && value == PTHREAD_CANCELED);
    pthread_atfork(fork_before, fork_child, fork_child);
    pthread_create(&t, NULL, leave, &number);
    assert(pthread_join(t, &value) == 0 && value == &number);
    wait_for_timer();
    children();
    pthread_create(&t, NULL, last, NULL);
    pthread_exit(NULL);
}
