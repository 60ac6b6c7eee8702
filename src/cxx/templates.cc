/* templates.cc - libstdc++'s own instances of its templates, compiled with hooks.
 *
 * Headers declare these `extern template`: programs call the instances in libstdc++.so, which has no hooks. A program that is linked
 * with this library before libstdc++ gets the ones below instead, and so does libstdc++ itself.
 */
#include <fstream>
#include <iomanip>
#include <iostream>
#include <locale>
#include <sstream>
#include <string>

namespace std {

template class allocator<char>;
template class allocator<wchar_t>;
template class basic_string<char>;
template basic_string<char> operator+(const char *, const basic_string<char> &);
template basic_string<char> operator+(char, const basic_string<char> &);
template basic_string<char> operator+(const basic_string<char> &, const basic_string<char> &);
template class basic_string<wchar_t>;
template basic_string<wchar_t> operator+(const wchar_t *, const basic_string<wchar_t> &);
template basic_string<wchar_t> operator+(wchar_t, const basic_string<wchar_t> &);
template basic_string<wchar_t> operator+(const basic_string<wchar_t> &, const basic_string<wchar_t> &);

template class basic_streambuf<char>;
template class basic_stringbuf<char>;
template class basic_ostringstream<char>;
template class basic_istringstream<char>;
template class basic_stringstream<char>;

/* What is below has the same members in C++14, and is not compiled twice. */
#if __cplusplus > 201402L
template class basic_ios<char>;
template class basic_ostream<char>;
template class basic_istream<char>;
template class basic_iostream<char>;
template class basic_filebuf<char>;
template class basic_ofstream<char>;
template class basic_ifstream<char>;
template class basic_fstream<char>;

template ostream &endl(ostream &);
template ostream &ends(ostream &);
template ostream &flush(ostream &);
template ostream &operator<<(ostream &, char);
template ostream &operator<<(ostream &, unsigned char);
template ostream &operator<<(ostream &, signed char);
template ostream &operator<<(ostream &, const char *);
template ostream &operator<<(ostream &, const unsigned char *);
template ostream &operator<<(ostream &, const signed char *);
template ostream &operator<<(ostream &, const basic_string<char> &);
template ostream &operator<<(ostream &, _Setfill<char>);
template ostream &operator<<(ostream &, _Setiosflags);
template ostream &operator<<(ostream &, _Resetiosflags);
template ostream &operator<<(ostream &, _Setbase);
template ostream &operator<<(ostream &, _Setprecision);
template ostream &operator<<(ostream &, _Setw);
template ostream &__ostream_insert(ostream &, const char *, streamsize);
template ostream &ostream::_M_insert(long);
template ostream &ostream::_M_insert(unsigned long);
template ostream &ostream::_M_insert(bool);
template ostream &ostream::_M_insert(long long);
template ostream &ostream::_M_insert(unsigned long long);
template ostream &ostream::_M_insert(double);
template ostream &ostream::_M_insert(long double);
template ostream &ostream::_M_insert(const void *);

template istream &ws(istream &);
template istream &operator>>(istream &, char &);
template istream &operator>>(istream &, unsigned char &);
template istream &operator>>(istream &, signed char &);
template istream &operator>>(istream &, basic_string<char> &);
template istream &getline(istream &, basic_string<char> &, char);
template istream &getline(istream &, basic_string<char> &);
template istream &istream::_M_extract(unsigned short &);
template istream &istream::_M_extract(unsigned int &);
template istream &istream::_M_extract(long &);
template istream &istream::_M_extract(unsigned long &);
template istream &istream::_M_extract(bool &);
template istream &istream::_M_extract(long long &);
template istream &istream::_M_extract(unsigned long long &);
template istream &istream::_M_extract(float &);
template istream &istream::_M_extract(double &);
template istream &istream::_M_extract(long double &);
template istream &istream::_M_extract(void *&);

template streamsize __copy_streambufs(streambuf *, streambuf *);
template streamsize __copy_streambufs_eof(streambuf *, streambuf *, bool &);

template const ctype<char> &use_facet(const locale &);
template const collate<char> &use_facet(const locale &);
template bool has_facet<ctype<char>>(const locale &);
template bool has_facet<collate<char>>(const locale &);

template class num_get<char>;
template class num_put<char>;
#endif

} /* namespace std */
