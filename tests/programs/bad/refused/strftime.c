// expect: refused "strftime with this format is not supported: %12Y"
#include <time.h>

int main(void)
{
    char text[64];
    time_t now = time(NULL);
    strftime(text, sizeof text, "%12Y", gmtime(&now)); // BUG HERE
    return 0;
}
