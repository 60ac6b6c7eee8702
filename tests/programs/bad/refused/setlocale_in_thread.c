// expect: refused "setlocale that changes the locale while there are other threads"
// What fnmatch makes of the name depends on the locale. Both locales were loaded before there were threads.
#include <assert.h>
#include <fnmatch.h>
#include <locale.h>
#include <pthread.h>

static void *worker(void *argument)
{
    setlocale(LC_ALL, "C.UTF-8");
    return argument;
}

int main(void)
{
    pthread_t t;
    assert(setlocale(LC_ALL, "C.UTF-8") && setlocale(LC_ALL, "C"));
    pthread_create(&t, NULL, worker, NULL);
    assert(fnmatch("?", "\xc3\xa9", 0) != 0);
    pthread_join(t, NULL);
    return 0;
}
