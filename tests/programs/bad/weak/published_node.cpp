// expect: bug assertion "seen == 7"
// options: --memory-model=c11
// A node is published by a relaxed store: who finds it may not find what is in it.
#include <atomic>
#include <cassert>
#include <thread>

struct node {
    std::atomic<int> value;
};

static node nodes[1];
static std::atomic<node *> head;

int main()
{
    std::thread reader([] {
        node *found = head.load(std::memory_order_acquire);
        if (found) {
            int seen = found->value.load(std::memory_order_relaxed);
            assert(seen == 7); // BUG HERE
        }
    });
    nodes[0].value.store(7, std::memory_order_relaxed);
    head.store(&nodes[0], std::memory_order_relaxed);
    reader.join();
}
