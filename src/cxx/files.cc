/* files.cc - the file behind std::filebuf: libstdc++'s own is compiled without hooks, and changes the stream's object unseen. It is a
 * stream of the C library, which the checker models; what is read and written goes to its descriptor directly, for filebuf has a
 * buffer of its own. */
#include <bits/basic_file.h>
#include <cerrno>
#include <cstdio>
#include <unistd.h>

namespace std {

/* As the standard has it; NULL: there is no such combination. */
static const char *mode_of(ios_base::openmode mode)
{
    const bool binary = mode & ios_base::binary;
    switch (static_cast<int>(mode & (ios_base::in | ios_base::out | ios_base::trunc | ios_base::app))) {
    case ios_base::out:
    case ios_base::out | ios_base::trunc:
        return binary ? "wb" : "w";
    case ios_base::app:
    case ios_base::out | ios_base::app:
        return binary ? "ab" : "a";
    case ios_base::in:
        return binary ? "rb" : "r";
    case ios_base::in | ios_base::out:
        return binary ? "r+b" : "r+";
    case ios_base::in | ios_base::out | ios_base::trunc:
        return binary ? "w+b" : "w+";
    case ios_base::in | ios_base::app:
    case ios_base::in | ios_base::out | ios_base::app:
        return binary ? "a+b" : "a+";
    default:
        return nullptr;
    }
}

__basic_file<char>::~__basic_file()
{
    close();
}

__basic_file<char> *__basic_file<char>::open(const char *name, ios_base::openmode mode, int)
{
    const char *how = mode_of(mode);
    if (!how || is_open() || !(_M_cfile = fopen(name, how)))
        return nullptr;
    _M_cfile_created = true;
    return this;
}

__basic_file<char> *__basic_file<char>::sys_open(__c_file *file, ios_base::openmode)
{
    if (is_open() || !file || fflush(file) != 0)
        return nullptr;
    _M_cfile = file;
    _M_cfile_created = false;
    return this;
}

__basic_file<char> *__basic_file<char>::sys_open(int fd, ios_base::openmode mode) throw()
{
    const char *how = mode_of(mode);
    if (!how || is_open() || !(_M_cfile = fdopen(fd, how)))
        return nullptr;
    _M_cfile_created = true;
    return this;
}

__basic_file<char> *__basic_file<char>::close()
{
    if (!is_open())
        return nullptr;
    const int failed = _M_cfile_created ? fclose(_M_cfile) : 0;
    _M_cfile = nullptr;
    return failed ? nullptr : this;
}

bool __basic_file<char>::is_open() const throw()
{
    return _M_cfile != nullptr;
}

int __basic_file<char>::fd() throw()
{
    return fileno(_M_cfile);
}

__c_file *__basic_file<char>::file() throw()
{
    return _M_cfile;
}

/* Number of bytes that were written. */
streamsize __basic_file<char>::xsputn(const char *from, streamsize size)
{
    streamsize done = 0;
    while (done < size) {
        const streamsize n = ::write(fd(), from + done, size - done);
        if (n < 0 && errno != EINTR)
            break;
        done += n < 0 ? 0 : n;
    }
    return done;
}

streamsize __basic_file<char>::xsputn_2(const char *first, streamsize first_size, const char *second, streamsize second_size)
{
    const streamsize done = xsputn(first, first_size);
    return done < first_size ? done : done + xsputn(second, second_size);
}

streamsize __basic_file<char>::xsgetn(char *to, streamsize size)
{
    streamsize n;
    do
        n = ::read(fd(), to, size);
    while (n < 0 && errno == EINTR);
    return n;
}

streamoff __basic_file<char>::seekoff(streamoff offset, ios_base::seekdir way) throw()
{
    return lseek(fd(), offset, way == ios_base::beg ? SEEK_SET : way == ios_base::cur ? SEEK_CUR : SEEK_END);
}

int __basic_file<char>::sync()
{
    return fflush(_M_cfile);
}

/* What can be read for certain: up to the end of a file. */
streamsize __basic_file<char>::showmanyc()
{
    const streamoff here = lseek(fd(), 0, SEEK_CUR), end = here < 0 ? here : lseek(fd(), 0, SEEK_END);
    if (end < 0)
        return 0;
    lseek(fd(), here, SEEK_SET);
    return end > here ? end - here : 0;
}

}
