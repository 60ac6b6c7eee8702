#!/bin/bash
# What a program does to files before its first thread does not reach the disk, whoever does it, and is seen by what comes after.
# shellcheck disable=SC2317 # cases are called by name
set -u
. "$(dirname "$0")/../lib/cases.sh"

fill()
{
    mkdir -p files/d
    cd files
    ln -s d alias
    echo old >there.txt
    echo x >gone.txt
    echo y >moved.txt
    echo long >cut.txt
    echo m >mode.txt
}

# everything FILE: what is there, with contents, rights and times
everything()
{
    find . -printf '%p %y %m %s %T@ %i %l\n' | sort >"../$1"
    find . -type f -exec cat {} + | sort >>"../$1"
}

# If this system does not let calls be caught, the tool says so, and there is nothing to test.
catches()
{
    echo 'int main(void) { return 0; }' >none.c
    "$MAZURKA" check none.c 2>&1 | grep -q 'what set-up writes to files reaches the disk' || return 0
    return 1
}

untouched() # OPTIONS...
{
    fill
    everything before
    says 0 "verified" "$MAZURKA" check "$root/tests/cli/setup/writes.c" --no-trace "$@"
    everything after
    cmp ../before ../after
}

# And what runs by itself does the same to the disk.
natively()
{
    fill
    gcc -o ../writes "$root/tests/cli/setup/writes.c" -pthread
    everything before
    sed 's/ && s.st_mtime == time(NULL)//' "$root/tests/cli/setup/writes.c" >../native.c
    gcc -o ../writes ../native.c -pthread
    ../writes
    everything after
    ! cmp -s ../before ../after
}

real()
{
    fill
    everything before
    cat >../one.c <<'END'
#include <pthread.h>
#include <stdio.h>
static void *work(void *unused) { return unused; }
int main(void)
{
    FILE *f = fopen("there.txt", "w");
    fputs("new\n", f);
    fclose(f);
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
END
    says 0 "verified" "$MAZURKA" check ../one.c
    is old "$(cat there.txt)"
    says 0 "verified" "$MAZURKA" check ../one.c --setup-writes=real
    is new "$(cat there.txt)"
}

# A library without hooks, and a system call of the program's own.
without_hooks()
{
    fill
    cat >../lib.c <<'END'
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>
void library_writes(void)
{
    FILE *f = fopen("made.txt", "w");
    fputs("library", f);
    fclose(f);
    unlink("gone.txt");
    syscall(SYS_unlinkat, AT_FDCWD, "moved.txt", 0);
}
__attribute__((constructor)) static void before_main(void) { (void)library_writes; }
END
    cat >../uses.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
void library_writes(void);
static void *work(void *unused) { return unused; }
int main(void)
{
    char text[20] = "";
    library_writes();
    FILE *f = fopen("made.txt", "r");
    assert(f && fgets(text, sizeof text, f) && strcmp(text, "library") == 0);
    fclose(f);
    assert(access("gone.txt", F_OK) == -1 && access("moved.txt", F_OK) == -1);
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
END
    gcc -shared -fPIC -o ../libwrites.so ../lib.c
    everything before
    "$MAZURKA" check ../uses.c -L.. -lwrites "-Wl,-rpath,$PWD/.." --no-trace >../out.txt 2>&1 || :
    cat ../out.txt
    ! grep -q 'assertion\|set-up does not' ../out.txt
    everything after
    cmp ../before ../after
}

# A bug is replayed, and its trace later, with the disk as it was.
replayed()
{
    fill
    cat >../makes.c <<'END'
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static int n;
static void *work(void *unused) { n++; return unused; }
int main(void)
{
    int fd = open("lock", O_CREAT | O_EXCL | O_WRONLY, 0600); /* the second run would fail */
    assert(fd >= 0);
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    if (write(fd, "x", 1) != 1)
        return 1;
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(n == 2);
    return 0;
}
END
    everything before
    says 1 "n == 2" "$MAZURKA" check ../makes.c --race=off --trace=../makes.mzt
    says 1 "replayed: assertion failed: n == 2" "$MAZURKA" replay ../makes.mzt
    says 1 'writes "x" to "lock"' "$MAZURKA" replay ../makes.mzt --steps
    everything after
    cmp ../before ../after
}

# The first run changes the access time of a file that is older than the check.
first_read()
{
    cat >reads.c <<'END'
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>
static struct stat status;
static void *work(void *unused) { return unused; }
int main(void)
{
    pthread_t t;
    char byte;
    assert(stat("fresh.txt", &status) == 0 && read(open("fresh.txt", O_RDONLY), &byte, 1) == 1);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
END
    echo fresh >fresh.txt
    touch -d '2 days ago' fresh.txt
    says 0 "verified" "$MAZURKA" check reads.c --no-trace
}

cannot() # CALL TEXT
{
    fill
    mkdir empty
    cat >../does.c <<END
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
static void *work(void *unused) { return unused; }
int main(void)
{
    $1;
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
END
    everything before
    says 3 "$2 in set-up cannot be kept from the disk, and has failed (--setup-writes=real performs the call)" "$MAZURKA" check ../does.c
    everything after
    cmp ../before ../after
}

nothing_stays()
{
    mkdir tmp
    fill
    for place in "$PWD/../tmp" ../tmp; do
        TMPDIR=$place says 0 "verified" "$MAZURKA" check "$root/tests/cli/setup/writes.c" --no-trace
        is "" "$(ls ../tmp)"
    done
}

# A trace does not let a program write.
trace_is_not_enough()
{
    fill
    cat >../bug.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static void *work(void *unused) { return unused; }
int main(void)
{
    unlink("gone.txt");
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    assert(0);
}
END
    says 1 "assertion" "$MAZURKA" check ../bug.c --setup-writes=real
    echo x >gone.txt
    says 1 "unless that option is given" "$MAZURKA" replay bug.mzt
    [ -e gone.txt ]
    says 1 "replayed" "$MAZURKA" replay bug.mzt --setup-writes=real
    ! [ -e gone.txt ]
}

if ! (cd "$cases_work" && catches); then
    echo "skip writes of set-up: this system does not allow system calls to be caught"
    exit 0
fi
case_ "nothing reaches the disk" untouched
case_ "nothing reaches the disk: clang -O1" untouched --cc=clang -O1
case_ "the program does the same by itself" natively
case_ "--setup-writes=real" real
case_ "code without hooks" without_hooks
case_ "a replay finds the disk as it was" replayed
case_ "told: rmdir" cannot 'rmdir("empty")' "removing a directory that was there before"
case_ "told: a directory renamed" cannot 'rename("d", "e")' "renaming something other than a regular file"
case_ "told: a directory listed" cannot 'unlink("gone.txt"); DIR *d = opendir("."); readdir(d)' \
    "listing a directory in which files were made or removed"
case_ "told: rights of a directory" cannot 'chmod("d", 0700)' "changing attributes of something other than a regular file"
case_ "a file that was never read before" first_read
case_ "nothing stays" nothing_stays
case_ "a trace does not let a program write" trace_is_not_enough
end_cases
