// A channel of std::mutex and std::condition_variable that is closed without telling who waits.
#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

class Channel {
public:
    void send(int value)
    {
        std::lock_guard<std::mutex> hold(lock_);
        values_.push_back(value);
        arrived_.notify_one();
    }
    bool receive(int &value)
    {
        std::unique_lock<std::mutex> hold(lock_);
        arrived_.wait(hold, [this] { return closed_ || !values_.empty(); });
        if (values_.empty())
            return false;
        value = values_.front();
        values_.pop_front();
        return true;
    }
    void close()
    {
        closed_ = true; // without the lock, and nobody is told
    }

private:
    std::mutex lock_;
    std::condition_variable arrived_;
    std::deque<int> values_;
    std::atomic<bool> closed_{false};
};

int main()
{
    auto channel = std::make_shared<Channel>();
    std::thread reader([channel] {
        int value;
        while (channel->receive(value)) {
        }
    });
    channel->send(1);
    channel->close();
    reader.join();
}
