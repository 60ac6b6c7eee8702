// expect: verified
// thread_local variables with constructors and destructors: one for each thread, destroyed at its end, in reverse order.
#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

static std::atomic<int> constructed, destroyed;

struct log {
    std::vector<int> entries;
    log() { constructed++; }
    ~log()
    {
        assert(!entries.empty());
        destroyed++;
    }
};

struct first {
    int order = 1;
    ~first() { order = 0; }
};

static thread_local first one;

struct second {
    ~second() { assert(one.order == 1); }
};

static thread_local log entries;

static void use(int n)
{
    assert(one.order == 1);
    static thread_local second two;
    (void)&two;
    entries.entries.push_back(n);
    assert(entries.entries.size() == 1);
}

int main()
{
    std::thread a(use, 1), b(use, 2);
    a.join();
    b.join();
    assert(constructed == 2 && destroyed == 2);
    use(3);
    assert(constructed == 3);
}
