/* diff_session.h - one `mazurka diff`: which versions are compared, what is built and run, and where. */
#ifndef MZ_TOOL_DIFF_SESSION_H
#define MZ_TOOL_DIFF_SESSION_H

#include <stdio.h>

#include "apps/diff/baseline.h"
#include "apps/diff/code/source_texts.h"
#include "apps/diff/diff_settings.h"
#include "apps/diff/git.h"
#include "apps/diff/targets.h"

struct session {
    struct diff_settings *settings;
    struct targets   targets;
    bool             found;     /* there is no configuration: targets are what the repository's files or build make */
    bool             kept;      /* `root` is a copy that stays */
    bool             by_name;   /* fragments are named: git is not needed */
    const char      *start;     /* where the command was given */
    char            *top;       /* of the work tree, or of the configuration */
    const char      *root;      /* the same folder of the version that is built: `top`, or a copy of another version */
    const char      *older_root; /* likewise of the version that is compared with; NULL: not needed so far */
    const char      *folder;    /* where targets are built and run */
    struct source_texts sources; /* of the version that is built; none: not read so far */
    struct versions  versions;
    struct changes   changes;
    struct baseline *baseline;
    const char      *scratch;   /* for files of processes */
    uint64_t         spent_ms;  /* on the pairs of targets so far */
    FILE            *out;
};

/* Finds the repository, reads the configuration, compares. Dies with a sentence on what is wrong. */
void session_open(struct session *s);

/* Goes to where targets are built; the newer version is put there, if it is not checked out. */
void session_enter(struct session *s);

/* Sources of the newer version, which are read once. */
const struct source_texts *session_sources(struct session *s);

/* The folder of the older version, in which a target is built and run that is built and run in `folder`. */
const char *session_older_folder(struct session *s);

/* Runs the command that builds a target. */
void session_build(const struct target *t);

/* A path that stays the same when the command goes elsewhere. */
const char *session_absolute(const char *path);

#endif
