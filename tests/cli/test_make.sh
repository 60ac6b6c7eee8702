#!/bin/bash
# What the Makefile must not do: build into, or remove, a folder that is not its own.
. "$(dirname "$0")/../lib/cases.sh"
unset MAKEFLAGS MAKELEVEL

# make BUILD=... in a copy of the tree's Makefile, so that a mistake in it removes nothing of value.
make_in_copy() { env -u BUILD make --no-print-directory -s "$@"; }
copy()
{
    mkdir tree
    cp "$root/Makefile" "$root/VERSION" tree
    cp -r "$root/src" tree/src
    mkdir -p tree/tests
    cp "$root/tests/unit.mk" tree/tests
    cd tree
}
refuses() # BUILD
{
    copy
    says 2 "BUILD" make_in_copy -n BUILD="$1" clean
    says 2 "BUILD" make_in_copy -n BUILD="$1" all
}
folder_above() { refuses "$(pwd)"; }
not_built_by_make()
{
    copy
    mkdir ../mine
    touch ../mine/thesis
    says 2 "was not built by make" make_in_copy BUILD=../mine clean
    [[ -e ../mine/thesis ]]
}
cleans()
{
    copy
    mkdir -p ../built/rt
    make_in_copy BUILD=../built clean
    [[ ! -e ../built ]]
    make_in_copy clean # nothing there is fine, too
}

case_ "make: BUILD is empty" refuses ""
case_ "make: BUILD is two words" refuses "a b"
case_ "make: BUILD is the root" refuses /
case_ "make: BUILD is the source" refuses .
case_ "make: BUILD is above the source" folder_above
case_ "make: clean leaves what is not its own" not_built_by_make
case_ "make: clean removes what it built" cleans
end_cases
