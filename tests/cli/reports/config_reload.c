/* Readers of a configuration, reloaded under a read-write lock. BUG: reload swaps the pointer while it holds the lock for reading. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct config { char *host; int port; double timeout; };
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct config *current;

static struct config *load(const char *host, int port)
{
    struct config *c = malloc(sizeof *c);
    c->host = strdup(host);
    c->port = port;
    c->timeout = 1.5;
    return c;
}

static void *reader(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    int port = current->port;
    assert(port == (strcmp(current->host, "localhost") == 0 ? 80 : 443));
    pthread_rwlock_unlock(&lock);
    return unused;
}

static void *reload(void *unused)
{
    struct config *fresh = load("example.org", 443);
    pthread_rwlock_rdlock(&lock);
    struct config *old = current;
    current = fresh;
    pthread_rwlock_unlock(&lock);
    free(old->host);
    free(old);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    current = load("localhost", 80);
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, reload, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
