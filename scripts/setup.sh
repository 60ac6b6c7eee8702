#!/bin/bash
# Installs what building (`setup.sh build`) or testing (`setup.sh test`) needs and the machine lacks: Debian packages, by apt.
# `setup.sh tell` installs nothing: it says what a build cannot do without. All say nothing and change nothing when all is there.
#
# Environment: CC, CFLAGS and HOST_CXX, as they are for make.
set -u

case $(uname -m) in
x86_64) other=aarch64 other_gcc=gcc-aarch64-linux-gnu other_libc=libc6-dev-arm64-cross ;;
aarch64) other=x86_64 other_gcc=gcc-x86-64-linux-gnu other_libc=libc6-dev-amd64-cross ;;
*) echo "setup: Mazurka runs on x86_64 and aarch64, not on $(uname -m)" >&2; exit 2 ;;
esac

missing=() optional=()
needs_command() { command -v ${1%% *} > /dev/null || missing+=("$2"); }
needs_file() { [[ -e $1 ]] || missing+=("$2"); }
wants_command() { command -v "$1" > /dev/null || optional+=("$2"); }

# Headers are looked for by the compiler, which may know more places than the system's. Without one, all are missing.
needs_headers() { # HEADER PACKAGE ...
    local question='' compiler=(${CC:-gcc} ${CFLAGS-}) packages=()
    command -v "${compiler[0]}" > /dev/null || compiler=(cat)
    for (( ; $# >= 2; )); do
        question+="#if !__has_include(<$1>)"$'\n'"missing \"$2\""$'\n#endif\n'
        shift 2
    done
    [[ ${compiler[0]} == cat ]] || compiler+=(-E -P -x c -)
    mapfile -t packages < <("${compiler[@]}" <<< "$question" 2> /dev/null | sed -n 's/^ *missing *"\(.*\)"$/\1/p')
    missing+=("${packages[@]}")
}

# The plugin headers of the gcc that is there, or of the one that will be.
plugin_package() {
    local version
    version=$(gcc -dumpversion 2> /dev/null) || version=12
    echo "gcc-${version%%.*}-plugin-dev"
}

# The headers for plugins of the clang that is there, or of the one that will be.
llvm_version() {
    local version
    version=$(clang -dumpversion 2> /dev/null) || version=14
    echo "${version%%.*}"
}

needs_command make make
needs_command "${CC:-gcc}" gcc
needs_command "${HOST_CXX:-g++}" g++
needs_headers stdio.h libc6-dev elfutils/libdw.h libdw-dev libelf.h libelf-dev xxhash.h libxxhash-dev jansson.h libjansson-dev \
    capstone/capstone.h libcapstone-dev sqlite3.h libsqlite3-dev
if [[ ${1-build} != tell ]]; then
    needs_file "$(gcc -print-file-name=plugin 2> /dev/null)/include/gcc-plugin.h" "$(plugin_package)"
fi
if [[ ${1-build} == test ]]; then
    needs_command clang clang
    needs_file "/usr/lib/llvm-$(llvm_version)/include/llvm/Passes/PassPlugin.h" "llvm-$(llvm_version)-dev"
    needs_command cmake cmake
    needs_command python3 python3
    needs_command clang-format clang-format
    needs_command jq jq
    needs_command patch patch
    needs_command git git
    needs_command gdb gdb
    needs_file /usr/include/gtest/gtest.h libgtest-dev
    needs_file /usr/include/doctest/doctest.h doctest-dev
    needs_file /usr/include/cmocka.h libcmocka-dev
    needs_file /usr/include/check.h check
    needs_command meson meson
    needs_command pkg-config pkg-config
    needs_command zsh zsh
    needs_command "$other-linux-gnu-gcc" "$other_gcc"
    needs_file "/usr/$other-linux-gnu/include/stdio.h" "$other_libc"
    needs_command "qemu-$other" qemu-user
    needs_file /usr/include/zlib.h zlib1g-dev
    needs_command mpicc libopenmpi-dev # --mpi: what it would test is left out where there is none
    needs_command mpirun openmpi-bin
    wants_command gnuplot gnuplot-nox # for the figures of `mazurka lab plot`
    wants_command chromium chromium # for the pages of --html. What it would test is left out where there is none
fi
[[ ${#missing[@]} -eq 0 && ${#optional[@]} -eq 0 ]] && exit 0
if [[ ${#missing[@]} -eq 0 && ($(id -u) -ne 0 || -z $(command -v apt-get)) ]]; then
    echo "setup: some tests are left out without ${optional[*]} (Debian packages)" >&2
    exit 0
fi

install="apt-get install --no-install-recommends -y ${missing[*]}"
if ! command -v apt-get > /dev/null; then
    echo "setup: missing (by their Debian names): ${missing[*]}. There is no apt-get here: install them by other means" >&2
    exit 2
fi
if [[ ${1-build} == tell ]]; then
    printf 'setup: missing: %s. Install them as root:\n    %s\n' "${missing[*]}" "$install" >&2
    exit 2
fi
if [[ $(id -u) -ne 0 ]]; then
    printf 'setup: missing: %s. Install them as root:\n    sudo %s\n' "${missing[*]}" "$install" >&2
    exit 2
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
export DEBIAN_FRONTEND=noninteractive
apt() { apt-get -qq -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 "$@" >> "$log" 2>&1; }

echo "setup: installing ${missing[*]} ${optional[*]}"
if ! { apt update && apt install --no-install-recommends -y "${missing[@]}"; } && [[ ${#missing[@]} -gt 0 ]]; then
    tail -20 "$log" >&2
    echo "setup: '$install' failed: see above" >&2
    exit 2
fi
if [[ ${#optional[@]} -gt 0 ]] && ! apt install --no-install-recommends -y "${optional[@]}"; then
    echo "setup: some tests are left out without ${optional[*]}, which cannot be installed" >&2
fi
exit 0
