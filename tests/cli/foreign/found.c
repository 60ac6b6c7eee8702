/* found.c - functions without hooks that are found by name. */
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>

static int (*next)(void);
static int got[2];

static void *worker(void *argument)
{
    *(int *)argument = next();
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    void *library = dlopen("libhelper.so", RTLD_NOW);
    next = (int (*)(void))dlsym(library, "helper_next");
    pthread_create(&a, NULL, worker, &got[0]);
    pthread_create(&b, NULL, worker, &got[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(got[0] + got[1] == 3);
    return 0;
}
