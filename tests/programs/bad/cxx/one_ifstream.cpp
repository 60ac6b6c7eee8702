// expect: bug assertion "first == 11"
// 11 22
// Two threads take numbers from one stream, with a lock: whoever comes first gets the first.
#include <cassert>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>

static std::mutex m;
static std::ifstream in(__FILE__);

static int take()
{
    int n = 0;
    std::lock_guard<std::mutex> guard(m);
    in >> n;
    return n;
}

int main()
{
    std::string word;
    std::getline(in, word);
    in >> word;
    std::thread t([] { take(); });
    int first = take();
    assert(first == 11); // BUG HERE
    t.join();
}
