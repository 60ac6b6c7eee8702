/* sarif.c - see sarif.h. */
#include "tool/cli/sarif.h"

#include <stdio.h>
#include <string.h>

#include "tool/cli/json_file.h"
#include "tool/cli/json_text.h"
#include "tool/cli/sha256.h"
#include "tool/cli/repository.h"

#define SOURCE_ROOT "%SRCROOT%"
#define SARIF_SCHEMA "https://json.schemastore.org/sarif-2.1.0.json"

json_t *sarif_message(const char *text)
{
    json_t *o = json_object();
    put(o, "text", text_or_null(text ? text : ""));
    return o;
}

/* Characters that a URI may not hold are written as %20; a path of the file system is a reference, relative unless it begins with /. */
static char *uri_of(const char *path)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    char *text = allocate(3 * strlen(path) + sizeof "file://"), *to = text;
    if (path[0] == '/')
        to = stpcpy(to, "file://");
    for (; *path; path++)
        to += strchr(plain, *path) ? sprintf(to, "%c", *path) : sprintf(to, "%%%02X", (unsigned char)*path);
    return text;
}

static json_t *artifact_of(const char *file)
{
    json_t *artifact = json_object();
    struct repository_path at = repository_path_of(file);
    put(artifact, "uri", text_or_null(uri_of(at.path)));
    if (at.inside)
        put(artifact, "uriBaseId", json_string(SOURCE_ROOT));
    return artifact;
}

json_t *sarif_location(const char *file, int line, const char *function, const char *text)
{
    json_t *location = json_object();
    if (file) {
        json_t *physical = json_object();
        put(physical, "artifactLocation", artifact_of(file));
        if (line > 0) {
            json_t *region = json_object();
            put(region, "startLine", json_integer(line));
            put(physical, "region", region);
        }
        put(location, "physicalLocation", physical);
    }
    if (function) {
        json_t *logical = json_object(), *array = json_array();
        put(logical, "fullyQualifiedName", text_or_null(function));
        put(logical, "kind", json_string("function"));
        append(array, logical);
        put(location, "logicalLocations", array);
    }
    if (text)
        put(location, "message", sarif_message(text));
    return location;
}

json_t *sarif_fingerprints(char *lasting, struct strings *told)
{
    char digest[SHA256_TEXT];
    json_t *o = json_object();
    size_t nth = 1;
    for (size_t i = 0; i < told->count; i++)
        nth += strcmp(told->at[i], lasting) == 0;
    strings_add(told, lasting);
    sha256(lasting, strlen(lasting), digest);
    put(o, "mazurkaHeadline/v1", json_string(format_text("%s:%zu", digest, nth)));
    return o;
}

/* --- the document ------------------------------------------------------------------------------------------------------ */

static json_t *tool_with(json_t *rules)
{
    json_t *o = json_object(), *driver = json_object();
    put(driver, "name", json_string("Mazurka"));
    put(driver, "version", json_string(MZ_VERSION));
    put(driver, "rules", rules);
    put(o, "driver", driver);
    return o;
}

static json_t *invocation_of(const struct sarif_end *end)
{
    json_t *o = json_object(), *told = json_array(), *note = json_object();
    put(o, "executionSuccessful", json_boolean(end->successful));
    put_number(o, "exitCode", (uint64_t)end->exit_code);
    put(note, "level", json_string(end->level));
    put(note, "message", sarif_message(end->told));
    append(told, note);
    put(o, "toolExecutionNotifications", told);
    return o;
}

/* What paths are relative to. */
static json_t *roots(void)
{
    json_t *o = json_object(), *root = json_object();
    put(root, "uri", text_or_null(uri_of(repository_top())));
    put(o, SOURCE_ROOT, root);
    return o;
}

int sarif_write(json_t *rules, json_t *results, const struct sarif_end *end, const char *path)
{
    json_t *document = json_object(), *runs = json_array(), *run = json_object(), *invocations = json_array();
    append(invocations, invocation_of(end));
    put(run, "tool", tool_with(rules));
    put(run, "originalUriBaseIds", roots());
    put(run, "invocations", invocations);
    put(run, "results", results);
    append(runs, run);
    put(document, "$schema", json_string(SARIF_SCHEMA));
    put(document, "version", json_string("2.1.0"));
    put(document, "runs", runs);
    return json_file_write(document, path);
}
