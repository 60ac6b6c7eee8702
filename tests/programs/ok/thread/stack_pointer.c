// expect: verified
// A thread writes into its creator's stack; the creator waits for it before the frame goes away.
#include <assert.h>
#include <pthread.h>

struct job { int input, output; };

static void *square(void *argument)
{
    struct job *job = argument;
    job->output = job->input * job->input;
    return NULL;
}

static int run(int a, int b)
{
    struct job one = {a, 0}, two = {b, 0};
    pthread_t s, t;
    pthread_create(&s, NULL, square, &one);
    pthread_create(&t, NULL, square, &two);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    return one.output + two.output;
}

int main(void)
{
    assert(run(3, 4) == 25);
    assert(run(5, 12) == 169);
    return 0;
}
