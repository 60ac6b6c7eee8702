/* seal.c - makes the last line of a trace right again: what an attacker does who has changed one. stdin to stdout. */
#define XXH_INLINE_ALL
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

int main(void)
{
    static char text[1 << 20];
    size_t length = fread(text, 1, sizeof text - 1, stdin);
    char *end = strstr(text, "\nend ");
    if (!end || length == 0)
        return 1;
    unsigned long long count;
    if (sscanf(end, "\nend %llu", &count) != 1)
        return 1;
    fwrite(text, 1, (size_t)(end + 1 - text), stdout);
    printf("end %llu %016llx\n", count, (unsigned long long)XXH3_64bits(text, (size_t)(end + 1 - text)));
    return 0;
}
