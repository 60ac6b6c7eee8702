// An observer that is kept as a plain pointer: the subject calls it after its owner is gone.
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

struct Observer {
    int seen = 0;
    void notify() { seen++; }
};

class Subject {
public:
    void add(Observer *o)
    {
        std::lock_guard<std::mutex> hold(lock_);
        observers_.push_back(o);
    }
    void remove_all()
    {
        std::lock_guard<std::mutex> hold(lock_);
        observers_.clear();
    }
    void publish()
    {
        std::vector<Observer *> all;
        {
            std::lock_guard<std::mutex> hold(lock_);
            all = observers_;
        }
        for (auto *o : all)
            o->notify();
    }

private:
    std::mutex lock_;
    std::vector<Observer *> observers_;
};

int main()
{
    Subject subject;
    auto observer = std::make_unique<Observer>();
    subject.add(observer.get());
    std::thread publisher([&] { subject.publish(); });
    subject.remove_all();
    observer.reset();
    publisher.join();
}
