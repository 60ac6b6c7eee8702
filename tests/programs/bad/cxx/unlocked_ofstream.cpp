// expect: bug race "write of out"
// options: --race=error
// Two threads write to one stream on a file.
#include <fstream>
#include <thread>

static std::ofstream out;

int main()
{
    out.open("/dev/null");
    std::thread t([] { out << 1; });
    out << 2;
    t.join();
}
