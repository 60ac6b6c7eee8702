// expect: verified
// races: 1
// What the writer does behind its write is not ordered with what the reader does.
#include <pthread.h>
#include <unistd.h>

static int p[2];
static volatile int before, behind;

static void *writer(void *unused)
{
    before = 1;
    write(p[1], "a", 1);
    behind = 1; // RACE
    return unused;
}

int main(void)
{
    pthread_t t;
    char c;
    pipe(p);
    pthread_create(&t, NULL, writer, NULL);
    read(p[0], &c, 1);
    int sum = before;
    sum += behind; // RACE
    pthread_join(t, NULL);
    return sum > 2;
}
