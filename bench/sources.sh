# sources.sh - what other people have written, fetched from Debian's archive (`apt-get source`); sourced by benches that build it.
# $sources is the folder where it is kept.
mkdir -p "$sources/archive/lists/partial" "$sources/archive/cache/archives/partial" || exit 2

# What apt-get knows of sources is kept here, so that the system's lists stay as they are.
apt_source() # ARGUMENT...
{
    local archive=$sources/archive
    if [[ ! -s $archive/field.sources ]]; then
        cat /etc/apt/sources.list.d/*.sources 2> /dev/null | sed 's/^Types:.*/Types: deb-src/' > "$archive/field.sources"
        sed -n 's/^deb /deb-src /p' /etc/apt/sources.list 2> /dev/null > "$archive/field.list"
        apt-get -qq "${apt_options[@]}" update || return 1
    fi
    apt-get -qq "${apt_options[@]}" source "$@"
}
apt_options=(-o Dir::Etc::SourceParts="$sources/archive" -o Dir::Etc::SourceList=/dev/null
    -o Dir::State::Lists="$sources/archive/lists" -o Dir::Cache="$sources/archive/cache" -o APT::Sandbox::User=root)

fetch() # PACKAGE: unpacks a source package as its authors made it, once; =PACKAGE is one that is installed
{
    [[ $1 == =* || -d $sources/$1 ]] && return
    local new=$sources/$1.new tar
    rm -rf "$new" && mkdir "$new" && (cd "$new" && apt_source --tar-only --download-only "$1") || return 1
    tar=$(ls "$new"/*.orig.tar.*[!c])
    mkdir "$new/unpacked" && tar xf "$tar" -C "$new/unpacked" --strip-components=1 || return 1
    tar=${tar##*_}
    echo "${tar%%.orig*}" | sed 's/+.*//; s/-stable//' > "$new/unpacked/.version"
    mv "$new/unpacked" "$sources/$1" && rm -rf "$new"
}

version() # PACKAGE: of the sources, or of the installed package where there are none
{
    if [[ -e $sources/$1/.version ]]; then
        cat "$sources/$1/.version"
    else
        dpkg-query -W -f '${source:Upstream-Version}' "${1#=}" 2> /dev/null | sed 's/+.*//'
    fi
}
