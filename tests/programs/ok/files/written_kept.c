// expect: verified
// expect: refused "reading a file that the program has written itself"
// options: --file-writes=kept
// options:
// What is written to a file that is open for writing only can be read back, if that is asked for.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void *work(void *unused)
{
    char text[8] = "";
    FILE *file = fopen("save.new", "w");
    fprintf(file, "%d\n", 42);
    assert(fclose(file) == 0);
    file = fopen("save.new", "r"); // BUG HERE
    assert(file && fgets(text, sizeof text, file) && strcmp(text, "42\n") == 0);
    fclose(file);
    assert(rename("save.new", "save") == 0 && !fopen("save.new", "r"));
    file = fopen("save", "r");
    assert(fscanf(file, "%7s", text) == 1 && strcmp(text, "42") == 0);
    fclose(file);
    assert(remove("save") == 0);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
