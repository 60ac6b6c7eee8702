#!/bin/bash
# test_clients_debian.sh - the specifications of containers of Debian packages (examples/clients/debian), of those that are installed: their
# clients can be made, and those of containers in C are checked.
. "$(dirname "$0")/../lib/cases.sh"
specifications=$root/examples/clients/debian

is_installed() # SPECIFICATION
{
    local header
    for header in $(grep -oP '^header <\K[^>]+' "$1"); do
        [[ -e /usr/include/$header || -e /usr/include/$(gcc -print-multiarch)/$header ]] || return 1
    done
}

makes_clients() # SPECIFICATION
{
    "$MAZURKA" clients "$1" --threads=2 --calls=2 --clients=2 --list --outcomes >list
    cat list
    is 2 "$(grep -c '^[12]: ' list)"
    grep -Eq '^   [0-9,]+ orders?, [0-9,]+ sets? of results$' list
}

for specification in "$specifications"/*.spec; do
    name=$(basename "$specification" .spec)
    if ! is_installed "$specification"; then
        echo "skip $name: its package is not installed"
    elif grep -q '^language c++' "$specification"; then
        case_ "clients of $name" makes_clients "$specification"
    else
        case_ "clients of $name" says 0 "verified: 2 clients of $name" \
            "$MAZURKA" clients "$specification" --threads=2 --calls=2 --clients=2 --race=off
    fi
done
end_cases
