// expect: refused "dlclose of a library that was opened before the first thread or choice"
// A library that set-up has opened is closed by a thread.
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static void *work(void *library)
{
    dlclose(library);
    return NULL;
}

int main(void)
{
    pthread_t a;
    void *library = dlopen("libm.so.6", RTLD_LAZY);
    pthread_create(&a, NULL, work, library);
    pthread_join(a, NULL);
    return 0;
}
