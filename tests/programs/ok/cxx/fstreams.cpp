// expect: verified
// 12 -7 words  9
// std::fstream: opened to be read, to be written, and for both, moved, closed and opened again between visible operations of another
// thread; by values that are moved and swapped, too.
#include <cassert>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

static std::mutex m;
static int points;
static std::fstream file;

static void point()
{
    std::lock_guard<std::mutex> guard(m);
    points++;
}

static void read()
{
    std::string word, line;
    int a = 0, b = 0;
    file.open(__FILE__, std::ios::in);
    assert(file.is_open() && std::getline(file, line) && line == "// expect: verified");
    point();
    file >> word >> a >> b;
    assert(word == "//" && a == 12 && b == -7 && file.tellg() == 28);
    point();
    file.seekg(-2, std::ios::cur);
    assert(file.get() == '-' && file.peek() == '7' && file.unget() && file.get() == '-');
    file.seekg(0, std::ios::end);
    assert(file.get() == std::char_traits<char>::eof() && file.eof());
    file.close();
    assert(!file.fail() || file.eof());
    file.clear();
}

static void write()
{
    file.open("/dev/null", std::ios::out | std::ios::app);
    point();
    file << "hello " << 5 << ' ' << 25L << '\n';
    assert(file.good());
    point();
    file.put('x').write("yz", 2).flush();
    assert(file.good());
    file.close();
    assert(file.good());
}

// The default mode, on what is there: reading does not mind that it could be written.
static void both()
{
    std::fstream local(__FILE__), other;
    std::string word;
    assert(local.is_open() && !other.is_open());
    local >> word;
    point();
    other = std::move(local);
    assert(!local.is_open() && other.is_open());
    other >> word;
    assert(word == "expect:");
    point();
    std::swap(local, other);
    local >> word;
    assert(word == "verified" && !other.is_open());
}

static void errors()
{
    std::fstream missing("/no/such/file"), directory(__FILE__ "/below", std::ios::out);
    assert(!missing && !directory && !missing.is_open());
    std::string word = "kept";
    missing >> word;
    assert(missing.fail());
    missing.clear();
    missing.open(__FILE__, std::ios::in);
    point();
    missing << "no"; // it is not open for that
    assert(missing.bad() || missing.fail());
}

int main()
{
    std::thread t(point);
    read();
    write();
    both();
    errors();
    t.join();
    assert(points == 8);
    return 0;
}
