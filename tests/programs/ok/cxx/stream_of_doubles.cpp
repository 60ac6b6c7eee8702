// expect: verified
// Numbers with a point go to streams without a detour through the thread's locale, in all forms.
#include <cassert>
#include <iomanip>
#include <iostream>
#include <limits>
#include <mutex>
#include <sstream>
#include <thread>

static std::mutex lock;
static int written;

template <typename Number> static std::string text(Number number, std::ios_base &(*how)(std::ios_base &) = nullptr, int precision = 6)
{
    std::ostringstream out;
    out << std::setprecision(precision);
    if (how)
        out << how;
    out << number;
    return out.str();
}

static void forms()
{
    assert(text(1.5) == "1.5" && text(-0.25f) == "-0.25" && text(3.0) == "3" && text(1e300) == "1e+300");
    assert(text(2.0, std::showpoint) == "2.00000" && text(2.0, std::showpos) == "+2" && text(1234.5, std::fixed, 2) == "1234.50");
    assert(text(1234.5, std::scientific, 3) == "1.234e+03" && text(1.5, std::hexfloat) == "0x1.8p+0");
    assert(text(std::numeric_limits<double>::infinity()) == "inf" && text(1e20, std::fixed, 1) == "100000000000000000000.0");
    assert(text(1.0 / 3, std::fixed, 300).size() == 302);
}

static void work(double number)
{
    std::lock_guard<std::mutex> guard(lock);
    written++;
    std::cout << number << '\n';
}

int main()
{
    std::thread one(work, 1.5), two(work, 2.25);
    forms();
    one.join();
    two.join();
    assert(written == 2);
    return 0;
}
