// expect: bug deadlock "waits in"
// options: -std=c++17
// Readers that want to become writers without letting go.
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex lock;
std::mutex upgrading;
int value;

static void update()
{
    lock.lock_shared();
    int old = value;
    std::thread writer([old] {
        std::unique_lock<std::shared_mutex> guard(lock);
        value = old + 1;
    });
    writer.join();
    lock.unlock_shared();
}

int main() { update(); }
