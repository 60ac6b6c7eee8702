// expect: bug misuse "relock"
// A spin lock is taken again by its holder.
#include <pthread.h>

static pthread_spinlock_t lock;
static int nested;

static void enter(void)
{
    pthread_spin_lock(&lock); // BUG HERE
    if (nested++ == 1)
        enter();
    pthread_spin_unlock(&lock);
}

static void *work(void *unused)
{
    enter();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&t, NULL, work, NULL);
    enter();
    pthread_join(t, NULL);
    return 0;
}
