#!/bin/bash
# What the pages show is what is printed; `tests/docs/pages.py --update PAGE...` writes it there.
cd "$(dirname "$0")/../.." || exit 2
export PYTHONDONTWRITEBYTECODE=1
mapfile -t pages < <(find . -name '*.md' -not -path './build*' | sort)
exec python3 tests/docs/pages.py "${pages[@]}"
