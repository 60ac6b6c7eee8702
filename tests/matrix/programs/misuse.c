#include "../between.h"

static pthread_mutex_t free_lock = PTHREAD_MUTEX_INITIALIZER;

static void wrong(void)
{
    pthread_mutex_unlock(&free_lock);
}

int main(void)
{
    return both(wrong, nothing);
}
