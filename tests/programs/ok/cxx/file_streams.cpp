// expect: verified
// 12 -7 words  9
// Streams on files, opened, read, moved and closed between visible operations of another thread: a global one, one on the heap, local ones.
#include <cassert>
#include <fstream>
#include <iterator>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

static std::mutex m;
static int points;
static std::ifstream in;
static std::ofstream *out;

static void point()
{
    std::lock_guard<std::mutex> guard(m);
    points++;
}

static void read_by_parts()
{
    int a = 0, b = 0;
    std::string word, line;
    in.open(__FILE__);
    point();
    assert(std::getline(in, line) && line == "// expect: verified");
    in >> word >> a;
    point();
    in >> b >> word;
    assert(a == 12 && b == -7 && word == "words" && in.tellg() == 34);
    point();
    in.close();
    assert(!in.is_open());
}

static void read_whole()
{
    std::ifstream file(__FILE__, std::ios::binary | std::ios::ate);
    const std::streamoff size = file.tellg();
    point();
    file.seekg(0, std::ios::beg);
    std::stringstream text;
    text << file.rdbuf();
    assert(static_cast<std::streamoff>(text.str().size()) == size);
    file.clear();
    file.seekg(3);
    assert(file.rdbuf()->in_avail() > 0);
    point();
    std::string rest((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    assert(static_cast<std::streamoff>(rest.size()) == size - 3 && rest.compare(0, 6, "expect") == 0);
}

static void write_both()
{
    out = new std::ofstream("/dev/null");
    point();
    *out << "hello " << 5 << std::endl;
    point();
    *out << std::string(20000, 'x');
    assert(out->good());
    delete out;
}

static void fail()
{
    std::ifstream none("/nowhere/at all"), twice(__FILE__);
    assert(!none && none.rdbuf()->open(__FILE__, std::ios::trunc) == nullptr);
    twice.open(__FILE__);
    assert(twice.fail());
}

int main()
{
    std::thread t([] {
        read_by_parts();
        read_whole();
        write_both();
        fail();
    });
    point();
    point();
    t.join();
}
