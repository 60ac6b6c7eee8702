// expect: bug crash
// Shape: Mozilla order violation (nsThread, Lu et al., ASPLOS 2008, figure 2): the new thread uses mThread before its creator
// has stored the result of the creation.
#include <pthread.h>
#include <stddef.h>

struct thread { int state; };
static struct thread record = {1};
static struct thread *_Atomic m_thread;
static int state;

static void *m_main(void *unused)
{
    state = m_thread->state; // BUG HERE
    return unused;
}

static struct thread *create_thread(pthread_t *t)
{
    pthread_create(t, NULL, m_main, NULL);
    return &record;
}

int main(void)
{
    pthread_t t;
    m_thread = create_thread(&t);
    pthread_join(t, NULL);
    return state > 1;
}
