/* refused.c - unsupported constructs: a check ends there with `unknown`, and the construct's name. */
#include "omp/team.h"

#define REFUSED(function, name)                                                                                        \
    EXPORT void function(void) { mz_refuse(name); }

#define DOACROSS "a loop with ordered(n) and depend(sink)"
REFUSED(GOMP_doacross_post, DOACROSS)
REFUSED(GOMP_doacross_wait, DOACROSS)
REFUSED(GOMP_doacross_ull_post, DOACROSS)
REFUSED(GOMP_doacross_ull_wait, DOACROSS)
REFUSED(GOMP_loop_doacross_start, DOACROSS)
REFUSED(GOMP_loop_doacross_static_start, DOACROSS)
REFUSED(GOMP_loop_doacross_dynamic_start, DOACROSS)
REFUSED(GOMP_loop_doacross_guided_start, DOACROSS)
REFUSED(GOMP_loop_doacross_runtime_start, DOACROSS)
REFUSED(GOMP_loop_ull_doacross_start, DOACROSS)
REFUSED(GOMP_loop_ull_doacross_static_start, DOACROSS)
REFUSED(GOMP_loop_ull_doacross_dynamic_start, DOACROSS)
REFUSED(GOMP_loop_ull_doacross_guided_start, DOACROSS)
REFUSED(GOMP_loop_ull_doacross_runtime_start, DOACROSS)

#define TARGET "target"
REFUSED(GOMP_target, TARGET)
REFUSED(GOMP_target_ext, TARGET)
REFUSED(GOMP_target_data, TARGET)
REFUSED(GOMP_target_data_ext, TARGET)
REFUSED(GOMP_target_end_data, TARGET)
REFUSED(GOMP_target_update, TARGET)
REFUSED(GOMP_target_update_ext, TARGET)
REFUSED(GOMP_target_enter_exit_data, TARGET)
REFUSED(omp_target_alloc, TARGET)
REFUSED(omp_target_free, TARGET)
REFUSED(omp_target_is_present, TARGET)
REFUSED(omp_target_memcpy, TARGET)
REFUSED(omp_target_memcpy_rect, TARGET)
REFUSED(omp_target_associate_ptr, TARGET)
REFUSED(omp_target_disassociate_ptr, TARGET)

#define TEAMS "teams"
REFUSED(GOMP_teams, TEAMS)
REFUSED(GOMP_teams4, TEAMS)
REFUSED(GOMP_teams_reg, TEAMS)
REFUSED(omp_set_num_teams, TEAMS)
REFUSED(omp_set_teams_thread_limit, TEAMS)

#define TASK_REDUCTION "a reduction over tasks (task_reduction, in_reduction, reduction(task, ...))"
REFUSED(GOMP_parallel_reductions, TASK_REDUCTION)
REFUSED(GOMP_taskgroup_reduction_register, TASK_REDUCTION)
REFUSED(GOMP_taskgroup_reduction_unregister, TASK_REDUCTION)
REFUSED(GOMP_task_reduction_remap, TASK_REDUCTION)
REFUSED(GOMP_workshare_task_reduction_unregister, TASK_REDUCTION)

REFUSED(omp_fulfill_event, "a task with the clause detach")
REFUSED(omp_init_allocator, "an allocator of the program's own")
REFUSED(omp_destroy_allocator, "an allocator of the program's own")
REFUSED(omp_set_default_allocator, "an allocator of the program's own")
REFUSED(omp_pause_resource, "omp_pause_resource")
REFUSED(omp_pause_resource_all, "omp_pause_resource_all")
REFUSED(omp_display_env, "omp_display_env")
REFUSED(omp_display_affinity, "omp_display_affinity")
REFUSED(omp_capture_affinity, "omp_capture_affinity")
REFUSED(omp_get_affinity_format, "omp_get_affinity_format")
REFUSED(omp_set_affinity_format, "omp_set_affinity_format")
REFUSED(omp_get_place_num_procs, "omp_get_place_num_procs")
REFUSED(omp_get_place_proc_ids, "omp_get_place_proc_ids")
REFUSED(omp_get_partition_place_nums, "omp_get_partition_place_nums")
REFUSED(GOMP_error, "error at(execution)")
REFUSED(GOMP_warning, "error at(execution)")
