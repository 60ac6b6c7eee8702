#!/bin/bash
# boot_other.sh - `make demo` and a slice of the tests on the other architecture: Debian's kernel of it, and a root file system with no
# more than it takes, under full emulation. On x86_64 that is aarch64, on aarch64 it is x86_64. Only for whoever asks for it.
#
#     scripts/boot_other.sh [PATTERN...]      tests whose names contain one of them, as for tests/run.sh; default: see `slice`
#
# What compilers of this machine can make for the other one is made here; tests/cross/guest.sh, the first process there, makes the rest of
# it. All files are in memory there (root and tree are one initramfs): no device, no module, no right of root is needed. What is on its
# console ends up on standard output, and in the file `console`.
#
# Environment: OTHER, a folder where root, kernel and objects are kept for the next time (default build/other; remove it to have new ones),
# MIRROR, where packages come from, as mmdebstrap takes it (default: its own), LIMIT in minutes (default 90), MEMORY (default 6G).
set -eu
cd "$(dirname "$0")/.."
suite=bookworm
case $(uname -m) in
x86_64)
    other=aarch64 triplet=aarch64-linux-gnu debian=arm64 console=ttyAMA0 system=qemu-system-arm
    machine=(-machine virt -cpu max,pauth-impdef=on) # not the cipher of pointers that takes long to emulate
    ;;
aarch64)
    other=x86_64 triplet=x86_64-linux-gnu debian=amd64 console=ttyS0 system=qemu-system-x86
    machine=(-machine q35 -cpu max)
    ;;
*) echo "boot_other: this is neither x86_64 nor aarch64" >&2; exit 2 ;;
esac
at=$(realpath -m "${OTHER:-build/other}") root=$at/root tree=$at/tree/mazurka tools=$at/tools

# Hooks, signals, stacks, seccomp (what set-up does), liveness, flags of floating point; each bug is replayed. There is no clang.
slice=(abi/test_exports /signal/ /frame/ /setjmp/ /cancel/ /crash/ /setup/ /dead/ /tls/ /atomic/ ok/thread/ bad/thread/flags
    unit/test_bytes unit/test_liveness unit/test_machine_code unit/test_traps cli/test_traces)
[[ $# -eq 0 ]] || slice=("$@")

# What make and the tests need, on Debian; scripts/setup.sh has the first of them.
packages=make,gcc,g++,libc6-dev,libdw-dev,libelf-dev,libxxhash-dev,libjansson-dev,libcapstone-dev,libsqlite3-dev,gcc-12-plugin-dev
packages+=,mount,procps,jq,file,python3-minimal

need() { command -v "$1" > /dev/null || missing+=("$2"); }
missing=()
need "qemu-system-$other" "$system"
need mmdebstrap mmdebstrap
need cpio cpio
need "$triplet-gcc" "gcc-${triplet//_/-}"
need "$triplet-g++" "g++-${triplet//_/-}"
[[ -e $("$triplet-gcc" -print-file-name=plugin 2> /dev/null)/include/gcc-plugin.h ]] || missing+=("gcc-12-plugin-dev-${triplet//_/-}")
if [[ ${#missing[@]} -gt 0 ]]; then
    echo "boot_other: missing: apt-get install --no-install-recommends ${missing[*]}" >&2
    exit 2
fi

pack() { (cd "$1" && find . -print0 | cpio -0 -o -H newc -R +0:+0 --quiet); } # FOLDER

# Packages are unpacked and not configured, which would take programs of the other architecture: guest.sh does what is needed of that.
make_root() {
    mkdir -p "$at"
    mmdebstrap --quiet --variant=extract --architectures="$debian" --include='?essential' --include="linux-image-$debian,$packages" \
        --hook-dir=/usr/share/mmdebstrap/hooks/merged-usr "$suite" "$at/root.tar" ${MIRROR:+"$MIRROR"}
    rm -rf "$root"
    mkdir "$root"
    tar -C "$root" -xf "$at/root.tar" --exclude='./dev/*' --no-same-owner
    mv "$root"/boot/vmlinuz-* "$at/kernel"
    rm -rf "$at/root.tar" "$root"/boot/* "$root"/usr/lib/modules "$root"/usr/share/{doc,man,info,locale}
    pack "$root" > "$at/root.new"
    mv "$at/root.new" "$at/root.cpio"
}

# The files of the repository as they are now. Objects of the last time stay.
copy_tree() {
    mkdir -p "$tree"
    find "$tree" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
    git ls-files -z --cached --others --exclude-standard | cpio -0 -pdm --quiet "$tree"
    printf '%s\n' "${slice[@]}" > "$tree/slice"
}

build() { # WORDS...
    make -s -C "$tree" -j"$(nproc)" SETUP=: CROSS="$triplet-" ARCH="$other" CC="$triplet-gcc --sysroot=$root" "$@"
}

# This machine's own `mazurka c++`, with what is linked and the plugin for the cross compiler: it takes both from beside itself.
build_tools() {
    make -s -j"$(nproc)" build/bin/mazurka
    build BUILD="$tools" CC="$triplet-gcc" "$tools"/lib/mazurka/{tsan/libtsan.so,gcc/mazurka-gcc.so} "$tools/include/mazurka.h"
    mkdir -p "$tools/bin"
    cp build/bin/mazurka "$tools/bin"
}

# Templates of C++ take long to compile there. The plugin for its own compiler is left to it.
build_tree() {
    local units
    mapfile -t units < <(cd "$tree" && ls tests/unit/test_*.c | sed 's,\(.*\)\.c,build/\1,')
    build BUILD=build PLUGIN= tool runtime "${units[@]}"
    build BUILD=build PLUGIN= CXX_COMPILE="$tools/bin/mazurka c++ --cxx=$triplet-g++" \
        OMP_COMPILE="$tools/bin/mazurka cc --cc=$triplet-gcc" build/lib/mazurka/{libmazurka-cxx.so,libmazurka-omp.so,omp/libgomp.so}
}

boot() {
    timeout -k 5 "${LIMIT:-90}m" "qemu-system-$other" "${machine[@]}" -smp 2 -m "${MEMORY:-6G}" -nographic -no-reboot -nic none \
        -kernel "$at/kernel" -initrd "$at/all.cpio" \
        -append "console=$console quiet panic=-1 nosoftlockup rdinit=/mazurka/tests/cross/guest.sh" \
        < /dev/null | sed -u 's,\r$,,' | tee "$at/console"
}

[[ -e $at/root.cpio ]] || make_root
copy_tree
build_tools
build_tree
{ cat "$at/root.cpio" && pack "$at/tree"; } > "$at/all.cpio"
boot || echo "boot_other: the machine has not come to its end in ${LIMIT:-90} minutes"
rm -f "$at/all.cpio"
grep -q '^guest: all passed$' "$at/console"
