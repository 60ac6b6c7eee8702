/* A counter in a temporary file: to read it and to write it are two critical sections. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static FILE *f;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *w(void *a)
{
    pthread_mutex_lock(&m);
    fseek(f, 0, SEEK_SET);
    int n = 0;
    fscanf(f, "%d", &n);
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    rewind(f);
    FILE *file = f; /* arguments are evaluated in any order */
    fprintf(file, "%d", n + 1);
    pthread_mutex_unlock(&m);
    return a;
}
int main(void)
{
    f = tmpfile();
    fprintf(f, "0");
    pthread_t t, u;
    pthread_create(&t, 0, w, "x");
    pthread_create(&u, 0, w, "y");
    pthread_join(t, 0);
    pthread_join(u, 0);
    rewind(f);
    int n = 0;
    fscanf(f, "%d", &n);
    assert(n == 2);
    return 0;
}
