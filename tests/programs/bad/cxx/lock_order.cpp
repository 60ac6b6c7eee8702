// expect: bug deadlock "waits in"
// Two locks in two orders, by lock_guard.
#include <functional>
#include <mutex>
#include <thread>

struct account {
    std::mutex lock;
    int balance = 10;
};

static void transfer(account &from, account &to)
{
    std::lock_guard<std::mutex> first(from.lock);
    std::lock_guard<std::mutex> second(to.lock);
    from.balance--;
    to.balance++;
}

int main()
{
    account a, b;
    std::thread t(transfer, std::ref(a), std::ref(b));
    transfer(b, a);
    t.join();
}
