/* A message that is handed over with a relaxed flag: nothing orders it with the reader. */
#include <pthread.h>
#include <stdatomic.h>

static int         message;
static atomic_bool sent;

static void *sender(void *unused)
{
    message = 42;
    atomic_store_explicit(&sent, 1, memory_order_relaxed);
    return unused;
}

static void *receiver(void *unused)
{
    if (atomic_load_explicit(&sent, memory_order_relaxed))
        return message == 42 ? unused : &message;
    return unused;
}

int main(void)
{
    pthread_t thread[2];
    pthread_create(&thread[0], NULL, sender, NULL);
    pthread_create(&thread[1], NULL, receiver, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
