// expect: verified
// states: 2021
// transitions: 5181
// ends: 5
// The value goes by an exception, through a function with a destructor. Numbers: tests/lib/count_states.py.
#include <pthread.h>

static int x;

struct keeper {
    int copy;
    explicit keeper(int value) : copy(value) {}
    ~keeper() { copy = 0; }
};

static void __attribute__((noinline)) disturb(int value)
{
    keeper k(value);
    int copies[8];
    for (int i = 0; i < 8; i++)
        copies[i] = value + i;
    throw copies[0];
}

static void *work(void *unused)
{
    for (int round = 0; round < 2; round++) {
        int value = __atomic_load_n(&x, __ATOMIC_SEQ_CST);
        try {
            disturb(value);
        } catch (int thrown) {
            __atomic_store_n(&x, thrown + 1, __ATOMIC_SEQ_CST);
        }
    }
    return unused;
}

int main()
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], nullptr, work, nullptr);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], nullptr);
    return 0;
}
