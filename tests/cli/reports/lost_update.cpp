// Two tills that add to one total: the sum is read, and written back later.
#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>

struct Shop {
    std::atomic<int> total{0};
    void sell(int price)
    {
        int sum = total.load(std::memory_order_relaxed);
        total.store(sum + price, std::memory_order_relaxed);
    }
};

int main()
{
    Shop shop;
    std::thread first([&] { shop.sell(3); }), second([&] { shop.sell(4); });
    first.join();
    second.join();
    if (shop.total != 7)
        std::abort();
}
