// expect: bug assertion "whole != 0x001"
// Additions to memory in common, of different sizes, do not commute: one of them carries. The word first: 0x101, the byte first: 1.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static uint16_t whole = 0xff;

static void *add_to_byte(void *unused)
{
    __atomic_fetch_sub((uint8_t *)&whole, 0xff, __ATOMIC_SEQ_CST);
    return unused;
}

static void *add_to_word(void *unused)
{
    __atomic_fetch_add(&whole, 1, __ATOMIC_SEQ_CST);
    return unused;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, add_to_byte, NULL);
    pthread_create(&u, NULL, add_to_word, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(whole != 0x001); // BUG HERE
    return 0;
}
