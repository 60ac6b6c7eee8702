// Two threads that write to what lies in containers, in turn, until an assertion fails: a report of more than ten thousand steps in C++.
#include <atomic>
#include <cassert>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

struct Job {
    std::string name;
    std::atomic<int> turns{0};
};

static std::vector<std::shared_ptr<Job>> jobs;
static std::map<std::string, int> counts;

static void work(int first)
{
    for (int turn = 0; turn < 260; turn++) {
        for (size_t i = 0; i < jobs.size(); i++)
            jobs[i]->turns.fetch_add(first);
    }
}

int main()
{
    for (int i = 0; i < 20; i++) {
        jobs.push_back(std::make_shared<Job>());
        jobs.back()->name = "job " + std::to_string(i);
        counts[jobs.back()->name] = i;
    }
    std::thread one(work, 1), other(work, 2);
    one.join();
    other.join();
    assert(jobs[19]->turns < 100);
}
