#!/bin/bash
# guest.sh - the first process of the machine that scripts/boot_other.sh starts: makes a system of packages that were only unpacked, runs
# `make demo` and the tests whose names contain a line of the file `slice`, says how that ended, and switches the machine off.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb LC_ALL=C
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs devices /dev
mkdir -p /dev/shm /dev/pts
mount -t tmpfs memory /dev/shm
mount -t devpts terminals /dev/pts
ln -s /proc/self/fd /dev/fd
exec < /dev/null > /dev/console 2>&1
for link in awk=mawk cc=gcc c++=g++; do ln -sf "${link#*=}" "/usr/bin/${link%=*}"; done
ldconfig
echo root:x:0:0:root:/root:/bin/bash > /etc/passwd
echo root:x:0: > /etc/group

set -o pipefail
cd /mazurka
mapfile -t slice < slice
uname -srm
make demo && make && VERBOSE=1 LIMIT=1500 tests/run.sh "${slice[@]}" | cat && echo "guest: all passed" || echo "guest: something failed"
sync
echo o > /proc/sysrq-trigger
sleep infinity
