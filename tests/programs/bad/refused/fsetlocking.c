// expect: refused "__fsetlocking with FSETLOCKING_BYCALLER is not supported"
// A stream that its functions do not lock any more.
#include <assert.h>
#include <stdio.h>
#include <stdio_ext.h>

int main(void)
{
    assert(__fsetlocking(stdout, FSETLOCKING_QUERY) == FSETLOCKING_INTERNAL);
    assert(__fsetlocking(stdout, FSETLOCKING_INTERNAL) == FSETLOCKING_INTERNAL);
    __fsetlocking(stdout, FSETLOCKING_BYCALLER); // BUG HERE
    return 0;
}
