/* Two threads append at the place that both have read before; what is left is text. */
#include <assert.h>
#include <pthread.h>
#include <string.h>
static char line[32];
static size_t used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static size_t end(void)
{
    pthread_mutex_lock(&lock);
    size_t at = used;
    pthread_mutex_unlock(&lock);
    return at;
}
static void extend(size_t length)
{
    pthread_mutex_lock(&lock);
    used += length;
    pthread_mutex_unlock(&lock);
}
static void *append(void *p)
{
    size_t length = strlen(p), at = end();
    pthread_mutex_lock(&lock);
    memcpy(line + at, p, length);
    pthread_mutex_unlock(&lock);
    extend(length);
    return 0;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, append, "alpha ");
    pthread_create(&b, 0, append, "beta ");
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(strlen(line) == 11);
    return 0;
}
