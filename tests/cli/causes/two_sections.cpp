// What is looked at with a lock is relied on when it is taken again.
#include <mutex>
#include <queue>
#include <thread>
#include <cassert>

class Jobs {
    std::mutex lock_;
    std::queue<int> jobs_;
public:
    bool empty()
    {
        std::lock_guard<std::mutex> guard(lock_);
        return jobs_.empty();
    }
    int pop()
    {
        std::lock_guard<std::mutex> guard(lock_);
        assert(!jobs_.empty());
        int job = jobs_.front();
        jobs_.pop();
        return job;
    }
    void push(int job)
    {
        std::lock_guard<std::mutex> guard(lock_);
        jobs_.push(job);
    }
};

int main()
{
    Jobs q;
    q.push(1);
    auto work = [&] { if (!q.empty()) q.pop(); };
    std::thread a(work), b(work);
    a.join();
    b.join();
}
