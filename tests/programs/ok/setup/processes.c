// expect: verified
// options: --setup-writes=real
// Before the first thread a program starts processes, waits for them and reads what they print. Their numbers are the same in every run.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int prepared, after, inside;
static pid_t numbers[8];
static int n;

static void prepare(void) { prepared++; }
static void in_parent(void) { after++; }
static void in_child(void) { inside++; }

static int status_of(pid_t p)
{
    int status;
    numbers[n++] = p;
    assert(p > 0 && waitpid(p, &status, 0) == p);
    return status;
}

static void *work(void *unused)
{
    __atomic_fetch_add(&n, 1, __ATOMIC_SEQ_CST);
    return unused;
}

static void child(int how)
{
    pthread_t t;
    switch (how) {
    case 0: execlp("sh", "sh", "-c", "exit 3", NULL); break;
    case 1: _exit(inside == 1 ? 4 : 1);
    case 2: abort();
    case 3: *(volatile int *)NULL = 1; break;
    case 4:
        pthread_create(&t, NULL, work, NULL);
        pthread_join(t, NULL);
        free(malloc(100000));
        exit(5);
    }
    _exit(1);
}

/* A process knows the numbers that its parent knows; so does one that it forks itself. */
static void numbers_of_family(void)
{
    int status;
    pid_t parent = getpid(), p = fork();
    if (p > 0) {
        assert(waitpid(p, &status, 0) == p && WIFEXITED(status) && WEXITSTATUS(status) == (p & 127));
        return;
    }
    pid_t self = getpid(), own = fork();
    if (own == 0)
        _exit(getppid() == self ? 9 : 1);
    bool knows = waitpid(own, &status, 0) == own && WEXITSTATUS(status) == 9 && getppid() == parent && kill(self, 0) == 0;
    _exit(knows ? self & 127 : 128);
}

static pid_t start(int how)
{
    pid_t p = fork();
    if (p == 0)
        child(how);
    return p;
}

static void shell(void)
{
    char line[20] = "";
    FILE *p = popen("echo hello; exit 2", "r");
    assert(p && fgets(line, sizeof line, p) && strcmp(line, "hello\n") == 0 && WEXITSTATUS(pclose(p)) == 2);
    assert(WEXITSTATUS(system("exit 6")) == 6);
}

static void spawn(void)
{
    pid_t p;
    char *arguments[] = {"sh", "-c", "exit 7", NULL};
    assert(posix_spawnp(&p, "sh", NULL, NULL, arguments, environ) == 0 && WEXITSTATUS(status_of(p)) == 7);
    assert(posix_spawn(&p, "/nonexistent", NULL, NULL, arguments, environ) == ENOENT);
}

int main(void)
{
    int status;
    pthread_t t;
    pthread_atfork(prepare, in_parent, in_child);
    assert(WEXITSTATUS(status_of(start(0))) == 3 && WEXITSTATUS(status_of(start(1))) == 4);
    assert(WTERMSIG(status_of(start(2))) == SIGABRT && WTERMSIG(status_of(start(3))) == SIGSEGV);
    assert(WEXITSTATUS(status_of(start(4))) == 5);
    assert(prepared == 5 && after == 5 && inside == 0);
    pid_t p = vfork();
    if (p == 0)
        _exit(8);
    assert(wait(&status) == p && WEXITSTATUS(status) == 8);
    assert(wait(&status) == -1 && errno == ECHILD && waitpid(p, &status, 0) == -1 && errno == ECHILD);
    numbers_of_family();
    shell();
    spawn();
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
