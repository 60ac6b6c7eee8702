# unit.mk - test programs that are linked from several sources, with sanitizers.
#
# A test tests/unit/test_*.c or tests/model/test_*.c names what it is linked with in a comment line of its own; a name that
# ends in / stands for all C files of that folder. Libraries, if any, follow in another one, and flags in place of the sanitizers;
# those of the last line are for a second program, NAME.sanitized, which has them: it may do less (CHECK_SANITIZED of tests/check.h):
#     /* sources: src/base/rng.c src/search/ */
#     /* libraries: -ljansson */
#     /* compile: -O2 */
#     /* and: sanitized */
# It prints "ok NAME" or "FAIL NAME" for each of its tests (tests/check.h) and returns 0 if none failed. Tests without such
# a line include the sources that they test, and are built by the Makefile's own rule.

UNIT_SAN   ?= -fsanitize=address,undefined -fno-sanitize-recover=undefined
UNIT_FLAGS  = $(CSTD) -O1 -g -fno-omit-frame-pointer $(WARN) $(CPPFLAGS) -Itests -Itests/toy
LINKED_C   := $(shell grep -l '^/\* sources: ' tests/unit/test_*.c tests/model/test_*.c 2>/dev/null)
TWICE_C    := $(shell grep -l '^/\* and: sanitized \*/' $(LINKED_C))
LINKED      = $(LINKED_C:%.c=$(BUILD)/%) $(TWICE_C:%.c=$(BUILD)/%.sanitized)

linked_line = $(shell sed -n 's,^/\* $(1): \(.*\) \*/$$,\1,p' $(2))
$(foreach test,$(LINKED_C),$(eval compile_$(test) := $(call linked_line,compile,$(test))))
linked_files = $(foreach name,$(call linked_line,sources,$(1)),$(if $(filter %/,$(name)),$(wildcard $(name)*.c),$(name)))

# Sources are compiled once for all tests that have the same flags.
linked_folder = $(BUILD)/tests/parts/$(or $(subst =,,$(subst $(eval) ,,$(1))),sanitized)

# SOURCE PROGRAM FLAGS, or no flags for the sanitizers.
linked_objects = $(patsubst %.c,$(call linked_folder,$(2))/%.o,$(sort $(call linked_files,$(1))))
define LINKED_RULE
$(2): $(1) $(call linked_objects,$(1),$(3))
	@mkdir -p $$(@D)
	@echo "  cc   $$(@:$$(BUILD)/%=%)"
	@$$(CC) $$(UNIT_FLAGS) $(or $(3),$(UNIT_SAN)) -MMD -MP -MF $$@.d -MT $$@ -o $$@ $(1) $$(filter %.o,$$^) $(call linked_line,libraries,$(1))
endef
$(foreach test,$(LINKED_C),$(eval $(call LINKED_RULE,$(test),$(BUILD)/$(basename $(test)),$(compile_$(test)))))
$(foreach test,$(TWICE_C),$(eval $(call LINKED_RULE,$(test),$(BUILD)/$(basename $(test)).sanitized)))

# FLAGS
define OBJECT_RULE
$(call linked_folder,$(1))/%.o: %.c
	@mkdir -p $$(@D)
	@echo "  cc   $$<"
	@$$(CC) $$(UNIT_FLAGS) $(or $(1),$(UNIT_SAN)) -MMD -MP -c -o $$@ $$<
endef
linked_in    = $(firstword $(foreach test,$(LINKED_C),$(if $(filter $(1),$(call linked_folder,$(compile_$(test)))),$(test))))
FOLDERS     := $(sort $(foreach test,$(LINKED_C),$(call linked_folder,$(compile_$(test)))))
$(foreach folder,$(FOLDERS),$(eval $(call OBJECT_RULE,$(compile_$(call linked_in,$(folder))))))

tests unit: $(LINKED)
-include $(shell find $(BUILD)/tests -name '*.d' 2>/dev/null)

# What the search layer itself costs: the same, but as fast as it can be.
$(BUILD)/bench/engine: bench/engine.c $(call linked_files,bench/engine.c) $(wildcard src/*/*.h src/*/*/*.h tests/toy/*.h)
	@mkdir -p $(@D)
	@echo "  cc   bench/engine.c"
	@$(CC) $(CSTD) $(CFLAGS) $(WARN) $(CPPFLAGS) -o $@ $(filter %.c,$^)

bench-engine: $(BUILD)/bench/engine
	@$<

.PHONY: unit bench-engine
