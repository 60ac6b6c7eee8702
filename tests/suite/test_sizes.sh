#!/bin/bash
# test_sizes.sh - sizes at which a program of the suite cannot be: the compiler refuses them, and says which parameter to change.
. "$(dirname "$0")/../lib/cases.sh"
daisy=$root/suite/daisy/daisy.c
small=(-DINODES=5 -DBLOCKS=5 -DBLOCK_SIZE=6 -DLONG_BYTES=1 -DROUNDS=1) # of its facts.json

too_few_inodes() { says 2 "take a larger -DINODES" "$MAZURKA" check "$daisy" -DFIXED -DTHREADS=3 "${small[@]}"; }
too_few_blocks() { says 2 "take a larger -DBLOCKS" "$MAZURKA" check "$daisy" -DFIXED -DTHREADS=3 "${small[@]}" -UINODES -DINODES=8; }
too_many_rounds() { says 2 "take a smaller -DROUNDS" "$MAZURKA" check "$daisy" -DROUNDS=9; }
enough() { says 0 "verified" "$MAZURKA" check "$daisy" -DFIXED -DTHREADS=1 "${small[@]}"; }

case_ "daisy: threads that need more inodes than there are" too_few_inodes
case_ "daisy: threads that need more blocks than there are" too_few_blocks
case_ "daisy: more operations than a thread has" too_many_rounds
case_ "daisy: as many inodes as it takes" enough
end_cases
