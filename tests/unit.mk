# unit.mk - test programs that are linked from several sources, with sanitizers.
#
# A test tests/unit/test_*.c or tests/model/test_*.c names what it is linked with in a comment line of its own; a name that
# ends in / stands for all C files of that folder. Libraries, if any, follow in another one, and flags in place of the sanitizers:
#     /* sources: src/base/rng.c src/search/ */
#     /* libraries: -ljansson */
#     /* compile: -O2 */
# It prints "ok NAME" or "FAIL NAME" for each of its tests (tests/check.h) and returns 0 if none failed. Tests without such
# a line include the sources that they test, and are built by the Makefile's own rule.

UNIT_SAN   ?= -fsanitize=address,undefined -fno-sanitize-recover=undefined
UNIT_FLAGS  = $(CSTD) -O1 -g -fno-omit-frame-pointer $(WARN) $(CPPFLAGS) -Itests -Itests/toy
LINKED_C   := $(shell grep -l '^/\* sources: ' tests/unit/test_*.c tests/model/test_*.c 2>/dev/null)
LINKED      = $(LINKED_C:%.c=$(BUILD)/%)

linked_line  = $(shell sed -n 's,^/\* $(1): \(.*\) \*/$$,\1,p' $(2))
linked_files = $(foreach name,$(call linked_line,sources,$(1)),$(if $(filter %/,$(name)),$(wildcard $(name)*.c),$(name)))

# Headers are not listed one by one: a change of any rebuilds the test.
LINKED_H = $(wildcard src/*/*.h src/*/*/*.h tests/*.h tests/toy/*.h)

# Sources are compiled once for all tests that have the same flags.
linked_flags   = $(or $(call linked_line,compile,$(1)),$(UNIT_SAN))
linked_folder  = $(BUILD)/tests/objects/$(subst =,,$(subst $(eval) ,,$(or $(call linked_line,compile,$(1)),sanitized)))
linked_objects = $(patsubst %.c,$(call linked_folder,$(1))/%.o,$(sort $(call linked_files,$(1))))

define LINKED_RULE
$(BUILD)/$(basename $(1)): $(1) $(call linked_objects,$(1)) $(LINKED_H)
	@mkdir -p $$(@D)
	@echo "  cc   $(1)"
	@$$(CC) $$(UNIT_FLAGS) $(call linked_flags,$(1)) -o $$@ $$(filter %.c %.o,$$^) $(call linked_line,libraries,$(1))
endef
$(foreach test,$(LINKED_C),$(eval $(call LINKED_RULE,$(test))))

define OBJECT_RULE
$(call linked_folder,$(1))/%.o: %.c $(LINKED_H)
	@mkdir -p $$(@D)
	@echo "  cc   $$<"
	@$$(CC) $$(UNIT_FLAGS) $(call linked_flags,$(1)) -c -o $$@ $$<
endef
ONE_OF_EACH := $(foreach folder,$(sort $(foreach test,$(LINKED_C),$(call linked_folder,$(test)))),\
                   $(firstword $(foreach test,$(LINKED_C),$(if $(filter $(folder),$(call linked_folder,$(test))),$(test)))))
$(foreach test,$(ONE_OF_EACH),$(eval $(call OBJECT_RULE,$(test))))

tests unit: $(LINKED)

# What the search layer itself costs: the same, but as fast as it can be.
$(BUILD)/bench/engine: bench/engine.c $(call linked_files,bench/engine.c) $(LINKED_H)
	@mkdir -p $(@D)
	@echo "  cc   bench/engine.c"
	@$(CC) $(CSTD) $(CFLAGS) $(WARN) $(CPPFLAGS) -o $@ $(filter %.c,$^)

bench-engine: $(BUILD)/bench/engine
	@$<

.PHONY: unit bench-engine
