// expect: verified
// A bounded queue of unique_ptr between a producer and a consumer.
#include <cassert>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

template <typename T> class queue {
  public:
    explicit queue(std::size_t room) : room(room) {}
    void push(T item)
    {
        std::unique_lock<std::mutex> guard(lock);
        changed.wait(guard, [this] { return items.size() < room; });
        items.push_back(std::move(item));
        changed.notify_all();
    }
    T pop()
    {
        std::unique_lock<std::mutex> guard(lock);
        changed.wait(guard, [this] { return !items.empty(); });
        T item = std::move(items.front());
        items.pop_front();
        changed.notify_all();
        return item;
    }

  private:
    const std::size_t room;
    std::mutex lock;
    std::condition_variable changed;
    std::deque<T> items;
};

int main()
{
    queue<std::unique_ptr<int>> q(1);
    std::thread producer([&q] {
        for (int i = 1; i <= 2; i++)
            q.push(std::make_unique<int>(i));
    });
    int sum = 0;
    for (int i = 0; i < 2; i++)
        sum += *q.pop();
    producer.join();
    assert(sum == 3);
}
