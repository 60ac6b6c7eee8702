/* again.c - every execution begins with the memory of the first one, however the one before has written it. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct part {
    char text[40];
    int  number;
};
static struct part global, from = {"text", 1};
static unsigned char bytes[100];
static unsigned short shorts[9];
static double numbers[4];
static __int128 large;
static struct __attribute__((packed)) { char shift; long value; } unaligned;
static int bits_before, tracked;
static struct { unsigned low : 3, high : 5; } bits;
static _Thread_local int own;
static int *block;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *frame)
{
    struct part *in_main = frame;
    pthread_mutex_lock(&lock);
    assert(own == 0);
    own = 1;
    if (tracked++ == 0) {
        assert(global.number == 0 && bytes[99] == 0 && shorts[8] == 0 && numbers[3] == 0 && large == 0 && unaligned.value == 0);
        assert(bits.high == 0 && block[7] == 0 && in_main->number == 0 && in_main->text[0] == 0 && bits_before == 0);
    }
    global = from;
    memset(bytes, 1, sizeof bytes);
    for (int i = 0; i < 9; i++)
        shorts[i]++;
    numbers[3] += 1.5;
    large += (__int128)1 << 100;
    unaligned.value++;
    bits.high++;
    bits_before++;
    block[7]++;
    *in_main = from;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    struct part here = {{0}, 0};
    pthread_t t[2];
    block = calloc(8, sizeof *block);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, &here);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(tracked == 2 && block[7] == 2 && here.number == 1);
    free(block);
    return 0;
}
