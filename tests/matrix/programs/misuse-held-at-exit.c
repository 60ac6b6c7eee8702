// options: --held-at-exit
#include "../between.h"

static pthread_mutex_t kept = PTHREAD_MUTEX_INITIALIZER;

static void wrong(void)
{
    pthread_mutex_lock(&kept);
}

int main(void)
{
    return both(wrong, nothing);
}
