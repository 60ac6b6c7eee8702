/* A counter without a lock, in threads that talk over sockets, beside a file and a child process. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static int served, ends[2][2];

static void *serve(void *end)
{
    char c;
    if (read(*(int *)end, &c, 1) == 1) {
        int before = served;
        served = before + 1;
    }
    return NULL;
}

int main(void)
{
    pthread_t thread[2];
    int status;
    FILE *file = tmpfile();
    pid_t child = fork();
    if (child == 0)
        _exit(7);
    for (int i = 0; i < 2; i++) {
        assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends[i]) == 0);
        pthread_create(&thread[i], NULL, serve, &ends[i][1]);
    }
    for (int i = 0; i < 2; i++)
        assert(write(ends[i][0], "x", 1) == 1);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    assert(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 7);
    fprintf(file, "%d\n", served);
    fclose(file);
    assert(served == 2);
    return 0;
}
