#!/bin/bash
# test_cache.sh - what earlier checks have found out of a large program is kept, and says the same; the list of places is whole in JSON.
. "$(dirname "$0")/../lib/cases.sh"
export XDG_CACHE_HOME=$cases_work/cache

large()
{
    cat >large.c <<'END_C'
#include <pthread.h>
static const char ballast[1 << 20] = {1};
static int x, y;
#define HIDDEN(n) __attribute__((no_sanitize("thread"), noinline)) static int hidden##n(int *p) { return p[n]; }
HIDDEN(0) HIDDEN(1) HIDDEN(2)
HIDDEN(3)
HIDDEN(4)
static void *run(void *p) { return p; }
int main(void)
{
    pthread_t t;
    int all[5] = {0};
    pthread_create(&t, 0, run, 0);
    pthread_join(t, 0);
    x = hidden0(all) + hidden1(all) + hidden2(all) + hidden3(all) + hidden4(all) + ballast[y];
    return 0;
}
END_C
    "$MAZURKA" cc -g large.c -o large
}
check() { "$MAZURKA" check ./large --no-trace --quiet "$@"; }
kept() { ls "$XDG_CACHE_HOME/mazurka/gaps" 2>/dev/null; }

keeps()
{
    large
    says 3 "in 5 places" check --no-cache --json=first.json
    is "" "$(kept)"
    says 3 "in 5 places" check --json=second.json
    local name=$(kept) n
    [[ -n $name ]]
    local file=$XDG_CACHE_HOME/mazurka/gaps/$name inode
    inode=$(stat -c %i "$file")
    says 3 "in 5 places" check --json=third.json
    is "$inode" "$(stat -c %i "$file")"
    printf x >>"$file"
    says 3 "in 5 places" check --json=fourth.json
    [[ $(stat -c %i "$file") != "$inode" ]]
    for n in first second third fourth; do
        [[ -n $(field unseen.4 $n.json) && -z $(field unseen.5 $n.json) ]]
        is "$(field unseen.4 first.json)" "$(field unseen.4 $n.json)"
        is "$(field notes.0 first.json)" "$(field notes.0 $n.json)"
    done
    sed -i 's/HIDDEN(4)/static int hidden4(int *p) { return *p; }/' large.c
    "$MAZURKA" cc -g large.c -o large
    says 3 "in 4 places" check
    chmod 500 "$XDG_CACHE_HOME/mazurka/gaps"
    echo >>large.c
    "$MAZURKA" cc -g large.c -o large
    says 3 "in 4 places" check
    chmod 700 "$XDG_CACHE_HOME/mazurka/gaps"
}
case_ "places whose accesses go unseen: kept by the content of the file, made again where damaged, all of them in JSON" keeps
end_cases
