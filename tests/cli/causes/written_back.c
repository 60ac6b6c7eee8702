/* Each thread copies a structure, changes a member of its copy, and writes all of it back. */
#include <assert.h>
#include <pthread.h>
struct usage {
    long requests;
    long bytes[3];
};
static struct usage table[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *account(void *member)
{
    struct usage copy;
    pthread_mutex_lock(&lock);
    /* looked at here, and written only later */
    copy = table[0];
    pthread_mutex_unlock(&lock);
    if (member)
        copy.requests = 1;
    else
        copy.bytes[1] = 100;
    pthread_mutex_lock(&lock);
    assert(table[1].requests == 0);
    /* all of it */
    table[0] = copy;
    pthread_mutex_unlock(&lock);
    return 0;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, account, 0);
    pthread_create(&b, 0, account, &lock);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(table[0].bytes[1] == 100);
    return 0;
}
