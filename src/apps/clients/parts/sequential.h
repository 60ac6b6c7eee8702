/* sequential.h - declarations of the half of a sequential program that is made from a specification, for the other
 * half, sequential.c. It may be C or C++. An instance is a call with its arguments, by its number. */
#ifdef __cplusplus
extern "C" {
#endif
void mz_construct(void);
void mz_destruct(void);
void mz_call(int mz_instance, long long *mz_slot);
extern const int mz_slots_of[], mz_may_block[], mz_may_fail[];
extern const long long mz_failure[]; /* what those that may fail for no reason give then */
#ifdef __cplusplus
}
#endif
