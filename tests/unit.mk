# unit.mk - test programs that are linked from several sources, with sanitizers.
#
# A test tests/unit/test_*.c or tests/model/test_*.c names what it is linked with in a comment line of its own; a name that
# ends in / stands for all C files of that folder and its rooms. Libraries, if any, follow in another one, and flags in place of the
# sanitizers (or, if all of them are macros, besides them);
# those of the last line are for a second program, NAME.sanitized, which has them, and no macros but those that are named there: it may
# do less (CHECK_SANITIZED of tests/check.h):
#     /* sources: src/base/rng.c src/search/ */
#     /* libraries: -ljansson */
#     /* compile: -O2 */
#     /* and: sanitized */
# With -O2, and macros or none, what is a part of the runtime is the runtime's own object, but for what the macros change.
# It prints "ok NAME" or "FAIL NAME" for each of its tests (tests/check.h) and returns 0 if none failed. Tests without such
# a line include the sources that they test, and are built by the Makefile's own rule.

UNIT_SAN   ?= -fsanitize=address,undefined -fno-sanitize-recover=undefined
# Lines for what sanitizers report; UNIT_DEBUG=-g has variables for a debugger, too, which takes a sixth more of the compiler's time.
UNIT_DEBUG ?= -g1
UNIT_FLAGS  = $(CSTD) -O1 $(UNIT_DEBUG) -fno-omit-frame-pointer $(WARN) $(CPPFLAGS) -Itests -Itests/toy
LINKED_C   := $(shell grep -l '^/\* sources: ' tests/unit/test_*.c tests/model/test_*.c 2>/dev/null)
TWICE_C    := $(shell grep -lE '^/\* and: sanitized( .*)? \*/' $(LINKED_C))
LINKED      = $(LINKED_C:%.c=$(BUILD)/%) $(TWICE_C:%.c=$(BUILD)/%.sanitized)

