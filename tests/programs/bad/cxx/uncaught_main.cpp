// expect: bug terminate "uncaught exception std::out_of_range: vector::_M_range_check"
// A vector that another thread may have shortened.
#include <mutex>
#include <thread>
#include <vector>

std::mutex lock;
std::vector<int> items{1, 2};

int main()
{
    std::thread t([] {
        std::lock_guard<std::mutex> guard(lock);
        items.pop_back();
    });
    std::size_t last;
    {
        std::lock_guard<std::mutex> guard(lock);
        last = items.size() - 1;
    }
    lock.lock();
    items.at(last) = 3; // BUG HERE
    lock.unlock();
    t.join();
}
