/* Futexes by syscall(): wake by bits, move waiters to another one, and be woken by a child process. Correct. */
#include <linux/futex.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static uint32_t bits, first, second, *shared;

static uint32_t load(uint32_t *word) { return __atomic_load_n(word, __ATOMIC_SEQ_CST); }
static void add(uint32_t *word, uint32_t bit) { __atomic_fetch_or(word, bit, __ATOMIC_SEQ_CST); }
static long futex(uint32_t *word, int operation, long value, void *time, void *other, long last)
{
    return syscall(SYS_futex, word, operation, value, time, other, last);
}

static void *await_bit(void *bit)
{
    for (uint32_t is, wanted = (uint32_t)(uintptr_t)bit; !((is = load(&bits)) & wanted);)
        futex(&bits, FUTEX_WAIT_BITSET_PRIVATE, is, NULL, NULL, wanted);
    return NULL;
}

static void *await_both(void *none)
{
    while (!load(&first))
        futex(&first, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
    while (!load(&second))
        futex(&second, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
    return none;
}

static void *await_child(void *none)
{
    while (!load(shared))
        futex(shared, FUTEX_WAIT, 0, NULL, NULL, 0);
    return none;
}

int main(void)
{
    pthread_t one, two, three, four, five;
    pthread_create(&one, NULL, await_bit, (void *)1);
    pthread_create(&two, NULL, await_bit, (void *)2);
    pthread_create(&three, NULL, await_both, NULL);
    pthread_create(&four, NULL, await_both, NULL);
    usleep(1000);
    for (uint32_t bit = 1; bit <= 2; bit++) {
        add(&bits, bit);
        futex(&bits, FUTEX_WAKE_BITSET_PRIVATE, 1, NULL, NULL, bit);
        pthread_join(bit == 1 ? one : two, NULL);
    }
    add(&first, 1);
    futex(&first, FUTEX_CMP_REQUEUE_PRIVATE, 1, (void *)9, &second, 1);
    add(&second, 1);
    futex(&second, FUTEX_WAKE_PRIVATE, 9, NULL, NULL, 0);
    pthread_join(three, NULL);
    pthread_join(four, NULL);

    shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t child = fork();
    if (child == 0) {
        usleep(5000);
        add(shared, 1);
        futex(shared, FUTEX_WAKE, 9, NULL, NULL, 0);
        _exit(0);
    }
    pthread_create(&five, NULL, await_child, NULL);
    pthread_join(five, NULL);
    return waitpid(child, NULL, 0) != child;
}
