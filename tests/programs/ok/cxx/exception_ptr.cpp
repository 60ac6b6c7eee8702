// expect: verified
// An exception is caught in one thread and thrown again in two others, which share it.
#include <atomic>
#include <cassert>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <thread>

std::exception_ptr kept;
std::atomic<int> seen;

static void rethrow(std::exception_ptr e)
{
    try {
        std::rethrow_exception(e);
    } catch (const std::runtime_error &again) {
        assert(std::strcmp(again.what(), "kept") == 0);
        seen++;
    }
}

int main()
{
    std::thread thrower([] {
        try {
            throw std::runtime_error("kept");
        } catch (...) {
            kept = std::current_exception();
        }
    });
    thrower.join();
    assert(kept);
    std::thread other(rethrow, kept);
    rethrow(kept);
    other.join();
    kept = nullptr;
    assert(seen == 2 && !kept);
}
