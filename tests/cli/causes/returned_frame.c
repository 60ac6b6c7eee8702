/* A thread is handed a variable of a function that returns; it first uses one member, then another one. */
#include <pthread.h>
struct job {
    int id;
    int *out;
};
static int result;
static void *work(void *p)
{
    struct job *job = p;
    *job->out = job->id * 2;
    return 0;
}
static pthread_t start(int id)
{
    pthread_t t;
    struct job job = {id, &result};
    pthread_create(&t, 0, work, &job);
    return t;
}
int main(void)
{
    pthread_t t = start(21);
    pthread_join(t, 0);
    return 0;
}
