/* outlined.c - see outlined.h. */
#include "tool/binary/names/outlined.h"

#include <ctype.h>
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "tool/binary/symbols/function_index.h"
#include "tool/binary/symbols/source_text.h"
#include "tool/binary/symbols/type_queries.h"
#include "tool/binary/symbols/types.h"
#include "tool/cli/util.h"

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool mentions(const char *statement, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = statement; (at = strstr(at, name)); at++)
        if ((at == statement || !is_word(at[-1])) && !is_word(at[length]))
            return true;
    return false;
}

/* What the compiler passes: the one parameter that nobody has written. */
static bool shared_structure(Dwarf_Die *function, Dwarf_Die *structure)
{
    Dwarf_Die child, type;
    for (int more = dwarf_child(function, &child); more == 0; more = dwarf_siblingof(&child, &child))
        if (dwarf_tag(&child) == DW_TAG_formal_parameter && dwarf_hasattr(&child, DW_AT_artificial) && types_of(&child, &type)
            && type_pointee(&type, structure) && type_is_structure(structure))
            return true;
    return false;
}

static char *only_member(Dwarf_Die *structure, const char *statement, uint32_t size, struct value_type *type)
{
    const char *found = NULL;
    unsigned count = 0;
    Dwarf_Die child, of;
    for (int more = dwarf_child(structure, &child); more == 0; more = dwarf_siblingof(&child, &child)) {
        const char *name = dwarf_tag(&child) == DW_TAG_member ? dwarf_diename(&child) : NULL;
        if (!name || !types_of(&child, &of) || types_size(&of) != size || !mentions(statement, name))
            continue;
        types_descend(NULL, &of, 0, size, NULL, type);
        found = name;
        count++;
    }
    return count == 1 ? format_text("%s", found) : NULL;
}

static bool find_structure(struct symbols *s, uint64_t pc, Dwarf_Die *structure)
{
    const struct code_range *code = symbols_unit(s, pc - 1);
    Dwarf_Die unit, *scopes = NULL;
    bool found = false;
    if (!code)
        return false;
    unit = code->unit;
    int count = function_scopes(s->functions, &unit, pc - 1 - code->bias, &scopes);
    for (int i = 0; i < count && !found; i++)
        found = dwarf_tag(&scopes[i]) == DW_TAG_subprogram && shared_structure(&scopes[i], structure);
    free(scopes);
    return found;
}

char *outlined_name(struct symbols *s, uint64_t pc, uint32_t size, struct value_type *type)
{
    struct place place = symbols_call(s, pc);
    Dwarf_Die structure;
    if (!place.function || !strstr(place.function, "._omp_fn.") || !find_structure(s, pc, &structure))
        return NULL;
    struct source_texts *texts = source_texts_new();
    char *statement = source_statement(texts, s, pc);
    char *name = statement ? only_member(&structure, statement, size, type) : NULL;
    free(statement);
    source_texts_free(texts);
    return name;
}
