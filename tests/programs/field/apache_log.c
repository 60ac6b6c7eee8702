// expect: bug assertion "intact"
// Shape: Apache httpd bug 25520 (buffered log, in the study of Lu et al., ASPLOS 2008): the length of the log buffer is read
// and updated without a lock, so two entries land on top of each other.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char outbuf[32];
static int outcnt;

static void log_write(const char *text)
{
    int length = (int)strlen(text);
    int at = outcnt;
    memcpy(&outbuf[at], text, (size_t)length);
    outcnt = at + length;
}

static void *request(void *text)
{
    log_write(text);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, request, "GET /a;");
    pthread_create(&b, NULL, request, "GET /b;");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int intact = strstr(outbuf, "/a;") && strstr(outbuf, "/b;");
    assert(intact); // BUG HERE
    return 0;
}