linked_line = $(shell sed -n 's,^/\* $(1): \(.*\) \*/$$,\1,p' $(2))
linked_files = $(foreach name,$(call linked_line,sources,$(1)),$(if $(filter %/,$(name)),$(wildcard $(name)*.c $(name)*/*.c),$(name)))
$(foreach test,$(LINKED_C),$(eval compile_$(test) := $(call linked_line,compile,$(test))))
$(foreach test,$(TWICE_C),$(eval compile_$(test).sanitized := $(filter -D%,$(call linked_line,and,$(test)))))
$(foreach test,$(LINKED_C),$(eval files_$(test) := $(sort $(call linked_files,$(test)))))

# Sources are compiled once for all tests that have the same flags. Here FLAGS are those of a "compile" line, or none.
linked_folder = $(BUILD)/tests/parts/$(or $(subst =,,$(subst $(eval) ,,$(1))),sanitized)
linked_flags  = $(if $(filter-out -D%,$(1)),,$(UNIT_SAN)) $(1)

# SOURCE FLAGS
linked_objects = $(patsubst %.c,$(call linked_folder,$(2))/%.o,$(files_$(1)))

# The runtime's objects call its copies of functions of libc, which have other names.
no_macros   = $(filter-out -D%,$(1))
RT_BYTES    = $(BUILD)/rt/base/bytes.o
linked_with = $(linked_objects) $(if $(filter -O2,$(call no_macros,$(2))),$(RT_BYTES))

# SOURCE PROGRAM FLAGS
define LINKED_RULE
$(2): $(1) $(call linked_with,$(1),$(3))
	@mkdir -p $$(@D)
	@echo "  cc   $$(@:$$(BUILD)/%=%)"
	@$$(CC) $$(UNIT_FLAGS) $(call linked_flags,$(3)) -MMD -MP -MF $$@.d -MT $$@ -o $$@ $(1) $$(filter %.o,$$^) $(call linked_line,libraries,$(1))
endef
$(foreach test,$(LINKED_C),$(eval $(call LINKED_RULE,$(test),$(BUILD)/$(basename $(test)),$(compile_$(test)))))
$(foreach test,$(TWICE_C),$(eval $(call LINKED_RULE,$(test),$(BUILD)/$(basename $(test)).sanitized,$(compile_$(test).sanitized))))
OBJECTS := $(sort $(foreach test,$(LINKED_C),$(call linked_objects,$(test),$(compile_$(test)))) \
    $(foreach test,$(TWICE_C),$(call linked_objects,$(test),$(compile_$(test).sanitized))))

# FLAGS
define OBJECT_RULE
$(call linked_folder,$(1))/%.o: %.c
	@mkdir -p $$(@D)
	@echo "  cc   $$<"
	@$$(CC) $$(UNIT_FLAGS) $(call linked_flags,$(1)) -MMD -MP -c -o $$@ $$<
endef

# OBJECTS
define RUNTIME_RULE
$(1): $(call linked_folder,-O2)/src/%.o: $(BUILD)/rt/%.o
	@mkdir -p $$(@D)
	@ln -f $$< $$@
endef

# Most sources are the same whatever the macros: what other tests have of them without macros is taken where no file that it is made of, by
# what the compiler has told of it, has the name of one. Others are compared as the preprocessor leaves them.
# FLAGS
macro_names = $(foreach macro,$(filter -D%,$(1)),-e $(firstword $(subst =, ,$(macro:-D%=%))))

# FLAGS, those of them that are no macros, OBJECTS that there are of both.
define SHARED_RULE
$(3): $(call linked_folder,$(1))/%.o: %.c $(call linked_folder,$(2))/%.o
	@[ -d $$(@D) ] || mkdir -p $$(@D); \
	told=$$(patsubst %.o,%.d,$$(word 2,$$^)); [ -e $$$$told ] || told=$$(patsubst src/%.c,$(BUILD)/rt/%.d,$$<); \
	if { [ -e $$$$told ] && ! grep -qwF $(call macro_names,$(1)) $$$$(sed -n 's/\\$$$$//; s/^[^ ]*\.o://; /:$$$$/!p' $$$$told); } || \
	    { $$(CC) $$(UNIT_FLAGS) $(call linked_flags,$(1)) -E -P -o $$(@:.o=.i) $$< && \
	    $$(CC) $$(UNIT_FLAGS) $(call linked_flags,$(2)) -E -P $$< | cmp -s - $$(@:.o=.i) && rm $$(@:.o=.i); }; then \
	    ln -f $$(word 2,$$^) $$@; \
	else \
	    rm -f $$(@:.o=.i); \
	    echo "  cc   $$< ($(firstword $(filter -D%,$(1))))"; \
	    $$(CC) $$(UNIT_FLAGS) $(call linked_flags,$(1)) -MMD -MP -c -o $$@ $$<; \
	fi
endef
objects_of  = $(filter $(call linked_folder,$(1))/%,$(OBJECTS))
of_both     = $(if $(filter -D%,$(1)),$(filter $(patsubst $(call linked_folder,$(2))/%,$(call linked_folder,$(1))/%,$(call objects_of,$(2))),$(call objects_of,$(1))))
share       = $(if $(3),$(eval $(call SHARED_RULE,$(1),$(2),$(3))))
COMPILED    = $(LINKED_C) $(TWICE_C:%=%.sanitized)
linked_in   = $(firstword $(foreach test,$(COMPILED),$(if $(filter $(1),$(call linked_folder,$(compile_$(test)))),$(test))))
FOLDERS    := $(sort $(foreach test,$(COMPILED),$(call linked_folder,$(compile_$(test)))))
$(foreach folder,$(FOLDERS),$(foreach test,$(call linked_in,$(folder)),\
    $(eval $(call OBJECT_RULE,$(compile_$(test))))\
    $(call share,$(compile_$(test)),$(call no_macros,$(compile_$(test))),$(call of_both,$(compile_$(test)),$(call no_macros,$(compile_$(test)))))))
$(eval $(call RUNTIME_RULE,$(filter $(RT_C:%.c=$(call linked_folder,-O2)/%.o),$(OBJECTS))))

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
