#!/bin/bash
# reductions.sh - prints the names of all reductions, also of forms that lists leave out (model/reduction_table.h).
grep -oP 'REDUCTION\(\w+, "\K[a-z-]+' "$(dirname "$0")/../../src/model/reduction_table.h"
