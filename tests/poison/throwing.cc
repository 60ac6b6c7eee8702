/* throwing.cc - exceptions for test_poison.sh: values that live in registers and frames while calls throw, destructors that run on
 * the way, handlers that throw again. Prints a digest of all that it computes. */
#include <cstdint>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#define APART __attribute__((noinline))

static uint64_t digest = 1;
static APART void note(uint64_t value) { digest = digest * 0x100000001b3 ^ value; }

struct guard { /* its destructor runs on both ways out */
    uint64_t value;
    explicit guard(uint64_t v) : value(v) {}
    ~guard() { note(value); }
};

static APART int maybe_throw(int n)
{
    guard g(n * 3 + 1);
    if (n % 3 == 0)
        throw n;
    if (n % 5 == 0)
        throw std::runtime_error("five " + std::to_string(n));
    return n * 2;
}

/* Many values live across every call, and in the handlers. */
static APART uint64_t many_values(int n)
{
    uint64_t a = n + 1, b = a * 7, c = b ^ a, d = c + b, e = d * 3, f = e - a;
    double x = n * 0.5, y = x + 1;
    for (int i = 0; i < 6; i++) {
        guard outer(a + i);
        try {
            guard inner(b + i);
            a += maybe_throw(n + i);
            y = y * 2 + x;
        } catch (int thrown) {
            c += thrown + d;
            x += 1;
        } catch (const std::exception &error) {
            d += std::string(error.what()).size() + e;
            f ^= (uint64_t)y;
        }
    }
    return a ^ b ^ c ^ d ^ e ^ f ^ (uint64_t)(x * 16) ^ (uint64_t)y;
}

static APART void deep(int n, const std::vector<int> &numbers)
{
    std::vector<int> copy(numbers);
    guard g(copy.size() + n);
    copy.push_back(n);
    if (n == 0)
        throw copy;
    deep(n - 1, copy);
    note(n);
}

static APART uint64_t again(int n)
{
    uint64_t before = n * 11;
    try {
        try {
            maybe_throw(n * 15);
        } catch (...) {
            before += 5;
            throw;
        }
    } catch (int thrown) {
        return before + thrown;
    }
    return before;
}

static APART int in_parameters(int a, int b, int c, int d, int e, int f, int g, int h)
try {
    return maybe_throw(a) + b * 2 + c * 3 + d * 5 + e * 7 + f * 11 + g * 13 + h * 17;
} catch (int thrown) {
    return thrown + g + h;
} catch (const std::runtime_error &) {
    return b + g * h;
}

int main()
{
    for (int i = 0; i < 60; i++) {
        note(many_values(i));
        note(again(i));
        note(in_parameters(i, 1, 2, 3, i, 5, 6, i + 1));
        try {
            deep(i % 9, std::vector<int>(i, i));
        } catch (const std::vector<int> &thrown) {
            for (int number : thrown)
                note(number);
        }
        auto owned = std::make_unique<std::string>(i, 'x');
        try {
            owned->at(i % 7 + 50);
            note(1);
        } catch (const std::out_of_range &) {
            note(owned->size());
        }
    }
    std::printf("%016llx\n", (unsigned long long)digest);
    return 0;
}
