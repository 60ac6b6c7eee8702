#!/usr/bin/env python3
"""deny.py SOURCE: reads clients as `mazurka clients --source` writes them, and has their program take the number of a row of allowed
outcomes behind the number of the client: that row is denied. Prints how many rows each client has."""
import re, sys

DENIED = """static int denied_row = -1;

static int allowed_row(const long long *result, const long long *allowed, int rows, int slots)
{
    int row = row_of(result, allowed, rows, slots);
    return row == denied_row ? -1 : row;
}

"""

path = sys.argv[1]
text = open(path).read()
print(*(table.count("    {") for table in re.findall(r"_allowed\[\]\[\d+\] = \{\n(.*?)\n\};", text, re.S)))
text = text.replace("int row = row_of(", "int row = allowed_row(")
first = text.index("static void *client0_thread1(")
text = text[:first] + DENIED + text[first:]
text = text.replace("    client[(argc > 1", "    denied_row = argc > 3 ? atoi(argv[3]) : -1;\n    client[(argc > 1")
open(path, "w").write(text)
