// expect: refused "dlopen of a library that is not loaded yet is supported only before the first thread or choice"
// What a library brings with it cannot be taken away again.
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static void *work(void *unused)
{
    dlopen("libcrypt.so.1", RTLD_LAZY);
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    return 0;
}
