/* load.c - a library with thread-local variables is loaded by the program: the dynamic linker gives them memory when they are used. */
#include <dlfcn.h>
#include <pthread.h>

static void (*set)(int value);
static int (*get)(void);

static void *thread(void *unused)
{
    set(1);
    return get() == 1 ? unused : NULL;
}

int main(void)
{
    pthread_t t, u;
    void *library = dlopen(LIBRARY, RTLD_NOW);
    set = (void (*)(int))dlsym(library, "set");
    get = (int (*)(void))dlsym(library, "get");
    pthread_create(&t, NULL, thread, NULL);
    pthread_create(&u, NULL, thread, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
