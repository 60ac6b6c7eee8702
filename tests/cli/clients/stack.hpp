// A stack whose pop() looks and takes under the lock, but not without letting go of it in between.
#pragma once
#include <mutex>
#include <vector>

class Stack {
public:
    bool push(int value)
    {
        std::lock_guard<std::mutex> guard(lock);
        values.push_back(value);
        return true;
    }

    bool pop(int &value)
    {
        std::unique_lock<std::mutex> guard(lock);
        if (values.empty())
            return false;
        value = values.back();
#ifndef FIXED
        guard.unlock();
        guard.lock();
#endif
        values.pop_back();
        return true;
    }

private:
    std::mutex       lock;
    std::vector<int> values;
};
