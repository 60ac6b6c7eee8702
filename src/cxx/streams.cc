/* streams.cc - functions of streams that libstdc++ has special versions of for characters, and what it computes when it is first
 * needed. */
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <limits>
#include <locale>
#include <new>
#include <streambuf>
#include <string>

namespace std {

using traits = char_traits<char>;

/* Take characters up to the delimiter, which is taken and not given to put(). put() returns false when it wants no more, and that
 * character stays. Returns how many were taken. */
template <typename Put> static streamsize take(istream &in, char delimiter, Put put)
{
    ios_base::iostate state = ios_base::goodbit;
    streamsize taken = 0;
    istream::sentry ready(in, true);
    if (ready) {
        for (;; taken++) {
            const int c = in.rdbuf()->sgetc();
            if (c == traits::eof()) {
                state |= ios_base::eofbit;
                break;
            }
            if (traits::to_char_type(c) == delimiter) {
                in.rdbuf()->sbumpc();
                taken++;
                break;
            }
            if (!put(traits::to_char_type(c))) {
                state |= ios_base::failbit;
                break;
            }
            in.rdbuf()->sbumpc();
        }
    }
    in.setstate(taken == 0 ? state | ios_base::failbit : state);
    return taken;
}

template <> istream &getline(istream &in, string &text, char delimiter)
{
    text.erase();
    take(in, delimiter, [&](char c) {
        if (text.size() == text.max_size())
            return false;
        text += c;
        return true;
    });
    return in;
}

template <> istream &istream::getline(char *to, streamsize size, char delimiter)
{
    streamsize used = 0;
    _M_gcount = take(*this, delimiter, [&](char c) {
        if (used + 1 >= size)
            return false;
        to[used++] = c;
        return true;
    });
    if (size > 0)
        to[used] = '\0';
    return *this;
}

template <> istream &operator>>(istream &in, string &text)
{
    istream::sentry ready(in);
    ios_base::iostate state = ios_base::goodbit;
    streamsize taken = 0;
    if (ready) {
        const auto &characters = use_facet<ctype<char>>(in.getloc());
        const streamsize most = in.width() > 0 ? in.width() : numeric_limits<streamsize>::max();
        text.erase();
        for (; taken < most; taken++) {
            const int c = in.rdbuf()->sgetc();
            if (c == traits::eof())
                state |= ios_base::eofbit;
            if (c == traits::eof() || characters.is(ctype_base::space, traits::to_char_type(c)))
                break;
            text += traits::to_char_type(c);
            in.rdbuf()->sbumpc();
        }
        in.width(0);
    }
    in.setstate(taken == 0 ? state | ios_base::failbit : state);
    return in;
}

/* Without a delimiter nothing ends it but the number; the largest one is no limit. */
template <> istream &istream::ignore(streamsize most, int_type delimiter)
{
    ios_base::iostate state = ios_base::goodbit;
    _M_gcount = 0;
    sentry ready(*this, true);
    while (ready && (_M_gcount < most || most == numeric_limits<streamsize>::max())) {
        const int c = rdbuf()->sbumpc();
        if (c == traits::eof()) {
            state |= ios_base::eofbit;
            break;
        }
        _M_gcount += _M_gcount < numeric_limits<streamsize>::max();
        if (delimiter != traits::eof() && c == delimiter)
            break;
    }
    if (state)
        setstate(state);
    return *this;
}

template <> istream &istream::ignore(streamsize most)
{
    return ignore(most, traits::eof());
}

template <> streamsize __copy_streambufs_eof(streambuf *from, streambuf *to, bool &at_end)
{
    streamsize copied = 0;
    at_end = true;
    for (int c = from->sgetc(); c != traits::eof(); c = from->snextc(), copied++) {
        if (traits::eq_int_type(to->sputc(traits::to_char_type(c)), traits::eof())) {
            at_end = false;
            break;
        }
    }
    return copied;
}

/* Numbers, in the classic locale. */
template <typename Number> static void convert(const char *text, Number &number, Number value, const char *end, ios_base::iostate &error)
{
    using limits = numeric_limits<Number>;
    number = value;
    if (end == text || *end) {
        number = 0;
        error = ios_base::failbit;
    } else if (value == limits::infinity() || value == -limits::infinity()) {
        number = value > 0 ? limits::max() : -limits::max();
        error = ios_base::failbit;
    }
}

template <> void __convert_to_v(const char *text, float &number, ios_base::iostate &error, const __c_locale &) throw()
{
    char *end;
    const float value = strtof(text, &end);
    convert(text, number, value, end, error);
}

template <> void __convert_to_v(const char *text, double &number, ios_base::iostate &error, const __c_locale &) throw()
{
    char *end;
    const double value = strtod(text, &end);
    convert(text, number, value, end, error);
}

template <> void __convert_to_v(const char *text, long double &number, ios_base::iostate &error, const __c_locale &) throw()
{
    char *end;
    const long double value = strtold(text, &end);
    convert(text, number, value, end, error);
}

/* Signs, digits, letters: what a number is made of but for the point between its digits. */
static bool is_plain(char c)
{
    return c == '+' || c == '-' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* Its namesake in <locale> gives the thread another locale meanwhile, by a function without hooks. Here the point, which may be several
 * bytes of the program's locale, is exchanged. */
int mazurka_convert_from_v(const __c_locale &, char *out, int size, const char *format, ...) __asm__(
    "_ZSt16__convert_from_vRKP15__locale_structPciPKcz");

int mazurka_convert_from_v(const __c_locale &, char *out, int size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(out, static_cast<size_t>(size), format, arguments);
    va_end(arguments);
    if (length >= size)
        return length;
    int point = 0, behind;
    while (point < length && is_plain(out[point]))
        point++;
    for (behind = point; behind < length && !is_plain(out[behind]);)
        behind++;
    if (behind > point)
        out[point++] = '.';
    memmove(out + point, out + behind, static_cast<size_t>(length - behind + 1));
    return length - (behind - point);
}

/* At the program's end. libstdc++ counts these objects, one for each object file with <iostream>, and flushes with the last one; its
 * count goes unseen. To flush more often does no harm. */
ios_base::Init::~Init()
{
    cout.flush();
    cerr.flush();
    clog.flush();
}

/* What libstdc++ keeps in its own memory from the first use on: its tables of characters, and what the unwinder knows. */
static struct warm_up {
    warm_up()
    {
        const auto &characters = use_facet<ctype<char>>(locale::classic());
        characters.widen('a');
        characters.narrow('a', 'b');
        try {
            struct witness {
                ~witness() { count = uncaught_exceptions(); }
                volatile int count = 0;
            } w;
            fail();
        } catch (...) {
        }
        try {
            delete static_cast<char *>(::operator new(SIZE_MAX / 4));
        } catch (const bad_alloc &) {
        }
    }
    static void fail()
    {
        exception_ptr kept;
        try {
            try {
                throw 0;
            } catch (...) {
                throw;
            }
        } catch (...) {
            kept = current_exception();
        }
        rethrow_exception(kept);
    }
} warmed_up;

} /* namespace std */
