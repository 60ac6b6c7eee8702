// expect: bug deadlock
// Two read-write locks: each thread reads one and wants to write the other.
#include <pthread.h>

static pthread_rwlock_t users = PTHREAD_RWLOCK_INITIALIZER, groups = PTHREAD_RWLOCK_INITIALIZER;
static int user_count, group_count;

static void *update_groups(void *unused)
{
    pthread_rwlock_rdlock(&users);
    pthread_rwlock_wrlock(&groups);
    group_count = user_count;
    pthread_rwlock_unlock(&groups);
    pthread_rwlock_unlock(&users);
    return unused;
}

static void *update_users(void *unused)
{
    pthread_rwlock_rdlock(&groups);
    pthread_rwlock_wrlock(&users);
    user_count = group_count;
    pthread_rwlock_unlock(&users);
    pthread_rwlock_unlock(&groups);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, update_groups, NULL);
    pthread_create(&b, NULL, update_users, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
