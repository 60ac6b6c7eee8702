// expect: verified
// std::wstring is compiled with hooks, as std::string is: libstdc++'s own instance of it is not called.
#include <cassert>
#include <mutex>
#include <string>
#include <thread>

static std::mutex m;
static std::wstring shared = L"a";

static void add(const wchar_t *text)
{
    std::lock_guard<std::mutex> guard(m);
    shared += text;
}

int main()
{
    std::wstring own = L"x" + std::wstring(40, L'y') + L'z';
    std::thread t(add, L"bc");
    add(L"de");
    t.join();
    assert(shared == L"abcde" || shared == L"adebc");
    assert(own.find(L"yz") == 40 && own.substr(41) == L"z");
}
