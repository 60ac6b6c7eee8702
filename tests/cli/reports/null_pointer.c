/* A pointer that is looked at twice, and taken away in between. */
#include <pthread.h>
#include <stdlib.h>

static struct session {
    int user;
} *session;

static void *log_out(void *unused)
{
    session = NULL;
    return unused;
}

static void *show_user(void *unused)
{
    if (session)
        return session->user == 7 ? unused : &session;
    return unused;
}

int main(void)
{
    static struct session first = {7};
    pthread_t thread[2];
    session = &first;
    pthread_create(&thread[0], NULL, show_user, NULL);
    pthread_create(&thread[1], NULL, log_out, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
