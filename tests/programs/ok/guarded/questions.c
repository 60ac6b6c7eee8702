// expect: verified
// What these functions reach through their arguments is known: it is not what the threads share.
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

static char name[] = "QUESTIONS", path[] = "/";
static atomic_int shared;
static struct {
    struct utsname machine;
    struct rlimit limit;
    struct stat root;
    cpu_set_t processors;
    char host[64];
} answers;

static void *count(void *unused)
{
    shared++;
    return unused;
}

int main(void)
{
    pthread_t thread;
    int exponent;
    pthread_create(&thread, NULL, count, NULL);
    shared++;
    assert(isatty(-1) == 0);
    assert(uname(&answers.machine) == 0 && strcmp(answers.machine.sysname, "Linux") == 0);
    assert(gethostname(answers.host, sizeof answers.host) == 0);
    assert(getrlimit(RLIMIT_NOFILE, &answers.limit) == 0);
    assert(getenv(name) == NULL && access(path, F_OK) == 0);
    assert(stat(path, &answers.root) == 0 && S_ISDIR(answers.root.st_mode));
    assert(sched_getaffinity(0, sizeof(cpu_set_t), &answers.processors) == 0 && CPU_COUNT(&answers.processors) > 0); /* __sched_cpucount */
    assert(frexp(8.0, &exponent) == 0.5 && exponent == 4);
    assert(strchrnul(path, '/') == path && strverscmp(name, path) != 0);
    pthread_join(thread, NULL);
    assert(shared == 2);
    return 0;
}
