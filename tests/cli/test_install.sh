#!/bin/bash
# What `make install`, `uninstall` and `dist` leave behind, that manual pages say what --help says, and what plain `make` says where
# something is missing or new.
. "$(dirname "$0")/../lib/cases.sh"
unset MAKEFLAGS MAKELEVEL DESTDIR PREFIX CFLAGS
commands=(check test replay cc c++ searches states census variables suite diff)

# make in the source tree, of what is built already.
make_() { env -u BUILD make --no-print-directory -C "$root" BUILD="$BUILD" "$@"; }
installed=$cases_work/installed
installs()
{
    mkdir -p "$installed/usr/bin"
    touch "$installed/usr/bin/other"
    mkdir slow # the list of what is installed is made while files are looked for: it is none of them
    printf '#!/bin/sh\n[ "$1" != . ] || sleep 0.3\nexec %s "$@"\n' "$(type -P find)" >slow/find
    chmod +x slow/find
    PATH=$PWD/slow:$PATH says 0 "installed in $installed/usr" make_ install DESTDIR="$installed" PREFIX=/usr
    for file in bin/mazurka bin/mazurka-cc bin/mazurka-c++ include/mazurka.h lib/mazurka/libmazurka.so lib/mazurka/libmazurka-wide.so \
        lib/mazurka/libmazurka-stub.so lib/mazurka/libmazurka-cxx.so lib/mazurka/libmazurka-omp.so \
        lib/mazurka/omp/libgomp.so lib/mazurka/tsan/libtsan.so lib/mazurka/gdb.py lib/mazurka/clients/sequential{,-waits}.o \
        share/man/man1/mazurka.1 \
        lib/cmake/Mazurka/MazurkaConfig.cmake lib/pkgconfig/mazurka.pc share/mazurka/meson.ini \
        share/bash-completion/completions/mazurka share/zsh/site-functions/_mazurka \
        share/doc/mazurka/LICENSE share/doc/mazurka/README.md share/doc/mazurka/docs/design/limits.md \
        share/doc/mazurka/docs/design/searches/dfs.md share/mazurka/suite/results/own.md share/doc/mazurka/examples/account.c; do
        [[ -e $installed/usr/$file ]] || { echo "missing: $file"; return 1; }
    done
    ! grep -x list "$installed/usr/lib/mazurka/installed"
}
# Every link of the pages to a file of theirs leads somewhere; what is only in the sources is ARCHITECTURE.md's business.
links_lead_somewhere()
{
    local page link status=0
    cd "$installed/usr/share/doc/mazurka"
    while IFS=: read -r page link; do
        [[ -e $(dirname "$page")/${link%%#*} ]] || { echo "$page: $link"; status=1; }
    done < <(grep -roP --include='*.md' '\]\(\K[^) ]+\.(md|c|h)(#[^)]*)?(?=\))' . | grep -vE '://|(tests|bench|src|scripts)/')
    return $status
}
# Nothing in it points to where it was built.
knows_no_build()
{
    local file
    for file in "$installed"/usr/bin/mazurka "$installed"/usr/lib/mazurka/{,gcc/,clang/}*.so; do
        [[ ! -e $file ]] || ! readelf -d "$file" | grep -E 'R(UN)?PATH.*\[/' || { echo "$file"; return 1; }
    done
}
works() # COMPILER SOURCE
{
    cp "$2" .
    says 1 "bug: " "$installed/usr/bin/mazurka" check --cc="$1" "${2##*/}"
    says 1 "replayed: " "$installed/usr/bin/mazurka" replay ./*.mzt
}
uninstalls()
{
    says 0 "removed from $installed/usr" make_ uninstall DESTDIR="$installed" PREFIX=/usr
    is "$installed/usr/bin/other" "$(find "$installed" ! -type d)"
    is "" "$(find "$installed" -name '*mazurka*')"
    says 2 "nothing of mazurka is installed" make_ uninstall DESTDIR="$installed" PREFIX=/usr
}
uninstalls_what_is_below()
{
    mkdir -p usr/lib/mazurka
    touch mine
    printf '%s\n' ../mine lib/mazurka/installed > usr/lib/mazurka/installed
    says 2 "nothing was removed" make_ uninstall DESTDIR="$PWD" PREFIX=/usr
    [[ -e mine && -e usr/lib/mazurka/installed ]]
}

# --- manual pages ------------------------------------------------------------------------------------------------------

# The words of a page, without what formats them.
plain()
{
    sed -e '/^\.\\"/d' -e 's/\\-/-/g; s/\\(aq/'\''/g; s/\\(ga/`/g; s/\\&//g; s/\\e/\\/g' -e 's/^\.\(B\|SH\|BR\) //' "$1"
}
says_what_help_says() # COMMAND
{
    local page=mazurka${1:+-$1}.1 word
    plain "$BUILD/man/$page" | tr -s ' \n' '\n' > words
    for word in $("$MAZURKA" help $1 | grep -o -e '--[a-z][a-z-]*' -e '[A-Za-z]\{4,\}' | sort -u); do
        [[ $word == Usage ]] || grep -qiF -e "$word" words || { echo "$page does not say $word"; return 1; }
    done
    command -v groff > /dev/null || return 0
    is "" "$(groff -man -ww -Tutf8 "$BUILD/man/$page" 2>&1 > /dev/null)"
}

# --- the sources -------------------------------------------------------------------------------------------------------

packs()
{
    make_ dist BUILD="$PWD/built"
    tar -xzf built/mazurka-*.tar.gz
    cd mazurka-"$(< "$root/VERSION")"
    [[ -f Makefile && -f LICENSE && -x debian/rules && -x tests/run.sh ]]
    make --no-print-directory -n all SETUP=: BUILD=build >plan
    grep -q 'src/tool/main.c' plan
}
package_has_version() { is "mazurka ($(< "$root/VERSION"))" "$(head -1 "$root/debian/changelog" | cut -d' ' -f1,2)"; }

# --- what is missing, or new -----------------------------------------------------------------------------------------------

# The compiler finds no header at all.
names_packages()
{
    mkdir empty
    says 2 "libjansson-dev" make_ needed CC="gcc -nostdinc -I$PWD/empty"
    says 2 "apt-get install" make_ needed CC="gcc -nostdinc -I$PWD/empty"
    make_ needed
}
names_left_out() # COMPILER VARIABLE PACKAGE
{
    says 0 "the plugin for $1 was left out" make_ left-out "$2="
    says 0 "Debian: $3" make_ left-out "$2="
}
# A gcc that says that it is of another release.
compiler() # RELEASE
{
    printf '#!/bin/bash\ncase " $* " in *" -E -P "*) echo __clang_major__-%s ;; *) exec gcc "$@" ;; esac\n' "$1" > cc-"$1"
    chmod +x cc-"$1"
}
strict() { make_ -n -B "$BUILD/tool/tool/main.o" SETUP=: "$@" | grep -c -e -Werror; }
strict_where_tested()
{
    compiler 12
    compiler 99
    is 1 "$(strict CC="$PWD/cc-12")"
    is 0 "$(strict CC="$PWD/cc-99")"
    is 0 "$(strict CC="$PWD/cc-12" CFLAGS=-O3)"
    is 1 "$(strict CC="$PWD/cc-99" WERROR=-Werror)"
    is 0 "$(strict CC="$PWD/cc-12" WERROR=)"
}

case_ "install: everything" installs
case_ "install: links of the pages" links_lead_somewhere
case_ "install: no place of the build" knows_no_build
case_ "install: works elsewhere, gcc" works gcc "$root/examples/account.c"
if command -v clang > /dev/null; then
    case_ "install: works elsewhere, clang" works clang "$root/examples/account.c"
    case_ "make: says that clang's plugin is left out" names_left_out clang CLANG_READY llvm-
else
    echo "skip install: works elsewhere, clang: there is none"
fi
case_ "uninstall: nothing else" uninstalls
case_ "uninstall: nothing above" uninstalls_what_is_below
case_ "man: pages are made" make_ man
case_ "man: mazurka" says_what_help_says ""
for command in "${commands[@]}"; do
    case_ "man: mazurka-$command" says_what_help_says "$command"
done
if git -C "$root" rev-parse HEAD > /dev/null 2>&1; then
    case_ "dist: builds again" packs
else
    echo "skip dist: builds again: this is no git repository"
fi
case_ "debian: the version" package_has_version
case_ "make: names missing packages" names_packages
case_ "make: says that gcc's plugin is left out" names_left_out gcc PLUGIN_READY gcc-
case_ "make: warnings are errors where they are known" strict_where_tested
end_cases
