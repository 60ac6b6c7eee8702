// expect: bug assertion "items.size() == 2"
// push_back without a lock: the size is written by both.
#include <cassert>
#include <thread>
#include <vector>

std::vector<int> items;

static void add(int n) { items.push_back(n); }

int main()
{
    items.reserve(4);
    std::thread t(add, 1);
    add(2);
    t.join();
    assert(items.size() == 2); // BUG HERE
}
