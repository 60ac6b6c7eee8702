/* A lambda captures a variable of a function that returns before the thread has read it; others use that part of the stack since. */
#include <atomic>
#include <thread>
static std::atomic<int> done;
static int sum;
static void start(int n)
{
    int local = n;
    std::thread([&] {
        sum = local;
        done = 1;
    }).detach();
}
int main()
{
    start(5);
    while (!done)
        std::this_thread::yield();
    return sum == 6;
}
