/* assembly.h - what both plugins have to say about inline assembly, which gets no hooks: the places where it accesses memory. They leave
 * them in a section of the object, where `mazurka check` finds them (tool/units.c). */
#ifndef MZ_PLUGIN_ASSEMBLY_H
#define MZ_PLUGIN_ASSEMBLY_H

#include <algorithm>
#include <string>
#include <vector>

namespace assembly {

/* Instructions that access nothing. (Fences are not needed where all accesses are in order.) */
inline bool is_harmless(const std::string &instruction)
{
    static const char *const names[] = {"nop",  "pause", "rep",  "yield", "mfence", "lfence",  "sfence", "dmb", "dsb", "isb",
                                        "hint", "wfe",   "sev",  "int3",  "ud2",    "hlt",     "brk",    "bti", "endbr64"};
    std::string word = instruction.substr(0, instruction.find_first_of(" \t"));
    for (const char *name : names)
        if (word == name)
            return true;
    return word.empty() || word[0] == '.' || word[0] == '#' || word.back() == ':'; /* directives, comments, labels */
}

/* Does a piece of assembly have instructions that may access memory? */
inline bool does_something(const char *text)
{
    std::string line;
    for (const char *at = text;; at++) {
        if (*at != '\0' && *at != '\n' && *at != ';') {
            if (!line.empty() || (*at != ' ' && *at != '\t'))
                line += *at;
            continue;
        }
        if (!is_harmless(line))
            return true;
        line.clear();
        if (*at == '\0')
            return false;
    }
}

struct places {
    std::vector<std::string> found;

    void note(const std::string &file, unsigned line, const std::string &what)
    {
        std::string place = file + ":" + std::to_string(line) + ": " + what;
        if (std::find(found.begin(), found.end(), place) == found.end())
            found.push_back(place);
    }

    void note_outside(const std::string &file) /* of functions: such assembly has no line */
    {
        note(file, 1, "assembly outside of functions");
    }

    /* As assembly. */
    std::string section() const
    {
        std::string text = "\t.pushsection .mazurka.unseen,\"\",%progbits\n";
        for (const std::string &place : found) {
            text += "\t.string \"";
            for (char c : place) {
                if (c == '"' || c == '\\')
                    text += '\\';
                text += c;
            }
            text += "\"\n";
        }
        return text + "\t.popsection\n";
    }
};

} // namespace assembly

#endif
