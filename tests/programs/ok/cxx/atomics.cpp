// expect: verified
// options: -std=c++20
// std::atomic of several types, atomic_ref, atomic_flag, fences, and a structure.
#include <atomic>
#include <cassert>
#include <thread>

struct alignas(8) point {
    int x, y;
};

std::atomic<int> number;
std::atomic<point> where;
std::atomic<int *> pointer;
std::atomic_flag flag;
int table[2], plain;

static void work()
{
    number.fetch_add(1, std::memory_order_relaxed);
    std::atomic_ref<int>(plain).fetch_add(2);
    point old = where.load();
    while (!where.compare_exchange_weak(old, point{old.x + 1, old.y - 1}))
        ;
    pointer.store(&table[1], std::memory_order_release);
    if (!flag.test_and_set())
        number++;
}

int main()
{
    std::thread t(work);
    work();
    t.join();
    std::atomic_thread_fence(std::memory_order_seq_cst);
    assert(number == 3 && plain == 4);
    assert(where.load().x == 2 && where.load().y == -2);
    assert(pointer.load() == &table[1] && flag.test());
}
