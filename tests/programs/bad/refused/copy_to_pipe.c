// expect: refused "copy_file_range of a pipe, eventfd or socket is not supported"
// The kernel may have another descriptor of the number that the copy goes to: a pipe of the model, and no file of the kernel.
#define _GNU_SOURCE
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    int ends[2], file = open("/proc/self/exe", O_RDONLY);
    if (file < 0 || pipe(ends) != 0)
        return 1;
    copy_file_range(file, NULL, ends[1], NULL, 1, 0);
}
