// options: --livelock
// endless
#include "../between.h"

static void wrong(void)
{
    for (;;) {
        pthread_mutex_lock(&between_lock);
        pthread_mutex_unlock(&between_lock);
    }
}

int main(void)
{
    return both(wrong, nothing);
}
