/* locale.cc - facets of the classic locale that programs use by themselves: kinds of characters, and their order. */
#include <cstring>
#include <locale>

namespace std {

/* ---- kinds of characters -------------------------------------------------------------------------------------------------------- */

ctype<char>::~ctype()
{
    _S_destroy_c_locale(_M_c_locale_ctype);
    if (_M_del)
        delete[] table();
}

char ctype<char>::do_toupper(char c) const
{
    return static_cast<char>(_M_toupper[static_cast<unsigned char>(c)]);
}

const char *ctype<char>::do_toupper(char *c, const char *end) const
{
    for (; c < end; c++)
        *c = do_toupper(*c);
    return end;
}

char ctype<char>::do_tolower(char c) const
{
    return static_cast<char>(_M_tolower[static_cast<unsigned char>(c)]);
}

const char *ctype<char>::do_tolower(char *c, const char *end) const
{
    for (; c < end; c++)
        *c = do_tolower(*c);
    return end;
}

/* ---- their order: that of their codes ------------------------------------------------------------------------------------------- */

template <> int collate<char>::_M_compare(const char *a, const char *b) const noexcept
{
    const int order = strcmp(a, b);
    return (order > 0) - (order < 0);
}

template <> size_t collate<char>::_M_transform(char *to, const char *from, size_t size) const noexcept
{
    const size_t length = strlen(from);
    if (length < size)
        memcpy(to, from, length + 1);
    return length;
}

template int collate<char>::do_compare(const char *, const char *, const char *, const char *) const;
template string collate<char>::do_transform(const char *, const char *) const;
template long collate<char>::do_hash(const char *, const char *) const;
template int collate<char>::compare(const char *, const char *, const char *, const char *) const;
template string collate<char>::transform(const char *, const char *) const;
template long collate<char>::hash(const char *, const char *) const;

} /* namespace std */
