/* assembly_notes.h - notes of both plugins about inline assembly and builtins of the processor's, which get no hooks:
 * the places where they access memory. They leave them in a section of the object, where `mazurka check` finds them
 * (tool/binary/uninstrumented/units.c). */
#ifndef MZ_PLUGIN_ASSEMBLY_NOTES_H
#define MZ_PLUGIN_ASSEMBLY_NOTES_H

#include <algorithm>
#include <string>
#include <vector>

#include "base/assembly.h"

/* `mazurka cc` loads the plugins from this folder, where they are links, for -fvolatile=relaxed. */
#define RELAXED_VOLATILE_FOLDER "/relaxed/"
namespace assembly {

/* Left in objects then: were there accesses that are relaxed atomics now (tool/result/volatile_accesses.c)? */
inline std::string relaxed_volatile_section(bool some)
{
    return std::string("\t.pushsection .mazurka.volatile,\"\",%progbits\n\t.byte ") + (some ? "1" : "0") + "\n\t.popsection\n";
}

struct places {
    std::vector<std::string> found;

    void note(const std::string &file, unsigned line, const std::string &what)
    {
        std::string place = file + ":" + std::to_string(line) + ": " + what;
        if (std::find(found.begin(), found.end(), place) == found.end())
            found.push_back(place);
    }

    /* The name of a builtin follows after a tab. */
    void note_builtin(const std::string &file, unsigned line, const std::string &what, const std::string &name)
    {
        note(file, line, what + "\t" + name);
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
                text += c == '\t' ? std::string("\\t") : std::string(1, c);
            }
            text += "\"\n";
        }
        return text + "\t.popsection\n";
    }
};

} // namespace assembly

#endif
