// expect: bug deadlock
// Two initializers, each of which needs the other one's: started from both ends they wait for each other.
#include <pthread.h>

static pthread_once_t log_once = PTHREAD_ONCE_INIT, config_once = PTHREAD_ONCE_INIT;
static int log_ready, config_ready;

static void log_simple(void) { log_ready = 1; }
static void config_simple(void) { config_ready = 1; }

static void log_init(void)
{
    pthread_once(&config_once, config_simple);
    log_ready = 1;
}

static void config_init(void)
{
    pthread_once(&log_once, log_simple);
    config_ready = 1;
}

static void *logger(void *unused)
{
    pthread_once(&log_once, log_init);
    return unused;
}

static void *loader(void *unused)
{
    pthread_once(&config_once, config_init);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, logger, NULL);
    pthread_create(&b, NULL, loader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
