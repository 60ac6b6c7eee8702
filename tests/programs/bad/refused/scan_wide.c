// expect: refused "wide characters in a format of fscanf"
#include <pthread.h>
#include <stdio.h>
#include <wchar.h>

static void *scan(void *unused)
{
    wchar_t word[32];
    FILE *file = fopen(__FILE__, "r");
    fscanf(file, "%31ls", word);
    fclose(file);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, scan, NULL);
    pthread_join(thread, NULL);
    return 0;
}
