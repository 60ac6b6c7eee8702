// expect: verified
// options: --memory-model=c11
// A static variable of a function: the compiler looks at its guard by an atomic load, before it asks the run-time library.
#include <atomic>
#include <cassert>
#include <pthread.h>

static std::atomic<int> made;

struct object {
    int value;
    object() : value(7) { made.store(1, std::memory_order_relaxed); }
};

static object &the_object()
{
    static object o;
    return o;
}

static void *use(void *unused)
{
    assert(the_object().value == 7);
    assert(made.load(std::memory_order_relaxed) == 1);
    return unused;
}

int main()
{
    pthread_t s, t;
    pthread_create(&s, nullptr, use, nullptr);
    pthread_create(&t, nullptr, use, nullptr);
    pthread_join(s, nullptr);
    pthread_join(t, nullptr);
}
