// expect: verified
// A function with variable arguments stores all registers that could hold one. What the engine did before it was called must not be
// among them.
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char text[8];
static int turns;

__attribute__((noinline)) static void say(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    pthread_mutex_lock(&mutex);
    vsnprintf(text, sizeof text, format, list);
    pthread_mutex_unlock(&mutex);
    va_end(list);
}

static void *run(void *unused)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&mutex);
        turns++;
        pthread_mutex_unlock(&mutex);
        say("%d %g", 1, 0.5);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
    run(NULL);
    pthread_join(thread, NULL);
    assert(turns == 4 && strcmp(text, "1 0.5") == 0);
    return 0;
}
