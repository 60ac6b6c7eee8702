/* States of a structure, each once: a line with the values of all terms. Of pointers it only matters which are null, and which are equal:
 * they are numbered as they come. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static void mz_write_note(const long long *values)
{
    enum { MOST_NOTES = 100000, MOST_LINES = 5000, TABLE = 1 << 14 };
    static unsigned long long seen[TABLE];
    static long notes, lines;
    static int  file = -1;
    static char line[24 * (MZ_TERMS + 1)];
    long long pointer[MZ_TERMS];
    int pointers = 0, length = 0;
    if (notes++ > MOST_NOTES || lines > MOST_LINES)
        return;
    for (int i = 0; i < MZ_TERMS; i++) {
        long long number = values[i];
        if (mz_is_pointer[i] && number && number != MZ_UNREAD) {
            int k = 0;
            while (k < pointers && pointer[k] != values[i])
                k++;
            pointer[k] = values[i];
            pointers += k == pointers;
            number = k + 1;
        }
        length += snprintf(line + length, sizeof line - (size_t)length, "%lld ", number);
    }
    unsigned long long hash = 1469598103934665603u;
    for (int i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)line[i]) * 1099511628211u;
    size_t at = hash % TABLE;
    while (seen[at] && seen[at] != hash)
        at = (at + 1) % TABLE;
    if (seen[at])
        return;
    seen[at] = hash;
    lines++;
    line[length++] = '\n';
    if (file < 0)
        file = open(MZ_NOTES, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file >= 0 && write(file, line, (size_t)length) != length)
        lines = MOST_LINES + 1;
}
