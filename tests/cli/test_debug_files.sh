#!/bin/bash
# Debug information that a program does not hold itself is found beside it, as libdw finds it; where there is none nothing is loaded to ask
# servers for it. Prints "ok NAME" or "FAIL NAME" for each case; status 1 if one failed.
# shellcheck disable=SC2317 # cases are called by name
set -u
# shellcheck source=tests/lib/cases.sh
. "$(dirname "$0")/../lib/cases.sh"

at=$cases_work/separate
mkdir "$at"
built "$at/program" gcc -O0 -g "$programs/bad/race/lost_update.c"
cp "$at/program" "$at/whole"
objcopy --only-keep-debug "$at/program" "$at/program.debug"
objcopy --strip-debug --add-gnu-debuglink="$at/program.debug" "$at/program"

# A report has lines of the source, where the debug information lies in FOLDER.
tells_lines() # FOLDER
{
    cp "$at/program" .
    mkdir -p "$1"
    cp "$at/program.debug" "$1/"
    says 1 "lost_update.c:17 by thread 0" "$MAZURKA" check ./program --no-trace --minimize=off
}

# The same of a program that was only stripped: as it was before, it lies in .debug.
tells_lines_of_whole()
{
    mkdir .debug
    cp "$at/whole" .debug/program
    objcopy --strip-debug "$at/whole" program
    says 1 "lost_update.c:17 by thread 0" "$MAZURKA" check ./program --no-trace --minimize=off
}

# The C library's own debug information is installed on few machines: it is looked for, too.
asks_nobody()
{
    cp "$at/program" .
    LD_DEBUG=files says 1 "created at program+0x" "$MAZURKA" check ./program --no-trace --minimize=off >said
    grep -q 'libc[.]so' said
    ! grep debuginfod said
}

case_ "debug information beside the program is found" tells_lines .
case_ "debug information in .debug is found" tells_lines .debug
case_ "the whole program in .debug is found" tells_lines_of_whole
case_ "where there is none, no library is loaded that asks servers" asks_nobody
end_cases
