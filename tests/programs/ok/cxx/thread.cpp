// expect: verified
// std::thread: arguments by value and by reference, member functions, function objects, moving, swapping, identities.
#include <cassert>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

struct counter {
    std::mutex lock;
    int value = 0;
    void add(int n)
    {
        std::lock_guard<std::mutex> guard(lock);
        value += n;
    }
};

static void add_to(counter &c, int n) { c.add(n); }

int main()
{
    counter c;
    std::thread a(&counter::add, &c, 1), b(add_to, std::ref(c), 2), empty;
    assert(a.joinable() && b.joinable() && !empty.joinable());
    assert(a.get_id() != b.get_id() && empty.get_id() == std::thread::id());
    std::thread moved(std::move(a));
    assert(!a.joinable() && moved.joinable());
    moved.swap(b);
    moved.join();
    b.join();
    assert(!moved.joinable() && c.value == 3);
}
