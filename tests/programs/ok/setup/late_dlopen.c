// expect: verified
// Threads open a library that is loaded already, look something up, and close it again; one that is not loaded is only asked for.
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static void *work(void *unused)
{
    void *c = dlopen("libc.so.6", RTLD_LAZY), *self = dlopen(NULL, RTLD_NOW);
    assert(c && self && c != self);
    int (*absolute)(int) = (int (*)(int))dlsym(c, "abs");
    assert(absolute && absolute(-3) == 3);
    assert(dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD) == c && dlclose(c) == 0);
    assert(!dlopen("libnever.so.1", RTLD_LAZY | RTLD_NOLOAD));
    assert(dlclose(c) == 0 && dlclose(self) == 0);
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
