// expect: verified
// errors: warn warnx vwarn vwarnx err errx verr verrx
// native: 3
// leftovers
// Messages of all forms, and every way to end with one; handlers run.
#include <assert.h>
#include <err.h>
#include <errno.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>

static int shared, ended;

static void all_forms(const char *format, ...)
{
    va_list list;
    errno = ENOENT;
    va_start(list, format);
    vwarn(format, list);
    va_end(list);
    va_start(list, format);
    vwarnx(format, list);
    va_end(list);
    warn("%s %d", "text", 1);
    warnx("%s %d", "text", 2);
    warn(NULL);
    warnx(NULL);
    assert(errno == ENOENT);
}

static void end(int status, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    switch (mz_choose(4)) {
    case 0: verr(status, format, list);
    case 1: verrx(status, format, list);
    case 2: err(status, "%s", "text");
    default: errx(status, "%s", "text");
    }
}

static void handler(void)
{
    assert(ended++ == 0);
}

static void *worker(void *unused)
{
    __atomic_add_fetch(&shared, 1, __ATOMIC_SEQ_CST);
    all_forms("%s", "text");
    __atomic_add_fetch(&shared, 1, __ATOMIC_SEQ_CST);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    atexit(handler);
    __atomic_add_fetch(&shared, 1, __ATOMIC_SEQ_CST);
    all_forms("%s", "text");
    pthread_join(t, NULL);
    assert(shared == 3);
    end(3, "%s", "text");
}
