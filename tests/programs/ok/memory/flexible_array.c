// expect: verified
// A structure whose last member is as long as was asked for.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct message { int length; char text[]; };

static void *work(void *argument)
{
    struct message *m = argument;
    for (int i = 0; i < m->length; i++)
        m->text[i] = 'x';
    return m;
}

int main(void)
{
    pthread_t t;
    void *result;
    struct message *m = malloc(sizeof *m + 5);
    m->length = 5;
    pthread_create(&t, NULL, work, m);
    pthread_join(t, &result);
    assert(m->text[4] == 'x');
    free(result);
    return 0;
}
