// expect: verified
// Every way to write that small programs use, from two threads; formats with all kinds of arguments.
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void *work(void *argument)
{
    int me = (int)(long)argument;
    printf("%d %5.2f %s %c %p %lu %x%%\n", me, 1.5 * me, "text", 'c', NULL, 7UL, 255u);
    puts("line");
    putchar('x');
    putchar('\n');
    fprintf(stderr, "error of %d\n", me);
    fputs("more\n", stdout);
    fwrite("bytes\n", 1, 6, stdout);
    fflush(stdout);
    const char *raw = "raw\n";
    return (void *)(long)(write(1, raw, strlen(raw)) != 4);
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, (void *)1L);
    pthread_create(&b, NULL, work, (void *)2L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
