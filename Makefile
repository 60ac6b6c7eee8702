# Mazurka: `make demo` shows a found bug, `make test` runs every test, `make check` some in two minutes, `make` builds, `make bench`
# measures.
# Both commands of the README install what is missing (Debian packages, as root).

ARCH    ?= $(shell uname -m)
CROSS   ?=
BUILD   ?= build
PREFIX  ?= /usr/local
CC       = $(CROSS)gcc
WARN     = -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wstrict-prototypes -Wmissing-prototypes -Werror
CSTD     = -std=gnu17
CFLAGS  ?= -O2 -g
CPPFLAGS = -Isrc -Iinclude -D_GNU_SOURCE -DMZ_VERSION='"$(shell cat VERSION)"'

# --- the runtime: everything that lives inside the checked program -------------------------------------------------
RT_DIRS   = base model wire world probe search reduce property
RT_C      = $(sort $(wildcard $(RT_DIRS:%=src/%/*.c)))
RT_S      = src/world/switch_$(ARCH).S src/world/outside_$(ARCH).S
RT_O      = $(RT_C:src/%.c=$(BUILD)/rt/%.o) $(RT_S:src/%.S=$(BUILD)/rt/%.o)
# A digest is two words. Vectors of them are made from words that were stored a moment ago, one by one, and the processor waits.
RT_FLAGS  = -fPIC -fvisibility=hidden -fno-stack-protector -fomit-frame-pointer -fno-tree-slp-vectorize \
            -U_FORTIFY_SOURCE -fno-builtin-printf
# The runtime's own copies of these (base/bytes.c) are kept apart from the stand-ins of the same names (probe/string.c),
# also where the compiler makes the calls.
PRIVATE   = memcpy memmove memset memcmp strlen
# --- the stub: what programs are linked with, so that they run by themselves ----------------------------------------
STUB_C     = $(sort $(wildcard src/stub/*.c))
STUB_FLAGS = -fPIC -fvisibility=hidden -shared -Wl,-soname,libmazurka-stub.so -Wl,-z,now -Wl,-z,defs
# --- the plugin that completes gcc's instrumentation, where a C++ compiler and gcc's plugin headers are installed -----
HOST_CXX       ?= g++
PLUGIN_INCLUDE  = $(shell $(CC) -print-file-name=plugin)/include
PLUGIN_READY    = $(and $(wildcard $(PLUGIN_INCLUDE)/gcc-plugin.h),$(shell command -v $(HOST_CXX)))
PLUGIN          = $(if $(PLUGIN_READY),$(LIB)/gcc/mazurka-gcc.so)
# --- the same for clang, where the headers of its LLVM are installed --------------------------------------------------------
CLANG          ?= clang
CLANG_VERSION   = $(shell $(CLANG) -dumpversion 2>/dev/null)
LLVM_CONFIG     = $(firstword $(foreach name,llvm-config-$(firstword $(subst ., ,$(CLANG_VERSION))) llvm-config,$(shell command -v $(name))))
LLVM_INCLUDE    = $(if $(LLVM_CONFIG),$(shell $(LLVM_CONFIG) --includedir))
LLVM_VERSION    = $(if $(LLVM_CONFIG),$(shell $(LLVM_CONFIG) --version))
CLANG_READY     = $(and $(CLANG_VERSION),$(filter $(CLANG_VERSION),$(LLVM_VERSION)),$(wildcard $(LLVM_INCLUDE)/llvm/Passes/PassPlugin.h),\
                    $(shell command -v $(HOST_CXX)))
CLANG_PLUGIN    = $(if $(CROSS),,$(if $(CLANG_READY),$(LIB)/clang/mazurka-clang.so))
# --- headers in place of libstdc++'s own ------------------------------------------------------------------------------
CXX_H = $(patsubst include/c++/%,$(BUILD)/include/mazurka-c++/%,$(wildcard include/c++/bits/*.h))
# --- the tool -------------------------------------------------------------------------------------------------------
TOOL_C    = $(sort $(wildcard src/tool/*.c src/tool/*/*.c src/model/*.c))
TOOL_O    = $(TOOL_C:src/%.c=$(BUILD)/tool/%.o)
TOOL_LIBS = -ldw -lelf -ljansson -lcapstone

LIB = $(BUILD)/lib/mazurka

# Everything below writes into BUILD, and clean removes it: it is one word, and a folder that holds nothing else.
BUILD_PATH := $(abspath $(BUILD))
ifneq ($(words $(BUILD)),1)
$(error BUILD must be the name of one folder, without blanks: '$(BUILD)')
endif
ifneq ($(filter / /usr /usr/local /home /etc /var /tmp $(HOME),$(BUILD_PATH))$(filter $(BUILD_PATH)/%,$(CURDIR)/),)
$(error BUILD=$(BUILD) is no folder to build in: name one of its own)
endif

all: tool runtime cxx

tool: $(BUILD)/bin/mazurka $(BUILD)/bin/mazurka-cc $(BUILD)/bin/mazurka-c++ $(BUILD)/include/mazurka.h $(CXX_H)

runtime: $(LIB)/libmazurka.so $(LIB)/libmazurka-stub.so $(LIB)/tsan/libtsan.so $(PLUGIN) $(CLANG_PLUGIN)

$(BUILD)/rt/%.o: src/%.c
	@mkdir -p $(@D)
	@echo "  cc   $<"
	@$(CC) $(CSTD) $(CFLAGS) $(WARN) $(CPPFLAGS) $(RT_FLAGS) -MMD -MP -c $< -o $@
	$(if $(filter src/probe/string.c,$<),,@$(CROSS)objcopy $(foreach name,$(PRIVATE),--redefine-sym $(name)=mz__$(name)) $@)

# Else libc's headers have bodies for some of the functions that these files define. Only here: xxHash goes by it too.
$(BUILD)/rt/probe/%.o: RT_FLAGS += -D__NO_INLINE__

# A routine of pthread_once that is left by unwinding resets its flag.
$(BUILD)/rt/probe/once.o: RT_FLAGS += -fexceptions

$(BUILD)/rt/%.o: src/%.S
	@mkdir -p $(@D)
	@echo "  as   $<"
	@$(CC) $(CPPFLAGS) -fPIC -c $< -o $@

$(LIB)/libmazurka.so: $(RT_O) src/runtime.map
	@mkdir -p $(@D)
	@echo "  ld   $@"
	@$(CC) -shared -o $@ $(RT_O) -Wl,-soname,libmazurka.so -Wl,--version-script=src/runtime.map -Wl,-z,now -Wl,-z,initfirst -Wl,-z,defs -ldl -lpthread -lgcc_s

$(LIB)/libmazurka-stub.so: $(STUB_C) $(wildcard src/stub/*.h) src/wire/tsan_abi.h
	@mkdir -p $(@D)
	@echo "  ld   $@"
	@$(CC) $(CSTD) $(CFLAGS) $(WARN) $(CPPFLAGS) $(STUB_FLAGS) -o $@ $(STUB_C)

# gcc adds libtsan_preinit.o and -ltsan to every link with -fsanitize=thread; `mazurka cc` points it here with -B.
$(LIB)/tsan/libtsan.so: $(LIB)/libmazurka-stub.so
	@mkdir -p $(@D)
	@$(CC) -c -x c /dev/null -o $(@D)/libtsan_preinit.o
	@ln -sf ../libmazurka-stub.so $@

$(LIB)/gcc/mazurka-gcc.so: src/plugin/gcc_hooks.cc src/plugin/assembly.h src/base/assembly.h
	@mkdir -p $(@D)
	@echo "  c++  $<"
	@$(HOST_CXX) -std=gnu++17 -O2 -g -Wall -Wextra -fno-rtti -fPIC -shared -Isrc -isystem $(PLUGIN_INCLUDE) -o $@ $<
	@$(CC) -print-prog-name=cc1 > $(@D)/made-for

$(LIB)/clang/mazurka-clang.so: src/plugin/clang_hooks.cc src/plugin/assembly.h src/base/assembly.h
	@mkdir -p $(@D)
	@echo "  c++  $<"
	@$(HOST_CXX) -std=gnu++17 -O2 -g -Wall -Wextra -fno-rtti -fno-exceptions -fPIC -shared -Isrc -isystem $(LLVM_INCLUDE) -o $@ $<
	@{ printf '%s\n' "$(CLANG_VERSION)"; stat -L -c '%s %Y %n' "$$(realpath "$$(command -v $(CLANG))")"; } > $(@D)/made-for

$(BUILD)/tool/%.o: src/%.c
	@mkdir -p $(@D)
	@echo "  cc   $<"
	@$(CC) $(CSTD) $(CFLAGS) $(WARN) $(CPPFLAGS) -MMD -MP -c $< -o $@

$(BUILD)/bin/mazurka: $(TOOL_O)
	@mkdir -p $(@D)
	@echo "  ld   $@"
	@$(CC) $(LDFLAGS) -Wl,--build-id -o $@ $(TOOL_O) $(TOOL_LIBS)

$(BUILD)/bin/mazurka-cc $(BUILD)/bin/mazurka-c++: $(BUILD)/bin/mazurka
	@ln -sf mazurka $@

$(BUILD)/include/mazurka.h: include/mazurka.h
	@mkdir -p $(@D)
	@cp $< $@

$(BUILD)/include/mazurka-c++/%.h: include/c++/%.h
	@mkdir -p $(@D)
	@cp $< $@

# --- libstdc++'s templates and more, compiled by ourselves, with hooks: what C++ programs are linked with ------------------
CXX_C = $(sort $(wildcard src/cxx/*.cc))
CXX_O = $(CXX_C:src/%.cc=$(BUILD)/%.o) $(BUILD)/cxx/templates_14.o
CXX_COMPILE = $(BUILD)/bin/mazurka c++ --cxx=$(HOST_CXX) --opt=2 -Wall -Wextra -fPIC -MMD -MP

cxx: $(if $(CROSS),,$(LIB)/libmazurka-cxx.so)

$(BUILD)/cxx/%.o: src/cxx/%.cc | tool runtime
	@mkdir -p $(@D)
	@echo "  c++  $<"
	@$(CXX_COMPILE) -std=gnu++20 -c $< -o $@

# Some members are functions in C++14, and templates since.
$(BUILD)/cxx/templates_14.o: src/cxx/templates.cc | tool runtime
	@mkdir -p $(@D)
	@echo "  c++  $< (C++14)"
	@$(CXX_COMPILE) -std=gnu++14 -c $< -o $@

$(LIB)/libmazurka-cxx.so: $(CXX_O)
	@echo "  ld   $@"
	@$(BUILD)/bin/mazurka cc --cc=$(CC) -shared -o $@ $(CXX_O) -Wl,-soname,libmazurka-cxx.so

# --- test programs: each includes the sources that it tests -----------------------------------------------------------
UNIT_TESTS = $(patsubst %.c,$(BUILD)/%,$(wildcard tests/unit/test_*.c))

tests: $(UNIT_TESTS)

$(BUILD)/tests/unit/%: tests/unit/%.c
	@mkdir -p $(@D)
	@echo "  cc   $<"
	@$(CC) $(CSTD) $(CFLAGS) -Wall -Wextra -Werror $(CPPFLAGS) -MMD -MP -o $@ $< $(TOOL_LIBS) -ldl -lpthread

include tests/unit.mk

# --- what people type -------------------------------------------------------------------------------------------------
# SETUP=: leaves the system as it is.
SETUP ?= scripts/setup.sh
JOBS  ?= $(shell nproc)

setup-build:
	@$(SETUP) build

setup-test:
	@$(SETUP) test

demo: setup-build
	@$(MAKE) --no-print-directory -j$(JOBS) all
	@echo 'mazurka check examples/account.c'
	@$(BUILD)/bin/mazurka check examples/account.c; test $$? -eq 1

test: setup-test
	@$(MAKE) --no-print-directory -j$(JOBS) all tests
	@BUILD=$(BUILD) tests/run.sh

# The quick loop: two minutes on two processors, once all is built. Layers and format, the units, searches and reductions against the
# oracle on a few hundred random programs of each class, and the C programs of the corpus as one compiler makes them.
CHECKED_MODELS = $(addprefix $(BUILD)/tests/model/,test_oracle test_oracle.sanitized test_reductions)

check: setup-build lint
	@$(MAKE) --no-print-directory -s -j$(JOBS) all $(UNIT_TESTS) $(CHECKED_MODELS)
	@BUILD=$(BUILD) PROGRAMS=200 tests/run.sh unit/ $(CHECKED_MODELS:$(BUILD)/tests/%=%) '.c gcc -O0'

# Hours: so many random C programs of each class, so many toy programs of each class against the oracle, and with every reduction.
RANDOM_PROGRAMS    ?= 500
ORACLE_PROGRAMS    ?= 20000
REDUCTION_PROGRAMS ?= 1000000

test-long: setup-test
	@$(MAKE) --no-print-directory -j$(JOBS) all $(BUILD)/tests/model/test_oracle $(BUILD)/tests/model/test_reductions
	@$(BUILD)/tests/model/test_oracle $(ORACLE_PROGRAMS)
	@$(BUILD)/tests/model/test_reductions $(REDUCTION_PROGRAMS)
	@$(BUILD)/tests/model/test_reductions 5000 2 30000
	@BUILD=$(BUILD) N=$(RANDOM_PROGRAMS) STATES=30000 JOBS=$(JOBS) tests/random/test_random.sh
	@BUILD=$(BUILD) N=$(RANDOM_PROGRAMS) STATES=30000 JOBS=$(JOBS) tests/random/test_reductions.sh
	@BUILD=$(BUILD) N=$(RANDOM_PROGRAMS) STATES=30000 JOBS=$(JOBS) SEARCHES=all tests/random/test_searches.sh
	@BUILD=$(BUILD) MATRIX=all tests/matrix/test_matrix.sh

# All of it takes a while: PATTERN picks rows by their names.
bench: setup-build
	@$(MAKE) --no-print-directory -j$(JOBS) all
	@BUILD=$(BUILD) bench/run.sh "$(PATTERN)"
	@BUILD=$(BUILD) bench/reductions.sh "$(PATTERN)"

lint:
	@scripts/check_layers.sh
	@scripts/check_format.sh

install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/include $(DESTDIR)$(PREFIX)/lib/mazurka/tsan
	install $(BUILD)/bin/mazurka $(DESTDIR)$(PREFIX)/bin
	@ln -sf mazurka $(DESTDIR)$(PREFIX)/bin/mazurka-cc
	@ln -sf mazurka $(DESTDIR)$(PREFIX)/bin/mazurka-c++
	install -m 644 include/mazurka.h $(DESTDIR)$(PREFIX)/include
	install -D -m 644 $(CXX_H) -t $(DESTDIR)$(PREFIX)/include/mazurka-c++/bits
	install -m 644 $(LIB)/libmazurka.so $(LIB)/libmazurka-stub.so $(LIB)/libmazurka-cxx.so $(DESTDIR)$(PREFIX)/lib/mazurka
	install -m 644 $(LIB)/tsan/libtsan_preinit.o $(DESTDIR)$(PREFIX)/lib/mazurka/tsan
	@ln -sf ../libmazurka-stub.so $(DESTDIR)$(PREFIX)/lib/mazurka/tsan/libtsan.so
	$(if $(PLUGIN),install -D -m 644 $(PLUGIN) $(LIB)/gcc/made-for -t $(DESTDIR)$(PREFIX)/lib/mazurka/gcc)
	$(if $(CLANG_PLUGIN),install -D -m 644 $(CLANG_PLUGIN) $(LIB)/clang/made-for -t $(DESTDIR)$(PREFIX)/lib/mazurka/clang)

# Only what make has built: a folder with objects of the runtime or of the tool in it.
clean:
	@test ! -e $(BUILD) -o -d $(BUILD)/rt -o -d $(BUILD)/tool || { echo "$(BUILD) was not built by make: it stays" >&2; exit 2; }
	rm -rf $(BUILD)

-include $(RT_O:.o=.d) $(TOOL_O:.o=.d) $(CXX_O:.o=.d) $(UNIT_TESTS:=.d)

.PHONY: all tool runtime cxx tests setup-build setup-test demo test check test-long bench lint install clean
