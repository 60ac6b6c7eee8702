// with each part
// beside: refused
// A call that is not supported cuts some paths off, whoever comes first. The assertion fails on others.
#include <assert.h>
#include <unistd.h>

#include "../between.h"

static void wrong(void)
{
    assert(!"between");
}

static void refused_alone(void)
{
#ifndef FIXED
    pthread_mutex_lock(&between_lock);
    int stage = between_stage;
    pthread_mutex_unlock(&between_lock);
    if (stage == 0)
        fork();
#endif
}

int main(void)
{
    return both(wrong, refused_alone);
}
