// classes.cpp - objects of C++ on the heap: templates, virtual functions, shared_ptr, vector, map. A lost update of `limit`.
#include <cassert>
#include <map>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <vector>

enum class State : unsigned char { Idle, Busy };

struct Task {
    State state = State::Idle;
    double cost = 1.5;
    virtual ~Task() = default;
    virtual void run() { state = State::Busy; }
};

struct Slow : Task {
    int turns = 0;
    void run() override { turns++; }
};

template <class T> struct Box {
    T value{};
    Box *next = nullptr;
};

class Queue {
    std::mutex lock_;
    std::vector<std::unique_ptr<Task>> tasks_;
    std::vector<int> marks_ = std::vector<int>(4);
    std::map<int, long> sums_;
    Box<int> *boxes_ = nullptr;

public:
    Queue() { sums_[1] = 100; }
    void push(std::unique_ptr<Task> task) { tasks_.push_back(std::move(task)); }
    void work()
    {
        std::lock_guard<std::mutex> guard(lock_);
        for (auto &task : tasks_)
            task->run();
        marks_[2] = 7;
        sums_[1] += 5;
        auto *box = new Box<int>;
        box->next = boxes_;
        boxes_ = box;
    }
};

struct Config {
    char mode = 'r';
    int limit = 3;
};

static Queue *queue;
static std::shared_ptr<Config> config;

static void *worker(void *)
{
    queue->work();
    config->limit++;
    return nullptr;
}

int main()
{
    queue = new Queue;
    config = std::make_shared<Config>();
    queue->push(std::make_unique<Slow>());
    queue->push(std::make_unique<Task>());
    pthread_t t[2];
    for (pthread_t &each : t)
        pthread_create(&each, nullptr, worker, nullptr);
    for (pthread_t each : t)
        pthread_join(each, nullptr);
    assert(config->limit == 5);
}
