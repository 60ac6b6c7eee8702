#!/bin/sh
# bisect.sh GOOD - for `git bisect run sh bisect.sh GOOD`: is there a bug here that the revision GOOD has not? What cannot be built, or not
# be explored, is skipped.
${MAZURKA:-mazurka} diff "${1:?bisect.sh needs a revision without the bug}..HEAD" --quiet
case $? in
1) exit 1 ;;
0 | 3) exit 0 ;;
*) exit 125 ;;
esac
