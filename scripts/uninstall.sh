#!/bin/bash
# uninstall.sh TARGET LIST - removes what `make install` has put below TARGET: what TARGET/LIST names, one path a line, and folders of
# Mazurka's own that are empty then. Everything else stays.
set -u
target=${1:?} list=$1/${2:?}
if [[ ! -f $list ]]; then
    echo "nothing of mazurka is installed in $target: there is no $list" >&2
    exit 2
fi
cd "$target" || exit 2
mapfile -t files < "$2"
for file in "${files[@]}"; do
    case /$file/ in
    */../* | //*) echo "$list names $file, which is not below $target: nothing was removed" >&2; exit 2 ;;
    esac
done
rm -f -- "${files[@]}" || exit 2
for folder in include/mazurka-c++ lib/mazurka lib/cmake/Mazurka share/mazurka share/doc/mazurka; do
    [[ ! -d $folder ]] || find "$folder" -depth -type d -empty -delete
done
echo "removed from $target: ${#files[@]} files"
