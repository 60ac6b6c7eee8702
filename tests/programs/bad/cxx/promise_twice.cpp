// expect: bug terminate "uncaught exception std::future_error: std::future_error: Promise already satisfied"
// Whoever comes second throws, in its thread or in main.
#include <future>
#include <thread>

std::promise<int> result;

static void answer(int n) { result.set_value(n); } // BUG HERE

int main()
{
    std::thread t(answer, 1);
    answer(2);
    t.join();
}
