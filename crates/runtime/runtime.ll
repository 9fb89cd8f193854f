target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.anon = type { ptr, ptr }
%struct.handlers = type { i32, [32 x ptr] }
%struct.time = type { i64, i64 }
%struct.output_stream = type { i32 }
%struct.held = type { ptr, i32, i32, i64, i64 }
%struct.pthread_mutex_t = type { %struct.life, i64, i64 }
%struct.life = type { ptr }
%struct.pthread_mutexattr_t = type { i32 }
%struct.pthread_rwlock_t = type { i64, %struct.life }
%struct.pthread_cond_t = type { i64, %struct.life }
%struct.pthread_barrier_t = type { i64, %struct.life }
%struct.sem_t = type { i64, %struct.life }
%struct.pthread_attr_t = type { i32 }
%struct.duration = type { i64, i64 }
%struct.parsed = type { i64, i8, i8 }
%struct.output = type { ptr, i64, i64 }
%struct.conversion = type { i8, i8, i8, i8, i8, i64, i64, i8 }
%struct.__va_list_tag = type { i32, i32, ptr, ptr }
%struct.number = type { [3 x i8], [384 x i8], i32 }

@error_number = internal thread_local global i32 0, align 4
@.str = private unnamed_addr constant [47 x i8] c"a thread unlocks a mutex that it does not hold\00", align 1
@.str.1 = private unnamed_addr constant [56 x i8] c"a mutex is initialised that has been initialised before\00", align 1
@.str.2 = private unnamed_addr constant [28 x i8] c"a locked mutex is destroyed\00", align 1
@.str.3 = private unnamed_addr constant [27 x i8] c"a mutex is destroyed twice\00", align 1
@.str.4 = private unnamed_addr constant [40 x i8] c"a thread locks a spinlock that it holds\00", align 1
@.str.5 = private unnamed_addr constant [50 x i8] c"a thread unlocks a spinlock that it does not hold\00", align 1
@.str.6 = private unnamed_addr constant [59 x i8] c"a spinlock is initialised that has been initialised before\00", align 1
@.str.7 = private unnamed_addr constant [30 x i8] c"a spinlock is destroyed twice\00", align 1
@.str.8 = private unnamed_addr constant [31 x i8] c"a locked spinlock is destroyed\00", align 1
@.str.9 = private unnamed_addr constant [47 x i8] c"a thread locks a read-write lock that it holds\00", align 1
@.str.10 = private unnamed_addr constant [57 x i8] c"a thread unlocks a read-write lock that it does not hold\00", align 1
@.str.11 = private unnamed_addr constant [66 x i8] c"a read-write lock is initialised that has been initialised before\00", align 1
@.str.12 = private unnamed_addr constant [68 x i8] c"a read-write lock is destroyed that is locked or has been destroyed\00", align 1
@.str.13 = private unnamed_addr constant [69 x i8] c"a condition variable is initialised that has been initialised before\00", align 1
@.str.14 = private unnamed_addr constant [62 x i8] c"a condition variable is destroyed while a thread waits for it\00", align 1
@.str.15 = private unnamed_addr constant [58 x i8] c"a barrier is initialised that has been initialised before\00", align 1
@.str.16 = private unnamed_addr constant [69 x i8] c"a barrier is destroyed that is not initialised or has been destroyed\00", align 1
@.str.17 = private unnamed_addr constant [50 x i8] c"a barrier is destroyed while a thread waits at it\00", align 1
@.str.18 = private unnamed_addr constant [60 x i8] c"a semaphore is initialised that has been initialised before\00", align 1
@.str.19 = private unnamed_addr constant [47 x i8] c"a semaphore is posted beyond its largest value\00", align 1
@.str.20 = private unnamed_addr constant [49 x i8] c"a thread gives back a lock that it does not hold\00", align 1
@models = internal global [64 x %struct.anon] zeroinitializer, align 16
@.str.21 = private unnamed_addr constant [53 x i8] c"a client of sequential code has more than 64 objects\00", align 1
@key_count = internal global i32 0, align 4
@.str.22 = private unnamed_addr constant [61 x i8] c"the program makes more than 32 keys for thread-specific data\00", align 1
@destructors = internal global [32 x ptr] zeroinitializer, align 16
@key_values = internal thread_local global [32 x ptr] zeroinitializer, align 16
@keys_in_use = internal thread_local global i32 0, align 4
@next_is_symmetric = internal thread_local global i32 0, align 4
@.str.23 = private unnamed_addr constant [22 x i8] c"a thread joins itself\00", align 1
@cleanup_depth = internal thread_local global i32 0, align 4
@.str.24 = private unnamed_addr constant [66 x i8] c"pthread_exit between pthread_cleanup_push and pthread_cleanup_pop\00", align 1
@.str.25 = private unnamed_addr constant [15 x i8] c"pthread_cancel\00", align 1
@.str.26 = private unnamed_addr constant [22 x i8] c"unwinding of a thread\00", align 1
@.str.27 = private unnamed_addr constant [29 x i8] c"__VERIFIER_error() is called\00", align 1
@.str.28 = private unnamed_addr constant [24 x i8] c"reach_error() is called\00", align 1
@.str.29 = private unnamed_addr constant [18 x i8] c"__VERIFIER_assert\00", align 1
@atomic_depth = internal thread_local global i32 0, align 4
@atomic_block = internal global i64 0, align 8
@.str.30 = private unnamed_addr constant [49 x i8] c"the end of an atomic block without its beginning\00", align 1
@.str.31 = private unnamed_addr constant [6 x i8] c"error\00", align 1
@random_state = internal thread_local global i64 1, align 8
@at_exit_handlers = internal global %struct.handlers zeroinitializer, align 8
@at_quick_exit_handlers = internal global %struct.handlers zeroinitializer, align 8
@.str.32 = private unnamed_addr constant [18 x i8] c"abort() is called\00", align 1
@NOW = internal constant %struct.time { i64 1000000000, i64 0 }, align 8
@.str.33 = private unnamed_addr constant [1 x i8] zeroinitializer, align 1
@.str.34 = private unnamed_addr constant [7 x i8] c"(null)\00", align 1
@.str.35 = private unnamed_addr constant [27 x i8] c"a long double is formatted\00", align 1
@.str.36 = private unnamed_addr constant [52 x i8] c"a conversion that the model of printf does not know\00", align 1
@standard_streams = internal global [3 x %struct.output_stream] [%struct.output_stream zeroinitializer, %struct.output_stream { i32 1 }, %struct.output_stream { i32 2 }], align 4
@stdin = weak dso_local constant ptr @standard_streams, align 8
@stdout = weak dso_local constant ptr getelementptr (i8, ptr @standard_streams, i64 4), align 8
@stderr = weak dso_local constant ptr getelementptr (i8, ptr @standard_streams, i64 8), align 8
@.str.37 = private unnamed_addr constant [4 x i8] c"%s\0A\00", align 1
@.str.38 = private unnamed_addr constant [3 x i8] c"%s\00", align 1
@.str.39 = private unnamed_addr constant [3 x i8] c"%c\00", align 1
@.str.40 = private unnamed_addr constant [11 x i8] c"%s: error\0A\00", align 1
@held_count = internal thread_local global i32 0, align 4
@held_locks = internal thread_local global [32 x %struct.held] zeroinitializer, align 16
@.str.41 = private unnamed_addr constant [37 x i8] c"a thread locks a mutex that it holds\00", align 1
@.str.42 = private unnamed_addr constant [28 x i8] c"a destroyed mutex is locked\00", align 1
@.str.43 = private unnamed_addr constant [31 x i8] c"a destroyed spinlock is locked\00", align 1
@.str.44 = private unnamed_addr constant [34 x i8] c"a thread holds more than 32 locks\00", align 1
@.str.45 = private unnamed_addr constant [38 x i8] c"a destroyed read-write lock is locked\00", align 1
@not_signalled = internal thread_local global ptr null, align 8
@effects_when_woken = internal thread_local global i64 0, align 8
@.str.46 = private unnamed_addr constant [78 x i8] c"two threads whose numbers are equal modulo 63 wait for one condition variable\00", align 1
@.str.47 = private unnamed_addr constant [50 x i8] c"a thread waits with a mutex that it does not hold\00", align 1
@spurious_wakeups = internal thread_local global i32 0, align 4
@.str.48 = private unnamed_addr constant [47 x i8] c"a condition variable is used that is destroyed\00", align 1
@.str.49 = private unnamed_addr constant [68 x i8] c"a thread waits at a barrier that is not initialised or is destroyed\00", align 1
@.str.50 = private unnamed_addr constant [38 x i8] c"a semaphore is used that is destroyed\00", align 1
@.str.51 = private unnamed_addr constant [47 x i8] c"a semaphore is used that was never initialised\00", align 1
@.str.52 = private unnamed_addr constant [45 x i8] c"a nondeterministic value from an empty range\00", align 1
@.str.53 = private unnamed_addr constant [52 x i8] c"a nondeterministic value from all values of 64 bits\00", align 1
@.str.54 = private unnamed_addr constant [49 x i8] c"the program registers more than 32 exit handlers\00", align 1
@exiting = internal global i64 0, align 8
@.str.55 = private unnamed_addr constant [45 x i8] c"an exit handler calls exit() or quick_exit()\00", align 1
@.str.56 = private unnamed_addr constant [4 x i8] c"nan\00", align 1
@.str.57 = private unnamed_addr constant [4 x i8] c"inf\00", align 1

define weak dso_local ptr @__errno_location() {
  %1 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @error_number)
  ret ptr %1
}

declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull)

define weak dso_local i32 @pthread_mutex_lock(ptr noundef %0) {
  %2 = alloca i32, align 4
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = call ptr @find_held(ptr noundef %6)
  store ptr %7, ptr %4, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = icmp ne ptr %8, null
  br i1 %9, label %10, label %13

10:
  %11 = load ptr, ptr %4, align 8
  %12 = call i32 @relock(ptr noundef %11)
  store i32 %12, ptr %2, align 4
  br label %21

13:
  %14 = call i64 @__porf_effects()
  store i64 %14, ptr %5, align 8
  %15 = load ptr, ptr %3, align 8
  %16 = load ptr, ptr %3, align 8
  %17 = getelementptr inbounds %struct.pthread_mutex_t, ptr %16, i32 0, i32 2
  %18 = call i64 @owned_by_self()
  %19 = call i64 @__porf_wait_rmw64(ptr noundef %17, i64 noundef -4294967296, i32 noundef 0, i64 noundef 0, i32 noundef 3, i64 noundef %18)
  %20 = load i64, ptr %5, align 8
  call void @acquired(ptr noundef %15, i64 noundef %19, i64 noundef %20)
  store i32 0, ptr %2, align 4
  br label %21

21:
  %22 = load i32, ptr %2, align 4
  ret i32 %22
}

define internal ptr @find_held(ptr noundef %0) {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  %5 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @held_count)
  %6 = load i32, ptr %5, align 4
  store i32 %6, ptr %4, align 4
  br label %7

7:
  %8 = load i32, ptr %4, align 4
  %9 = icmp ugt i32 %8, 0
  br i1 %9, label %10, label %30

10:
  %11 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @held_locks)
  %12 = load i32, ptr %4, align 4
  %13 = sub i32 %12, 1
  %14 = zext i32 %13 to i64
  %15 = getelementptr inbounds [32 x %struct.held], ptr %11, i64 0, i64 %14
  %16 = getelementptr inbounds %struct.held, ptr %15, i32 0, i32 0
  %17 = load ptr, ptr %16, align 16
  %18 = load ptr, ptr %3, align 8
  %19 = icmp eq ptr %17, %18
  br i1 %19, label %20, label %26

20:
  %21 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @held_locks)
  %22 = load i32, ptr %4, align 4
  %23 = sub i32 %22, 1
  %24 = zext i32 %23 to i64
  %25 = getelementptr inbounds [32 x %struct.held], ptr %21, i64 0, i64 %24
  store ptr %25, ptr %2, align 8
  br label %31

26:
  br label %27

27:
  %28 = load i32, ptr %4, align 4
  %29 = add i32 %28, -1
  store i32 %29, ptr %4, align 4
  br label %7

30:
  store ptr null, ptr %2, align 8
  br label %31

31:
  %32 = load ptr, ptr %2, align 8
  ret ptr %32
}

define internal i32 @relock(ptr noundef %0) {
  %2 = alloca i32, align 4
  %3 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds %struct.held, ptr %4, i32 0, i32 1
  %6 = load i32, ptr %5, align 8
  %7 = icmp eq i32 %6, 1
  br i1 %7, label %8, label %13

8:
  %9 = load ptr, ptr %3, align 8
  %10 = getelementptr inbounds %struct.held, ptr %9, i32 0, i32 2
  %11 = load i32, ptr %10, align 4
  %12 = add i32 %11, 1
  store i32 %12, ptr %10, align 4
  store i32 0, ptr %2, align 4
  br label %20

13:
  %14 = load ptr, ptr %3, align 8
  %15 = getelementptr inbounds %struct.held, ptr %14, i32 0, i32 1
  %16 = load i32, ptr %15, align 8
  %17 = icmp eq i32 %16, 2
  br i1 %17, label %18, label %19

18:
  store i32 35, ptr %2, align 4
  br label %20

19:
  call void @__porf_fail(i32 noundef 4, ptr noundef @.str.41)
  unreachable

20:
  %21 = load i32, ptr %2, align 4
  ret i32 %21
}

declare dso_local i64 @__porf_effects()

define internal void @acquired(ptr noundef %0, i64 noundef %1, i64 noundef %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load i64, ptr %5, align 8
  %8 = and i64 %7, 4294967295
  %9 = icmp eq i64 %8, 4294967295
  br i1 %9, label %10, label %11

10:
  call void @__porf_fail(i32 noundef 5, ptr noundef @.str.42)
  unreachable

11:
  %12 = load ptr, ptr %4, align 8
  %13 = load i64, ptr %5, align 8
  %14 = trunc i64 %13 to i32
  %15 = load i64, ptr %6, align 8
  call void @hold(ptr noundef %12, i32 noundef %14, i64 noundef %15)
  ret void
}

declare dso_local i64 @__porf_wait_rmw64(ptr noundef, i64 noundef, i32 noundef, i64 noundef, i32 noundef, i64 noundef)

define internal i64 @owned_by_self() {
  %1 = call i64 @__porf_self()
  %2 = add i64 %1, 1
  %3 = shl i64 %2, 32
  ret i64 %3
}

define weak dso_local i32 @pthread_mutex_trylock(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @mutex_try_lock(ptr noundef %3, i32 noundef 0)
  ret i32 %4
}

define internal i32 @mutex_try_lock(ptr noundef %0, i32 noundef %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i8, align 1
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca i8, align 1
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  %13 = load ptr, ptr %4, align 8
  %14 = call ptr @find_held(ptr noundef %13)
  store ptr %14, ptr %6, align 8
  %15 = load ptr, ptr %6, align 8
  %16 = icmp ne ptr %15, null
  br i1 %16, label %17, label %28

17:
  %18 = load ptr, ptr %6, align 8
  %19 = getelementptr inbounds %struct.held, ptr %18, i32 0, i32 1
  %20 = load i32, ptr %19, align 8
  %21 = icmp ne i32 %20, 1
  br i1 %21, label %22, label %23

22:
  store i32 16, ptr %3, align 4
  br label %85

23:
  %24 = load ptr, ptr %6, align 8
  %25 = getelementptr inbounds %struct.held, ptr %24, i32 0, i32 2
  %26 = load i32, ptr %25, align 4
  %27 = add i32 %26, 1
  store i32 %27, ptr %25, align 4
  store i32 0, ptr %3, align 4
  br label %85

28:
  store i64 0, ptr %7, align 8
  br label %29

29:
  %30 = load i64, ptr %7, align 8
  store i64 %30, ptr %9, align 8
  %31 = load i64, ptr %9, align 8
  %32 = call i64 @owned_by_self()
  %33 = or i64 %31, %32
  store i64 %33, ptr %10, align 8
  %34 = load ptr, ptr %4, align 8
  %35 = getelementptr inbounds %struct.pthread_mutex_t, ptr %34, i32 0, i32 2
  %36 = load i64, ptr %10, align 8
  store i64 %36, ptr %11, align 8
  %37 = load i32, ptr %5, align 4
  %38 = icmp eq i32 %37, 1
  switch i1 %38, label %45 [
    i1 false, label %39
  ]

39:
  %40 = load i64, ptr %7, align 8
  %41 = load i64, ptr %11, align 8
  %42 = cmpxchg ptr %35, i64 %40, i64 %41 acq_rel acquire, align 8
  %43 = extractvalue { i64, i1 } %42, 0
  %44 = extractvalue { i64, i1 } %42, 1
  br i1 %44, label %63, label %62

45:
  %46 = load i64, ptr %7, align 8
  %47 = load i64, ptr %11, align 8
  %48 = cmpxchg weak ptr %35, i64 %46, i64 %47 acq_rel acquire, align 8
  %49 = extractvalue { i64, i1 } %48, 0
  %50 = extractvalue { i64, i1 } %48, 1
  br i1 %50, label %66, label %65

51:
  %52 = load i8, ptr %12, align 1
  %53 = trunc i8 %52 to i1
  %54 = zext i1 %53 to i8
  store i8 %54, ptr %8, align 1
  %55 = load i8, ptr %8, align 1
  %56 = trunc i8 %55 to i1
  br i1 %56, label %68, label %57

57:
  %58 = load i64, ptr %7, align 8
  %59 = load i64, ptr %9, align 8
  %60 = icmp eq i64 %58, %59
  br i1 %60, label %61, label %68

61:
  store i32 16, ptr %3, align 4
  br label %85

62:
  store i64 %43, ptr %7, align 8
  br label %63

63:
  %64 = zext i1 %44 to i8
  store i8 %64, ptr %12, align 1
  br label %51

65:
  store i64 %49, ptr %7, align 8
  br label %66

66:
  %67 = zext i1 %50 to i8
  store i8 %67, ptr %12, align 1
  br label %51

68:
  br label %69

69:
  %70 = load i8, ptr %8, align 1
  %71 = trunc i8 %70 to i1
  br i1 %71, label %76, label %72

72:
  %73 = load i64, ptr %7, align 8
  %74 = and i64 %73, -4294967296
  %75 = icmp eq i64 %74, 0
  br label %76

76:
  %77 = phi i1 [ false, %69 ], [ %75, %72 ]
  br i1 %77, label %29, label %78

78:
  %79 = load i8, ptr %8, align 1
  %80 = trunc i8 %79 to i1
  br i1 %80, label %82, label %81

81:
  store i32 16, ptr %3, align 4
  br label %85

82:
  %83 = load ptr, ptr %4, align 8
  %84 = load i64, ptr %7, align 8
  call void @acquired(ptr noundef %83, i64 noundef %84, i64 noundef -1)
  store i32 0, ptr %3, align 4
  br label %85

85:
  %86 = load i32, ptr %3, align 4
  ret i32 %86
}

define weak dso_local i32 @pthread_mutex_timedlock(ptr noundef %0, ptr noundef %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %7 = load ptr, ptr %5, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = call ptr @find_held(ptr noundef %8)
  store ptr %9, ptr %6, align 8
  %10 = load ptr, ptr %6, align 8
  %11 = icmp ne ptr %10, null
  br i1 %11, label %12, label %18

12:
  %13 = load ptr, ptr %6, align 8
  %14 = getelementptr inbounds %struct.held, ptr %13, i32 0, i32 1
  %15 = load i32, ptr %14, align 8
  %16 = icmp eq i32 %15, 2
  br i1 %16, label %17, label %18

17:
  store i32 35, ptr %3, align 4
  br label %24

18:
  %19 = load ptr, ptr %4, align 8
  %20 = call i32 @mutex_try_lock(ptr noundef %19, i32 noundef 0)
  %21 = icmp eq i32 %20, 0
  %22 = zext i1 %21 to i64
  %23 = select i1 %21, i32 0, i32 110
  store i32 %23, ptr %3, align 4
  br label %24

24:
  %25 = load i32, ptr %3, align 4
  ret i32 %25
}

define weak dso_local i32 @pthread_mutex_clocklock(ptr noundef %0, i32 noundef %1, ptr noundef %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  store ptr %2, ptr %6, align 8
  %7 = load i32, ptr %5, align 4
  %8 = load ptr, ptr %4, align 8
  %9 = load ptr, ptr %6, align 8
  %10 = call i32 @pthread_mutex_timedlock(ptr noundef %8, ptr noundef %9)
  ret i32 %10
}

define weak dso_local i32 @pthread_mutex_unlock(ptr noundef %0) {
  %2 = alloca i32, align 4
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  %8 = load ptr, ptr %3, align 8
  %9 = call ptr @find_held(ptr noundef %8)
  store ptr %9, ptr %4, align 8
  %10 = load ptr, ptr %4, align 8
  %11 = icmp ne ptr %10, null
  br i1 %11, label %25, label %12

12:
  %13 = load ptr, ptr %3, align 8
  %14 = getelementptr inbounds %struct.pthread_mutex_t, ptr %13, i32 0, i32 2
  %15 = load atomic i64, ptr %14 monotonic, align 8
  store i64 %15, ptr %6, align 8
  %16 = load i64, ptr %6, align 8
  %17 = and i64 %16, 4294967295
  store i64 %17, ptr %5, align 8
  %18 = load i64, ptr %5, align 8
  %19 = icmp eq i64 %18, 2
  br i1 %19, label %23, label %20

20:
  %21 = load i64, ptr %5, align 8
  %22 = icmp eq i64 %21, 1
  br i1 %22, label %23, label %24

23:
  store i32 1, ptr %2, align 4
  br label %54

24:
  call void @__porf_fail(i32 noundef 3, ptr noundef @.str)
  unreachable

25:
  %26 = load ptr, ptr %4, align 8
  %27 = call zeroext i1 @has_done_nothing_since(ptr noundef %26)
  br i1 %27, label %28, label %32

28:
  %29 = load ptr, ptr %4, align 8
  %30 = getelementptr inbounds %struct.held, ptr %29, i32 0, i32 3
  %31 = load i64, ptr %30, align 8
  br label %33

32:
  br label %33

33:
  %34 = phi i64 [ %31, %28 ], [ -1, %32 ]
  store i64 %34, ptr %7, align 8
  %35 = load ptr, ptr %4, align 8
  %36 = getelementptr inbounds %struct.held, ptr %35, i32 0, i32 2
  %37 = load i32, ptr %36, align 4
  %38 = add i32 %37, -1
  store i32 %38, ptr %36, align 4
  %39 = load ptr, ptr %4, align 8
  %40 = getelementptr inbounds %struct.held, ptr %39, i32 0, i32 2
  %41 = load i32, ptr %40, align 4
  %42 = icmp ugt i32 %41, 0
  br i1 %42, label %43, label %44

43:
  store i32 0, ptr %2, align 4
  br label %54

44:
  %45 = load ptr, ptr %3, align 8
  %46 = load ptr, ptr %4, align 8
  call void @release(ptr noundef %45, ptr noundef %46)
  %47 = load i64, ptr %7, align 8
  %48 = icmp ne i64 %47, -1
  br i1 %48, label %49, label %53

49:
  %50 = load ptr, ptr %3, align 8
  %51 = getelementptr inbounds %struct.pthread_mutex_t, ptr %50, i32 0, i32 2
  %52 = load i64, ptr %7, align 8
  call void @__porf_cancel64(ptr noundef %51, i64 noundef %52)
  br label %53

53:
  store i32 0, ptr %2, align 4
  br label %54

54:
  %55 = load i32, ptr %2, align 4
  ret i32 %55
}

declare dso_local void @__porf_fail(i32 noundef, ptr noundef)

define internal zeroext i1 @has_done_nothing_since(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds %struct.held, ptr %3, i32 0, i32 4
  %5 = load i64, ptr %4, align 8
  %6 = call i64 @__porf_effects()
  %7 = icmp eq i64 %5, %6
  ret i1 %7
}

define internal void @release(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = getelementptr inbounds %struct.held, ptr %7, i32 0, i32 1
  %9 = load i32, ptr %8, align 8
  %10 = zext i32 %9 to i64
  store i64 %10, ptr %5, align 8
  %11 = load ptr, ptr %4, align 8
  call void @forget(ptr noundef %11)
  %12 = load ptr, ptr %3, align 8
  %13 = getelementptr inbounds %struct.pthread_mutex_t, ptr %12, i32 0, i32 2
  %14 = load i64, ptr %5, align 8
  store i64 %14, ptr %6, align 8
  %15 = load i64, ptr %6, align 8
  store atomic i64 %15, ptr %13 release, align 8
  ret void
}

declare dso_local void @__porf_cancel64(ptr noundef, i64 noundef)

define weak dso_local i32 @pthread_mutex_init(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = getelementptr inbounds %struct.pthread_mutex_t, ptr %5, i32 0, i32 0
  call void @begin_life(ptr noundef %6, ptr noundef @.str.1)
  %7 = load ptr, ptr %4, align 8
  %8 = icmp ne ptr %7, null
  br i1 %8, label %9, label %13

9:
  %10 = load ptr, ptr %4, align 8
  %11 = getelementptr inbounds %struct.pthread_mutexattr_t, ptr %10, i32 0, i32 0
  %12 = load i32, ptr %11, align 4
  br label %14

13:
  br label %14

14:
  %15 = phi i32 [ %12, %9 ], [ 0, %13 ]
  %16 = zext i32 %15 to i64
  %17 = load ptr, ptr %3, align 8
  %18 = getelementptr inbounds %struct.pthread_mutex_t, ptr %17, i32 0, i32 2
  store i64 %16, ptr %18, align 8
  ret i32 0
}

define internal void @begin_life(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = getelementptr inbounds %struct.life, ptr %6, i32 0, i32 0
  %8 = call ptr @__porf_load_or_null(ptr noundef %7)
  %9 = load ptr, ptr %3, align 8
  %10 = icmp eq ptr %8, %9
  br i1 %10, label %11, label %13

11:
  %12 = load ptr, ptr %4, align 8
  call void @__porf_fail(i32 noundef 5, ptr noundef %12)
  unreachable

13:
  %14 = load ptr, ptr %3, align 8
  %15 = getelementptr inbounds %struct.life, ptr %14, i32 0, i32 0
  %16 = load ptr, ptr %3, align 8
  store ptr %16, ptr %5, align 8
  %17 = load i64, ptr %5, align 8
  store atomic i64 %17, ptr %15 monotonic, align 8
  ret void
}

define weak dso_local i32 @pthread_mutex_destroy(ptr noundef %0) {
  %2 = alloca ptr, align 8
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  %5 = alloca i8, align 1
  store ptr %0, ptr %2, align 8
  store i64 0, ptr %3, align 8
  br label %6

6:
  %7 = load ptr, ptr %2, align 8
  %8 = getelementptr inbounds %struct.pthread_mutex_t, ptr %7, i32 0, i32 2
  store i64 4294967295, ptr %4, align 8
  %9 = load i64, ptr %3, align 8
  %10 = load i64, ptr %4, align 8
  %11 = cmpxchg ptr %8, i64 %9, i64 %10 acq_rel acquire, align 8
  %12 = extractvalue { i64, i1 } %11, 0
  %13 = extractvalue { i64, i1 } %11, 1
  br i1 %13, label %15, label %14

14:
  store i64 %12, ptr %3, align 8
  br label %15

15:
  %16 = zext i1 %13 to i8
  store i8 %16, ptr %5, align 1
  %17 = load i8, ptr %5, align 1
  %18 = trunc i8 %17 to i1
  %19 = xor i1 %18, true
  br i1 %19, label %20, label %30

20:
  %21 = load i64, ptr %3, align 8
  %22 = and i64 %21, -4294967296
  %23 = icmp ne i64 %22, 0
  br i1 %23, label %24, label %25

24:
  call void @__porf_fail(i32 noundef 5, ptr noundef @.str.2)
  unreachable

25:
  %26 = load i64, ptr %3, align 8
  %27 = icmp eq i64 %26, 4294967295
  br i1 %27, label %28, label %29

28:
  call void @__porf_fail(i32 noundef 5, ptr noundef @.str.3)
  unreachable

29:
  br label %6

30:
  %31 = load ptr, ptr %2, align 8
  %32 = getelementptr inbounds %struct.pthread_mutex_t, ptr %31, i32 0, i32 0
  call void @end_life(ptr noundef %32)
  ret i32 0
}

define internal void @end_life(ptr noundef %0) {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %4 = load ptr, ptr %2, align 8
  %5 = getelementptr inbounds %struct.life, ptr %4, i32 0, i32 0
  store ptr null, ptr %3, align 8
  %6 = load i64, ptr %3, align 8
  store atomic i64 %6, ptr %5 monotonic, align 8
  ret void
}

define weak dso_local i32 @pthread_mutexattr_init(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds %struct.pthread_mutexattr_t, ptr %3, i32 0, i32 0
  store i32 0, ptr %4, align 4
  ret i32 0
}

define weak dso_local i32 @pthread_mutexattr_destroy(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  ret i32 0
}

define weak dso_local i32 @pthread_mutexattr_settype(ptr noundef %0, i32 noundef %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  %6 = load i32, ptr %5, align 4
  %7 = icmp slt i32 %6, 0
  br i1 %7, label %11, label %8

8:
  %9 = load i32, ptr %5, align 4
  %10 = icmp sgt i32 %9, 3
  br i1 %10, label %11, label %12

11:
  store i32 22, ptr %3, align 4
  br label %16

12:
  %13 = load i32, ptr %5, align 4
  %14 = load ptr, ptr %4, align 8
  %15 = getelementptr inbounds %struct.pthread_mutexattr_t, ptr %14, i32 0, i32 0
  store i32 %13, ptr %15, align 4
  store i32 0, ptr %3, align 4
  br label %16

16:
  %17 = load i32, ptr %3, align 4
  ret i32 %17
}

define weak dso_local i32 @pthread_mutexattr_gettype(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = getelementptr inbounds %struct.pthread_mutexattr_t, ptr %5, i32 0, i32 0
  %7 = load i32, ptr %6, align 4
  %8 = load ptr, ptr %4, align 8
  store i32 %7, ptr %8, align 4
  ret i32 0
}

define weak dso_local i32 @pthread_mutexattr_setpshared(ptr noundef %0, i32 noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %4, align 4
  ret i32 0
}

define weak dso_local i32 @pthread_mutexattr_setprotocol(ptr noundef %0, i32 noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %4, align 4
  ret i32 0
}

define weak dso_local i32 @pthread_mutexattr_setrobust(ptr noundef %0, i32 noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %4, align 4
  %7 = icmp ne i32 %6, 0
  %8 = zext i1 %7 to i64
  %9 = select i1 %7, i32 95, i32 0
  ret i32 %9
}

define weak dso_local i32 @pthread_spin_lock(ptr noundef %0) {
  %2 = alloca ptr, align 8
  %3 = alloca i64, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %2, align 8
  %5 = load ptr, ptr %2, align 8
  %6 = call ptr @find_held(ptr noundef %5)
  %7 = icmp ne ptr %6, null
  br i1 %7, label %8, label %9

8:
  call void @__porf_fail(i32 noundef 4, ptr noundef @.str.4)
  unreachable

9:
  %10 = call i64 @__porf_effects()
  store i64 %10, ptr %3, align 8
  %11 = load ptr, ptr %2, align 8
  %12 = call i32 @spinning_self()
  %13 = call i32 @__porf_wait_rmw32(ptr noundef %11, i32 noundef 1073741823, i32 noundef 0, i32 noundef 0, i32 noundef 0, i32 noundef %12)
  store i32 %13, ptr %4, align 4
  %14 = load i32, ptr %4, align 4
  call void @check_spinlock(i32 noundef %14)
  %15 = load ptr, ptr %2, align 8
  %16 = load i32, ptr %4, align 4
  %17 = load i64, ptr %3, align 8
  call void @hold(ptr noundef %15, i32 noundef %16, i64 noundef %17)
  ret i32 0
}

declare dso_local i32 @__porf_wait_rmw32(ptr noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef, i32 noundef)

define internal i32 @spinning_self() {
  %1 = call i64 @__porf_self()
  %2 = trunc i64 %1 to i32
  %3 = add i32 %2, 1
  ret i32 %3
}

define internal void @check_spinlock(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = and i32 %3, -2147483648
  %5 = icmp ne i32 %4, 0
  br i1 %5, label %6, label %7

6:
  call void @__porf_fail(i32 noundef 5, ptr noundef @.str.43)
  unreachable

7:
  ret void
}

define internal void @hold(ptr noundef %0, i32 noundef %1, i64 noundef %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  store i64 %2, ptr %6, align 8
  %8 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @held_count)
  %9 = load i32, ptr %8, align 4
  %10 = icmp eq i32 %9, 32
  br i1 %10, label %11, label %12

11:
  call void @__porf_fail(i32 noundef 6, ptr noundef @.str.44)
  unreachable

12:
  %13 = load ptr, ptr %4, align 8
  %14 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @held_locks)
  %15 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @held_count)
  %16 = load i32, ptr %15, align 4
  %17 = zext i32 %16 to i64
  %18 = getelementptr inbounds [32 x %struct.held], ptr %14, i64 0, i64 %17
  %19 = getelementptr inbounds %struct.held, ptr %18, i32 0, i32 0
  store ptr %13, ptr %19, align 16
  %20 = load i32, ptr %5, align 4
  %21 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @held_locks)
  %22 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @held_count)
  %23 = load i32, ptr %22, align 4
  %24 = zext i32 %23 to i64
  %25 = getelementptr inbounds [32 x %struct.held], ptr %21, i64 0, i64 %24
  %26 = getelementptr inbounds %struct.held, ptr %25, i32 0, i32 1
  store i32 %20, ptr %26, align 8
  %27 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @held_locks)
  %28 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @held_count)
  %29 = load i32, ptr %28, align 4
  %30 = zext i32 %29 to i64
  %31 = getelementptr inbounds [32 x %struct.held], ptr %27, i64 0, i64 %30
  %32 = getelementptr inbounds %struct.held, ptr %31, i32 0, i32 2
  store i32 1, ptr %32, align 4
  %33 = load i64, ptr %6, align 8
  %34 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @held_locks)
  %35 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @held_count)
  %36 = load i32, ptr %35, align 4
  %37 = zext i32 %36 to i64
  %38 = getelementptr inbounds [32 x %struct.held], ptr %34, i64 0, i64 %37
  %39 = getelementptr inbounds %struct.held, ptr %38, i32 0, i32 3
  store i64 %33, ptr %39, align 16
  %40 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @held_locks)
  %41 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @held_count)
  %42 = load i32, ptr %41, align 4
  %43 = zext i32 %42 to i64
  %44 = getelementptr inbounds [32 x %struct.held], ptr %40, i64 0, i64 %43
  store ptr %44, ptr %7, align 8
  %45 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @held_count)
  %46 = load i32, ptr %45, align 4
  %47 = add i32 %46, 1
  store i32 %47, ptr %45, align 4
  %48 = call i64 @__porf_effects()
  %49 = add i64 %48, 1
  %50 = load ptr, ptr %7, align 8
  %51 = getelementptr inbounds %struct.held, ptr %50, i32 0, i32 4
  store i64 %49, ptr %51, align 8
  ret void
}

define weak dso_local i32 @pthread_spin_trylock(ptr noundef %0) {
  %2 = alloca i32, align 4
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca i8, align 1
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i8, align 1
  store ptr %0, ptr %3, align 8
  %9 = load ptr, ptr %3, align 8
  %10 = call ptr @find_held(ptr noundef %9)
  %11 = icmp ne ptr %10, null
  br i1 %11, label %12, label %13

12:
  store i32 16, ptr %2, align 4
  br label %48

13:
  store i32 1073741824, ptr %4, align 4
  br label %14

14:
  %15 = load i32, ptr %4, align 4
  store i32 %15, ptr %6, align 4
  %16 = load ptr, ptr %3, align 8
  %17 = load i32, ptr %6, align 4
  %18 = call i32 @spinning_self()
  %19 = or i32 %17, %18
  store i32 %19, ptr %7, align 4
  %20 = load i32, ptr %4, align 4
  %21 = load i32, ptr %7, align 4
  %22 = cmpxchg ptr %16, i32 %20, i32 %21 acq_rel acquire, align 4
  %23 = extractvalue { i32, i1 } %22, 0
  %24 = extractvalue { i32, i1 } %22, 1
  br i1 %24, label %26, label %25

25:
  store i32 %23, ptr %4, align 4
  br label %26

26:
  %27 = zext i1 %24 to i8
  store i8 %27, ptr %8, align 1
  %28 = load i8, ptr %8, align 1
  %29 = trunc i8 %28 to i1
  %30 = zext i1 %29 to i8
  store i8 %30, ptr %5, align 1
  %31 = load i32, ptr %4, align 4
  call void @check_spinlock(i32 noundef %31)
  br label %32

32:
  %33 = load i8, ptr %5, align 1
  %34 = trunc i8 %33 to i1
  br i1 %34, label %39, label %35

35:
  %36 = load i32, ptr %4, align 4
  %37 = and i32 %36, 1073741823
  %38 = icmp eq i32 %37, 0
  br label %39

39:
  %40 = phi i1 [ false, %32 ], [ %38, %35 ]
  br i1 %40, label %14, label %41

41:
  %42 = load i8, ptr %5, align 1
  %43 = trunc i8 %42 to i1
  br i1 %43, label %45, label %44

44:
  store i32 16, ptr %2, align 4
  br label %48

45:
  %46 = load ptr, ptr %3, align 8
  %47 = load i32, ptr %4, align 4
  call void @hold(ptr noundef %46, i32 noundef %47, i64 noundef -1)
  store i32 0, ptr %2, align 4
  br label %48

48:
  %49 = load i32, ptr %2, align 4
  ret i32 %49
}

define weak dso_local i32 @pthread_spin_unlock(ptr noundef %0) {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  store ptr %0, ptr %2, align 8
  %7 = load ptr, ptr %2, align 8
  %8 = call ptr @find_held(ptr noundef %7)
  store ptr %8, ptr %3, align 8
  %9 = load ptr, ptr %3, align 8
  %10 = icmp ne ptr %9, null
  br i1 %10, label %12, label %11

11:
  call void @__porf_fail(i32 noundef 3, ptr noundef @.str.5)
  unreachable

12:
  %13 = load ptr, ptr %3, align 8
  %14 = call zeroext i1 @has_done_nothing_since(ptr noundef %13)
  br i1 %14, label %15, label %19

15:
  %16 = load ptr, ptr %3, align 8
  %17 = getelementptr inbounds %struct.held, ptr %16, i32 0, i32 3
  %18 = load i64, ptr %17, align 8
  br label %20

19:
  br label %20

20:
  %21 = phi i64 [ %18, %15 ], [ -1, %19 ]
  store i64 %21, ptr %4, align 8
  %22 = load ptr, ptr %3, align 8
  %23 = getelementptr inbounds %struct.held, ptr %22, i32 0, i32 1
  %24 = load i32, ptr %23, align 8
  store i32 %24, ptr %5, align 4
  %25 = load ptr, ptr %3, align 8
  call void @forget(ptr noundef %25)
  %26 = load ptr, ptr %2, align 8
  %27 = load i32, ptr %5, align 4
  store i32 %27, ptr %6, align 4
  %28 = load i32, ptr %6, align 4
  store atomic i32 %28, ptr %26 release, align 4
  %29 = load i64, ptr %4, align 8
  %30 = icmp ne i64 %29, -1
  br i1 %30, label %31, label %34

31:
  %32 = load ptr, ptr %2, align 8
  %33 = load i64, ptr %4, align 8
  call void @__porf_cancel32(ptr noundef %32, i64 noundef %33)
  br label %34

34:
  ret i32 0
}

define internal void @forget(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @held_count)
  %4 = load i32, ptr %3, align 4
  %5 = add i32 %4, -1
  store i32 %5, ptr %3, align 4
  %6 = load ptr, ptr %2, align 8
  %7 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @held_locks)
  %8 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @held_count)
  %9 = load i32, ptr %8, align 4
  %10 = zext i32 %9 to i64
  %11 = getelementptr inbounds [32 x %struct.held], ptr %7, i64 0, i64 %10
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %6, ptr align 16 %11, i64 32, i1 false)
  ret void
}

declare dso_local void @__porf_cancel32(ptr noundef, i64 noundef)

define weak dso_local i32 @pthread_spin_init(ptr noundef %0, i32 noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %7 = load i32, ptr %4, align 4
  %8 = load ptr, ptr %3, align 8
  %9 = call i32 @__porf_load_or_zero32(ptr noundef %8)
  store i32 %9, ptr %5, align 4
  %10 = load i32, ptr %5, align 4
  %11 = and i32 %10, 1073741824
  %12 = icmp ne i32 %11, 0
  br i1 %12, label %13, label %18

13:
  %14 = load i32, ptr %5, align 4
  %15 = and i32 %14, -2147483648
  %16 = icmp ne i32 %15, 0
  br i1 %16, label %18, label %17

17:
  call void @__porf_fail(i32 noundef 5, ptr noundef @.str.6)
  unreachable

18:
  %19 = load ptr, ptr %3, align 8
  store i32 1073741824, ptr %6, align 4
  %20 = load i32, ptr %6, align 4
  store atomic i32 %20, ptr %19 release, align 4
  ret i32 0
}

declare dso_local i32 @__porf_load_or_zero32(ptr noundef)

define weak dso_local i32 @pthread_spin_destroy(ptr noundef %0) {
  %2 = alloca ptr, align 8
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  store ptr %0, ptr %2, align 8
  %6 = load ptr, ptr %2, align 8
  store i32 -2147483648, ptr %4, align 4
  %7 = load i32, ptr %4, align 4
  %8 = atomicrmw or ptr %6, i32 %7 acq_rel, align 4
  store i32 %8, ptr %5, align 4
  %9 = load i32, ptr %5, align 4
  store i32 %9, ptr %3, align 4
  %10 = load i32, ptr %3, align 4
  %11 = and i32 %10, -2147483648
  %12 = icmp ne i32 %11, 0
  br i1 %12, label %13, label %14

13:
  call void @__porf_fail(i32 noundef 5, ptr noundef @.str.7)
  unreachable

14:
  %15 = load i32, ptr %3, align 4
  %16 = and i32 %15, 1073741823
  %17 = icmp ne i32 %16, 0
  br i1 %17, label %18, label %19

18:
  call void @__porf_fail(i32 noundef 5, ptr noundef @.str.8)
  unreachable

19:
  ret i32 0
}

define weak dso_local i32 @pthread_rwlock_rdlock(ptr noundef %0) {
  %2 = alloca i32, align 4
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = call ptr @find_held(ptr noundef %5)
  store ptr %6, ptr %4, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = call i32 @read_again(ptr noundef %7)
  %9 = icmp ne i32 %8, 0
  br i1 %9, label %10, label %11

10:
  store i32 0, ptr %2, align 4
  br label %20

11:
  %12 = load ptr, ptr %4, align 8
  %13 = icmp ne ptr %12, null
  br i1 %13, label %14, label %15

14:
  call void @__porf_fail(i32 noundef 4, ptr noundef @.str.9)
  unreachable

15:
  %16 = load ptr, ptr %3, align 8
  %17 = getelementptr inbounds %struct.pthread_rwlock_t, ptr %16, i32 0, i32 0
  %18 = call i64 @__porf_wait_rmw64(ptr noundef %17, i64 noundef -4294967296, i32 noundef 0, i64 noundef 0, i32 noundef 0, i64 noundef 1)
  call void @check_rwlock(i64 noundef %18)
  %19 = load ptr, ptr %3, align 8
  call void @hold(ptr noundef %19, i32 noundef 0, i64 noundef -1)
  store i32 0, ptr %2, align 4
  br label %20

20:
  %21 = load i32, ptr %2, align 4
  ret i32 %21
}

define internal i32 @read_again(ptr noundef %0) {
  %2 = alloca i32, align 4
  %3 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  %4 = load ptr, ptr %3, align 8
  %5 = icmp ne ptr %4, null
  br i1 %5, label %6, label %11

6:
  %7 = load ptr, ptr %3, align 8
  %8 = getelementptr inbounds %struct.held, ptr %7, i32 0, i32 1
  %9 = load i32, ptr %8, align 8
  %10 = icmp ne i32 %9, 0
  br i1 %10, label %11, label %12

11:
  store i32 0, ptr %2, align 4
  br label %17

12:
  %13 = load ptr, ptr %3, align 8
  %14 = getelementptr inbounds %struct.held, ptr %13, i32 0, i32 2
  %15 = load i32, ptr %14, align 4
  %16 = add i32 %15, 1
  store i32 %16, ptr %14, align 4
  store i32 1, ptr %2, align 4
  br label %17

17:
  %18 = load i32, ptr %2, align 4
  ret i32 %18
}

define internal void @check_rwlock(i64 noundef %0) {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = and i64 %3, 2147483648
  %5 = icmp ne i64 %4, 0
  br i1 %5, label %6, label %7

6:
  call void @__porf_fail(i32 noundef 5, ptr noundef @.str.45)
  unreachable

7:
  ret void
}

define weak dso_local i32 @pthread_rwlock_wrlock(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call ptr @find_held(ptr noundef %3)
  %5 = icmp ne ptr %4, null
  br i1 %5, label %6, label %7

6:
  call void @__porf_fail(i32 noundef 4, ptr noundef @.str.9)
  unreachable

7:
  %8 = load ptr, ptr %2, align 8
  %9 = getelementptr inbounds %struct.pthread_rwlock_t, ptr %8, i32 0, i32 0
  %10 = call i64 @written_by_self()
  %11 = call i64 @__porf_wait_rmw64(ptr noundef %9, i64 noundef -2147483649, i32 noundef 0, i64 noundef 0, i32 noundef 0, i64 noundef %10)
  call void @check_rwlock(i64 noundef %11)
  %12 = load ptr, ptr %2, align 8
  call void @hold(ptr noundef %12, i32 noundef 1, i64 noundef -1)
  ret i32 0
}

define internal i64 @written_by_self() {
  %1 = call i64 @__porf_self()
  %2 = add i64 %1, 1
  %3 = shl i64 %2, 32
  ret i64 %3
}

define weak dso_local i32 @pthread_rwlock_tryrdlock(ptr noundef %0) {
  %2 = alloca i32, align 4
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i8, align 1
  store ptr %0, ptr %3, align 8
  %9 = load ptr, ptr %3, align 8
  %10 = call ptr @find_held(ptr noundef %9)
  store ptr %10, ptr %4, align 8
  %11 = load ptr, ptr %4, align 8
  %12 = call i32 @read_again(ptr noundef %11)
  %13 = icmp ne i32 %12, 0
  br i1 %13, label %14, label %15

14:
  store i32 0, ptr %2, align 4
  br label %45

15:
  %16 = load ptr, ptr %3, align 8
  %17 = getelementptr inbounds %struct.pthread_rwlock_t, ptr %16, i32 0, i32 0
  %18 = load atomic i64, ptr %17 acquire, align 8
  store i64 %18, ptr %6, align 8
  %19 = load i64, ptr %6, align 8
  store i64 %19, ptr %5, align 8
  %20 = load i64, ptr %5, align 8
  call void @check_rwlock(i64 noundef %20)
  %21 = load ptr, ptr %4, align 8
  %22 = icmp ne ptr %21, null
  br i1 %22, label %27, label %23

23:
  %24 = load i64, ptr %5, align 8
  %25 = and i64 %24, -4294967296
  %26 = icmp ne i64 %25, 0
  br i1 %26, label %27, label %28

27:
  store i32 16, ptr %2, align 4
  br label %45

28:
  %29 = load ptr, ptr %3, align 8
  %30 = getelementptr inbounds %struct.pthread_rwlock_t, ptr %29, i32 0, i32 0
  %31 = load i64, ptr %5, align 8
  %32 = add i64 %31, 1
  store i64 %32, ptr %7, align 8
  %33 = load i64, ptr %5, align 8
  %34 = load i64, ptr %7, align 8
  %35 = cmpxchg ptr %30, i64 %33, i64 %34 acq_rel acquire, align 8
  %36 = extractvalue { i64, i1 } %35, 0
  %37 = extractvalue { i64, i1 } %35, 1
  br i1 %37, label %39, label %38

38:
  store i64 %36, ptr %5, align 8
  br label %39

39:
  %40 = zext i1 %37 to i8
  store i8 %40, ptr %8, align 1
  %41 = load i8, ptr %8, align 1
  %42 = trunc i8 %41 to i1
  %43 = zext i1 %42 to i32
  call void @__porf_assume(i32 noundef %43)
  %44 = load ptr, ptr %3, align 8
  call void @hold(ptr noundef %44, i32 noundef 0, i64 noundef -1)
  store i32 0, ptr %2, align 4
  br label %45

45:
  %46 = load i32, ptr %2, align 4
  ret i32 %46
}

declare dso_local void @__porf_assume(i32 noundef)

define weak dso_local i32 @pthread_rwlock_trywrlock(ptr noundef %0) {
  %2 = alloca i32, align 4
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  %6 = alloca i8, align 1
  store ptr %0, ptr %3, align 8
  store i64 0, ptr %4, align 8
  %7 = load ptr, ptr %3, align 8
  %8 = call ptr @find_held(ptr noundef %7)
  %9 = icmp ne ptr %8, null
  br i1 %9, label %24, label %10

10:
  %11 = load ptr, ptr %3, align 8
  %12 = getelementptr inbounds %struct.pthread_rwlock_t, ptr %11, i32 0, i32 0
  %13 = call i64 @written_by_self()
  store i64 %13, ptr %5, align 8
  %14 = load i64, ptr %4, align 8
  %15 = load i64, ptr %5, align 8
  %16 = cmpxchg ptr %12, i64 %14, i64 %15 acq_rel acquire, align 8
  %17 = extractvalue { i64, i1 } %16, 0
  %18 = extractvalue { i64, i1 } %16, 1
  br i1 %18, label %20, label %19

19:
  store i64 %17, ptr %4, align 8
  br label %20

20:
  %21 = zext i1 %18 to i8
  store i8 %21, ptr %6, align 1
  %22 = load i8, ptr %6, align 1
  %23 = trunc i8 %22 to i1
  br i1 %23, label %26, label %24

24:
  %25 = load i64, ptr %4, align 8
  call void @check_rwlock(i64 noundef %25)
  store i32 16, ptr %2, align 4
  br label %28

26:
  %27 = load ptr, ptr %3, align 8
  call void @hold(ptr noundef %27, i32 noundef 1, i64 noundef -1)
  store i32 0, ptr %2, align 4
  br label %28

28:
  %29 = load i32, ptr %2, align 4
  ret i32 %29
}

define weak dso_local i32 @pthread_rwlock_timedrdlock(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = call i32 @pthread_rwlock_tryrdlock(ptr noundef %6)
  %8 = icmp eq i32 %7, 0
  %9 = zext i1 %8 to i64
  %10 = select i1 %8, i32 0, i32 110
  ret i32 %10
}

define weak dso_local i32 @pthread_rwlock_timedwrlock(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = call i32 @pthread_rwlock_trywrlock(ptr noundef %6)
  %8 = icmp eq i32 %7, 0
  %9 = zext i1 %8 to i64
  %10 = select i1 %8, i32 0, i32 110
  ret i32 %10
}

define weak dso_local i32 @pthread_rwlock_unlock(ptr noundef %0) {
  %2 = alloca i32, align 4
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  %9 = load ptr, ptr %3, align 8
  %10 = call ptr @find_held(ptr noundef %9)
  store ptr %10, ptr %4, align 8
  %11 = load ptr, ptr %4, align 8
  %12 = icmp ne ptr %11, null
  br i1 %12, label %14, label %13

13:
  call void @__porf_fail(i32 noundef 3, ptr noundef @.str.10)
  unreachable

14:
  %15 = load ptr, ptr %4, align 8
  %16 = getelementptr inbounds %struct.held, ptr %15, i32 0, i32 2
  %17 = load i32, ptr %16, align 4
  %18 = add i32 %17, -1
  store i32 %18, ptr %16, align 4
  %19 = load ptr, ptr %4, align 8
  %20 = getelementptr inbounds %struct.held, ptr %19, i32 0, i32 2
  %21 = load i32, ptr %20, align 4
  %22 = icmp ugt i32 %21, 0
  br i1 %22, label %23, label %24

23:
  store i32 0, ptr %2, align 4
  br label %44

24:
  %25 = load ptr, ptr %4, align 8
  %26 = getelementptr inbounds %struct.held, ptr %25, i32 0, i32 1
  %27 = load i32, ptr %26, align 8
  %28 = icmp eq i32 %27, 1
  %29 = zext i1 %28 to i32
  store i32 %29, ptr %5, align 4
  %30 = load ptr, ptr %4, align 8
  call void @forget(ptr noundef %30)
  %31 = load i32, ptr %5, align 4
  %32 = icmp ne i32 %31, 0
  br i1 %32, label %33, label %37

33:
  %34 = load ptr, ptr %3, align 8
  %35 = getelementptr inbounds %struct.pthread_rwlock_t, ptr %34, i32 0, i32 0
  store i64 0, ptr %6, align 8
  %36 = load i64, ptr %6, align 8
  store atomic i64 %36, ptr %35 release, align 8
  br label %43

37:
  %38 = load ptr, ptr %3, align 8
  %39 = getelementptr inbounds %struct.pthread_rwlock_t, ptr %38, i32 0, i32 0
  store i64 1, ptr %7, align 8
  %40 = load i64, ptr %7, align 8
  %41 = atomicrmw sub ptr %39, i64 %40 release, align 8
  store i64 %41, ptr %8, align 8
  %42 = load i64, ptr %8, align 8
  br label %43

43:
  store i32 0, ptr %2, align 4
  br label %44

44:
  %45 = load i32, ptr %2, align 4
  ret i32 %45
}

define weak dso_local i32 @pthread_rwlock_init(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = getelementptr inbounds %struct.pthread_rwlock_t, ptr %6, i32 0, i32 1
  call void @begin_life(ptr noundef %7, ptr noundef @.str.11)
  %8 = load ptr, ptr %3, align 8
  %9 = getelementptr inbounds %struct.pthread_rwlock_t, ptr %8, i32 0, i32 0
  store i64 0, ptr %9, align 8
  ret i32 0
}

define weak dso_local i32 @pthread_rwlock_destroy(ptr noundef %0) {
  %2 = alloca ptr, align 8
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  store ptr %0, ptr %2, align 8
  %6 = load ptr, ptr %2, align 8
  %7 = getelementptr inbounds %struct.pthread_rwlock_t, ptr %6, i32 0, i32 0
  store i64 2147483648, ptr %4, align 8
  %8 = load i64, ptr %4, align 8
  %9 = atomicrmw or ptr %7, i64 %8 acq_rel, align 8
  store i64 %9, ptr %5, align 8
  %10 = load i64, ptr %5, align 8
  store i64 %10, ptr %3, align 8
  %11 = load i64, ptr %3, align 8
  %12 = icmp ne i64 %11, 0
  br i1 %12, label %13, label %14

13:
  call void @__porf_fail(i32 noundef 5, ptr noundef @.str.12)
  unreachable

14:
  %15 = load ptr, ptr %2, align 8
  %16 = getelementptr inbounds %struct.pthread_rwlock_t, ptr %15, i32 0, i32 1
  call void @end_life(ptr noundef %16)
  ret i32 0
}

define weak dso_local i32 @pthread_rwlockattr_init(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  ret i32 0
}

define weak dso_local i32 @pthread_rwlockattr_destroy(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  ret i32 0
}

define weak dso_local i32 @pthread_rwlockattr_setkind_np(ptr noundef %0, i32 noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %4, align 4
  ret i32 0
}

define weak dso_local i32 @pthread_rwlockattr_setpshared(ptr noundef %0, i32 noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %4, align 4
  ret i32 0
}

define weak dso_local i32 @pthread_cond_wait(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %7 = load ptr, ptr %3, align 8
  call void @expect_progress(ptr noundef %7)
  %8 = load ptr, ptr %3, align 8
  %9 = call i64 @enter(ptr noundef %8)
  store i64 %9, ptr %5, align 8
  %10 = load ptr, ptr %4, align 8
  %11 = call i32 @mutex_release_fully(ptr noundef %10)
  store i32 %11, ptr %6, align 4
  %12 = call i32 @wakes_spuriously()
  %13 = icmp ne i32 %12, 0
  br i1 %13, label %14, label %21

14:
  %15 = load ptr, ptr %3, align 8
  %16 = load i64, ptr %5, align 8
  %17 = call i32 @leave(ptr noundef %15, i64 noundef %16)
  call void @__porf_assume(i32 noundef %17)
  %18 = load ptr, ptr %4, align 8
  %19 = load i32, ptr %6, align 4
  call void @mutex_reacquire(ptr noundef %18, i32 noundef %19)
  %20 = load ptr, ptr %3, align 8
  call void @woken_without_signal(ptr noundef %20)
  br label %28

21:
  %22 = load ptr, ptr %3, align 8
  %23 = getelementptr inbounds %struct.pthread_cond_t, ptr %22, i32 0, i32 0
  %24 = load i64, ptr %5, align 8
  %25 = call i64 @__porf_wait_load64(ptr noundef %23, i64 noundef %24, i32 noundef 0, i64 noundef 0)
  %26 = load ptr, ptr %4, align 8
  %27 = load i32, ptr %6, align 4
  call void @mutex_reacquire(ptr noundef %26, i32 noundef %27)
  br label %28

28:
  ret i32 0
}

define internal void @expect_progress(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @not_signalled)
  %4 = load ptr, ptr %3, align 8
  %5 = load ptr, ptr %2, align 8
  %6 = icmp ne ptr %4, %5
  br i1 %6, label %12, label %7

7:
  %8 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @effects_when_woken)
  %9 = load i64, ptr %8, align 8
  %10 = call i64 @__porf_effects()
  %11 = icmp ne i64 %9, %10
  br label %12

12:
  %13 = phi i1 [ true, %1 ], [ %11, %7 ]
  %14 = zext i1 %13 to i32
  call void @__porf_assume(i32 noundef %14)
  ret void
}

define internal i64 @enter(ptr noundef %0) {
  %2 = alloca ptr, align 8
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %2, align 8
  %7 = call i64 @__porf_self()
  %8 = urem i64 %7, 63
  %9 = shl i64 1, %8
  store i64 %9, ptr %3, align 8
  %10 = load ptr, ptr %2, align 8
  %11 = getelementptr inbounds %struct.pthread_cond_t, ptr %10, i32 0, i32 0
  %12 = load i64, ptr %3, align 8
  store i64 %12, ptr %5, align 8
  %13 = load i64, ptr %5, align 8
  %14 = atomicrmw or ptr %11, i64 %13 acq_rel, align 8
  store i64 %14, ptr %6, align 8
  %15 = load i64, ptr %6, align 8
  store i64 %15, ptr %4, align 8
  %16 = load i64, ptr %4, align 8
  call void @check_condition(i64 noundef %16)
  %17 = load i64, ptr %4, align 8
  %18 = load i64, ptr %3, align 8
  %19 = and i64 %17, %18
  %20 = icmp ne i64 %19, 0
  br i1 %20, label %21, label %22

21:
  call void @__porf_fail(i32 noundef 6, ptr noundef @.str.46)
  unreachable

22:
  %23 = load i64, ptr %3, align 8
  ret i64 %23
}

define internal i32 @mutex_release_fully(ptr noundef %0) {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %2, align 8
  %5 = load ptr, ptr %2, align 8
  %6 = call ptr @find_held(ptr noundef %5)
  store ptr %6, ptr %3, align 8
  %7 = load ptr, ptr %3, align 8
  %8 = icmp ne ptr %7, null
  br i1 %8, label %10, label %9

9:
  call void @__porf_fail(i32 noundef 5, ptr noundef @.str.47)
  unreachable

10:
  %11 = load ptr, ptr %3, align 8
  %12 = getelementptr inbounds %struct.held, ptr %11, i32 0, i32 2
  %13 = load i32, ptr %12, align 4
  store i32 %13, ptr %4, align 4
  %14 = load ptr, ptr %2, align 8
  %15 = load ptr, ptr %3, align 8
  call void @release(ptr noundef %14, ptr noundef %15)
  %16 = load i32, ptr %4, align 4
  ret i32 %16
}

define internal i32 @wakes_spuriously() {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  %3 = call i32 @__porf_spurious()
  %4 = icmp ne i32 %3, 0
  br i1 %4, label %6, label %5

5:
  store i32 0, ptr %1, align 4
  br label %23

6:
  %7 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @spurious_wakeups)
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 2
  br i1 %9, label %10, label %12

10:
  %11 = call i64 @__porf_choose_some(i64 noundef 1)
  store i32 0, ptr %1, align 4
  br label %23

12:
  %13 = call i64 @__porf_choose(i64 noundef 2)
  %14 = trunc i64 %13 to i32
  store i32 %14, ptr %2, align 4
  %15 = load i32, ptr %2, align 4
  %16 = icmp ne i32 %15, 0
  br i1 %16, label %17, label %21

17:
  %18 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @spurious_wakeups)
  %19 = load i32, ptr %18, align 4
  %20 = add nsw i32 %19, 1
  store i32 %20, ptr %18, align 4
  br label %21

21:
  %22 = load i32, ptr %2, align 4
  store i32 %22, ptr %1, align 4
  br label %23

23:
  %24 = load i32, ptr %1, align 4
  ret i32 %24
}

define internal i32 @leave(ptr noundef %0, i64 noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %8 = load ptr, ptr %3, align 8
  %9 = getelementptr inbounds %struct.pthread_cond_t, ptr %8, i32 0, i32 0
  %10 = load i64, ptr %4, align 8
  %11 = xor i64 %10, -1
  store i64 %11, ptr %6, align 8
  %12 = load i64, ptr %6, align 8
  %13 = atomicrmw and ptr %9, i64 %12 acq_rel, align 8
  store i64 %13, ptr %7, align 8
  %14 = load i64, ptr %7, align 8
  store i64 %14, ptr %5, align 8
  %15 = load i64, ptr %5, align 8
  %16 = load i64, ptr %4, align 8
  %17 = and i64 %15, %16
  %18 = icmp ne i64 %17, 0
  %19 = zext i1 %18 to i32
  ret i32 %19
}

define internal void @mutex_reacquire(ptr noundef %0, i32 noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  %6 = call i32 @pthread_mutex_lock(ptr noundef %5)
  %7 = load i32, ptr %4, align 4
  %8 = load ptr, ptr %3, align 8
  %9 = call ptr @find_held(ptr noundef %8)
  %10 = getelementptr inbounds %struct.held, ptr %9, i32 0, i32 2
  store i32 %7, ptr %10, align 4
  ret void
}

define internal void @woken_without_signal(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @not_signalled)
  store ptr %3, ptr %4, align 8
  %5 = call i64 @__porf_effects()
  %6 = add i64 %5, 1
  %7 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @effects_when_woken)
  store i64 %6, ptr %7, align 8
  ret void
}

declare dso_local i64 @__porf_wait_load64(ptr noundef, i64 noundef, i32 noundef, i64 noundef)

define weak dso_local i32 @pthread_cond_timedwait(ptr noundef %0, ptr noundef %1, ptr noundef %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %11 = load ptr, ptr %6, align 8
  %12 = load ptr, ptr %4, align 8
  call void @expect_progress(ptr noundef %12)
  %13 = load ptr, ptr %4, align 8
  %14 = call i64 @enter(ptr noundef %13)
  store i64 %14, ptr %7, align 8
  %15 = load ptr, ptr %5, align 8
  %16 = call i32 @mutex_release_fully(ptr noundef %15)
  store i32 %16, ptr %8, align 4
  %17 = load ptr, ptr %4, align 8
  %18 = load i64, ptr %7, align 8
  %19 = call i32 @leave(ptr noundef %17, i64 noundef %18)
  store i32 %19, ptr %9, align 4
  %20 = load ptr, ptr %5, align 8
  %21 = load i32, ptr %8, align 4
  call void @mutex_reacquire(ptr noundef %20, i32 noundef %21)
  %22 = load i32, ptr %9, align 4
  %23 = icmp ne i32 %22, 0
  br i1 %23, label %24, label %28

24:
  %25 = call i32 @wakes_spuriously()
  %26 = icmp ne i32 %25, 0
  %27 = xor i1 %26, true
  br label %28

28:
  %29 = phi i1 [ false, %3 ], [ %27, %24 ]
  %30 = zext i1 %29 to i32
  store i32 %30, ptr %10, align 4
  %31 = load i32, ptr %9, align 4
  %32 = icmp ne i32 %31, 0
  br i1 %32, label %33, label %35

33:
  %34 = load ptr, ptr %4, align 8
  call void @woken_without_signal(ptr noundef %34)
  br label %35

35:
  %36 = load i32, ptr %10, align 4
  %37 = icmp ne i32 %36, 0
  %38 = zext i1 %37 to i64
  %39 = select i1 %37, i32 110, i32 0
  ret i32 %39
}

define weak dso_local i32 @pthread_cond_clockwait(ptr noundef %0, ptr noundef %1, i32 noundef %2, ptr noundef %3) {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i32 %2, ptr %7, align 4
  store ptr %3, ptr %8, align 8
  %9 = load i32, ptr %7, align 4
  %10 = load ptr, ptr %5, align 8
  %11 = load ptr, ptr %6, align 8
  %12 = load ptr, ptr %8, align 8
  %13 = call i32 @pthread_cond_timedwait(ptr noundef %10, ptr noundef %11, ptr noundef %12)
  ret i32 %13
}

define weak dso_local i32 @pthread_cond_signal(ptr noundef %0) {
  %2 = alloca i32, align 4
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i8, align 1
  store ptr %0, ptr %3, align 8
  %9 = load ptr, ptr %3, align 8
  %10 = getelementptr inbounds %struct.pthread_cond_t, ptr %9, i32 0, i32 0
  %11 = load atomic i64, ptr %10 acquire, align 8
  store i64 %11, ptr %5, align 8
  %12 = load i64, ptr %5, align 8
  store i64 %12, ptr %4, align 8
  %13 = load i64, ptr %4, align 8
  call void @check_condition(i64 noundef %13)
  %14 = load i64, ptr %4, align 8
  %15 = icmp eq i64 %14, 0
  br i1 %15, label %16, label %17

16:
  store i32 0, ptr %2, align 4
  br label %37

17:
  %18 = load i64, ptr %4, align 8
  %19 = call i64 @choose_member(i64 noundef %18)
  store i64 %19, ptr %6, align 8
  %20 = load ptr, ptr %3, align 8
  %21 = getelementptr inbounds %struct.pthread_cond_t, ptr %20, i32 0, i32 0
  %22 = load i64, ptr %4, align 8
  %23 = load i64, ptr %6, align 8
  %24 = xor i64 %23, -1
  %25 = and i64 %22, %24
  store i64 %25, ptr %7, align 8
  %26 = load i64, ptr %4, align 8
  %27 = load i64, ptr %7, align 8
  %28 = cmpxchg ptr %21, i64 %26, i64 %27 acq_rel acquire, align 8
  %29 = extractvalue { i64, i1 } %28, 0
  %30 = extractvalue { i64, i1 } %28, 1
  br i1 %30, label %32, label %31

31:
  store i64 %29, ptr %4, align 8
  br label %32

32:
  %33 = zext i1 %30 to i8
  store i8 %33, ptr %8, align 1
  %34 = load i8, ptr %8, align 1
  %35 = trunc i8 %34 to i1
  %36 = zext i1 %35 to i32
  call void @__porf_assume(i32 noundef %36)
  store i32 0, ptr %2, align 4
  br label %37

37:
  %38 = load i32, ptr %2, align 4
  ret i32 %38
}

define internal void @check_condition(i64 noundef %0) {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = and i64 %3, -9223372036854775808
  %5 = icmp ne i64 %4, 0
  br i1 %5, label %6, label %7

6:
  call void @__porf_fail(i32 noundef 5, ptr noundef @.str.48)
  unreachable

7:
  ret void
}

define internal i64 @choose_member(i64 noundef %0) {
  %2 = alloca i64, align 8
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %5 = load i64, ptr %2, align 8
  %6 = call i64 @llvm.ctpop.i64(i64 %5)
  %7 = trunc i64 %6 to i32
  %8 = sext i32 %7 to i64
  store i64 %8, ptr %3, align 8
  %9 = load i64, ptr %3, align 8
  %10 = icmp ugt i64 %9, 1
  br i1 %10, label %11, label %14

11:
  %12 = load i64, ptr %3, align 8
  %13 = call i64 @__porf_choose(i64 noundef %12)
  br label %15

14:
  br label %15

15:
  %16 = phi i64 [ %13, %11 ], [ 0, %14 ]
  store i64 %16, ptr %4, align 8
  br label %17

17:
  %18 = load i64, ptr %4, align 8
  %19 = icmp ugt i64 %18, 0
  br i1 %19, label %20, label %28

20:
  %21 = load i64, ptr %2, align 8
  %22 = sub i64 %21, 1
  %23 = load i64, ptr %2, align 8
  %24 = and i64 %23, %22
  store i64 %24, ptr %2, align 8
  br label %25

25:
  %26 = load i64, ptr %4, align 8
  %27 = add i64 %26, -1
  store i64 %27, ptr %4, align 8
  br label %17

28:
  %29 = load i64, ptr %2, align 8
  %30 = load i64, ptr %2, align 8
  %31 = sub i64 0, %30
  %32 = and i64 %29, %31
  ret i64 %32
}

define weak dso_local i32 @pthread_cond_broadcast(ptr noundef %0) {
  %2 = alloca ptr, align 8
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %2, align 8
  %5 = load ptr, ptr %2, align 8
  %6 = getelementptr inbounds %struct.pthread_cond_t, ptr %5, i32 0, i32 0
  store i64 0, ptr %3, align 8
  %7 = load i64, ptr %3, align 8
  %8 = atomicrmw xchg ptr %6, i64 %7 acq_rel, align 8
  store i64 %8, ptr %4, align 8
  %9 = load i64, ptr %4, align 8
  call void @check_condition(i64 noundef %9)
  ret i32 0
}

define weak dso_local i32 @pthread_cond_init(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = getelementptr inbounds %struct.pthread_cond_t, ptr %6, i32 0, i32 1
  call void @begin_life(ptr noundef %7, ptr noundef @.str.13)
  %8 = load ptr, ptr %3, align 8
  %9 = getelementptr inbounds %struct.pthread_cond_t, ptr %8, i32 0, i32 0
  store i64 0, ptr %9, align 8
  ret i32 0
}

define weak dso_local i32 @pthread_cond_destroy(ptr noundef %0) {
  %2 = alloca ptr, align 8
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  store ptr %0, ptr %2, align 8
  %6 = load ptr, ptr %2, align 8
  %7 = getelementptr inbounds %struct.pthread_cond_t, ptr %6, i32 0, i32 0
  store i64 -9223372036854775808, ptr %4, align 8
  %8 = load i64, ptr %4, align 8
  %9 = atomicrmw or ptr %7, i64 %8 acq_rel, align 8
  store i64 %9, ptr %5, align 8
  %10 = load i64, ptr %5, align 8
  store i64 %10, ptr %3, align 8
  %11 = load i64, ptr %3, align 8
  call void @check_condition(i64 noundef %11)
  %12 = load i64, ptr %3, align 8
  %13 = icmp ne i64 %12, 0
  br i1 %13, label %14, label %15

14:
  call void @__porf_fail(i32 noundef 5, ptr noundef @.str.14)
  unreachable

15:
  %16 = load ptr, ptr %2, align 8
  %17 = getelementptr inbounds %struct.pthread_cond_t, ptr %16, i32 0, i32 1
  call void @end_life(ptr noundef %17)
  ret i32 0
}

define weak dso_local i32 @pthread_condattr_init(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  ret i32 0
}

define weak dso_local i32 @pthread_condattr_destroy(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  ret i32 0
}

define weak dso_local i32 @pthread_condattr_setclock(ptr noundef %0, i32 noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %4, align 4
  ret i32 0
}

define weak dso_local i32 @pthread_condattr_setpshared(ptr noundef %0, i32 noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %4, align 4
  ret i32 0
}

define weak dso_local i32 @pthread_barrier_wait(ptr noundef %0) {
  %2 = alloca i32, align 4
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = getelementptr inbounds %struct.pthread_barrier_t, ptr %6, i32 0, i32 0
  %8 = call i32 @__porf_ask_barrier(ptr noundef %7)
  %9 = icmp ne i32 %8, 0
  br i1 %9, label %13, label %10

10:
  %11 = load ptr, ptr %3, align 8
  %12 = call i32 @wait_and_count(ptr noundef %11)
  store i32 %12, ptr %2, align 4
  br label %30

13:
  %14 = load ptr, ptr %3, align 8
  %15 = getelementptr inbounds %struct.pthread_barrier_t, ptr %14, i32 0, i32 0
  %16 = load atomic i64, ptr %15 monotonic, align 8
  store i64 %16, ptr %5, align 8
  %17 = load i64, ptr %5, align 8
  %18 = call i64 @threads_of_round(i64 noundef %17)
  %19 = trunc i64 %18 to i32
  store i32 %19, ptr %4, align 4
  %20 = load ptr, ptr %3, align 8
  %21 = getelementptr inbounds %struct.pthread_barrier_t, ptr %20, i32 0, i32 0
  %22 = load i32, ptr %4, align 4
  call void @__porf_arrive(ptr noundef %21, i32 noundef %22)
  %23 = load ptr, ptr %3, align 8
  %24 = getelementptr inbounds %struct.pthread_barrier_t, ptr %23, i32 0, i32 0
  %25 = load ptr, ptr %3, align 8
  %26 = getelementptr inbounds %struct.pthread_barrier_t, ptr %25, i32 0, i32 0
  %27 = load i32, ptr %4, align 4
  %28 = call i32 @__porf_leave(ptr noundef %26, i32 noundef %27)
  %29 = call i32 @__porf_serial(ptr noundef %24, i32 noundef %28)
  store i32 %29, ptr %2, align 4
  br label %30

30:
  %31 = load i32, ptr %2, align 4
  ret i32 %31
}

declare dso_local i32 @__porf_ask_barrier(ptr noundef)

define internal i32 @wait_and_count(ptr noundef %0) {
  %2 = alloca i32, align 4
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  %10 = load ptr, ptr %3, align 8
  %11 = getelementptr inbounds %struct.pthread_barrier_t, ptr %10, i32 0, i32 0
  store i64 1, ptr %5, align 8
  %12 = load i64, ptr %5, align 8
  %13 = atomicrmw add ptr %11, i64 %12 acq_rel, align 8
  store i64 %13, ptr %6, align 8
  %14 = load i64, ptr %6, align 8
  store i64 %14, ptr %4, align 8
  %15 = load i64, ptr %4, align 8
  %16 = call i64 @threads_of_round(i64 noundef %15)
  store i64 %16, ptr %7, align 8
  %17 = load i64, ptr %4, align 8
  %18 = and i64 %17, 4294967295
  store i64 %18, ptr %8, align 8
  %19 = load i64, ptr %8, align 8
  %20 = load i64, ptr %7, align 8
  %21 = udiv i64 %19, %20
  %22 = add i64 %21, 1
  %23 = load i64, ptr %7, align 8
  %24 = mul i64 %22, %23
  store i64 %24, ptr %9, align 8
  %25 = load i64, ptr %8, align 8
  %26 = add i64 %25, 1
  %27 = load i64, ptr %9, align 8
  %28 = icmp eq i64 %26, %27
  br i1 %28, label %29, label %30

29:
  store i32 -1, ptr %2, align 4
  br label %35

30:
  %31 = load ptr, ptr %3, align 8
  %32 = getelementptr inbounds %struct.pthread_barrier_t, ptr %31, i32 0, i32 0
  %33 = load i64, ptr %9, align 8
  %34 = call i64 @__porf_wait_load64(ptr noundef %32, i64 noundef 4294967295, i32 noundef 2, i64 noundef %33)
  store i32 0, ptr %2, align 4
  br label %35

35:
  %36 = load i32, ptr %2, align 4
  ret i32 %36
}

define internal i64 @threads_of_round(i64 noundef %0) {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = and i64 %3, 4294967295
  %5 = icmp eq i64 %4, 4294967295
  br i1 %5, label %10, label %6

6:
  %7 = load i64, ptr %2, align 8
  %8 = lshr i64 %7, 32
  %9 = icmp eq i64 %8, 0
  br i1 %9, label %10, label %11

10:
  call void @__porf_fail(i32 noundef 5, ptr noundef @.str.49)
  unreachable

11:
  %12 = load i64, ptr %2, align 8
  %13 = lshr i64 %12, 32
  ret i64 %13
}

declare dso_local void @__porf_arrive(ptr noundef, i32 noundef)

declare dso_local i32 @__porf_serial(ptr noundef, i32 noundef)

declare dso_local i32 @__porf_leave(ptr noundef, i32 noundef)

define weak dso_local i32 @pthread_barrier_init(ptr noundef %0, ptr noundef %1, i32 noundef %2) {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i32 %2, ptr %7, align 4
  %8 = load ptr, ptr %6, align 8
  %9 = load i32, ptr %7, align 4
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %11, label %12

11:
  store i32 22, ptr %4, align 4
  br label %20

12:
  %13 = load ptr, ptr %5, align 8
  %14 = getelementptr inbounds %struct.pthread_barrier_t, ptr %13, i32 0, i32 1
  call void @begin_life(ptr noundef %14, ptr noundef @.str.15)
  %15 = load i32, ptr %7, align 4
  %16 = zext i32 %15 to i64
  %17 = shl i64 %16, 32
  %18 = load ptr, ptr %5, align 8
  %19 = getelementptr inbounds %struct.pthread_barrier_t, ptr %18, i32 0, i32 0
  store i64 %17, ptr %19, align 8
  store i32 0, ptr %4, align 4
  br label %20

20:
  %21 = load i32, ptr %4, align 4
  ret i32 %21
}

define weak dso_local i32 @pthread_barrier_destroy(ptr noundef %0) {
  %2 = alloca ptr, align 8
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %2, align 8
  %7 = load ptr, ptr %2, align 8
  %8 = getelementptr inbounds %struct.pthread_barrier_t, ptr %7, i32 0, i32 0
  store i64 4294967295, ptr %4, align 8
  %9 = load i64, ptr %4, align 8
  %10 = atomicrmw or ptr %8, i64 %9 acq_rel, align 8
  store i64 %10, ptr %5, align 8
  %11 = load i64, ptr %5, align 8
  store i64 %11, ptr %3, align 8
  %12 = load i64, ptr %3, align 8
  %13 = lshr i64 %12, 32
  store i64 %13, ptr %6, align 8
  %14 = load i64, ptr %6, align 8
  %15 = icmp eq i64 %14, 0
  br i1 %15, label %20, label %16

16:
  %17 = load i64, ptr %3, align 8
  %18 = and i64 %17, 4294967295
  %19 = icmp eq i64 %18, 4294967295
  br i1 %19, label %20, label %21

20:
  call void @__porf_fail(i32 noundef 5, ptr noundef @.str.16)
  unreachable

21:
  %22 = load i64, ptr %3, align 8
  %23 = and i64 %22, 4294967295
  %24 = load i64, ptr %6, align 8
  %25 = urem i64 %23, %24
  %26 = icmp ne i64 %25, 0
  br i1 %26, label %27, label %28

27:
  call void @__porf_fail(i32 noundef 5, ptr noundef @.str.17)
  unreachable

28:
  %29 = load ptr, ptr %2, align 8
  %30 = getelementptr inbounds %struct.pthread_barrier_t, ptr %29, i32 0, i32 0
  %31 = call i32 @__porf_ask_barrier(ptr noundef %30)
  %32 = icmp ne i32 %31, 0
  br i1 %32, label %33, label %36

33:
  %34 = load ptr, ptr %2, align 8
  %35 = getelementptr inbounds %struct.pthread_barrier_t, ptr %34, i32 0, i32 0
  call void @__porf_end_barrier(ptr noundef %35)
  br label %36

36:
  %37 = load ptr, ptr %2, align 8
  %38 = getelementptr inbounds %struct.pthread_barrier_t, ptr %37, i32 0, i32 1
  call void @end_life(ptr noundef %38)
  ret i32 0
}

declare dso_local void @__porf_end_barrier(ptr noundef)

define weak dso_local i32 @pthread_barrierattr_init(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  ret i32 0
}

define weak dso_local i32 @pthread_barrierattr_destroy(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  ret i32 0
}

define weak dso_local i32 @pthread_barrierattr_setpshared(ptr noundef %0, i32 noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %4, align 4
  ret i32 0
}

define weak dso_local i32 @pthread_once(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i8, align 1
  %8 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  store i32 0, ptr %5, align 4
  %9 = load ptr, ptr %3, align 8
  store i32 1, ptr %6, align 4
  %10 = load i32, ptr %5, align 4
  %11 = load i32, ptr %6, align 4
  %12 = cmpxchg ptr %9, i32 %10, i32 %11 acq_rel acquire, align 4
  %13 = extractvalue { i32, i1 } %12, 0
  %14 = extractvalue { i32, i1 } %12, 1
  br i1 %14, label %16, label %15

15:
  store i32 %13, ptr %5, align 4
  br label %16

16:
  %17 = zext i1 %14 to i8
  store i8 %17, ptr %7, align 1
  %18 = load i8, ptr %7, align 1
  %19 = trunc i8 %18 to i1
  br i1 %19, label %20, label %24

20:
  %21 = load ptr, ptr %4, align 8
  call void %21()
  %22 = load ptr, ptr %3, align 8
  store i32 2, ptr %8, align 4
  %23 = load i32, ptr %8, align 4
  store atomic i32 %23, ptr %22 release, align 4
  br label %31

24:
  %25 = load i32, ptr %5, align 4
  %26 = icmp eq i32 %25, 1
  br i1 %26, label %27, label %30

27:
  %28 = load ptr, ptr %3, align 8
  %29 = call i32 @__porf_wait_rmw32(ptr noundef %28, i32 noundef -1, i32 noundef 0, i32 noundef 2, i32 noundef 3, i32 noundef 0)
  br label %30

30:
  br label %31

31:
  ret i32 0
}

define weak dso_local i32 @sem_init(ptr noundef %0, i32 noundef %1, i32 noundef %2) {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store i32 %1, ptr %6, align 4
  store i32 %2, ptr %7, align 4
  %8 = load i32, ptr %6, align 4
  %9 = load i32, ptr %7, align 4
  %10 = zext i32 %9 to i64
  %11 = icmp ugt i64 %10, 2147483647
  br i1 %11, label %12, label %14

12:
  %13 = call i32 @failed_with(i32 noundef 22)
  store i32 %13, ptr %4, align 4
  br label %22

14:
  %15 = load ptr, ptr %5, align 8
  %16 = getelementptr inbounds %struct.sem_t, ptr %15, i32 0, i32 1
  call void @begin_life(ptr noundef %16, ptr noundef @.str.18)
  %17 = load i32, ptr %7, align 4
  %18 = zext i32 %17 to i64
  %19 = add i64 4294967296, %18
  %20 = load ptr, ptr %5, align 8
  %21 = getelementptr inbounds %struct.sem_t, ptr %20, i32 0, i32 0
  store i64 %19, ptr %21, align 8
  store i32 0, ptr %4, align 4
  br label %22

22:
  %23 = load i32, ptr %4, align 4
  ret i32 %23
}

define internal i32 @failed_with(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = call ptr @__errno_location()
  store i32 %3, ptr %4, align 4
  ret i32 -1
}

define weak dso_local i32 @sem_destroy(ptr noundef %0) {
  %2 = alloca ptr, align 8
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %2, align 8
  %5 = load ptr, ptr %2, align 8
  %6 = getelementptr inbounds %struct.sem_t, ptr %5, i32 0, i32 0
  store i64 8589934592, ptr %3, align 8
  %7 = load i64, ptr %3, align 8
  %8 = atomicrmw xchg ptr %6, i64 %7 acq_rel, align 8
  store i64 %8, ptr %4, align 8
  %9 = load i64, ptr %4, align 8
  %10 = call i64 @value_in(i64 noundef %9)
  %11 = load ptr, ptr %2, align 8
  %12 = getelementptr inbounds %struct.sem_t, ptr %11, i32 0, i32 1
  call void @end_life(ptr noundef %12)
  ret i32 0
}

define internal i64 @value_in(i64 noundef %0) {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = and i64 %3, 8589934592
  %5 = icmp ne i64 %4, 0
  br i1 %5, label %6, label %7

6:
  call void @__porf_fail(i32 noundef 5, ptr noundef @.str.50)
  unreachable

7:
  %8 = load i64, ptr %2, align 8
  %9 = and i64 %8, 4294967296
  %10 = icmp ne i64 %9, 0
  br i1 %10, label %12, label %11

11:
  call void @__porf_fail(i32 noundef 5, ptr noundef @.str.51)
  unreachable

12:
  %13 = load i64, ptr %2, align 8
  %14 = sub i64 %13, 4294967296
  ret i64 %14
}

define weak dso_local i32 @sem_wait(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds %struct.sem_t, ptr %3, i32 0, i32 0
  %5 = call i64 @__porf_wait_rmw64(ptr noundef %4, i64 noundef -1, i32 noundef 1, i64 noundef 4294967296, i32 noundef 1, i64 noundef 1)
  %6 = call i64 @value_in(i64 noundef %5)
  ret i32 0
}

define weak dso_local i32 @sem_trywait(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @take_or(ptr noundef %3, i32 noundef 11)
  ret i32 %4
}

define internal i32 @take_or(ptr noundef %0, i32 noundef %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i8, align 1
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  %10 = load ptr, ptr %4, align 8
  %11 = getelementptr inbounds %struct.sem_t, ptr %10, i32 0, i32 0
  %12 = load atomic i64, ptr %11 acquire, align 8
  store i64 %12, ptr %7, align 8
  %13 = load i64, ptr %7, align 8
  store i64 %13, ptr %6, align 8
  %14 = load i64, ptr %6, align 8
  %15 = call i64 @value_in(i64 noundef %14)
  %16 = icmp eq i64 %15, 0
  br i1 %16, label %17, label %20

17:
  %18 = load i32, ptr %5, align 4
  %19 = call i32 @failed_with(i32 noundef %18)
  store i32 %19, ptr %3, align 4
  br label %36

20:
  %21 = load ptr, ptr %4, align 8
  %22 = getelementptr inbounds %struct.sem_t, ptr %21, i32 0, i32 0
  %23 = load i64, ptr %6, align 8
  %24 = sub i64 %23, 1
  store i64 %24, ptr %8, align 8
  %25 = load i64, ptr %6, align 8
  %26 = load i64, ptr %8, align 8
  %27 = cmpxchg ptr %22, i64 %25, i64 %26 acq_rel acquire, align 8
  %28 = extractvalue { i64, i1 } %27, 0
  %29 = extractvalue { i64, i1 } %27, 1
  br i1 %29, label %31, label %30

30:
  store i64 %28, ptr %6, align 8
  br label %31

31:
  %32 = zext i1 %29 to i8
  store i8 %32, ptr %9, align 1
  %33 = load i8, ptr %9, align 1
  %34 = trunc i8 %33 to i1
  %35 = zext i1 %34 to i32
  call void @__porf_assume(i32 noundef %35)
  store i32 0, ptr %3, align 4
  br label %36

36:
  %37 = load i32, ptr %3, align 4
  ret i32 %37
}

define weak dso_local i32 @sem_timedwait(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = call i32 @take_or(ptr noundef %6, i32 noundef 110)
  ret i32 %7
}

define weak dso_local i32 @sem_clockwait(ptr noundef %0, i32 noundef %1, ptr noundef %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  store ptr %2, ptr %6, align 8
  %7 = load i32, ptr %5, align 4
  %8 = load ptr, ptr %4, align 8
  %9 = load ptr, ptr %6, align 8
  %10 = call i32 @sem_timedwait(ptr noundef %8, ptr noundef %9)
  ret i32 %10
}

define weak dso_local i32 @sem_post(ptr noundef %0) {
  %2 = alloca ptr, align 8
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  store ptr %0, ptr %2, align 8
  %6 = load ptr, ptr %2, align 8
  %7 = getelementptr inbounds %struct.sem_t, ptr %6, i32 0, i32 0
  store i64 1, ptr %4, align 8
  %8 = load i64, ptr %4, align 8
  %9 = atomicrmw add ptr %7, i64 %8 acq_rel, align 8
  store i64 %9, ptr %5, align 8
  %10 = load i64, ptr %5, align 8
  store i64 %10, ptr %3, align 8
  %11 = load i64, ptr %3, align 8
  %12 = call i64 @value_in(i64 noundef %11)
  %13 = icmp uge i64 %12, 2147483647
  br i1 %13, label %14, label %15

14:
  call void @__porf_fail(i32 noundef 5, ptr noundef @.str.19)
  unreachable

15:
  ret i32 0
}

define weak dso_local i32 @sem_getvalue(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = getelementptr inbounds %struct.sem_t, ptr %6, i32 0, i32 0
  %8 = load atomic i64, ptr %7 acquire, align 8
  store i64 %8, ptr %5, align 8
  %9 = load i64, ptr %5, align 8
  %10 = call i64 @value_in(i64 noundef %9)
  %11 = trunc i64 %10 to i32
  %12 = load ptr, ptr %4, align 8
  store i32 %11, ptr %12, align 4
  ret i32 0
}

define weak dso_local i32 @porf_lock_recursively(ptr noundef %0, i32 noundef %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  %8 = load ptr, ptr %4, align 8
  %9 = call ptr @find_held(ptr noundef %8)
  store ptr %9, ptr %6, align 8
  %10 = load ptr, ptr %6, align 8
  %11 = icmp ne ptr %10, null
  br i1 %11, label %12, label %18

12:
  %13 = load ptr, ptr %6, align 8
  %14 = getelementptr inbounds %struct.held, ptr %13, i32 0, i32 2
  %15 = load i32, ptr %14, align 4
  %16 = add i32 %15, 1
  store i32 %16, ptr %14, align 4
  %17 = load i32, ptr %5, align 4
  store i32 %17, ptr %3, align 4
  br label %25

18:
  %19 = load ptr, ptr %4, align 8
  %20 = load i32, ptr %5, align 4
  %21 = load i32, ptr %5, align 4
  %22 = call i32 @__porf_wait_rmw32(ptr noundef %19, i32 noundef -1, i32 noundef 1, i32 noundef %20, i32 noundef 5, i32 noundef %21)
  store i32 %22, ptr %7, align 4
  %23 = load ptr, ptr %4, align 8
  call void @hold(ptr noundef %23, i32 noundef 1, i64 noundef -1)
  %24 = load i32, ptr %7, align 4
  store i32 %24, ptr %3, align 4
  br label %25

25:
  %26 = load i32, ptr %3, align 4
  ret i32 %26
}

define weak dso_local void @porf_unlock_recursively(ptr noundef %0, i32 noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %7 = load ptr, ptr %3, align 8
  %8 = call ptr @find_held(ptr noundef %7)
  store ptr %8, ptr %5, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = icmp ne ptr %9, null
  br i1 %10, label %12, label %11

11:
  call void @__porf_fail(i32 noundef 3, ptr noundef @.str.20)
  unreachable

12:
  %13 = load ptr, ptr %5, align 8
  %14 = getelementptr inbounds %struct.held, ptr %13, i32 0, i32 2
  %15 = load i32, ptr %14, align 4
  %16 = add i32 %15, -1
  store i32 %16, ptr %14, align 4
  %17 = load ptr, ptr %5, align 8
  %18 = getelementptr inbounds %struct.held, ptr %17, i32 0, i32 2
  %19 = load i32, ptr %18, align 4
  %20 = icmp ugt i32 %19, 0
  br i1 %20, label %21, label %22

21:
  br label %27

22:
  %23 = load ptr, ptr %5, align 8
  call void @forget(ptr noundef %23)
  %24 = load ptr, ptr %3, align 8
  %25 = load i32, ptr %4, align 4
  store i32 %25, ptr %6, align 4
  %26 = load i32, ptr %6, align 4
  store atomic i32 %26, ptr %24 release, align 4
  br label %27

27:
  ret void
}

define weak dso_local ptr @porf_model_of(ptr noundef %0, i64 noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  store i32 0, ptr %5, align 4
  br label %6

6:
  %7 = load i32, ptr %5, align 4
  %8 = icmp ult i32 %7, 64
  br i1 %8, label %9, label %48

9:
  %10 = load i32, ptr %5, align 4
  %11 = zext i32 %10 to i64
  %12 = getelementptr inbounds [64 x %struct.anon], ptr @models, i64 0, i64 %11
  %13 = getelementptr inbounds %struct.anon, ptr %12, i32 0, i32 0
  %14 = load ptr, ptr %13, align 16
  %15 = icmp ne ptr %14, null
  br i1 %15, label %30, label %16

16:
  %17 = load ptr, ptr %3, align 8
  %18 = load i32, ptr %5, align 4
  %19 = zext i32 %18 to i64
  %20 = getelementptr inbounds [64 x %struct.anon], ptr @models, i64 0, i64 %19
  %21 = getelementptr inbounds %struct.anon, ptr %20, i32 0, i32 0
  store ptr %17, ptr %21, align 16
  %22 = load i64, ptr %4, align 8
  %23 = call ptr @__porf_malloc(i64 noundef %22, i64 noundef 16)
  %24 = load i64, ptr %4, align 8
  %25 = call ptr @memset(ptr noundef %23, i32 noundef 0, i64 noundef %24)
  %26 = load i32, ptr %5, align 4
  %27 = zext i32 %26 to i64
  %28 = getelementptr inbounds [64 x %struct.anon], ptr @models, i64 0, i64 %27
  %29 = getelementptr inbounds %struct.anon, ptr %28, i32 0, i32 1
  store ptr %25, ptr %29, align 8
  br label %30

30:
  %31 = load i32, ptr %5, align 4
  %32 = zext i32 %31 to i64
  %33 = getelementptr inbounds [64 x %struct.anon], ptr @models, i64 0, i64 %32
  %34 = getelementptr inbounds %struct.anon, ptr %33, i32 0, i32 0
  %35 = load ptr, ptr %34, align 16
  %36 = load ptr, ptr %3, align 8
  %37 = icmp eq ptr %35, %36
  br i1 %37, label %38, label %44

38:
  %39 = load i32, ptr %5, align 4
  %40 = zext i32 %39 to i64
  %41 = getelementptr inbounds [64 x %struct.anon], ptr @models, i64 0, i64 %40
  %42 = getelementptr inbounds %struct.anon, ptr %41, i32 0, i32 1
  %43 = load ptr, ptr %42, align 8
  ret ptr %43

44:
  br label %45

45:
  %46 = load i32, ptr %5, align 4
  %47 = add i32 %46, 1
  store i32 %47, ptr %5, align 4
  br label %6

48:
  call void @__porf_fail(i32 noundef 6, ptr noundef @.str.21)
  unreachable
}

declare dso_local ptr @memset(ptr noundef, i32 noundef, i64 noundef)

declare dso_local ptr @__porf_malloc(i64 noundef, i64 noundef)

define weak dso_local i32 @pthread_key_create(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  store i32 1, ptr %6, align 4
  %9 = load i32, ptr %6, align 4
  %10 = atomicrmw add ptr @key_count, i32 %9 monotonic, align 4
  store i32 %10, ptr %7, align 4
  %11 = load i32, ptr %7, align 4
  store i32 %11, ptr %5, align 4
  %12 = load i32, ptr %5, align 4
  %13 = icmp uge i32 %12, 32
  br i1 %13, label %14, label %15

14:
  call void @__porf_fail(i32 noundef 6, ptr noundef @.str.22)
  unreachable

15:
  %16 = load i32, ptr %5, align 4
  %17 = zext i32 %16 to i64
  %18 = getelementptr inbounds [32 x ptr], ptr @destructors, i64 0, i64 %17
  %19 = load ptr, ptr %4, align 8
  store ptr %19, ptr %8, align 8
  %20 = load i64, ptr %8, align 8
  store atomic i64 %20, ptr %18 release, align 8
  %21 = load i32, ptr %5, align 4
  %22 = load ptr, ptr %3, align 8
  store i32 %21, ptr %22, align 4
  ret i32 0
}

define weak dso_local i32 @pthread_key_delete(i32 noundef %0) {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  store i32 %0, ptr %3, align 4
  %5 = load i32, ptr %3, align 4
  %6 = icmp uge i32 %5, 32
  br i1 %6, label %7, label %8

7:
  store i32 22, ptr %2, align 4
  br label %13

8:
  %9 = load i32, ptr %3, align 4
  %10 = zext i32 %9 to i64
  %11 = getelementptr inbounds [32 x ptr], ptr @destructors, i64 0, i64 %10
  store ptr null, ptr %4, align 8
  %12 = load i64, ptr %4, align 8
  store atomic i64 %12, ptr %11 release, align 8
  store i32 0, ptr %2, align 4
  br label %13

13:
  %14 = load i32, ptr %2, align 4
  ret i32 %14
}

define weak dso_local ptr @pthread_getspecific(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = icmp ult i32 %3, 32
  br i1 %4, label %5, label %11

5:
  %6 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @key_values)
  %7 = load i32, ptr %2, align 4
  %8 = zext i32 %7 to i64
  %9 = getelementptr inbounds [32 x ptr], ptr %6, i64 0, i64 %8
  %10 = load ptr, ptr %9, align 8
  br label %12

11:
  br label %12

12:
  %13 = phi ptr [ %10, %5 ], [ null, %11 ]
  ret ptr %13
}

define weak dso_local i32 @pthread_setspecific(i32 noundef %0, ptr noundef %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  store i32 %0, ptr %4, align 4
  store ptr %1, ptr %5, align 8
  %6 = load i32, ptr %4, align 4
  %7 = icmp uge i32 %6, 32
  br i1 %7, label %8, label %9

8:
  store i32 22, ptr %3, align 4
  br label %24

9:
  %10 = load ptr, ptr %5, align 8
  %11 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @key_values)
  %12 = load i32, ptr %4, align 4
  %13 = zext i32 %12 to i64
  %14 = getelementptr inbounds [32 x ptr], ptr %11, i64 0, i64 %13
  store ptr %10, ptr %14, align 8
  %15 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @keys_in_use)
  %16 = load i32, ptr %15, align 4
  %17 = load i32, ptr %4, align 4
  %18 = icmp ule i32 %16, %17
  br i1 %18, label %19, label %23

19:
  %20 = load i32, ptr %4, align 4
  %21 = add i32 %20, 1
  %22 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @keys_in_use)
  store i32 %21, ptr %22, align 4
  br label %23

23:
  store i32 0, ptr %3, align 4
  br label %24

24:
  %25 = load i32, ptr %3, align 4
  ret i32 %25
}

define weak dso_local ptr @porf_thread_main(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = call ptr %6(ptr noundef %7)
  store ptr %8, ptr %5, align 8
  call void @run_key_destructors()
  %9 = load ptr, ptr %5, align 8
  ret ptr %9
}

define internal void @run_key_destructors() {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store i32 1, ptr %1, align 4
  store i32 0, ptr %2, align 4
  br label %7

7:
  %8 = load i32, ptr %1, align 4
  %9 = icmp ne i32 %8, 0
  br i1 %9, label %10, label %13

10:
  %11 = load i32, ptr %2, align 4
  %12 = icmp slt i32 %11, 4
  br label %13

13:
  %14 = phi i1 [ false, %7 ], [ %12, %10 ]
  br i1 %14, label %15, label %53

15:
  store i32 0, ptr %1, align 4
  store i32 0, ptr %3, align 4
  br label %16

16:
  %17 = load i32, ptr %3, align 4
  %18 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @keys_in_use)
  %19 = load i32, ptr %18, align 4
  %20 = icmp ult i32 %17, %19
  br i1 %20, label %21, label %49

21:
  %22 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @key_values)
  %23 = load i32, ptr %3, align 4
  %24 = zext i32 %23 to i64
  %25 = getelementptr inbounds [32 x ptr], ptr %22, i64 0, i64 %24
  %26 = load ptr, ptr %25, align 8
  store ptr %26, ptr %4, align 8
  %27 = load ptr, ptr %4, align 8
  %28 = icmp ne ptr %27, null
  br i1 %28, label %30, label %29

29:
  br label %46

30:
  %31 = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @key_values)
  %32 = load i32, ptr %3, align 4
  %33 = zext i32 %32 to i64
  %34 = getelementptr inbounds [32 x ptr], ptr %31, i64 0, i64 %33
  store ptr null, ptr %34, align 8
  %35 = load i32, ptr %3, align 4
  %36 = zext i32 %35 to i64
  %37 = getelementptr inbounds [32 x ptr], ptr @destructors, i64 0, i64 %36
  %38 = load atomic i64, ptr %37 acquire, align 8
  store i64 %38, ptr %6, align 8
  %39 = load ptr, ptr %6, align 8
  store ptr %39, ptr %5, align 8
  %40 = load ptr, ptr %5, align 8
  %41 = icmp ne ptr %40, null
  br i1 %41, label %42, label %45

42:
  store i32 1, ptr %1, align 4
  %43 = load ptr, ptr %5, align 8
  %44 = load ptr, ptr %4, align 8
  call void %43(ptr noundef %44)
  br label %45

45:
  br label %46

46:
  %47 = load i32, ptr %3, align 4
  %48 = add i32 %47, 1
  store i32 %48, ptr %3, align 4
  br label %16

49:
  br label %50

50:
  %51 = load i32, ptr %2, align 4
  %52 = add nsw i32 %51, 1
  store i32 %52, ptr %2, align 4
  br label %7

53:
  ret void
}

define weak dso_local void @porf_symmetric() {
  %1 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @next_is_symmetric)
  store i32 1, ptr %1, align 4
  ret void
}

define weak dso_local i32 @pthread_create(ptr noundef %0, ptr noundef %1, ptr noundef %2, ptr noundef %3) {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i32, align 4
  %10 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %11 = load ptr, ptr %6, align 8
  %12 = icmp ne ptr %11, null
  br i1 %12, label %13, label %18

13:
  %14 = load ptr, ptr %6, align 8
  %15 = getelementptr inbounds %struct.pthread_attr_t, ptr %14, i32 0, i32 0
  %16 = load i32, ptr %15, align 4
  %17 = icmp ne i32 %16, 0
  br label %18

18:
  %19 = phi i1 [ false, %4 ], [ %17, %13 ]
  %20 = zext i1 %19 to i32
  store i32 %20, ptr %9, align 4
  %21 = load ptr, ptr %7, align 8
  %22 = load ptr, ptr %8, align 8
  %23 = call i64 @spawn(ptr noundef %21, ptr noundef %22)
  %24 = add i64 %23, 1
  store i64 %24, ptr %10, align 8
  %25 = load i32, ptr %9, align 4
  %26 = icmp ne i32 %25, 0
  br i1 %26, label %27, label %30

27:
  %28 = load i64, ptr %10, align 8
  %29 = call i64 @thread_of(i64 noundef %28)
  call void @__porf_detach(i64 noundef %29)
  br label %30

30:
  %31 = load i64, ptr %10, align 8
  %32 = load ptr, ptr %5, align 8
  store i64 %31, ptr %32, align 8
  ret i32 0
}

define internal i64 @spawn(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %6 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @next_is_symmetric)
  %7 = load i32, ptr %6, align 4
  store i32 %7, ptr %5, align 4
  %8 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @next_is_symmetric)
  store i32 0, ptr %8, align 4
  %9 = load ptr, ptr %3, align 8
  %10 = load ptr, ptr %4, align 8
  %11 = load i32, ptr %5, align 4
  %12 = call i64 @__porf_spawn(ptr noundef %9, ptr noundef %10, i32 noundef %11)
  ret i64 %12
}

declare dso_local void @__porf_detach(i64 noundef)

define internal i64 @thread_of(i64 noundef %0) {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = sub i64 %3, 1
  ret i64 %4
}

define weak dso_local i32 @pthread_join(i64 noundef %0, ptr noundef %1) {
  %3 = alloca i64, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  store i64 %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %6 = load i64, ptr %3, align 8
  %7 = call i64 @thread_of(i64 noundef %6)
  %8 = call i64 @__porf_self()
  %9 = icmp eq i64 %7, %8
  br i1 %9, label %10, label %11

10:
  call void @__porf_fail(i32 noundef 7, ptr noundef @.str.23)
  unreachable

11:
  %12 = load i64, ptr %3, align 8
  %13 = call i64 @thread_of(i64 noundef %12)
  %14 = call ptr @__porf_join(i64 noundef %13)
  store ptr %14, ptr %5, align 8
  %15 = load ptr, ptr %4, align 8
  %16 = icmp ne ptr %15, null
  br i1 %16, label %17, label %20

17:
  %18 = load ptr, ptr %5, align 8
  %19 = load ptr, ptr %4, align 8
  store ptr %18, ptr %19, align 8
  br label %20

20:
  ret i32 0
}

declare dso_local i64 @__porf_self()

declare dso_local ptr @__porf_join(i64 noundef)

define weak dso_local i32 @pthread_detach(i64 noundef %0) {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = call i64 @thread_of(i64 noundef %3)
  call void @__porf_detach(i64 noundef %4)
  ret i32 0
}

define weak dso_local void @pthread_exit(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @cleanup_depth)
  %4 = load i32, ptr %3, align 4
  %5 = icmp ugt i32 %4, 0
  br i1 %5, label %6, label %7

6:
  call void @__porf_fail(i32 noundef 6, ptr noundef @.str.24)
  unreachable

7:
  call void @run_key_destructors()
  %8 = load ptr, ptr %2, align 8
  call void @__porf_exit(ptr noundef %8)
  unreachable
}

declare dso_local void @__porf_exit(ptr noundef)

define weak dso_local i64 @pthread_self() {
  %1 = call i64 @__porf_self()
  %2 = add i64 %1, 1
  ret i64 %2
}

define weak dso_local i32 @pthread_equal(i64 noundef %0, i64 noundef %1) {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i64 %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load i64, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = icmp eq i64 %5, %6
  %8 = zext i1 %7 to i32
  ret i32 %8
}

define weak dso_local i32 @pthread_cancel(i64 noundef %0) {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  call void @__porf_fail(i32 noundef 6, ptr noundef @.str.25)
  unreachable
}

define weak dso_local void @pthread_testcancel() {
  ret void
}

define weak dso_local i32 @pthread_setcancelstate(i32 noundef %0, ptr noundef %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  store i32 %0, ptr %3, align 4
  store ptr %1, ptr %4, align 8
  %5 = load i32, ptr %3, align 4
  %6 = load ptr, ptr %4, align 8
  %7 = icmp ne ptr %6, null
  br i1 %7, label %8, label %10

8:
  %9 = load ptr, ptr %4, align 8
  store i32 0, ptr %9, align 4
  br label %10

10:
  ret i32 0
}

define weak dso_local i32 @pthread_setcanceltype(i32 noundef %0, ptr noundef %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  store i32 %0, ptr %3, align 4
  store ptr %1, ptr %4, align 8
  %5 = load i32, ptr %3, align 4
  %6 = load ptr, ptr %4, align 8
  %7 = icmp ne ptr %6, null
  br i1 %7, label %8, label %10

8:
  %9 = load ptr, ptr %4, align 8
  store i32 0, ptr %9, align 4
  br label %10

10:
  ret i32 0
}

define weak dso_local i32 @__sigsetjmp_cancel(ptr noundef %0, i32 noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %4, align 4
  ret i32 0
}

define weak dso_local i32 @__sigsetjmp(ptr noundef %0, i32 noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %4, align 4
  ret i32 0
}

define weak dso_local void @__pthread_register_cancel(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @cleanup_depth)
  %5 = load i32, ptr %4, align 4
  %6 = add i32 %5, 1
  store i32 %6, ptr %4, align 4
  ret void
}

define weak dso_local void @__pthread_unregister_cancel(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @cleanup_depth)
  %5 = load i32, ptr %4, align 4
  %6 = add i32 %5, -1
  store i32 %6, ptr %4, align 4
  ret void
}

define weak dso_local void @__pthread_unwind_next(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  call void @__porf_fail(i32 noundef 6, ptr noundef @.str.26)
  unreachable
}

define weak dso_local i32 @pthread_attr_init(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds %struct.pthread_attr_t, ptr %3, i32 0, i32 0
  store i32 0, ptr %4, align 4
  ret i32 0
}

define weak dso_local i32 @pthread_attr_destroy(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  ret i32 0
}

define weak dso_local i32 @pthread_attr_setdetachstate(ptr noundef %0, i32 noundef %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  %6 = load i32, ptr %5, align 4
  %7 = icmp ne i32 %6, 0
  br i1 %7, label %8, label %12

8:
  %9 = load i32, ptr %5, align 4
  %10 = icmp ne i32 %9, 1
  br i1 %10, label %11, label %12

11:
  store i32 22, ptr %3, align 4
  br label %16

12:
  %13 = load i32, ptr %5, align 4
  %14 = load ptr, ptr %4, align 8
  %15 = getelementptr inbounds %struct.pthread_attr_t, ptr %14, i32 0, i32 0
  store i32 %13, ptr %15, align 4
  store i32 0, ptr %3, align 4
  br label %16

16:
  %17 = load i32, ptr %3, align 4
  ret i32 %17
}

define weak dso_local i32 @pthread_attr_getdetachstate(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = getelementptr inbounds %struct.pthread_attr_t, ptr %5, i32 0, i32 0
  %7 = load i32, ptr %6, align 4
  %8 = load ptr, ptr %4, align 8
  store i32 %7, ptr %8, align 4
  ret i32 0
}

define weak dso_local i32 @pthread_attr_setstacksize(ptr noundef %0, i64 noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  ret i32 0
}

define weak dso_local i32 @pthread_attr_setguardsize(ptr noundef %0, i64 noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  ret i32 0
}

define weak dso_local i32 @pthread_attr_setscope(ptr noundef %0, i32 noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %4, align 4
  ret i32 0
}

define weak dso_local i32 @pthread_attr_setinheritsched(ptr noundef %0, i32 noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %4, align 4
  ret i32 0
}

define weak dso_local i32 @pthread_attr_setschedpolicy(ptr noundef %0, i32 noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %4, align 4
  ret i32 0
}

define weak dso_local i32 @pthread_attr_setschedparam(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  ret i32 0
}

define weak dso_local i32 @pthread_attr_setaffinity_np(ptr noundef %0, i64 noundef %1, ptr noundef %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load i64, ptr %5, align 8
  %9 = load ptr, ptr %6, align 8
  ret i32 0
}

define weak dso_local i32 @pthread_setschedparam(i64 noundef %0, i32 noundef %1, ptr noundef %2) {
  %4 = alloca i64, align 8
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  store i64 %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  store ptr %2, ptr %6, align 8
  %7 = load i64, ptr %4, align 8
  %8 = load i32, ptr %5, align 4
  %9 = load ptr, ptr %6, align 8
  ret i32 0
}

define weak dso_local i32 @pthread_setaffinity_np(i64 noundef %0, i64 noundef %1, ptr noundef %2) {
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  store i64 %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = load i64, ptr %4, align 8
  %8 = load i64, ptr %5, align 8
  %9 = load ptr, ptr %6, align 8
  ret i32 0
}

define weak dso_local i32 @pthread_setname_np(i64 noundef %0, ptr noundef %1) {
  %3 = alloca i64, align 8
  %4 = alloca ptr, align 8
  store i64 %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load i64, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  ret i32 0
}

define weak dso_local i32 @pthread_setconcurrency(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  ret i32 0
}

define weak dso_local i32 @thrd_create(ptr noundef %0, ptr noundef %1, ptr noundef %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr %5, align 8
  %8 = load ptr, ptr %6, align 8
  %9 = call i64 @spawn(ptr noundef %7, ptr noundef %8)
  %10 = add i64 %9, 1
  %11 = load ptr, ptr %4, align 8
  store i64 %10, ptr %11, align 8
  ret i32 0
}

define weak dso_local i32 @thrd_join(i64 noundef %0, ptr noundef %1) {
  %3 = alloca i64, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  store i64 %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  store ptr null, ptr %5, align 8
  %6 = load i64, ptr %3, align 8
  %7 = call i32 @pthread_join(i64 noundef %6, ptr noundef %5)
  %8 = load ptr, ptr %4, align 8
  %9 = icmp ne ptr %8, null
  br i1 %9, label %10, label %15

10:
  %11 = load ptr, ptr %5, align 8
  %12 = ptrtoint ptr %11 to i64
  %13 = trunc i64 %12 to i32
  %14 = load ptr, ptr %4, align 8
  store i32 %13, ptr %14, align 4
  br label %15

15:
  ret i32 0
}

define weak dso_local i32 @thrd_detach(i64 noundef %0) {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = call i32 @pthread_detach(i64 noundef %3)
  %5 = call i32 @thread_result_of(i32 noundef %4)
  ret i32 %5
}

define internal i32 @thread_result_of(i32 noundef %0) {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  %4 = load i32, ptr %3, align 4
  switch i32 %4, label %8 [
    i32 0, label %5
    i32 16, label %6
    i32 110, label %7
  ]

5:
  store i32 0, ptr %2, align 4
  br label %9

6:
  store i32 1, ptr %2, align 4
  br label %9

7:
  store i32 4, ptr %2, align 4
  br label %9

8:
  store i32 2, ptr %2, align 4
  br label %9

9:
  %10 = load i32, ptr %2, align 4
  ret i32 %10
}

define weak dso_local void @thrd_exit(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = sext i32 %3 to i64
  %5 = inttoptr i64 %4 to ptr
  call void @pthread_exit(ptr noundef %5)
  unreachable
}

define weak dso_local i64 @thrd_current() {
  %1 = call i64 @pthread_self()
  ret i64 %1
}

define weak dso_local i32 @thrd_equal(i64 noundef %0, i64 noundef %1) {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i64 %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load i64, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = icmp eq i64 %5, %6
  %8 = zext i1 %7 to i32
  ret i32 %8
}

define weak dso_local void @thrd_yield() {
  ret void
}

define weak dso_local i32 @thrd_sleep(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = icmp ne ptr %6, null
  br i1 %7, label %8, label %13

8:
  %9 = load ptr, ptr %4, align 8
  %10 = getelementptr inbounds %struct.duration, ptr %9, i32 0, i32 1
  store i64 0, ptr %10, align 8
  %11 = load ptr, ptr %4, align 8
  %12 = getelementptr inbounds %struct.duration, ptr %11, i32 0, i32 0
  store i64 0, ptr %12, align 8
  br label %13

13:
  ret i32 0
}

define weak dso_local i32 @mtx_init(ptr noundef %0, i32 noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load i32, ptr %4, align 4
  %6 = and i32 %5, 1
  %7 = icmp ne i32 %6, 0
  %8 = zext i1 %7 to i64
  %9 = select i1 %7, i32 1, i32 0
  %10 = sext i32 %9 to i64
  %11 = load ptr, ptr %3, align 8
  %12 = getelementptr inbounds %struct.pthread_mutex_t, ptr %11, i32 0, i32 2
  store i64 %10, ptr %12, align 8
  ret i32 0
}

define weak dso_local void @mtx_destroy(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @pthread_mutex_destroy(ptr noundef %3)
  ret void
}

define weak dso_local i32 @mtx_lock(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @pthread_mutex_lock(ptr noundef %3)
  %5 = call i32 @thread_result_of(i32 noundef %4)
  ret i32 %5
}

define weak dso_local i32 @mtx_trylock(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @mutex_try_lock(ptr noundef %3, i32 noundef 1)
  %5 = call i32 @thread_result_of(i32 noundef %4)
  ret i32 %5
}

define weak dso_local i32 @mtx_timedlock(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call i32 @pthread_mutex_timedlock(ptr noundef %5, ptr noundef %6)
  %8 = call i32 @thread_result_of(i32 noundef %7)
  ret i32 %8
}

define weak dso_local i32 @mtx_unlock(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @pthread_mutex_unlock(ptr noundef %3)
  %5 = icmp ne i32 %4, 0
  br i1 %5, label %6, label %7

6:
  call void @__porf_fail(i32 noundef 3, ptr noundef @.str)
  unreachable

7:
  ret i32 0
}

define weak dso_local i32 @cnd_init(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @pthread_cond_init(ptr noundef %3, ptr noundef null)
  %5 = call i32 @thread_result_of(i32 noundef %4)
  ret i32 %5
}

define weak dso_local void @cnd_destroy(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @pthread_cond_destroy(ptr noundef %3)
  ret void
}

define weak dso_local i32 @cnd_signal(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @pthread_cond_signal(ptr noundef %3)
  %5 = call i32 @thread_result_of(i32 noundef %4)
  ret i32 %5
}

define weak dso_local i32 @cnd_broadcast(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @pthread_cond_broadcast(ptr noundef %3)
  %5 = call i32 @thread_result_of(i32 noundef %4)
  ret i32 %5
}

define weak dso_local i32 @cnd_wait(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call i32 @pthread_cond_wait(ptr noundef %5, ptr noundef %6)
  %8 = call i32 @thread_result_of(i32 noundef %7)
  ret i32 %8
}

define weak dso_local i32 @cnd_timedwait(ptr noundef %0, ptr noundef %1, ptr noundef %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load ptr, ptr %6, align 8
  %10 = call i32 @pthread_cond_timedwait(ptr noundef %7, ptr noundef %8, ptr noundef %9)
  %11 = call i32 @thread_result_of(i32 noundef %10)
  ret i32 %11
}

define weak dso_local i32 @tss_create(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call i32 @pthread_key_create(ptr noundef %5, ptr noundef %6)
  %8 = call i32 @thread_result_of(i32 noundef %7)
  ret i32 %8
}

define weak dso_local void @tss_delete(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = call i32 @pthread_key_delete(i32 noundef %3)
  ret void
}

define weak dso_local ptr @tss_get(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = call ptr @pthread_getspecific(i32 noundef %3)
  ret ptr %4
}

define weak dso_local i32 @tss_set(i32 noundef %0, ptr noundef %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  store i32 %0, ptr %3, align 4
  store ptr %1, ptr %4, align 8
  %5 = load i32, ptr %3, align 4
  %6 = load ptr, ptr %4, align 8
  %7 = call i32 @pthread_setspecific(i32 noundef %5, ptr noundef %6)
  %8 = call i32 @thread_result_of(i32 noundef %7)
  ret i32 %8
}

define weak dso_local void @call_once(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call i32 @pthread_once(ptr noundef %5, ptr noundef %6)
  ret void
}

define weak dso_local void @porf_assume(i1 noundef zeroext %0) {
  %2 = alloca i8, align 1
  %3 = zext i1 %0 to i8
  store i8 %3, ptr %2, align 1
  %4 = load i8, ptr %2, align 1
  %5 = trunc i8 %4 to i1
  %6 = zext i1 %5 to i32
  call void @__porf_assume(i32 noundef %6)
  ret void
}

define weak dso_local void @porf_error(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  call void @__porf_fail(i32 noundef 1, ptr noundef %3)
  unreachable
}

define weak dso_local void @__VERIFIER_assume(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  call void @__porf_assume(i32 noundef %3)
  ret void
}

define weak dso_local void @assume_abort_if_not(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  call void @__porf_assume(i32 noundef %3)
  ret void
}

define weak dso_local void @__VERIFIER_error() {
  call void @__porf_fail(i32 noundef 1, ptr noundef @.str.27)
  unreachable
}

define weak dso_local void @reach_error() {
  call void @__porf_fail(i32 noundef 1, ptr noundef @.str.28)
  unreachable
}

define weak dso_local void @__VERIFIER_assert(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = icmp ne i32 %3, 0
  br i1 %4, label %6, label %5

5:
  call void @__porf_fail(i32 noundef 0, ptr noundef @.str.29)
  unreachable

6:
  ret void
}

define weak dso_local void @porf_atomic_begin() {
  %1 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @atomic_depth)
  %2 = load i32, ptr %1, align 4
  %3 = add i32 %2, 1
  store i32 %3, ptr %1, align 4
  %4 = icmp eq i32 %2, 0
  br i1 %4, label %5, label %9

5:
  %6 = call i64 @__porf_self()
  %7 = add i64 %6, 1
  %8 = call i64 @__porf_wait_rmw64(ptr noundef @atomic_block, i64 noundef -1, i32 noundef 0, i64 noundef 0, i32 noundef 0, i64 noundef %7)
  br label %9

9:
  ret void
}

define weak dso_local void @porf_atomic_end() {
  %1 = alloca i64, align 8
  %2 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @atomic_depth)
  %3 = load i32, ptr %2, align 4
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %5, label %6

5:
  call void @__porf_fail(i32 noundef 5, ptr noundef @.str.30)
  unreachable

6:
  %7 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @atomic_depth)
  %8 = load i32, ptr %7, align 4
  %9 = add i32 %8, -1
  store i32 %9, ptr %7, align 4
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %11, label %13

11:
  store i64 0, ptr %1, align 8
  %12 = load i64, ptr %1, align 8
  store atomic i64 %12, ptr @atomic_block release, align 8
  br label %13

13:
  ret void
}

define weak dso_local void @__VERIFIER_atomic_begin() {
  call void @porf_atomic_begin()
  ret void
}

define weak dso_local void @__VERIFIER_atomic_end() {
  call void @porf_atomic_end()
  ret void
}

define weak dso_local zeroext i1 @porf_nondet_bool() {
  %1 = call i64 @__porf_nondet(i64 noundef 0, i64 noundef 1)
  %2 = icmp ne i64 %1, 0
  ret i1 %2
}

declare dso_local i64 @__porf_nondet(i64 noundef, i64 noundef)

define weak dso_local i32 @porf_nondet_int(i32 noundef %0, i32 noundef %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  store i32 %1, ptr %4, align 4
  %5 = load i32, ptr %3, align 4
  %6 = sext i32 %5 to i64
  %7 = load i32, ptr %4, align 4
  %8 = sext i32 %7 to i64
  %9 = load i32, ptr %3, align 4
  %10 = load i32, ptr %4, align 4
  %11 = icmp sgt i32 %9, %10
  %12 = call i64 @choose_from(i64 noundef %6, i64 noundef %8, i1 noundef zeroext %11)
  %13 = trunc i64 %12 to i32
  ret i32 %13
}

define internal i64 @choose_from(i64 noundef %0, i64 noundef %1, i1 noundef zeroext %2) {
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  %6 = alloca i8, align 1
  store i64 %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %7 = zext i1 %2 to i8
  store i8 %7, ptr %6, align 1
  %8 = load i8, ptr %6, align 1
  %9 = trunc i8 %8 to i1
  br i1 %9, label %10, label %11

10:
  call void @__porf_fail(i32 noundef 1, ptr noundef @.str.52)
  unreachable

11:
  %12 = load i64, ptr %5, align 8
  %13 = load i64, ptr %4, align 8
  %14 = sub i64 %12, %13
  %15 = add i64 %14, 1
  %16 = icmp eq i64 %15, 0
  br i1 %16, label %17, label %18

17:
  call void @__porf_fail(i32 noundef 6, ptr noundef @.str.53)
  unreachable

18:
  %19 = load i64, ptr %4, align 8
  %20 = load i64, ptr %5, align 8
  %21 = call i64 @__porf_nondet(i64 noundef %19, i64 noundef %20)
  ret i64 %21
}

define weak dso_local i32 @porf_nondet_uint(i32 noundef %0, i32 noundef %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  store i32 %1, ptr %4, align 4
  %5 = load i32, ptr %3, align 4
  %6 = zext i32 %5 to i64
  %7 = load i32, ptr %4, align 4
  %8 = zext i32 %7 to i64
  %9 = load i32, ptr %3, align 4
  %10 = load i32, ptr %4, align 4
  %11 = icmp ugt i32 %9, %10
  %12 = call i64 @choose_from(i64 noundef %6, i64 noundef %8, i1 noundef zeroext %11)
  %13 = trunc i64 %12 to i32
  ret i32 %13
}

define weak dso_local i64 @porf_nondet_long(i64 noundef %0, i64 noundef %1) {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i64 %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load i64, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = load i64, ptr %3, align 8
  %8 = load i64, ptr %4, align 8
  %9 = icmp sgt i64 %7, %8
  %10 = call i64 @choose_from(i64 noundef %5, i64 noundef %6, i1 noundef zeroext %9)
  ret i64 %10
}

define weak dso_local i64 @porf_nondet_ulong(i64 noundef %0, i64 noundef %1) {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i64 %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load i64, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = load i64, ptr %3, align 8
  %8 = load i64, ptr %4, align 8
  %9 = icmp ugt i64 %7, %8
  %10 = call i64 @choose_from(i64 noundef %5, i64 noundef %6, i1 noundef zeroext %9)
  ret i64 %10
}

define weak dso_local zeroext i1 @__VERIFIER_nondet_bool() {
  %1 = call i64 @__porf_nondet(i64 noundef 0, i64 noundef 1)
  %2 = icmp ne i64 %1, 0
  ret i1 %2
}

define weak dso_local zeroext i1 @__VERIFIER_nondet__Bool() {
  %1 = call i64 @__porf_nondet(i64 noundef 0, i64 noundef 1)
  %2 = icmp ne i64 %1, 0
  ret i1 %2
}

define weak dso_local signext i8 @__VERIFIER_nondet_char() {
  %1 = call i64 @__porf_nondet(i64 noundef -128, i64 noundef 127)
  %2 = trunc i64 %1 to i8
  ret i8 %2
}

define weak dso_local signext i8 @__VERIFIER_nondet_schar() {
  %1 = call i64 @__porf_nondet(i64 noundef -128, i64 noundef 127)
  %2 = trunc i64 %1 to i8
  ret i8 %2
}

define weak dso_local zeroext i8 @__VERIFIER_nondet_uchar() {
  %1 = call i64 @__porf_nondet(i64 noundef 0, i64 noundef 255)
  %2 = trunc i64 %1 to i8
  ret i8 %2
}

define weak dso_local signext i16 @__VERIFIER_nondet_short() {
  %1 = call i64 @__porf_nondet_some(i64 noundef -32768, i64 noundef 32767)
  %2 = trunc i64 %1 to i16
  ret i16 %2
}

declare dso_local i64 @__porf_nondet_some(i64 noundef, i64 noundef)

define weak dso_local zeroext i16 @__VERIFIER_nondet_ushort() {
  %1 = call i64 @__porf_nondet_some(i64 noundef 0, i64 noundef 65535)
  %2 = trunc i64 %1 to i16
  ret i16 %2
}

define weak dso_local i32 @__VERIFIER_nondet_int() {
  %1 = call i64 @__porf_nondet_some(i64 noundef -2147483648, i64 noundef 2147483647)
  %2 = trunc i64 %1 to i32
  ret i32 %2
}

define weak dso_local i32 @__VERIFIER_nondet_uint() {
  %1 = call i64 @__porf_nondet_some(i64 noundef 0, i64 noundef 4294967295)
  %2 = trunc i64 %1 to i32
  ret i32 %2
}

define weak dso_local i32 @__VERIFIER_nondet_unsigned() {
  %1 = call i32 @__VERIFIER_nondet_uint()
  ret i32 %1
}

define weak dso_local i32 @__VERIFIER_nondet_unsigned_int() {
  %1 = call i32 @__VERIFIER_nondet_uint()
  ret i32 %1
}

define weak dso_local i32 @__VERIFIER_nondet_u32() {
  %1 = call i32 @__VERIFIER_nondet_uint()
  ret i32 %1
}

define weak dso_local i64 @__VERIFIER_nondet_long() {
  %1 = call i64 @__porf_nondet_some(i64 noundef -9223372036854775808, i64 noundef 9223372036854775807)
  ret i64 %1
}

define weak dso_local i64 @__VERIFIER_nondet_longlong() {
  %1 = call i64 @__VERIFIER_nondet_long()
  ret i64 %1
}

define weak dso_local i64 @__VERIFIER_nondet_ulong() {
  %1 = call i64 @__porf_nondet_some(i64 noundef 0, i64 noundef -1)
  ret i64 %1
}

define weak dso_local i64 @__VERIFIER_nondet_ulonglong() {
  %1 = call i64 @__VERIFIER_nondet_ulong()
  ret i64 %1
}

define weak dso_local i64 @__VERIFIER_nondet_size_t() {
  %1 = call i64 @__VERIFIER_nondet_ulong()
  ret i64 %1
}

define weak dso_local i64 @__VERIFIER_nondet_loff_t() {
  %1 = call i64 @__VERIFIER_nondet_long()
  ret i64 %1
}

define weak dso_local float @__VERIFIER_nondet_float() {
  %1 = call i64 @__VERIFIER_nondet_long()
  %2 = sitofp i64 %1 to float
  ret float %2
}

define weak dso_local double @__VERIFIER_nondet_double() {
  %1 = call i64 @__VERIFIER_nondet_long()
  %2 = sitofp i64 %1 to double
  ret double %2
}

define weak dso_local ptr @__VERIFIER_nondet_pointer() {
  %1 = call i64 @__porf_choose_some(i64 noundef 1)
  ret ptr null
}

declare dso_local i64 @__porf_choose_some(i64 noundef)

define weak dso_local void @porf_begin_main(ptr noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, i64 noundef %4) {
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  store i64 %4, ptr %10, align 8
  %11 = load ptr, ptr %6, align 8
  %12 = load i64, ptr %7, align 8
  %13 = load i64, ptr %8, align 8
  %14 = load i64, ptr %9, align 8
  %15 = load i64, ptr %10, align 8
  %16 = call i32 @__porf_annotate(i32 noundef 0, ptr noundef %11, i64 noundef %12, i64 noundef %13, i64 noundef %14, i64 noundef %15)
  ret void
}

declare dso_local i32 @__porf_annotate(i32 noundef, ptr noundef, i64 noundef, i64 noundef, i64 noundef, i64 noundef)

define weak dso_local void @porf_end_main() {
  %1 = call i32 @__porf_annotate(i32 noundef 1, ptr noundef null, i64 noundef 0, i64 noundef 0, i64 noundef 0, i64 noundef 0)
  ret void
}

define weak dso_local zeroext i1 @porf_begin_help(ptr noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, i64 noundef %4) {
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  store ptr %0, ptr %6, align 8
  store i64 %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  store i64 %3, ptr %9, align 8
  store i64 %4, ptr %10, align 8
  %11 = load ptr, ptr %6, align 8
  %12 = load i64, ptr %7, align 8
  %13 = load i64, ptr %8, align 8
  %14 = load i64, ptr %9, align 8
  %15 = load i64, ptr %10, align 8
  %16 = call i32 @__porf_annotate(i32 noundef 2, ptr noundef %11, i64 noundef %12, i64 noundef %13, i64 noundef %14, i64 noundef %15)
  %17 = icmp ne i32 %16, 0
  ret i1 %17
}

define weak dso_local i64 @__VERIFIER_spawn(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call i64 @spawn(ptr noundef %5, ptr noundef %6)
  %8 = add nsw i64 %7, 1
  ret i64 %8
}

define weak dso_local i64 @__VERIFIER_spawn_symmetric(ptr noundef %0, ptr noundef %1, i64 noundef %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %7 = load i64, ptr %6, align 8
  %8 = icmp ne i64 %7, 0
  br i1 %8, label %9, label %10

9:
  call void @porf_symmetric()
  br label %10

10:
  %11 = load ptr, ptr %4, align 8
  %12 = load ptr, ptr %5, align 8
  %13 = call i64 @__VERIFIER_spawn(ptr noundef %11, ptr noundef %12)
  ret i64 %13
}

define weak dso_local i64 @__VERIFIER_thread_create(ptr noundef %0, ptr noundef %1, ptr noundef %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load ptr, ptr %6, align 8
  %10 = call i64 @__VERIFIER_spawn(ptr noundef %8, ptr noundef %9)
  ret i64 %10
}

define weak dso_local ptr @__VERIFIER_join(i64 noundef %0) {
  %2 = alloca i64, align 8
  %3 = alloca ptr, align 8
  store i64 %0, ptr %2, align 8
  store ptr null, ptr %3, align 8
  %4 = load i64, ptr %2, align 8
  %5 = call i32 @pthread_join(i64 noundef %4, ptr noundef %3)
  %6 = load ptr, ptr %3, align 8
  ret ptr %6
}

define weak dso_local void @__VERIFIER_join_symmetric(i64 noundef %0) {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = call i32 @pthread_join(i64 noundef %3, ptr noundef null)
  ret void
}

define weak dso_local ptr @__VERIFIER_thread_join(i64 noundef %0) {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = call ptr @__VERIFIER_join(i64 noundef %3)
  ret ptr %4
}

define weak dso_local void @__VERIFIER_thread_exit(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  call void @pthread_exit(ptr noundef %3)
  unreachable
}

define weak dso_local i64 @__VERIFIER_thread_self() {
  %1 = call i64 @pthread_self()
  ret i64 %1
}

define weak dso_local i32 @__VERIFIER_tid() {
  %1 = call i64 @__porf_self()
  %2 = trunc i64 %1 to i32
  ret i32 %2
}

define weak dso_local void @__VERIFIER_loop_begin() {
  ret void
}

define weak dso_local void @__VERIFIER_spin_start() {
  ret void
}

define weak dso_local void @__VERIFIER_spin_end(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  call void @__porf_assume(i32 noundef %3)
  ret void
}

define weak dso_local void @__VERIFIER_potential_spin_end() {
  ret void
}

define weak dso_local void @__VERIFIER_loop_bound(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  ret void
}

define weak dso_local ptr @__VERIFIER_hp_alloc() {
  %1 = call ptr @__porf_malloc(i64 noundef 8, i64 noundef 8)
  ret ptr %1
}

define weak dso_local ptr @__VERIFIER_hp_protect(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load atomic i64, ptr %7 acquire, align 8
  store i64 %8, ptr %5, align 8
  %9 = load ptr, ptr %5, align 8
  ret ptr %9
}

define weak dso_local void @__VERIFIER_hp_clear(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  ret void
}

define weak dso_local void @__VERIFIER_hp_free(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  call void @__porf_free(ptr noundef %3)
  ret void
}

declare dso_local void @__porf_free(ptr noundef)

define weak dso_local void @__VERIFIER_hp_retire(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  ret void
}

define weak dso_local i32 @isdigit(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = call zeroext i1 @between(i32 noundef %3, i32 noundef 48, i32 noundef 57)
  %5 = zext i1 %4 to i32
  ret i32 %5
}

define internal zeroext i1 @between(i32 noundef %0, i32 noundef %1, i32 noundef %2) {
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  store i32 %0, ptr %4, align 4
  store i32 %1, ptr %5, align 4
  store i32 %2, ptr %6, align 4
  %7 = load i32, ptr %4, align 4
  %8 = load i32, ptr %5, align 4
  %9 = icmp sge i32 %7, %8
  br i1 %9, label %10, label %14

10:
  %11 = load i32, ptr %4, align 4
  %12 = load i32, ptr %6, align 4
  %13 = icmp sle i32 %11, %12
  br label %14

14:
  %15 = phi i1 [ false, %3 ], [ %13, %10 ]
  ret i1 %15
}

define weak dso_local i32 @islower(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = call zeroext i1 @between(i32 noundef %3, i32 noundef 97, i32 noundef 122)
  %5 = zext i1 %4 to i32
  ret i32 %5
}

define weak dso_local i32 @isupper(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = call zeroext i1 @between(i32 noundef %3, i32 noundef 65, i32 noundef 90)
  %5 = zext i1 %4 to i32
  ret i32 %5
}

define weak dso_local i32 @isalpha(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = call i32 @lower(i32 noundef %3)
  %5 = call zeroext i1 @between(i32 noundef %4, i32 noundef 97, i32 noundef 122)
  %6 = zext i1 %5 to i32
  ret i32 %6
}

define internal i32 @lower(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = call zeroext i1 @between(i32 noundef %3, i32 noundef 65, i32 noundef 90)
  br i1 %4, label %5, label %8

5:
  %6 = load i32, ptr %2, align 4
  %7 = add nsw i32 %6, 32
  br label %10

8:
  %9 = load i32, ptr %2, align 4
  br label %10

10:
  %11 = phi i32 [ %7, %5 ], [ %9, %8 ]
  ret i32 %11
}

define weak dso_local i32 @isalnum(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = call i32 @isalpha(i32 noundef %3)
  %5 = icmp ne i32 %4, 0
  br i1 %5, label %10, label %6

6:
  %7 = load i32, ptr %2, align 4
  %8 = call i32 @isdigit(i32 noundef %7)
  %9 = icmp ne i32 %8, 0
  br label %10

10:
  %11 = phi i1 [ true, %1 ], [ %9, %6 ]
  %12 = zext i1 %11 to i32
  ret i32 %12
}

define weak dso_local i32 @isxdigit(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = call i32 @isdigit(i32 noundef %3)
  %5 = icmp ne i32 %4, 0
  br i1 %5, label %10, label %6

6:
  %7 = load i32, ptr %2, align 4
  %8 = call i32 @lower(i32 noundef %7)
  %9 = call zeroext i1 @between(i32 noundef %8, i32 noundef 97, i32 noundef 102)
  br label %10

10:
  %11 = phi i1 [ true, %1 ], [ %9, %6 ]
  %12 = zext i1 %11 to i32
  ret i32 %12
}

define weak dso_local i32 @isblank(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = icmp eq i32 %3, 32
  br i1 %4, label %8, label %5

5:
  %6 = load i32, ptr %2, align 4
  %7 = icmp eq i32 %6, 9
  br label %8

8:
  %9 = phi i1 [ true, %1 ], [ %7, %5 ]
  %10 = zext i1 %9 to i32
  ret i32 %10
}

define weak dso_local i32 @isspace(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = icmp eq i32 %3, 32
  br i1 %4, label %8, label %5

5:
  %6 = load i32, ptr %2, align 4
  %7 = call zeroext i1 @between(i32 noundef %6, i32 noundef 9, i32 noundef 13)
  br label %8

8:
  %9 = phi i1 [ true, %1 ], [ %7, %5 ]
  %10 = zext i1 %9 to i32
  ret i32 %10
}

define weak dso_local i32 @iscntrl(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = call zeroext i1 @between(i32 noundef %3, i32 noundef 0, i32 noundef 31)
  br i1 %4, label %8, label %5

5:
  %6 = load i32, ptr %2, align 4
  %7 = icmp eq i32 %6, 127
  br label %8

8:
  %9 = phi i1 [ true, %1 ], [ %7, %5 ]
  %10 = zext i1 %9 to i32
  ret i32 %10
}

define weak dso_local i32 @isprint(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = call zeroext i1 @between(i32 noundef %3, i32 noundef 32, i32 noundef 126)
  %5 = zext i1 %4 to i32
  ret i32 %5
}

define weak dso_local i32 @isgraph(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = call zeroext i1 @between(i32 noundef %3, i32 noundef 33, i32 noundef 126)
  %5 = zext i1 %4 to i32
  ret i32 %5
}

define weak dso_local i32 @ispunct(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = call i32 @isgraph(i32 noundef %3)
  %5 = icmp ne i32 %4, 0
  br i1 %5, label %6, label %11

6:
  %7 = load i32, ptr %2, align 4
  %8 = call i32 @isalnum(i32 noundef %7)
  %9 = icmp ne i32 %8, 0
  %10 = xor i1 %9, true
  br label %11

11:
  %12 = phi i1 [ false, %1 ], [ %10, %6 ]
  %13 = zext i1 %12 to i32
  ret i32 %13
}

define weak dso_local i32 @tolower(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = call i32 @lower(i32 noundef %3)
  ret i32 %4
}

define weak dso_local i32 @toupper(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = call zeroext i1 @between(i32 noundef %3, i32 noundef 97, i32 noundef 122)
  br i1 %4, label %5, label %8

5:
  %6 = load i32, ptr %2, align 4
  %7 = sub nsw i32 %6, 32
  br label %10

8:
  %9 = load i32, ptr %2, align 4
  br label %10

10:
  %11 = phi i32 [ %7, %5 ], [ %9, %8 ]
  ret i32 %11
}

define weak dso_local i64 @strlen(ptr noundef %0) {
  %2 = alloca ptr, align 8
  %3 = alloca i64, align 8
  store ptr %0, ptr %2, align 8
  store i64 0, ptr %3, align 8
  br label %4

4:
  %5 = load ptr, ptr %2, align 8
  %6 = load i64, ptr %3, align 8
  %7 = getelementptr inbounds i8, ptr %5, i64 %6
  %8 = load i8, ptr %7, align 1
  %9 = icmp ne i8 %8, 0
  br i1 %9, label %10, label %13

10:
  %11 = load i64, ptr %3, align 8
  %12 = add i64 %11, 1
  store i64 %12, ptr %3, align 8
  br label %4

13:
  %14 = load i64, ptr %3, align 8
  ret i64 %14
}

define weak dso_local i64 @strnlen(ptr noundef %0, i64 noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  store i64 0, ptr %5, align 8
  br label %6

6:
  %7 = load i64, ptr %5, align 8
  %8 = load i64, ptr %4, align 8
  %9 = icmp ult i64 %7, %8
  br i1 %9, label %10, label %17

10:
  %11 = load ptr, ptr %3, align 8
  %12 = load i64, ptr %5, align 8
  %13 = getelementptr inbounds i8, ptr %11, i64 %12
  %14 = load i8, ptr %13, align 1
  %15 = sext i8 %14 to i32
  %16 = icmp ne i32 %15, 0
  br label %17

17:
  %18 = phi i1 [ false, %6 ], [ %16, %10 ]
  br i1 %18, label %19, label %22

19:
  %20 = load i64, ptr %5, align 8
  %21 = add i64 %20, 1
  store i64 %21, ptr %5, align 8
  br label %6

22:
  %23 = load i64, ptr %5, align 8
  ret i64 %23
}

define weak dso_local i32 @strcmp(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  br label %5

5:
  %6 = load ptr, ptr %3, align 8
  %7 = load i8, ptr %6, align 1
  %8 = sext i8 %7 to i32
  %9 = icmp ne i32 %8, 0
  br i1 %9, label %10, label %18

10:
  %11 = load ptr, ptr %3, align 8
  %12 = load i8, ptr %11, align 1
  %13 = sext i8 %12 to i32
  %14 = load ptr, ptr %4, align 8
  %15 = load i8, ptr %14, align 1
  %16 = sext i8 %15 to i32
  %17 = icmp eq i32 %13, %16
  br label %18

18:
  %19 = phi i1 [ false, %5 ], [ %17, %10 ]
  br i1 %19, label %20, label %25

20:
  %21 = load ptr, ptr %3, align 8
  %22 = getelementptr inbounds i8, ptr %21, i32 1
  store ptr %22, ptr %3, align 8
  %23 = load ptr, ptr %4, align 8
  %24 = getelementptr inbounds i8, ptr %23, i32 1
  store ptr %24, ptr %4, align 8
  br label %5

25:
  %26 = load ptr, ptr %3, align 8
  %27 = load i8, ptr %26, align 1
  %28 = zext i8 %27 to i32
  %29 = load ptr, ptr %4, align 8
  %30 = load i8, ptr %29, align 1
  %31 = zext i8 %30 to i32
  %32 = sub nsw i32 %28, %31
  ret i32 %32
}

define weak dso_local i32 @strncmp(ptr noundef %0, ptr noundef %1, i64 noundef %2) {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  br label %8

8:
  %9 = load i64, ptr %7, align 8
  %10 = icmp ugt i64 %9, 0
  br i1 %10, label %11, label %39

11:
  %12 = load ptr, ptr %5, align 8
  %13 = load i8, ptr %12, align 1
  %14 = sext i8 %13 to i32
  %15 = load ptr, ptr %6, align 8
  %16 = load i8, ptr %15, align 1
  %17 = sext i8 %16 to i32
  %18 = icmp ne i32 %14, %17
  br i1 %18, label %23, label %19

19:
  %20 = load ptr, ptr %5, align 8
  %21 = load i8, ptr %20, align 1
  %22 = icmp ne i8 %21, 0
  br i1 %22, label %31, label %23

23:
  %24 = load ptr, ptr %5, align 8
  %25 = load i8, ptr %24, align 1
  %26 = zext i8 %25 to i32
  %27 = load ptr, ptr %6, align 8
  %28 = load i8, ptr %27, align 1
  %29 = zext i8 %28 to i32
  %30 = sub nsw i32 %26, %29
  store i32 %30, ptr %4, align 4
  br label %40

31:
  br label %32

32:
  %33 = load i64, ptr %7, align 8
  %34 = add i64 %33, -1
  store i64 %34, ptr %7, align 8
  %35 = load ptr, ptr %5, align 8
  %36 = getelementptr inbounds i8, ptr %35, i32 1
  store ptr %36, ptr %5, align 8
  %37 = load ptr, ptr %6, align 8
  %38 = getelementptr inbounds i8, ptr %37, i32 1
  store ptr %38, ptr %6, align 8
  br label %8

39:
  store i32 0, ptr %4, align 4
  br label %40

40:
  %41 = load i32, ptr %4, align 4
  ret i32 %41
}

define weak dso_local i32 @strcasecmp(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  br label %5

5:
  %6 = load ptr, ptr %3, align 8
  %7 = load i8, ptr %6, align 1
  %8 = sext i8 %7 to i32
  %9 = icmp ne i32 %8, 0
  br i1 %9, label %10, label %20

10:
  %11 = load ptr, ptr %3, align 8
  %12 = load i8, ptr %11, align 1
  %13 = zext i8 %12 to i32
  %14 = call i32 @lower(i32 noundef %13)
  %15 = load ptr, ptr %4, align 8
  %16 = load i8, ptr %15, align 1
  %17 = zext i8 %16 to i32
  %18 = call i32 @lower(i32 noundef %17)
  %19 = icmp eq i32 %14, %18
  br label %20

20:
  %21 = phi i1 [ false, %5 ], [ %19, %10 ]
  br i1 %21, label %22, label %27

22:
  %23 = load ptr, ptr %3, align 8
  %24 = getelementptr inbounds i8, ptr %23, i32 1
  store ptr %24, ptr %3, align 8
  %25 = load ptr, ptr %4, align 8
  %26 = getelementptr inbounds i8, ptr %25, i32 1
  store ptr %26, ptr %4, align 8
  br label %5

27:
  %28 = load ptr, ptr %3, align 8
  %29 = load i8, ptr %28, align 1
  %30 = zext i8 %29 to i32
  %31 = call i32 @lower(i32 noundef %30)
  %32 = load ptr, ptr %4, align 8
  %33 = load i8, ptr %32, align 1
  %34 = zext i8 %33 to i32
  %35 = call i32 @lower(i32 noundef %34)
  %36 = sub nsw i32 %31, %35
  ret i32 %36
}

define weak dso_local i32 @strncasecmp(ptr noundef %0, ptr noundef %1, i64 noundef %2) {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i32, align 4
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  br label %9

9:
  %10 = load i64, ptr %7, align 8
  %11 = icmp ugt i64 %10, 0
  br i1 %11, label %12, label %38

12:
  %13 = load ptr, ptr %5, align 8
  %14 = load i8, ptr %13, align 1
  %15 = zext i8 %14 to i32
  %16 = call i32 @lower(i32 noundef %15)
  %17 = load ptr, ptr %6, align 8
  %18 = load i8, ptr %17, align 1
  %19 = zext i8 %18 to i32
  %20 = call i32 @lower(i32 noundef %19)
  %21 = sub nsw i32 %16, %20
  store i32 %21, ptr %8, align 4
  %22 = load i32, ptr %8, align 4
  %23 = icmp ne i32 %22, 0
  br i1 %23, label %28, label %24

24:
  %25 = load ptr, ptr %5, align 8
  %26 = load i8, ptr %25, align 1
  %27 = icmp ne i8 %26, 0
  br i1 %27, label %30, label %28

28:
  %29 = load i32, ptr %8, align 4
  store i32 %29, ptr %4, align 4
  br label %39

30:
  br label %31

31:
  %32 = load i64, ptr %7, align 8
  %33 = add i64 %32, -1
  store i64 %33, ptr %7, align 8
  %34 = load ptr, ptr %5, align 8
  %35 = getelementptr inbounds i8, ptr %34, i32 1
  store ptr %35, ptr %5, align 8
  %36 = load ptr, ptr %6, align 8
  %37 = getelementptr inbounds i8, ptr %36, i32 1
  store ptr %37, ptr %6, align 8
  br label %9

38:
  store i32 0, ptr %4, align 4
  br label %39

39:
  %40 = load i32, ptr %4, align 4
  ret i32 %40
}

define weak dso_local ptr @stpcpy(ptr noalias noundef %0, ptr noalias noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  br label %5

5:
  %6 = load ptr, ptr %4, align 8
  %7 = load i8, ptr %6, align 1
  %8 = load ptr, ptr %3, align 8
  store i8 %7, ptr %8, align 1
  %9 = icmp ne i8 %7, 0
  br i1 %9, label %10, label %15

10:
  %11 = load ptr, ptr %3, align 8
  %12 = getelementptr inbounds i8, ptr %11, i32 1
  store ptr %12, ptr %3, align 8
  %13 = load ptr, ptr %4, align 8
  %14 = getelementptr inbounds i8, ptr %13, i32 1
  store ptr %14, ptr %4, align 8
  br label %5

15:
  %16 = load ptr, ptr %3, align 8
  ret ptr %16
}

define weak dso_local ptr @strcpy(ptr noalias noundef %0, ptr noalias noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call ptr @stpcpy(ptr noundef %5, ptr noundef %6)
  %8 = load ptr, ptr %3, align 8
  ret ptr %8
}

define weak dso_local ptr @strncpy(ptr noalias noundef %0, ptr noalias noundef %1, i64 noundef %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i64, ptr %6, align 8
  %10 = call i64 @strnlen(ptr noundef %8, i64 noundef %9)
  store i64 %10, ptr %7, align 8
  %11 = load ptr, ptr %4, align 8
  %12 = load ptr, ptr %5, align 8
  %13 = load i64, ptr %7, align 8
  %14 = call ptr @memcpy(ptr noundef %11, ptr noundef %12, i64 noundef %13)
  %15 = load ptr, ptr %4, align 8
  %16 = load i64, ptr %7, align 8
  %17 = getelementptr inbounds i8, ptr %15, i64 %16
  %18 = load i64, ptr %6, align 8
  %19 = load i64, ptr %7, align 8
  %20 = sub i64 %18, %19
  %21 = call ptr @memset(ptr noundef %17, i32 noundef 0, i64 noundef %20)
  %22 = load ptr, ptr %4, align 8
  ret ptr %22
}

declare dso_local ptr @memcpy(ptr noundef, ptr noundef, i64 noundef)

define weak dso_local ptr @strcat(ptr noalias noundef %0, ptr noalias noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %3, align 8
  %7 = call i64 @strlen(ptr noundef %6)
  %8 = getelementptr inbounds i8, ptr %5, i64 %7
  %9 = load ptr, ptr %4, align 8
  %10 = call ptr @stpcpy(ptr noundef %8, ptr noundef %9)
  %11 = load ptr, ptr %3, align 8
  ret ptr %11
}

define weak dso_local ptr @strncat(ptr noalias noundef %0, ptr noalias noundef %1, i64 noundef %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = load ptr, ptr %4, align 8
  %11 = call i64 @strlen(ptr noundef %10)
  %12 = getelementptr inbounds i8, ptr %9, i64 %11
  store ptr %12, ptr %7, align 8
  %13 = load ptr, ptr %5, align 8
  %14 = load i64, ptr %6, align 8
  %15 = call i64 @strnlen(ptr noundef %13, i64 noundef %14)
  store i64 %15, ptr %8, align 8
  %16 = load ptr, ptr %7, align 8
  %17 = load ptr, ptr %5, align 8
  %18 = load i64, ptr %8, align 8
  %19 = call ptr @memcpy(ptr noundef %16, ptr noundef %17, i64 noundef %18)
  %20 = load ptr, ptr %7, align 8
  %21 = load i64, ptr %8, align 8
  %22 = getelementptr inbounds i8, ptr %20, i64 %21
  store i8 0, ptr %22, align 1
  %23 = load ptr, ptr %4, align 8
  ret ptr %23
}

define weak dso_local ptr @strchr(ptr noundef %0, i32 noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  br label %6

6:
  %7 = load ptr, ptr %4, align 8
  %8 = load i8, ptr %7, align 1
  %9 = sext i8 %8 to i32
  %10 = load i32, ptr %5, align 4
  %11 = trunc i32 %10 to i8
  %12 = sext i8 %11 to i32
  %13 = icmp eq i32 %9, %12
  br i1 %13, label %14, label %16

14:
  %15 = load ptr, ptr %4, align 8
  store ptr %15, ptr %3, align 8
  br label %25

16:
  %17 = load ptr, ptr %4, align 8
  %18 = load i8, ptr %17, align 1
  %19 = icmp ne i8 %18, 0
  br i1 %19, label %21, label %20

20:
  store ptr null, ptr %3, align 8
  br label %25

21:
  br label %22

22:
  %23 = load ptr, ptr %4, align 8
  %24 = getelementptr inbounds i8, ptr %23, i32 1
  store ptr %24, ptr %4, align 8
  br label %6

25:
  %26 = load ptr, ptr %3, align 8
  ret ptr %26
}

define weak dso_local ptr @strrchr(ptr noundef %0, i32 noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  store ptr null, ptr %5, align 8
  br label %6

6:
  %7 = load ptr, ptr %3, align 8
  %8 = load i8, ptr %7, align 1
  %9 = sext i8 %8 to i32
  %10 = load i32, ptr %4, align 4
  %11 = trunc i32 %10 to i8
  %12 = sext i8 %11 to i32
  %13 = icmp eq i32 %9, %12
  br i1 %13, label %14, label %16

14:
  %15 = load ptr, ptr %3, align 8
  store ptr %15, ptr %5, align 8
  br label %16

16:
  %17 = load ptr, ptr %3, align 8
  %18 = load i8, ptr %17, align 1
  %19 = icmp ne i8 %18, 0
  br i1 %19, label %22, label %20

20:
  %21 = load ptr, ptr %5, align 8
  ret ptr %21

22:
  br label %23

23:
  %24 = load ptr, ptr %3, align 8
  %25 = getelementptr inbounds i8, ptr %24, i32 1
  store ptr %25, ptr %3, align 8
  br label %6
}

define weak dso_local ptr @strstr(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %7 = load ptr, ptr %5, align 8
  %8 = call i64 @strlen(ptr noundef %7)
  store i64 %8, ptr %6, align 8
  br label %9

9:
  %10 = load ptr, ptr %4, align 8
  %11 = load ptr, ptr %5, align 8
  %12 = load i64, ptr %6, align 8
  %13 = call i32 @strncmp(ptr noundef %10, ptr noundef %11, i64 noundef %12)
  %14 = icmp eq i32 %13, 0
  br i1 %14, label %15, label %17

15:
  %16 = load ptr, ptr %4, align 8
  store ptr %16, ptr %3, align 8
  br label %26

17:
  %18 = load ptr, ptr %4, align 8
  %19 = load i8, ptr %18, align 1
  %20 = icmp ne i8 %19, 0
  br i1 %20, label %22, label %21

21:
  store ptr null, ptr %3, align 8
  br label %26

22:
  br label %23

23:
  %24 = load ptr, ptr %4, align 8
  %25 = getelementptr inbounds i8, ptr %24, i32 1
  store ptr %25, ptr %4, align 8
  br label %9

26:
  %27 = load ptr, ptr %3, align 8
  ret ptr %27
}

define weak dso_local i64 @strspn(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call i64 @span(ptr noundef %5, ptr noundef %6, i1 noundef zeroext true)
  ret i64 %7
}

define internal i64 @span(ptr noundef %0, ptr noundef %1, i1 noundef zeroext %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i8, align 1
  %7 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %8 = zext i1 %2 to i8
  store i8 %8, ptr %6, align 1
  store i64 0, ptr %7, align 8
  br label %9

9:
  %10 = load ptr, ptr %4, align 8
  %11 = load i64, ptr %7, align 8
  %12 = getelementptr inbounds i8, ptr %10, i64 %11
  %13 = load i8, ptr %12, align 1
  %14 = sext i8 %13 to i32
  %15 = icmp ne i32 %14, 0
  br i1 %15, label %16, label %30

16:
  %17 = load ptr, ptr %5, align 8
  %18 = load ptr, ptr %4, align 8
  %19 = load i64, ptr %7, align 8
  %20 = getelementptr inbounds i8, ptr %18, i64 %19
  %21 = load i8, ptr %20, align 1
  %22 = sext i8 %21 to i32
  %23 = call ptr @strchr(ptr noundef %17, i32 noundef %22)
  %24 = icmp ne ptr %23, null
  %25 = zext i1 %24 to i32
  %26 = load i8, ptr %6, align 1
  %27 = trunc i8 %26 to i1
  %28 = zext i1 %27 to i32
  %29 = icmp eq i32 %25, %28
  br label %30

30:
  %31 = phi i1 [ false, %9 ], [ %29, %16 ]
  br i1 %31, label %32, label %35

32:
  %33 = load i64, ptr %7, align 8
  %34 = add i64 %33, 1
  store i64 %34, ptr %7, align 8
  br label %9

35:
  %36 = load i64, ptr %7, align 8
  ret i64 %36
}

define weak dso_local i64 @strcspn(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call i64 @span(ptr noundef %5, ptr noundef %6, i1 noundef zeroext false)
  ret i64 %7
}

define weak dso_local ptr @strpbrk(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = call i64 @strcspn(ptr noundef %5, ptr noundef %6)
  %8 = load ptr, ptr %3, align 8
  %9 = getelementptr inbounds i8, ptr %8, i64 %7
  store ptr %9, ptr %3, align 8
  %10 = load ptr, ptr %3, align 8
  %11 = load i8, ptr %10, align 1
  %12 = sext i8 %11 to i32
  %13 = icmp ne i32 %12, 0
  br i1 %13, label %14, label %16

14:
  %15 = load ptr, ptr %3, align 8
  br label %17

16:
  br label %17

17:
  %18 = phi ptr [ %15, %14 ], [ null, %16 ]
  ret ptr %18
}

define weak dso_local ptr @strtok_r(ptr noalias noundef %0, ptr noalias noundef %1, ptr noalias noundef %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  %10 = load ptr, ptr %5, align 8
  %11 = icmp ne ptr %10, null
  br i1 %11, label %12, label %14

12:
  %13 = load ptr, ptr %5, align 8
  br label %17

14:
  %15 = load ptr, ptr %7, align 8
  %16 = load ptr, ptr %15, align 8
  br label %17

17:
  %18 = phi ptr [ %13, %12 ], [ %16, %14 ]
  store ptr %18, ptr %8, align 8
  %19 = load ptr, ptr %8, align 8
  %20 = load ptr, ptr %6, align 8
  %21 = call i64 @strspn(ptr noundef %19, ptr noundef %20)
  %22 = load ptr, ptr %8, align 8
  %23 = getelementptr inbounds i8, ptr %22, i64 %21
  store ptr %23, ptr %8, align 8
  %24 = load ptr, ptr %8, align 8
  %25 = load i8, ptr %24, align 1
  %26 = icmp ne i8 %25, 0
  br i1 %26, label %30, label %27

27:
  %28 = load ptr, ptr %8, align 8
  %29 = load ptr, ptr %7, align 8
  store ptr %28, ptr %29, align 8
  store ptr null, ptr %4, align 8
  br label %50

30:
  %31 = load ptr, ptr %8, align 8
  %32 = load ptr, ptr %8, align 8
  %33 = load ptr, ptr %6, align 8
  %34 = call i64 @strcspn(ptr noundef %32, ptr noundef %33)
  %35 = getelementptr inbounds i8, ptr %31, i64 %34
  store ptr %35, ptr %9, align 8
  %36 = load ptr, ptr %9, align 8
  %37 = load i8, ptr %36, align 1
  %38 = sext i8 %37 to i32
  %39 = icmp ne i32 %38, 0
  br i1 %39, label %40, label %43

40:
  %41 = load ptr, ptr %9, align 8
  %42 = getelementptr inbounds i8, ptr %41, i64 1
  br label %45

43:
  %44 = load ptr, ptr %9, align 8
  br label %45

45:
  %46 = phi ptr [ %42, %40 ], [ %44, %43 ]
  %47 = load ptr, ptr %7, align 8
  store ptr %46, ptr %47, align 8
  %48 = load ptr, ptr %9, align 8
  store i8 0, ptr %48, align 1
  %49 = load ptr, ptr %8, align 8
  store ptr %49, ptr %4, align 8
  br label %50

50:
  %51 = load ptr, ptr %4, align 8
  ret ptr %51
}

define weak dso_local ptr @memchr(ptr noundef %0, i32 noundef %1, i64 noundef %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store i32 %1, ptr %6, align 4
  store i64 %2, ptr %7, align 8
  %10 = load ptr, ptr %5, align 8
  store ptr %10, ptr %8, align 8
  store i64 0, ptr %9, align 8
  br label %11

11:
  %12 = load i64, ptr %9, align 8
  %13 = load i64, ptr %7, align 8
  %14 = icmp ult i64 %12, %13
  br i1 %14, label %15, label %33

15:
  %16 = load ptr, ptr %8, align 8
  %17 = load i64, ptr %9, align 8
  %18 = getelementptr inbounds i8, ptr %16, i64 %17
  %19 = load i8, ptr %18, align 1
  %20 = zext i8 %19 to i32
  %21 = load i32, ptr %6, align 4
  %22 = trunc i32 %21 to i8
  %23 = zext i8 %22 to i32
  %24 = icmp eq i32 %20, %23
  br i1 %24, label %25, label %29

25:
  %26 = load ptr, ptr %8, align 8
  %27 = load i64, ptr %9, align 8
  %28 = getelementptr inbounds i8, ptr %26, i64 %27
  store ptr %28, ptr %4, align 8
  br label %34

29:
  br label %30

30:
  %31 = load i64, ptr %9, align 8
  %32 = add i64 %31, 1
  store i64 %32, ptr %9, align 8
  br label %11

33:
  store ptr null, ptr %4, align 8
  br label %34

34:
  %35 = load ptr, ptr %4, align 8
  ret ptr %35
}

define weak dso_local void @bzero(ptr noundef %0, i64 noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = call ptr @memset(ptr noundef %5, i32 noundef 0, i64 noundef %6)
  ret void
}

define weak dso_local ptr @strndup(ptr noundef %0, i64 noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %7 = load ptr, ptr %3, align 8
  %8 = load i64, ptr %4, align 8
  %9 = call i64 @strnlen(ptr noundef %7, i64 noundef %8)
  store i64 %9, ptr %5, align 8
  %10 = load i64, ptr %5, align 8
  %11 = add i64 %10, 1
  %12 = call ptr @__porf_malloc(i64 noundef %11, i64 noundef 16)
  store ptr %12, ptr %6, align 8
  %13 = load ptr, ptr %6, align 8
  %14 = icmp ne ptr %13, null
  br i1 %14, label %15, label %23

15:
  %16 = load ptr, ptr %6, align 8
  %17 = load ptr, ptr %3, align 8
  %18 = load i64, ptr %5, align 8
  %19 = call ptr @memcpy(ptr noundef %16, ptr noundef %17, i64 noundef %18)
  %20 = load ptr, ptr %6, align 8
  %21 = load i64, ptr %5, align 8
  %22 = getelementptr inbounds i8, ptr %20, i64 %21
  store i8 0, ptr %22, align 1
  br label %23

23:
  %24 = load ptr, ptr %6, align 8
  ret ptr %24
}

define weak dso_local ptr @strdup(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = load ptr, ptr %2, align 8
  %5 = call i64 @strlen(ptr noundef %4)
  %6 = call ptr @strndup(ptr noundef %3, i64 noundef %5)
  ret ptr %6
}

define weak dso_local ptr @strerror(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  ret ptr @.str.31
}

define weak dso_local ptr @calloc(i64 noundef %0, i64 noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  store i64 %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %8 = load i64, ptr %4, align 8
  %9 = load i64, ptr %5, align 8
  %10 = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %8, i64 %9)
  %11 = extractvalue { i64, i1 } %10, 1
  %12 = extractvalue { i64, i1 } %10, 0
  store i64 %12, ptr %6, align 8
  br i1 %11, label %13, label %15

13:
  %14 = call ptr @__errno_location()
  store i32 12, ptr %14, align 4
  store ptr null, ptr %3, align 8
  br label %26

15:
  %16 = load i64, ptr %6, align 8
  %17 = call ptr @allocate(i64 noundef %16, i64 noundef 16)
  store ptr %17, ptr %7, align 8
  %18 = load ptr, ptr %7, align 8
  %19 = icmp ne ptr %18, null
  br i1 %19, label %20, label %24

20:
  %21 = load ptr, ptr %7, align 8
  %22 = load i64, ptr %6, align 8
  %23 = call ptr @memset(ptr noundef %21, i32 noundef 0, i64 noundef %22)
  br label %24

24:
  %25 = load ptr, ptr %7, align 8
  store ptr %25, ptr %3, align 8
  br label %26

26:
  %27 = load ptr, ptr %3, align 8
  ret ptr %27
}

declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64)

define internal ptr @allocate(i64 noundef %0, i64 noundef %1) {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  store i64 %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %6 = load i64, ptr %3, align 8
  %7 = load i64, ptr %4, align 8
  %8 = call ptr @__porf_malloc(i64 noundef %6, i64 noundef %7)
  store ptr %8, ptr %5, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = icmp ne ptr %9, null
  br i1 %10, label %13, label %11

11:
  %12 = call ptr @__errno_location()
  store i32 12, ptr %12, align 4
  br label %13

13:
  %14 = load ptr, ptr %5, align 8
  ret ptr %14
}

define weak dso_local ptr @realloc(ptr noundef %0, i64 noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = icmp ne ptr %8, null
  br i1 %9, label %13, label %10

10:
  %11 = load i64, ptr %5, align 8
  %12 = call ptr @allocate(i64 noundef %11, i64 noundef 16)
  store ptr %12, ptr %3, align 8
  br label %36

13:
  %14 = load ptr, ptr %4, align 8
  %15 = call i64 @__porf_object_size(ptr noundef %14)
  store i64 %15, ptr %6, align 8
  %16 = load i64, ptr %5, align 8
  %17 = call ptr @allocate(i64 noundef %16, i64 noundef 16)
  store ptr %17, ptr %7, align 8
  %18 = load ptr, ptr %7, align 8
  %19 = icmp ne ptr %18, null
  br i1 %19, label %20, label %34

20:
  %21 = load ptr, ptr %7, align 8
  %22 = load ptr, ptr %4, align 8
  %23 = load i64, ptr %6, align 8
  %24 = load i64, ptr %5, align 8
  %25 = icmp ult i64 %23, %24
  br i1 %25, label %26, label %28

26:
  %27 = load i64, ptr %6, align 8
  br label %30

28:
  %29 = load i64, ptr %5, align 8
  br label %30

30:
  %31 = phi i64 [ %27, %26 ], [ %29, %28 ]
  %32 = call ptr @memcpy(ptr noundef %21, ptr noundef %22, i64 noundef %31)
  %33 = load ptr, ptr %4, align 8
  call void @__porf_free(ptr noundef %33)
  br label %34

34:
  %35 = load ptr, ptr %7, align 8
  store ptr %35, ptr %3, align 8
  br label %36

36:
  %37 = load ptr, ptr %3, align 8
  ret ptr %37
}

declare dso_local i64 @__porf_object_size(ptr noundef)

define weak dso_local ptr @reallocarray(ptr noundef %0, i64 noundef %1, i64 noundef %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %9 = load i64, ptr %6, align 8
  %10 = load i64, ptr %7, align 8
  %11 = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %9, i64 %10)
  %12 = extractvalue { i64, i1 } %11, 1
  %13 = extractvalue { i64, i1 } %11, 0
  store i64 %13, ptr %8, align 8
  br i1 %12, label %14, label %16

14:
  %15 = call ptr @__errno_location()
  store i32 12, ptr %15, align 4
  store ptr null, ptr %4, align 8
  br label %20

16:
  %17 = load ptr, ptr %5, align 8
  %18 = load i64, ptr %8, align 8
  %19 = call ptr @realloc(ptr noundef %17, i64 noundef %18)
  store ptr %19, ptr %4, align 8
  br label %20

20:
  %21 = load ptr, ptr %4, align 8
  ret ptr %21
}

define weak dso_local ptr @aligned_alloc(i64 noundef %0, i64 noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  store i64 %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  %6 = load i64, ptr %4, align 8
  %7 = call zeroext i1 @is_power_of_two(i64 noundef %6)
  br i1 %7, label %10, label %8

8:
  %9 = call ptr @__errno_location()
  store i32 22, ptr %9, align 4
  store ptr null, ptr %3, align 8
  br label %14

10:
  %11 = load i64, ptr %5, align 8
  %12 = load i64, ptr %4, align 8
  %13 = call ptr @allocate(i64 noundef %11, i64 noundef %12)
  store ptr %13, ptr %3, align 8
  br label %14

14:
  %15 = load ptr, ptr %3, align 8
  ret ptr %15
}

define internal zeroext i1 @is_power_of_two(i64 noundef %0) {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = icmp ne i64 %3, 0
  br i1 %4, label %5, label %11

5:
  %6 = load i64, ptr %2, align 8
  %7 = load i64, ptr %2, align 8
  %8 = sub i64 %7, 1
  %9 = and i64 %6, %8
  %10 = icmp eq i64 %9, 0
  br label %11

11:
  %12 = phi i1 [ false, %1 ], [ %10, %5 ]
  ret i1 %12
}

define weak dso_local ptr @memalign(i64 noundef %0, i64 noundef %1) {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i64 %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load i64, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = call ptr @aligned_alloc(i64 noundef %5, i64 noundef %6)
  ret ptr %7
}

define weak dso_local i32 @posix_memalign(ptr noundef %0, i64 noundef %1, i64 noundef %2) {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  %9 = load i64, ptr %6, align 8
  %10 = call zeroext i1 @is_power_of_two(i64 noundef %9)
  br i1 %10, label %11, label %15

11:
  %12 = load i64, ptr %6, align 8
  %13 = urem i64 %12, 8
  %14 = icmp ne i64 %13, 0
  br i1 %14, label %15, label %16

15:
  store i32 22, ptr %4, align 4
  br label %26

16:
  %17 = load i64, ptr %7, align 8
  %18 = load i64, ptr %6, align 8
  %19 = call ptr @__porf_malloc(i64 noundef %17, i64 noundef %18)
  store ptr %19, ptr %8, align 8
  %20 = load ptr, ptr %8, align 8
  %21 = icmp ne ptr %20, null
  br i1 %21, label %23, label %22

22:
  store i32 12, ptr %4, align 4
  br label %26

23:
  %24 = load ptr, ptr %8, align 8
  %25 = load ptr, ptr %5, align 8
  store ptr %24, ptr %25, align 8
  store i32 0, ptr %4, align 4
  br label %26

26:
  %27 = load i32, ptr %4, align 4
  ret i32 %27
}

define weak dso_local i64 @strtol(ptr noalias noundef %0, ptr noalias noundef %1, i32 noundef %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca %struct.parsed, align 8
  %8 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %9 = load ptr, ptr %4, align 8
  %10 = load ptr, ptr %5, align 8
  %11 = load i32, ptr %6, align 4
  %12 = call { i64, i64 } @parse_integer(ptr noundef %9, ptr noundef %10, i32 noundef %11)
  %13 = getelementptr inbounds { i64, i64 }, ptr %7, i32 0, i32 0
  %14 = extractvalue { i64, i64 } %12, 0
  store i64 %14, ptr %13, align 8
  %15 = getelementptr inbounds { i64, i64 }, ptr %7, i32 0, i32 1
  %16 = extractvalue { i64, i64 } %12, 1
  store i64 %16, ptr %15, align 8
  %17 = getelementptr inbounds %struct.parsed, ptr %7, i32 0, i32 1
  %18 = load i8, ptr %17, align 8
  %19 = trunc i8 %18 to i1
  %20 = zext i1 %19 to i64
  %21 = select i1 %19, i64 -9223372036854775808, i64 9223372036854775807
  store i64 %21, ptr %8, align 8
  %22 = getelementptr inbounds %struct.parsed, ptr %7, i32 0, i32 2
  %23 = load i8, ptr %22, align 1
  %24 = trunc i8 %23 to i1
  br i1 %24, label %30, label %25

25:
  %26 = getelementptr inbounds %struct.parsed, ptr %7, i32 0, i32 0
  %27 = load i64, ptr %26, align 8
  %28 = load i64, ptr %8, align 8
  %29 = icmp ugt i64 %27, %28
  br i1 %29, label %30, label %34

30:
  %31 = call ptr @__errno_location()
  store i32 34, ptr %31, align 4
  %32 = load i64, ptr %8, align 8
  %33 = getelementptr inbounds %struct.parsed, ptr %7, i32 0, i32 0
  store i64 %32, ptr %33, align 8
  br label %34

34:
  %35 = getelementptr inbounds %struct.parsed, ptr %7, i32 0, i32 1
  %36 = load i8, ptr %35, align 8
  %37 = trunc i8 %36 to i1
  br i1 %37, label %38, label %42

38:
  %39 = getelementptr inbounds %struct.parsed, ptr %7, i32 0, i32 0
  %40 = load i64, ptr %39, align 8
  %41 = sub i64 0, %40
  br label %45

42:
  %43 = getelementptr inbounds %struct.parsed, ptr %7, i32 0, i32 0
  %44 = load i64, ptr %43, align 8
  br label %45

45:
  %46 = phi i64 [ %41, %38 ], [ %44, %42 ]
  ret i64 %46
}

define internal { i64, i64 } @parse_integer(ptr noundef %0, ptr noundef %1, i32 noundef %2) {
  %4 = alloca %struct.parsed, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i32 %2, ptr %7, align 4
  call void @llvm.memset.p0.i64(ptr align 8 %4, i8 0, i64 16, i1 false)
  %10 = load ptr, ptr %5, align 8
  store ptr %10, ptr %8, align 8
  br label %11

11:
  %12 = load ptr, ptr %8, align 8
  %13 = load i8, ptr %12, align 1
  %14 = zext i8 %13 to i32
  %15 = call i32 @isspace(i32 noundef %14)
  %16 = icmp ne i32 %15, 0
  br i1 %16, label %17, label %20

17:
  %18 = load ptr, ptr %8, align 8
  %19 = getelementptr inbounds i8, ptr %18, i32 1
  store ptr %19, ptr %8, align 8
  br label %11

20:
  %21 = load ptr, ptr %8, align 8
  %22 = load i8, ptr %21, align 1
  %23 = sext i8 %22 to i32
  %24 = icmp eq i32 %23, 45
  br i1 %24, label %30, label %25

25:
  %26 = load ptr, ptr %8, align 8
  %27 = load i8, ptr %26, align 1
  %28 = sext i8 %27 to i32
  %29 = icmp eq i32 %28, 43
  br i1 %29, label %30, label %38

30:
  %31 = load ptr, ptr %8, align 8
  %32 = getelementptr inbounds i8, ptr %31, i32 1
  store ptr %32, ptr %8, align 8
  %33 = load i8, ptr %31, align 1
  %34 = sext i8 %33 to i32
  %35 = icmp eq i32 %34, 45
  %36 = getelementptr inbounds %struct.parsed, ptr %4, i32 0, i32 1
  %37 = zext i1 %35 to i8
  store i8 %37, ptr %36, align 8
  br label %38

38:
  %39 = load i32, ptr %7, align 4
  %40 = icmp eq i32 %39, 0
  br i1 %40, label %44, label %41

41:
  %42 = load i32, ptr %7, align 4
  %43 = icmp eq i32 %42, 16
  br i1 %43, label %44, label %66

44:
  %45 = load ptr, ptr %8, align 8
  %46 = getelementptr inbounds i8, ptr %45, i64 0
  %47 = load i8, ptr %46, align 1
  %48 = sext i8 %47 to i32
  %49 = icmp eq i32 %48, 48
  br i1 %49, label %50, label %66

50:
  %51 = load ptr, ptr %8, align 8
  %52 = getelementptr inbounds i8, ptr %51, i64 1
  %53 = load i8, ptr %52, align 1
  %54 = zext i8 %53 to i32
  %55 = call i32 @lower(i32 noundef %54)
  %56 = icmp eq i32 %55, 120
  br i1 %56, label %57, label %66

57:
  %58 = load ptr, ptr %8, align 8
  %59 = getelementptr inbounds i8, ptr %58, i64 2
  %60 = load i8, ptr %59, align 1
  %61 = call i32 @digit_value(i8 noundef signext %60)
  %62 = icmp slt i32 %61, 16
  br i1 %62, label %63, label %66

63:
  %64 = load ptr, ptr %8, align 8
  %65 = getelementptr inbounds i8, ptr %64, i64 2
  store ptr %65, ptr %8, align 8
  store i32 16, ptr %7, align 4
  br label %77

66:
  %67 = load i32, ptr %7, align 4
  %68 = icmp eq i32 %67, 0
  br i1 %68, label %69, label %76

69:
  %70 = load ptr, ptr %8, align 8
  %71 = load i8, ptr %70, align 1
  %72 = sext i8 %71 to i32
  %73 = icmp eq i32 %72, 48
  %74 = zext i1 %73 to i64
  %75 = select i1 %73, i32 8, i32 10
  store i32 %75, ptr %7, align 4
  br label %76

76:
  br label %77

77:
  %78 = load ptr, ptr %8, align 8
  store ptr %78, ptr %9, align 8
  br label %79

79:
  %80 = load ptr, ptr %8, align 8
  %81 = load i8, ptr %80, align 1
  %82 = call i32 @digit_value(i8 noundef signext %81)
  %83 = load i32, ptr %7, align 4
  %84 = icmp slt i32 %82, %83
  br i1 %84, label %85, label %123

85:
  %86 = getelementptr inbounds %struct.parsed, ptr %4, i32 0, i32 0
  %87 = load i64, ptr %86, align 8
  %88 = load i32, ptr %7, align 4
  %89 = sext i32 %88 to i64
  %90 = getelementptr inbounds %struct.parsed, ptr %4, i32 0, i32 0
  %91 = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %87, i64 %89)
  %92 = extractvalue { i64, i1 } %91, 1
  %93 = extractvalue { i64, i1 } %91, 0
  store i64 %93, ptr %90, align 8
  %94 = zext i1 %92 to i32
  %95 = getelementptr inbounds %struct.parsed, ptr %4, i32 0, i32 2
  %96 = load i8, ptr %95, align 1
  %97 = trunc i8 %96 to i1
  %98 = zext i1 %97 to i32
  %99 = or i32 %98, %94
  %100 = icmp ne i32 %99, 0
  %101 = zext i1 %100 to i8
  store i8 %101, ptr %95, align 1
  %102 = getelementptr inbounds %struct.parsed, ptr %4, i32 0, i32 0
  %103 = load i64, ptr %102, align 8
  %104 = load ptr, ptr %8, align 8
  %105 = load i8, ptr %104, align 1
  %106 = call i32 @digit_value(i8 noundef signext %105)
  %107 = sext i32 %106 to i64
  %108 = getelementptr inbounds %struct.parsed, ptr %4, i32 0, i32 0
  %109 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %103, i64 %107)
  %110 = extractvalue { i64, i1 } %109, 1
  %111 = extractvalue { i64, i1 } %109, 0
  store i64 %111, ptr %108, align 8
  %112 = zext i1 %110 to i32
  %113 = getelementptr inbounds %struct.parsed, ptr %4, i32 0, i32 2
  %114 = load i8, ptr %113, align 1
  %115 = trunc i8 %114 to i1
  %116 = zext i1 %115 to i32
  %117 = or i32 %116, %112
  %118 = icmp ne i32 %117, 0
  %119 = zext i1 %118 to i8
  store i8 %119, ptr %113, align 1
  br label %120

120:
  %121 = load ptr, ptr %8, align 8
  %122 = getelementptr inbounds i8, ptr %121, i32 1
  store ptr %122, ptr %8, align 8
  br label %79

123:
  %124 = load ptr, ptr %6, align 8
  %125 = icmp ne ptr %124, null
  br i1 %125, label %126, label %137

126:
  %127 = load ptr, ptr %8, align 8
  %128 = load ptr, ptr %9, align 8
  %129 = icmp eq ptr %127, %128
  br i1 %129, label %130, label %132

130:
  %131 = load ptr, ptr %5, align 8
  br label %134

132:
  %133 = load ptr, ptr %8, align 8
  br label %134

134:
  %135 = phi ptr [ %131, %130 ], [ %133, %132 ]
  %136 = load ptr, ptr %6, align 8
  store ptr %135, ptr %136, align 8
  br label %137

137:
  %138 = load { i64, i64 }, ptr %4, align 8
  ret { i64, i64 } %138
}

define weak dso_local i64 @strtoul(ptr noalias noundef %0, ptr noalias noundef %1, i32 noundef %2) {
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca %struct.parsed, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i32 %2, ptr %7, align 4
  %9 = load ptr, ptr %5, align 8
  %10 = load ptr, ptr %6, align 8
  %11 = load i32, ptr %7, align 4
  %12 = call { i64, i64 } @parse_integer(ptr noundef %9, ptr noundef %10, i32 noundef %11)
  %13 = getelementptr inbounds { i64, i64 }, ptr %8, i32 0, i32 0
  %14 = extractvalue { i64, i64 } %12, 0
  store i64 %14, ptr %13, align 8
  %15 = getelementptr inbounds { i64, i64 }, ptr %8, i32 0, i32 1
  %16 = extractvalue { i64, i64 } %12, 1
  store i64 %16, ptr %15, align 8
  %17 = getelementptr inbounds %struct.parsed, ptr %8, i32 0, i32 2
  %18 = load i8, ptr %17, align 1
  %19 = trunc i8 %18 to i1
  br i1 %19, label %20, label %22

20:
  %21 = call ptr @__errno_location()
  store i32 34, ptr %21, align 4
  store i64 -1, ptr %4, align 8
  br label %35

22:
  %23 = getelementptr inbounds %struct.parsed, ptr %8, i32 0, i32 1
  %24 = load i8, ptr %23, align 8
  %25 = trunc i8 %24 to i1
  br i1 %25, label %26, label %30

26:
  %27 = getelementptr inbounds %struct.parsed, ptr %8, i32 0, i32 0
  %28 = load i64, ptr %27, align 8
  %29 = sub i64 0, %28
  br label %33

30:
  %31 = getelementptr inbounds %struct.parsed, ptr %8, i32 0, i32 0
  %32 = load i64, ptr %31, align 8
  br label %33

33:
  %34 = phi i64 [ %29, %26 ], [ %32, %30 ]
  store i64 %34, ptr %4, align 8
  br label %35

35:
  %36 = load i64, ptr %4, align 8
  ret i64 %36
}

define weak dso_local i64 @strtoll(ptr noalias noundef %0, ptr noalias noundef %1, i32 noundef %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i32, ptr %6, align 4
  %10 = call i64 @strtol(ptr noundef %7, ptr noundef %8, i32 noundef %9)
  ret i64 %10
}

define weak dso_local i64 @strtoull(ptr noalias noundef %0, ptr noalias noundef %1, i32 noundef %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i32, ptr %6, align 4
  %10 = call i64 @strtoul(ptr noundef %7, ptr noundef %8, i32 noundef %9)
  ret i64 %10
}

define weak dso_local i64 @__isoc23_strtol(ptr noalias noundef %0, ptr noalias noundef %1, i32 noundef %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i32, ptr %6, align 4
  %10 = call i64 @strtol(ptr noundef %7, ptr noundef %8, i32 noundef %9)
  ret i64 %10
}

define weak dso_local i64 @__isoc23_strtoul(ptr noalias noundef %0, ptr noalias noundef %1, i32 noundef %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i32, ptr %6, align 4
  %10 = call i64 @strtoul(ptr noundef %7, ptr noundef %8, i32 noundef %9)
  ret i64 %10
}

define weak dso_local i64 @__isoc23_strtoll(ptr noalias noundef %0, ptr noalias noundef %1, i32 noundef %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i32, ptr %6, align 4
  %10 = call i64 @strtol(ptr noundef %7, ptr noundef %8, i32 noundef %9)
  ret i64 %10
}

define weak dso_local i64 @__isoc23_strtoull(ptr noalias noundef %0, ptr noalias noundef %1, i32 noundef %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load i32, ptr %6, align 4
  %10 = call i64 @strtoul(ptr noundef %7, ptr noundef %8, i32 noundef %9)
  ret i64 %10
}

define weak dso_local i32 @atoi(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i64 @strtol(ptr noundef %3, ptr noundef null, i32 noundef 10)
  %5 = trunc i64 %4 to i32
  ret i32 %5
}

define weak dso_local i64 @atol(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i64 @strtol(ptr noundef %3, ptr noundef null, i32 noundef 10)
  ret i64 %4
}

define weak dso_local i64 @atoll(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i64 @strtol(ptr noundef %3, ptr noundef null, i32 noundef 10)
  ret i64 %4
}

define weak dso_local i32 @abs(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = icmp slt i32 %3, 0
  br i1 %4, label %5, label %8

5:
  %6 = load i32, ptr %2, align 4
  %7 = sub nsw i32 0, %6
  br label %10

8:
  %9 = load i32, ptr %2, align 4
  br label %10

10:
  %11 = phi i32 [ %7, %5 ], [ %9, %8 ]
  ret i32 %11
}

define weak dso_local i64 @labs(i64 noundef %0) {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = icmp slt i64 %3, 0
  br i1 %4, label %5, label %8

5:
  %6 = load i64, ptr %2, align 8
  %7 = sub nsw i64 0, %6
  br label %10

8:
  %9 = load i64, ptr %2, align 8
  br label %10

10:
  %11 = phi i64 [ %7, %5 ], [ %9, %8 ]
  ret i64 %11
}

define weak dso_local i64 @llabs(i64 noundef %0) {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = icmp slt i64 %3, 0
  br i1 %4, label %5, label %8

5:
  %6 = load i64, ptr %2, align 8
  %7 = sub nsw i64 0, %6
  br label %10

8:
  %9 = load i64, ptr %2, align 8
  br label %10

10:
  %11 = phi i64 [ %7, %5 ], [ %9, %8 ]
  ret i64 %11
}

define weak dso_local i32 @rand() {
  %1 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @random_state)
  %2 = load i64, ptr %1, align 8
  %3 = call i64 @next_random(i64 noundef %2)
  %4 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @random_state)
  store i64 %3, ptr %4, align 8
  %5 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @random_state)
  %6 = load i64, ptr %5, align 8
  %7 = lshr i64 %6, 33
  %8 = and i64 %7, 2147483647
  %9 = trunc i64 %8 to i32
  ret i32 %9
}

define internal i64 @next_random(i64 noundef %0) {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = mul i64 %3, 6364136223846793005
  %5 = add i64 %4, 1442695040888963407
  ret i64 %5
}

define weak dso_local void @srand(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = zext i32 %3 to i64
  %5 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @random_state)
  store i64 %4, ptr %5, align 8
  ret void
}

define weak dso_local i32 @rand_r(ptr noundef %0) {
  %2 = alloca ptr, align 8
  %3 = alloca i64, align 8
  store ptr %0, ptr %2, align 8
  %4 = load ptr, ptr %2, align 8
  %5 = load i32, ptr %4, align 4
  %6 = zext i32 %5 to i64
  %7 = call i64 @next_random(i64 noundef %6)
  store i64 %7, ptr %3, align 8
  %8 = load i64, ptr %3, align 8
  %9 = lshr i64 %8, 32
  %10 = trunc i64 %9 to i32
  %11 = load ptr, ptr %2, align 8
  store i32 %10, ptr %11, align 4
  %12 = load ptr, ptr %2, align 8
  %13 = load i32, ptr %12, align 4
  %14 = and i32 %13, 2147483647
  ret i32 %14
}

define weak dso_local i64 @random() {
  %1 = call i32 @rand()
  %2 = sext i32 %1 to i64
  ret i64 %2
}

define weak dso_local void @srandom(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  call void @srand(i32 noundef %3)
  ret void
}

define weak dso_local void @qsort(ptr noundef %0, i64 noundef %1, i64 noundef %2, ptr noundef %3) {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i64 %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %12 = load ptr, ptr %5, align 8
  store ptr %12, ptr %9, align 8
  store i64 1, ptr %10, align 8
  br label %13

13:
  %14 = load i64, ptr %10, align 8
  %15 = load i64, ptr %6, align 8
  %16 = icmp ult i64 %14, %15
  br i1 %16, label %17, label %54

17:
  %18 = load ptr, ptr %9, align 8
  %19 = load i64, ptr %10, align 8
  %20 = load i64, ptr %7, align 8
  %21 = mul i64 %19, %20
  %22 = getelementptr inbounds i8, ptr %18, i64 %21
  store ptr %22, ptr %11, align 8
  br label %23

23:
  %24 = load ptr, ptr %11, align 8
  %25 = load ptr, ptr %9, align 8
  %26 = icmp ugt ptr %24, %25
  br i1 %26, label %27, label %36

27:
  %28 = load ptr, ptr %8, align 8
  %29 = load ptr, ptr %11, align 8
  %30 = load i64, ptr %7, align 8
  %31 = sub i64 0, %30
  %32 = getelementptr inbounds i8, ptr %29, i64 %31
  %33 = load ptr, ptr %11, align 8
  %34 = call i32 %28(ptr noundef %32, ptr noundef %33)
  %35 = icmp sgt i32 %34, 0
  br label %36

36:
  %37 = phi i1 [ false, %23 ], [ %35, %27 ]
  br i1 %37, label %38, label %50

38:
  %39 = load ptr, ptr %11, align 8
  %40 = load i64, ptr %7, align 8
  %41 = sub i64 0, %40
  %42 = getelementptr inbounds i8, ptr %39, i64 %41
  %43 = load ptr, ptr %11, align 8
  %44 = load i64, ptr %7, align 8
  call void @swap_bytes(ptr noundef %42, ptr noundef %43, i64 noundef %44)
  br label %45

45:
  %46 = load i64, ptr %7, align 8
  %47 = load ptr, ptr %11, align 8
  %48 = sub i64 0, %46
  %49 = getelementptr inbounds i8, ptr %47, i64 %48
  store ptr %49, ptr %11, align 8
  br label %23

50:
  br label %51

51:
  %52 = load i64, ptr %10, align 8
  %53 = add i64 %52, 1
  store i64 %53, ptr %10, align 8
  br label %13

54:
  ret void
}

define internal void @swap_bytes(ptr noundef %0, ptr noundef %1, i64 noundef %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i64, align 8
  %8 = alloca i8, align 1
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i64 %2, ptr %6, align 8
  store i64 0, ptr %7, align 8
  br label %9

9:
  %10 = load i64, ptr %7, align 8
  %11 = load i64, ptr %6, align 8
  %12 = icmp ult i64 %10, %11
  br i1 %12, label %13, label %32

13:
  %14 = load ptr, ptr %4, align 8
  %15 = load i64, ptr %7, align 8
  %16 = getelementptr inbounds i8, ptr %14, i64 %15
  %17 = load i8, ptr %16, align 1
  store i8 %17, ptr %8, align 1
  %18 = load ptr, ptr %5, align 8
  %19 = load i64, ptr %7, align 8
  %20 = getelementptr inbounds i8, ptr %18, i64 %19
  %21 = load i8, ptr %20, align 1
  %22 = load ptr, ptr %4, align 8
  %23 = load i64, ptr %7, align 8
  %24 = getelementptr inbounds i8, ptr %22, i64 %23
  store i8 %21, ptr %24, align 1
  %25 = load i8, ptr %8, align 1
  %26 = load ptr, ptr %5, align 8
  %27 = load i64, ptr %7, align 8
  %28 = getelementptr inbounds i8, ptr %26, i64 %27
  store i8 %25, ptr %28, align 1
  br label %29

29:
  %30 = load i64, ptr %7, align 8
  %31 = add i64 %30, 1
  store i64 %31, ptr %7, align 8
  br label %9

32:
  ret void
}

define weak dso_local ptr @bsearch(ptr noundef %0, ptr noundef %1, i64 noundef %2, i64 noundef %3, ptr noundef %4) {
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i64, align 8
  %10 = alloca i64, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca i32, align 4
  store ptr %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store i64 %2, ptr %9, align 8
  store i64 %3, ptr %10, align 8
  store ptr %4, ptr %11, align 8
  %15 = load ptr, ptr %8, align 8
  store ptr %15, ptr %12, align 8
  br label %16

16:
  %17 = load i64, ptr %9, align 8
  %18 = icmp ugt i64 %17, 0
  br i1 %18, label %19, label %50

19:
  %20 = load ptr, ptr %12, align 8
  %21 = load i64, ptr %9, align 8
  %22 = udiv i64 %21, 2
  %23 = load i64, ptr %10, align 8
  %24 = mul i64 %22, %23
  %25 = getelementptr inbounds i8, ptr %20, i64 %24
  store ptr %25, ptr %13, align 8
  %26 = load ptr, ptr %11, align 8
  %27 = load ptr, ptr %7, align 8
  %28 = load ptr, ptr %13, align 8
  %29 = call i32 %26(ptr noundef %27, ptr noundef %28)
  store i32 %29, ptr %14, align 4
  %30 = load i32, ptr %14, align 4
  %31 = icmp eq i32 %30, 0
  br i1 %31, label %32, label %34

32:
  %33 = load ptr, ptr %13, align 8
  store ptr %33, ptr %6, align 8
  br label %51

34:
  %35 = load i32, ptr %14, align 4
  %36 = icmp sgt i32 %35, 0
  br i1 %36, label %37, label %46

37:
  %38 = load ptr, ptr %13, align 8
  %39 = load i64, ptr %10, align 8
  %40 = getelementptr inbounds i8, ptr %38, i64 %39
  store ptr %40, ptr %12, align 8
  %41 = load i64, ptr %9, align 8
  %42 = udiv i64 %41, 2
  %43 = add i64 %42, 1
  %44 = load i64, ptr %9, align 8
  %45 = sub i64 %44, %43
  store i64 %45, ptr %9, align 8
  br label %49

46:
  %47 = load i64, ptr %9, align 8
  %48 = udiv i64 %47, 2
  store i64 %48, ptr %9, align 8
  br label %49

49:
  br label %16

50:
  store ptr null, ptr %6, align 8
  br label %51

51:
  %52 = load ptr, ptr %6, align 8
  ret ptr %52
}

define weak dso_local i32 @atexit(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @add_handler(ptr noundef @at_exit_handlers, ptr noundef %3)
  ret i32 %4
}

define internal i32 @add_handler(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %9 = load ptr, ptr %3, align 8
  %10 = getelementptr inbounds %struct.handlers, ptr %9, i32 0, i32 0
  store i32 1, ptr %6, align 4
  %11 = load i32, ptr %6, align 4
  %12 = atomicrmw add ptr %10, i32 %11 acq_rel, align 8
  store i32 %12, ptr %7, align 4
  %13 = load i32, ptr %7, align 4
  store i32 %13, ptr %5, align 4
  %14 = load i32, ptr %5, align 4
  %15 = icmp uge i32 %14, 32
  br i1 %15, label %16, label %17

16:
  call void @__porf_fail(i32 noundef 6, ptr noundef @.str.54)
  unreachable

17:
  %18 = load ptr, ptr %3, align 8
  %19 = getelementptr inbounds %struct.handlers, ptr %18, i32 0, i32 1
  %20 = load i32, ptr %5, align 4
  %21 = zext i32 %20 to i64
  %22 = getelementptr inbounds [32 x ptr], ptr %19, i64 0, i64 %21
  %23 = load ptr, ptr %4, align 8
  store ptr %23, ptr %8, align 8
  %24 = load i64, ptr %8, align 8
  store atomic i64 %24, ptr %22 release, align 8
  ret i32 0
}

define weak dso_local i32 @at_quick_exit(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = call i32 @add_handler(ptr noundef @at_quick_exit_handlers, ptr noundef %3)
  ret i32 %4
}

define weak dso_local void @porf_main_end(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  call void @run_handlers(ptr noundef @at_exit_handlers)
  ret void
}

define internal void @run_handlers(ptr noundef %0) {
  %2 = alloca ptr, align 8
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  store i32 0, ptr %3, align 4
  %9 = load ptr, ptr %2, align 8
  %10 = getelementptr inbounds %struct.handlers, ptr %9, i32 0, i32 0
  %11 = load atomic i32, ptr %10 acquire, align 8
  store i32 %11, ptr %4, align 4
  %12 = load i32, ptr %4, align 4
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %14, label %15

14:
  br label %48

15:
  call void @be_the_one_that_exits()
  store i32 0, ptr %5, align 4
  br label %16

16:
  %17 = load i32, ptr %5, align 4
  %18 = icmp ult i32 %17, 32
  br i1 %18, label %19, label %48

19:
  %20 = load ptr, ptr %2, align 8
  %21 = load i32, ptr %3, align 4
  %22 = call i32 @next_handler(ptr noundef %20, i32 noundef %21)
  store i32 %22, ptr %6, align 4
  %23 = load i32, ptr %6, align 4
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %25, label %26

25:
  br label %48

26:
  %27 = load i32, ptr %6, align 4
  %28 = sub i32 %27, 1
  %29 = shl i32 1, %28
  %30 = load i32, ptr %3, align 4
  %31 = or i32 %30, %29
  store i32 %31, ptr %3, align 4
  %32 = load ptr, ptr %2, align 8
  %33 = getelementptr inbounds %struct.handlers, ptr %32, i32 0, i32 1
  %34 = load i32, ptr %6, align 4
  %35 = sub i32 %34, 1
  %36 = zext i32 %35 to i64
  %37 = getelementptr inbounds [32 x ptr], ptr %33, i64 0, i64 %36
  %38 = load atomic i64, ptr %37 acquire, align 8
  store i64 %38, ptr %8, align 8
  %39 = load ptr, ptr %8, align 8
  store ptr %39, ptr %7, align 8
  %40 = load ptr, ptr %7, align 8
  %41 = icmp ne ptr %40, null
  br i1 %41, label %42, label %44

42:
  %43 = load ptr, ptr %7, align 8
  call void %43()
  br label %44

44:
  br label %45

45:
  %46 = load i32, ptr %5, align 4
  %47 = add i32 %46, 1
  store i32 %47, ptr %5, align 4
  br label %16

48:
  ret void
}

define weak dso_local void @porf_process_end() {
  call void @__porf_end_of_main()
  unreachable
}

declare dso_local void @__porf_end_of_main()

define weak dso_local void @exit(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  call void @run_handlers(ptr noundef @at_exit_handlers)
  call void @__porf_exit_process()
  unreachable
}

declare dso_local void @__porf_exit_process()

define weak dso_local void @_exit(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  call void @__porf_exit_process()
  unreachable
}

define weak dso_local void @_Exit(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  call void @_exit(i32 noundef %3)
  unreachable
}

define weak dso_local void @quick_exit(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  call void @run_handlers(ptr noundef @at_quick_exit_handlers)
  call void @__porf_exit_process()
  unreachable
}

define weak dso_local void @abort() {
  call void @__porf_fail(i32 noundef 2, ptr noundef @.str.32)
  unreachable
}

define weak dso_local void @__assert_fail(ptr noundef %0, ptr noundef %1, i32 noundef %2, ptr noundef %3) {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i32 %2, ptr %7, align 4
  store ptr %3, ptr %8, align 8
  %9 = load ptr, ptr %6, align 8
  %10 = load i32, ptr %7, align 4
  %11 = load ptr, ptr %8, align 8
  %12 = load ptr, ptr %5, align 8
  call void @__porf_fail(i32 noundef 0, ptr noundef %12)
  unreachable
}

define weak dso_local void @__assert(ptr noundef %0, ptr noundef %1, i32 noundef %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %7 = load ptr, ptr %5, align 8
  %8 = load i32, ptr %6, align 4
  %9 = load ptr, ptr %4, align 8
  call void @__porf_fail(i32 noundef 0, ptr noundef %9)
  unreachable
}

define weak dso_local void @__assert_rtn(ptr noundef %0, ptr noundef %1, i32 noundef %2, ptr noundef %3) {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i32 %2, ptr %7, align 4
  store ptr %3, ptr %8, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = load ptr, ptr %6, align 8
  %11 = load i32, ptr %7, align 4
  %12 = load ptr, ptr %8, align 8
  call void @__porf_fail(i32 noundef 0, ptr noundef %12)
  unreachable
}

define weak dso_local ptr @getenv(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  ret ptr null
}

define weak dso_local i32 @getpid() {
  ret i32 1
}

define weak dso_local i64 @sysconf(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  ret i64 -1
}

define weak dso_local i64 @time(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = icmp ne ptr %3, null
  br i1 %4, label %5, label %7

5:
  %6 = load ptr, ptr %2, align 8
  store i64 1000000000, ptr %6, align 8
  br label %7

7:
  ret i64 1000000000
}

define weak dso_local i64 @clock() {
  ret i64 0
}

define weak dso_local i32 @clock_gettime(i32 noundef %0, ptr noundef %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  store i32 %0, ptr %3, align 4
  store ptr %1, ptr %4, align 8
  %5 = load i32, ptr %3, align 4
  %6 = load ptr, ptr %4, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %6, ptr align 8 @NOW, i64 16, i1 false)
  ret i32 0
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg)

define weak dso_local i32 @timespec_get(ptr noundef %0, i32 noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %5, ptr align 8 @NOW, i64 16, i1 false)
  %6 = load i32, ptr %4, align 4
  ret i32 %6
}

define weak dso_local i32 @gettimeofday(ptr noalias noundef %0, ptr noalias noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %6, ptr align 8 @NOW, i64 16, i1 false)
  ret i32 0
}

define weak dso_local i32 @sched_yield() {
  ret i32 0
}

define weak dso_local i32 @pthread_yield() {
  ret i32 0
}

define weak dso_local i32 @sleep(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  ret i32 0
}

define weak dso_local i32 @usleep(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  ret i32 0
}

define weak dso_local i32 @nanosleep(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = icmp ne ptr %6, null
  br i1 %7, label %8, label %13

8:
  %9 = load ptr, ptr %4, align 8
  %10 = getelementptr inbounds %struct.time, ptr %9, i32 0, i32 1
  store i64 0, ptr %10, align 8
  %11 = load ptr, ptr %4, align 8
  %12 = getelementptr inbounds %struct.time, ptr %11, i32 0, i32 0
  store i64 0, ptr %12, align 8
  br label %13

13:
  ret i32 0
}

define weak dso_local i32 @vsnprintf(ptr noalias noundef %0, i64 noundef %1, ptr noalias noundef %2, ptr noundef %3) {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca %struct.output, align 8
  %10 = alloca %struct.conversion, align 8
  %11 = alloca i8, align 1
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  %15 = alloca i8, align 1
  %16 = alloca ptr, align 8
  %17 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  store ptr %3, ptr %8, align 8
  %18 = getelementptr inbounds %struct.output, ptr %9, i32 0, i32 0
  %19 = load ptr, ptr %5, align 8
  store ptr %19, ptr %18, align 8
  %20 = getelementptr inbounds %struct.output, ptr %9, i32 0, i32 1
  %21 = load i64, ptr %6, align 8
  store i64 %21, ptr %20, align 8
  %22 = getelementptr inbounds %struct.output, ptr %9, i32 0, i32 2
  store i64 0, ptr %22, align 8
  br label %23

23:
  %24 = load ptr, ptr %7, align 8
  %25 = load i8, ptr %24, align 1
  %26 = icmp ne i8 %25, 0
  br i1 %26, label %27, label %360

27:
  %28 = load ptr, ptr %7, align 8
  %29 = load i8, ptr %28, align 1
  %30 = sext i8 %29 to i32
  %31 = icmp ne i32 %30, 37
  br i1 %31, label %32, label %36

32:
  %33 = load ptr, ptr %7, align 8
  %34 = getelementptr inbounds i8, ptr %33, i32 1
  store ptr %34, ptr %7, align 8
  %35 = load i8, ptr %33, align 1
  call void @put(ptr noundef %9, i8 noundef signext %35)
  br label %23

36:
  call void @llvm.memset.p0.i64(ptr align 8 %10, i8 0, i64 32, i1 false)
  %37 = getelementptr inbounds %struct.conversion, ptr %10, i32 0, i32 6
  store i64 -1, ptr %37, align 8
  %38 = load ptr, ptr %7, align 8
  %39 = getelementptr inbounds i8, ptr %38, i64 1
  %40 = call ptr @read_flags(ptr noundef %39, ptr noundef %10)
  store ptr %40, ptr %7, align 8
  %41 = load ptr, ptr %7, align 8
  %42 = load i8, ptr %41, align 1
  %43 = sext i8 %42 to i32
  %44 = icmp eq i32 %43, 42
  br i1 %44, label %45, label %76

45:
  %46 = load ptr, ptr %8, align 8
  %47 = getelementptr inbounds %struct.__va_list_tag, ptr %46, i32 0, i32 0
  %48 = load i32, ptr %47, align 8
  %49 = icmp ule i32 %48, 40
  br i1 %49, label %50, label %55

50:
  %51 = getelementptr inbounds %struct.__va_list_tag, ptr %46, i32 0, i32 3
  %52 = load ptr, ptr %51, align 8
  %53 = getelementptr i8, ptr %52, i32 %48
  %54 = add i32 %48, 8
  store i32 %54, ptr %47, align 8
  br label %59

55:
  %56 = getelementptr inbounds %struct.__va_list_tag, ptr %46, i32 0, i32 2
  %57 = load ptr, ptr %56, align 8
  %58 = getelementptr i8, ptr %57, i32 8
  store ptr %58, ptr %56, align 8
  br label %59

59:
  %60 = phi ptr [ %53, %50 ], [ %57, %55 ]
  %61 = load i32, ptr %60, align 4
  %62 = sext i32 %61 to i64
  %63 = getelementptr inbounds %struct.conversion, ptr %10, i32 0, i32 5
  store i64 %62, ptr %63, align 8
  %64 = load ptr, ptr %7, align 8
  %65 = getelementptr inbounds i8, ptr %64, i32 1
  store ptr %65, ptr %7, align 8
  %66 = getelementptr inbounds %struct.conversion, ptr %10, i32 0, i32 5
  %67 = load i64, ptr %66, align 8
  %68 = icmp slt i64 %67, 0
  br i1 %68, label %69, label %75

69:
  %70 = getelementptr inbounds %struct.conversion, ptr %10, i32 0, i32 0
  store i8 1, ptr %70, align 8
  %71 = getelementptr inbounds %struct.conversion, ptr %10, i32 0, i32 5
  %72 = load i64, ptr %71, align 8
  %73 = sub nsw i64 0, %72
  %74 = getelementptr inbounds %struct.conversion, ptr %10, i32 0, i32 5
  store i64 %73, ptr %74, align 8
  br label %75

75:
  br label %80

76:
  %77 = load ptr, ptr %7, align 8
  %78 = getelementptr inbounds %struct.conversion, ptr %10, i32 0, i32 5
  %79 = call ptr @read_number(ptr noundef %77, ptr noundef %78)
  store ptr %79, ptr %7, align 8
  br label %80

80:
  %81 = load ptr, ptr %7, align 8
  %82 = load i8, ptr %81, align 1
  %83 = sext i8 %82 to i32
  %84 = icmp eq i32 %83, 46
  br i1 %84, label %85, label %124

85:
  %86 = load ptr, ptr %7, align 8
  %87 = getelementptr inbounds i8, ptr %86, i32 1
  store ptr %87, ptr %7, align 8
  %88 = load ptr, ptr %7, align 8
  %89 = load i8, ptr %88, align 1
  %90 = sext i8 %89 to i32
  %91 = icmp eq i32 %90, 42
  br i1 %91, label %92, label %119

92:
  %93 = load ptr, ptr %8, align 8
  %94 = getelementptr inbounds %struct.__va_list_tag, ptr %93, i32 0, i32 0
  %95 = load i32, ptr %94, align 8
  %96 = icmp ule i32 %95, 40
  br i1 %96, label %97, label %102

97:
  %98 = getelementptr inbounds %struct.__va_list_tag, ptr %93, i32 0, i32 3
  %99 = load ptr, ptr %98, align 8
  %100 = getelementptr i8, ptr %99, i32 %95
  %101 = add i32 %95, 8
  store i32 %101, ptr %94, align 8
  br label %106

102:
  %103 = getelementptr inbounds %struct.__va_list_tag, ptr %93, i32 0, i32 2
  %104 = load ptr, ptr %103, align 8
  %105 = getelementptr i8, ptr %104, i32 8
  store ptr %105, ptr %103, align 8
  br label %106

106:
  %107 = phi ptr [ %100, %97 ], [ %104, %102 ]
  %108 = load i32, ptr %107, align 4
  %109 = sext i32 %108 to i64
  %110 = getelementptr inbounds %struct.conversion, ptr %10, i32 0, i32 6
  store i64 %109, ptr %110, align 8
  %111 = getelementptr inbounds %struct.conversion, ptr %10, i32 0, i32 6
  %112 = load i64, ptr %111, align 8
  %113 = icmp slt i64 %112, 0
  br i1 %113, label %114, label %116

114:
  %115 = getelementptr inbounds %struct.conversion, ptr %10, i32 0, i32 6
  store i64 -1, ptr %115, align 8
  br label %116

116:
  %117 = load ptr, ptr %7, align 8
  %118 = getelementptr inbounds i8, ptr %117, i32 1
  store ptr %118, ptr %7, align 8
  br label %123

119:
  %120 = load ptr, ptr %7, align 8
  %121 = getelementptr inbounds %struct.conversion, ptr %10, i32 0, i32 6
  %122 = call ptr @read_number(ptr noundef %120, ptr noundef %121)
  store ptr %122, ptr %7, align 8
  br label %123

123:
  br label %124

124:
  %125 = load ptr, ptr %7, align 8
  %126 = call ptr @read_length(ptr noundef %125, ptr noundef %10)
  store ptr %126, ptr %7, align 8
  %127 = load ptr, ptr %7, align 8
  %128 = load i8, ptr %127, align 1
  store i8 %128, ptr %11, align 1
  %129 = load i8, ptr %11, align 1
  %130 = icmp ne i8 %129, 0
  br i1 %130, label %131, label %134

131:
  %132 = load ptr, ptr %7, align 8
  %133 = getelementptr inbounds i8, ptr %132, i32 1
  store ptr %133, ptr %7, align 8
  br label %134

134:
  %135 = load i8, ptr %11, align 1
  %136 = sext i8 %135 to i32
  switch i32 %136, label %358 [
    i32 100, label %137
    i32 105, label %137
    i32 117, label %194
    i32 111, label %194
    i32 120, label %194
    i32 88, label %194
    i32 112, label %241
    i32 99, label %260
    i32 115, label %278
    i32 102, label %314
    i32 70, label %314
    i32 101, label %314
    i32 69, label %314
    i32 103, label %314
    i32 71, label %314
    i32 97, label %314
    i32 65, label %314
    i32 110, label %337
    i32 37, label %357
  ]

137:
  %138 = getelementptr inbounds %struct.conversion, ptr %10, i32 0, i32 7
  %139 = load i8, ptr %138, align 8
  %140 = sext i8 %139 to i32
  %141 = icmp eq i32 %140, 108
  br i1 %141, label %142, label %159

142:
  %143 = load ptr, ptr %8, align 8
  %144 = getelementptr inbounds %struct.__va_list_tag, ptr %143, i32 0, i32 0
  %145 = load i32, ptr %144, align 8
  %146 = icmp ule i32 %145, 40
  br i1 %146, label %147, label %152

147:
  %148 = getelementptr inbounds %struct.__va_list_tag, ptr %143, i32 0, i32 3
  %149 = load ptr, ptr %148, align 8
  %150 = getelementptr i8, ptr %149, i32 %145
  %151 = add i32 %145, 8
  store i32 %151, ptr %144, align 8
  br label %156

152:
  %153 = getelementptr inbounds %struct.__va_list_tag, ptr %143, i32 0, i32 2
  %154 = load ptr, ptr %153, align 8
  %155 = getelementptr i8, ptr %154, i32 8
  store ptr %155, ptr %153, align 8
  br label %156

156:
  %157 = phi ptr [ %150, %147 ], [ %154, %152 ]
  %158 = load i64, ptr %157, align 8
  br label %177

159:
  %160 = load ptr, ptr %8, align 8
  %161 = getelementptr inbounds %struct.__va_list_tag, ptr %160, i32 0, i32 0
  %162 = load i32, ptr %161, align 8
  %163 = icmp ule i32 %162, 40
  br i1 %163, label %164, label %169

164:
  %165 = getelementptr inbounds %struct.__va_list_tag, ptr %160, i32 0, i32 3
  %166 = load ptr, ptr %165, align 8
  %167 = getelementptr i8, ptr %166, i32 %162
  %168 = add i32 %162, 8
  store i32 %168, ptr %161, align 8
  br label %173

169:
  %170 = getelementptr inbounds %struct.__va_list_tag, ptr %160, i32 0, i32 2
  %171 = load ptr, ptr %170, align 8
  %172 = getelementptr i8, ptr %171, i32 8
  store ptr %172, ptr %170, align 8
  br label %173

173:
  %174 = phi ptr [ %167, %164 ], [ %171, %169 ]
  %175 = load i32, ptr %174, align 4
  %176 = zext i32 %175 to i64
  br label %177

177:
  %178 = phi i64 [ %158, %156 ], [ %176, %173 ]
  store i64 %178, ptr %12, align 8
  %179 = load i64, ptr %12, align 8
  %180 = getelementptr inbounds %struct.conversion, ptr %10, i32 0, i32 7
  %181 = load i8, ptr %180, align 8
  %182 = call i64 @sign_extended(i64 noundef %179, i8 noundef signext %181)
  store i64 %182, ptr %13, align 8
  %183 = load i64, ptr %13, align 8
  %184 = icmp slt i64 %183, 0
  br i1 %184, label %185, label %188

185:
  %186 = load i64, ptr %13, align 8
  %187 = sub i64 0, %186
  br label %190

188:
  %189 = load i64, ptr %13, align 8
  br label %190

190:
  %191 = phi i64 [ %187, %185 ], [ %189, %188 ]
  %192 = load i64, ptr %13, align 8
  %193 = icmp slt i64 %192, 0
  call void @put_integer(ptr noundef %9, ptr noundef %10, i64 noundef %191, i1 noundef zeroext %193, i8 noundef signext 100)
  br label %359

194:
  %195 = getelementptr inbounds %struct.conversion, ptr %10, i32 0, i32 7
  %196 = load i8, ptr %195, align 8
  %197 = sext i8 %196 to i32
  %198 = icmp eq i32 %197, 108
  br i1 %198, label %199, label %216

199:
  %200 = load ptr, ptr %8, align 8
  %201 = getelementptr inbounds %struct.__va_list_tag, ptr %200, i32 0, i32 0
  %202 = load i32, ptr %201, align 8
  %203 = icmp ule i32 %202, 40
  br i1 %203, label %204, label %209

204:
  %205 = getelementptr inbounds %struct.__va_list_tag, ptr %200, i32 0, i32 3
  %206 = load ptr, ptr %205, align 8
  %207 = getelementptr i8, ptr %206, i32 %202
  %208 = add i32 %202, 8
  store i32 %208, ptr %201, align 8
  br label %213

209:
  %210 = getelementptr inbounds %struct.__va_list_tag, ptr %200, i32 0, i32 2
  %211 = load ptr, ptr %210, align 8
  %212 = getelementptr i8, ptr %211, i32 8
  store ptr %212, ptr %210, align 8
  br label %213

213:
  %214 = phi ptr [ %207, %204 ], [ %211, %209 ]
  %215 = load i64, ptr %214, align 8
  br label %234

216:
  %217 = load ptr, ptr %8, align 8
  %218 = getelementptr inbounds %struct.__va_list_tag, ptr %217, i32 0, i32 0
  %219 = load i32, ptr %218, align 8
  %220 = icmp ule i32 %219, 40
  br i1 %220, label %221, label %226

221:
  %222 = getelementptr inbounds %struct.__va_list_tag, ptr %217, i32 0, i32 3
  %223 = load ptr, ptr %222, align 8
  %224 = getelementptr i8, ptr %223, i32 %219
  %225 = add i32 %219, 8
  store i32 %225, ptr %218, align 8
  br label %230

226:
  %227 = getelementptr inbounds %struct.__va_list_tag, ptr %217, i32 0, i32 2
  %228 = load ptr, ptr %227, align 8
  %229 = getelementptr i8, ptr %228, i32 8
  store ptr %229, ptr %227, align 8
  br label %230

230:
  %231 = phi ptr [ %224, %221 ], [ %228, %226 ]
  %232 = load i32, ptr %231, align 4
  %233 = zext i32 %232 to i64
  br label %234

234:
  %235 = phi i64 [ %215, %213 ], [ %233, %230 ]
  store i64 %235, ptr %14, align 8
  %236 = load i64, ptr %14, align 8
  %237 = getelementptr inbounds %struct.conversion, ptr %10, i32 0, i32 7
  %238 = load i8, ptr %237, align 8
  %239 = call i64 @narrowed(i64 noundef %236, i8 noundef signext %238)
  %240 = load i8, ptr %11, align 1
  call void @put_integer(ptr noundef %9, ptr noundef %10, i64 noundef %239, i1 noundef zeroext false, i8 noundef signext %240)
  br label %359

241:
  %242 = getelementptr inbounds %struct.conversion, ptr %10, i32 0, i32 3
  store i8 1, ptr %242, align 1
  %243 = load ptr, ptr %8, align 8
  %244 = getelementptr inbounds %struct.__va_list_tag, ptr %243, i32 0, i32 0
  %245 = load i32, ptr %244, align 8
  %246 = icmp ule i32 %245, 40
  br i1 %246, label %247, label %252

247:
  %248 = getelementptr inbounds %struct.__va_list_tag, ptr %243, i32 0, i32 3
  %249 = load ptr, ptr %248, align 8
  %250 = getelementptr i8, ptr %249, i32 %245
  %251 = add i32 %245, 8
  store i32 %251, ptr %244, align 8
  br label %256

252:
  %253 = getelementptr inbounds %struct.__va_list_tag, ptr %243, i32 0, i32 2
  %254 = load ptr, ptr %253, align 8
  %255 = getelementptr i8, ptr %254, i32 8
  store ptr %255, ptr %253, align 8
  br label %256

256:
  %257 = phi ptr [ %250, %247 ], [ %254, %252 ]
  %258 = load ptr, ptr %257, align 8
  %259 = ptrtoint ptr %258 to i64
  call void @put_integer(ptr noundef %9, ptr noundef %10, i64 noundef %259, i1 noundef zeroext false, i8 noundef signext 120)
  br label %359

260:
  %261 = load ptr, ptr %8, align 8
  %262 = getelementptr inbounds %struct.__va_list_tag, ptr %261, i32 0, i32 0
  %263 = load i32, ptr %262, align 8
  %264 = icmp ule i32 %263, 40
  br i1 %264, label %265, label %270

265:
  %266 = getelementptr inbounds %struct.__va_list_tag, ptr %261, i32 0, i32 3
  %267 = load ptr, ptr %266, align 8
  %268 = getelementptr i8, ptr %267, i32 %263
  %269 = add i32 %263, 8
  store i32 %269, ptr %262, align 8
  br label %274

270:
  %271 = getelementptr inbounds %struct.__va_list_tag, ptr %261, i32 0, i32 2
  %272 = load ptr, ptr %271, align 8
  %273 = getelementptr i8, ptr %272, i32 8
  store ptr %273, ptr %271, align 8
  br label %274

274:
  %275 = phi ptr [ %268, %265 ], [ %272, %270 ]
  %276 = load i32, ptr %275, align 4
  %277 = trunc i32 %276 to i8
  store i8 %277, ptr %15, align 1
  call void @put_padded(ptr noundef %9, ptr noundef %10, ptr noundef @.str.33, ptr noundef %15, i64 noundef 1, i64 noundef 0)
  br label %359

278:
  %279 = load ptr, ptr %8, align 8
  %280 = getelementptr inbounds %struct.__va_list_tag, ptr %279, i32 0, i32 0
  %281 = load i32, ptr %280, align 8
  %282 = icmp ule i32 %281, 40
  br i1 %282, label %283, label %288

283:
  %284 = getelementptr inbounds %struct.__va_list_tag, ptr %279, i32 0, i32 3
  %285 = load ptr, ptr %284, align 8
  %286 = getelementptr i8, ptr %285, i32 %281
  %287 = add i32 %281, 8
  store i32 %287, ptr %280, align 8
  br label %292

288:
  %289 = getelementptr inbounds %struct.__va_list_tag, ptr %279, i32 0, i32 2
  %290 = load ptr, ptr %289, align 8
  %291 = getelementptr i8, ptr %290, i32 8
  store ptr %291, ptr %289, align 8
  br label %292

292:
  %293 = phi ptr [ %286, %283 ], [ %290, %288 ]
  %294 = load ptr, ptr %293, align 8
  store ptr %294, ptr %16, align 8
  %295 = load ptr, ptr %16, align 8
  %296 = icmp ne ptr %295, null
  br i1 %296, label %298, label %297

297:
  store ptr @.str.34, ptr %16, align 8
  br label %298

298:
  %299 = getelementptr inbounds %struct.conversion, ptr %10, i32 0, i32 6
  %300 = load i64, ptr %299, align 8
  %301 = icmp slt i64 %300, 0
  br i1 %301, label %302, label %305

302:
  %303 = load ptr, ptr %16, align 8
  %304 = call i64 @strlen(ptr noundef %303)
  br label %310

305:
  %306 = load ptr, ptr %16, align 8
  %307 = getelementptr inbounds %struct.conversion, ptr %10, i32 0, i32 6
  %308 = load i64, ptr %307, align 8
  %309 = call i64 @strnlen(ptr noundef %306, i64 noundef %308)
  br label %310

310:
  %311 = phi i64 [ %304, %302 ], [ %309, %305 ]
  store i64 %311, ptr %17, align 8
  %312 = load ptr, ptr %16, align 8
  %313 = load i64, ptr %17, align 8
  call void @put_padded(ptr noundef %9, ptr noundef %10, ptr noundef @.str.33, ptr noundef %312, i64 noundef %313, i64 noundef 0)
  br label %359

314:
  %315 = getelementptr inbounds %struct.conversion, ptr %10, i32 0, i32 7
  %316 = load i8, ptr %315, align 8
  %317 = sext i8 %316 to i32
  %318 = icmp eq i32 %317, 76
  br i1 %318, label %319, label %320

319:
  call void @__porf_fail(i32 noundef 6, ptr noundef @.str.35)
  unreachable

320:
  %321 = load ptr, ptr %8, align 8
  %322 = getelementptr inbounds %struct.__va_list_tag, ptr %321, i32 0, i32 1
  %323 = load i32, ptr %322, align 4
  %324 = icmp ule i32 %323, 160
  br i1 %324, label %325, label %330

325:
  %326 = getelementptr inbounds %struct.__va_list_tag, ptr %321, i32 0, i32 3
  %327 = load ptr, ptr %326, align 8
  %328 = getelementptr i8, ptr %327, i32 %323
  %329 = add i32 %323, 16
  store i32 %329, ptr %322, align 4
  br label %334

330:
  %331 = getelementptr inbounds %struct.__va_list_tag, ptr %321, i32 0, i32 2
  %332 = load ptr, ptr %331, align 8
  %333 = getelementptr i8, ptr %332, i32 8
  store ptr %333, ptr %331, align 8
  br label %334

334:
  %335 = phi ptr [ %328, %325 ], [ %332, %330 ]
  %336 = load double, ptr %335, align 8
  call void @put_double(ptr noundef %9, ptr noundef %10, double noundef %336)
  br label %359

337:
  %338 = getelementptr inbounds %struct.output, ptr %9, i32 0, i32 2
  %339 = load i64, ptr %338, align 8
  %340 = trunc i64 %339 to i32
  %341 = load ptr, ptr %8, align 8
  %342 = getelementptr inbounds %struct.__va_list_tag, ptr %341, i32 0, i32 0
  %343 = load i32, ptr %342, align 8
  %344 = icmp ule i32 %343, 40
  br i1 %344, label %345, label %350

345:
  %346 = getelementptr inbounds %struct.__va_list_tag, ptr %341, i32 0, i32 3
  %347 = load ptr, ptr %346, align 8
  %348 = getelementptr i8, ptr %347, i32 %343
  %349 = add i32 %343, 8
  store i32 %349, ptr %342, align 8
  br label %354

350:
  %351 = getelementptr inbounds %struct.__va_list_tag, ptr %341, i32 0, i32 2
  %352 = load ptr, ptr %351, align 8
  %353 = getelementptr i8, ptr %352, i32 8
  store ptr %353, ptr %351, align 8
  br label %354

354:
  %355 = phi ptr [ %348, %345 ], [ %352, %350 ]
  %356 = load ptr, ptr %355, align 8
  store i32 %340, ptr %356, align 4
  br label %359

357:
  call void @put(ptr noundef %9, i8 noundef signext 37)
  br label %359

358:
  call void @__porf_fail(i32 noundef 6, ptr noundef @.str.36)
  unreachable

359:
  br label %23

360:
  %361 = load i64, ptr %6, align 8
  %362 = icmp ugt i64 %361, 0
  br i1 %362, label %363, label %378

363:
  %364 = load ptr, ptr %5, align 8
  %365 = getelementptr inbounds %struct.output, ptr %9, i32 0, i32 2
  %366 = load i64, ptr %365, align 8
  %367 = load i64, ptr %6, align 8
  %368 = icmp ult i64 %366, %367
  br i1 %368, label %369, label %372

369:
  %370 = getelementptr inbounds %struct.output, ptr %9, i32 0, i32 2
  %371 = load i64, ptr %370, align 8
  br label %375

372:
  %373 = load i64, ptr %6, align 8
  %374 = sub i64 %373, 1
  br label %375

375:
  %376 = phi i64 [ %371, %369 ], [ %374, %372 ]
  %377 = getelementptr inbounds i8, ptr %364, i64 %376
  store i8 0, ptr %377, align 1
  br label %378

378:
  %379 = getelementptr inbounds %struct.output, ptr %9, i32 0, i32 2
  %380 = load i64, ptr %379, align 8
  %381 = trunc i64 %380 to i32
  ret i32 %381
}

define internal void @put(ptr noundef %0, i8 noundef signext %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i8, align 1
  store ptr %0, ptr %3, align 8
  store i8 %1, ptr %4, align 1
  %5 = load ptr, ptr %3, align 8
  %6 = getelementptr inbounds %struct.output, ptr %5, i32 0, i32 2
  %7 = load i64, ptr %6, align 8
  %8 = add i64 %7, 1
  %9 = load ptr, ptr %3, align 8
  %10 = getelementptr inbounds %struct.output, ptr %9, i32 0, i32 1
  %11 = load i64, ptr %10, align 8
  %12 = icmp ult i64 %8, %11
  br i1 %12, label %13, label %22

13:
  %14 = load i8, ptr %4, align 1
  %15 = load ptr, ptr %3, align 8
  %16 = getelementptr inbounds %struct.output, ptr %15, i32 0, i32 0
  %17 = load ptr, ptr %16, align 8
  %18 = load ptr, ptr %3, align 8
  %19 = getelementptr inbounds %struct.output, ptr %18, i32 0, i32 2
  %20 = load i64, ptr %19, align 8
  %21 = getelementptr inbounds i8, ptr %17, i64 %20
  store i8 %14, ptr %21, align 1
  br label %22

22:
  %23 = load ptr, ptr %3, align 8
  %24 = getelementptr inbounds %struct.output, ptr %23, i32 0, i32 2
  %25 = load i64, ptr %24, align 8
  %26 = add i64 %25, 1
  store i64 %26, ptr %24, align 8
  ret void
}

declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg)

define internal ptr @read_flags(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  br label %5

5:
  %6 = load ptr, ptr %3, align 8
  %7 = load i8, ptr %6, align 1
  %8 = sext i8 %7 to i32
  switch i32 %8, label %24 [
    i32 45, label %9
    i32 43, label %12
    i32 32, label %15
    i32 35, label %18
    i32 48, label %21
  ]

9:
  %10 = load ptr, ptr %4, align 8
  %11 = getelementptr inbounds %struct.conversion, ptr %10, i32 0, i32 0
  store i8 1, ptr %11, align 8
  br label %26

12:
  %13 = load ptr, ptr %4, align 8
  %14 = getelementptr inbounds %struct.conversion, ptr %13, i32 0, i32 1
  store i8 1, ptr %14, align 1
  br label %26

15:
  %16 = load ptr, ptr %4, align 8
  %17 = getelementptr inbounds %struct.conversion, ptr %16, i32 0, i32 2
  store i8 1, ptr %17, align 2
  br label %26

18:
  %19 = load ptr, ptr %4, align 8
  %20 = getelementptr inbounds %struct.conversion, ptr %19, i32 0, i32 3
  store i8 1, ptr %20, align 1
  br label %26

21:
  %22 = load ptr, ptr %4, align 8
  %23 = getelementptr inbounds %struct.conversion, ptr %22, i32 0, i32 4
  store i8 1, ptr %23, align 4
  br label %26

24:
  %25 = load ptr, ptr %3, align 8
  ret ptr %25

26:
  br label %27

27:
  %28 = load ptr, ptr %3, align 8
  %29 = getelementptr inbounds i8, ptr %28, i32 1
  store ptr %29, ptr %3, align 8
  br label %5
}

define internal ptr @read_number(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %4, align 8
  store i64 0, ptr %5, align 8
  br label %6

6:
  %7 = load ptr, ptr %3, align 8
  %8 = load i8, ptr %7, align 1
  %9 = zext i8 %8 to i32
  %10 = call i32 @isdigit(i32 noundef %9)
  %11 = icmp ne i32 %10, 0
  br i1 %11, label %12, label %31

12:
  %13 = load ptr, ptr %4, align 8
  %14 = load i64, ptr %13, align 8
  %15 = icmp slt i64 %14, 1000000
  br i1 %15, label %16, label %27

16:
  %17 = load ptr, ptr %4, align 8
  %18 = load i64, ptr %17, align 8
  %19 = mul nsw i64 %18, 10
  %20 = load ptr, ptr %3, align 8
  %21 = load i8, ptr %20, align 1
  %22 = sext i8 %21 to i32
  %23 = sub nsw i32 %22, 48
  %24 = sext i32 %23 to i64
  %25 = add nsw i64 %19, %24
  %26 = load ptr, ptr %4, align 8
  store i64 %25, ptr %26, align 8
  br label %27

27:
  br label %28

28:
  %29 = load ptr, ptr %3, align 8
  %30 = getelementptr inbounds i8, ptr %29, i32 1
  store ptr %30, ptr %3, align 8
  br label %6

31:
  %32 = load ptr, ptr %3, align 8
  ret ptr %32
}

define internal ptr @read_length(ptr noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %6 = load ptr, ptr %4, align 8
  %7 = getelementptr inbounds i8, ptr %6, i64 0
  %8 = load i8, ptr %7, align 1
  %9 = sext i8 %8 to i32
  %10 = icmp eq i32 %9, 104
  br i1 %10, label %11, label %22

11:
  %12 = load ptr, ptr %4, align 8
  %13 = getelementptr inbounds i8, ptr %12, i64 1
  %14 = load i8, ptr %13, align 1
  %15 = sext i8 %14 to i32
  %16 = icmp eq i32 %15, 104
  br i1 %16, label %17, label %22

17:
  %18 = load ptr, ptr %5, align 8
  %19 = getelementptr inbounds %struct.conversion, ptr %18, i32 0, i32 7
  store i8 72, ptr %19, align 8
  %20 = load ptr, ptr %4, align 8
  %21 = getelementptr inbounds i8, ptr %20, i64 2
  store ptr %21, ptr %3, align 8
  br label %60

22:
  %23 = load ptr, ptr %4, align 8
  %24 = getelementptr inbounds i8, ptr %23, i64 0
  %25 = load i8, ptr %24, align 1
  %26 = sext i8 %25 to i32
  %27 = icmp eq i32 %26, 108
  br i1 %27, label %28, label %39

28:
  %29 = load ptr, ptr %4, align 8
  %30 = getelementptr inbounds i8, ptr %29, i64 1
  %31 = load i8, ptr %30, align 1
  %32 = sext i8 %31 to i32
  %33 = icmp eq i32 %32, 108
  br i1 %33, label %34, label %39

34:
  %35 = load ptr, ptr %5, align 8
  %36 = getelementptr inbounds %struct.conversion, ptr %35, i32 0, i32 7
  store i8 108, ptr %36, align 8
  %37 = load ptr, ptr %4, align 8
  %38 = getelementptr inbounds i8, ptr %37, i64 2
  store ptr %38, ptr %3, align 8
  br label %60

39:
  %40 = load ptr, ptr %4, align 8
  %41 = load i8, ptr %40, align 1
  %42 = sext i8 %41 to i32
  switch i32 %42, label %58 [
    i32 104, label %43
    i32 108, label %48
    i32 106, label %48
    i32 122, label %48
    i32 116, label %48
    i32 76, label %53
  ]

43:
  %44 = load ptr, ptr %5, align 8
  %45 = getelementptr inbounds %struct.conversion, ptr %44, i32 0, i32 7
  store i8 104, ptr %45, align 8
  %46 = load ptr, ptr %4, align 8
  %47 = getelementptr inbounds i8, ptr %46, i64 1
  store ptr %47, ptr %3, align 8
  br label %60

48:
  %49 = load ptr, ptr %5, align 8
  %50 = getelementptr inbounds %struct.conversion, ptr %49, i32 0, i32 7
  store i8 108, ptr %50, align 8
  %51 = load ptr, ptr %4, align 8
  %52 = getelementptr inbounds i8, ptr %51, i64 1
  store ptr %52, ptr %3, align 8
  br label %60

53:
  %54 = load ptr, ptr %5, align 8
  %55 = getelementptr inbounds %struct.conversion, ptr %54, i32 0, i32 7
  store i8 76, ptr %55, align 8
  %56 = load ptr, ptr %4, align 8
  %57 = getelementptr inbounds i8, ptr %56, i64 1
  store ptr %57, ptr %3, align 8
  br label %60

58:
  %59 = load ptr, ptr %4, align 8
  store ptr %59, ptr %3, align 8
  br label %60

60:
  %61 = load ptr, ptr %3, align 8
  ret ptr %61
}

define internal i64 @sign_extended(i64 noundef %0, i8 noundef signext %1) {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  %5 = alloca i8, align 1
  store i64 %0, ptr %4, align 8
  store i8 %1, ptr %5, align 1
  %6 = load i8, ptr %5, align 1
  %7 = sext i8 %6 to i32
  switch i32 %7, label %20 [
    i32 72, label %8
    i32 104, label %12
    i32 0, label %16
  ]

8:
  %9 = load i64, ptr %4, align 8
  %10 = trunc i64 %9 to i8
  %11 = sext i8 %10 to i64
  store i64 %11, ptr %3, align 8
  br label %22

12:
  %13 = load i64, ptr %4, align 8
  %14 = trunc i64 %13 to i16
  %15 = sext i16 %14 to i64
  store i64 %15, ptr %3, align 8
  br label %22

16:
  %17 = load i64, ptr %4, align 8
  %18 = trunc i64 %17 to i32
  %19 = sext i32 %18 to i64
  store i64 %19, ptr %3, align 8
  br label %22

20:
  %21 = load i64, ptr %4, align 8
  store i64 %21, ptr %3, align 8
  br label %22

22:
  %23 = load i64, ptr %3, align 8
  ret i64 %23
}

define internal void @put_integer(ptr noundef %0, ptr noundef %1, i64 noundef %2, i1 noundef zeroext %3, i8 noundef signext %4) {
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca i8, align 1
  %10 = alloca i8, align 1
  %11 = alloca %struct.number, align 4
  %12 = alloca i32, align 4
  %13 = alloca i64, align 8
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store i64 %2, ptr %8, align 8
  %14 = zext i1 %3 to i8
  store i8 %14, ptr %9, align 1
  store i8 %4, ptr %10, align 1
  %15 = getelementptr inbounds %struct.number, ptr %11, i32 0, i32 2
  store i32 384, ptr %15, align 4
  %16 = getelementptr inbounds %struct.number, ptr %11, i32 0, i32 0
  %17 = getelementptr inbounds [3 x i8], ptr %16, i64 0, i64 0
  store i8 0, ptr %17, align 4
  %18 = load i8, ptr %10, align 1
  %19 = sext i8 %18 to i32
  %20 = icmp eq i32 %19, 111
  br i1 %20, label %21, label %22

21:
  br label %34

22:
  %23 = load i8, ptr %10, align 1
  %24 = sext i8 %23 to i32
  %25 = icmp eq i32 %24, 120
  br i1 %25, label %30, label %26

26:
  %27 = load i8, ptr %10, align 1
  %28 = sext i8 %27 to i32
  %29 = icmp eq i32 %28, 88
  br label %30

30:
  %31 = phi i1 [ true, %22 ], [ %29, %26 ]
  %32 = zext i1 %31 to i64
  %33 = select i1 %31, i32 16, i32 10
  br label %34

34:
  %35 = phi i32 [ 8, %21 ], [ %33, %30 ]
  store i32 %35, ptr %12, align 4
  %36 = load i64, ptr %8, align 8
  %37 = load i32, ptr %12, align 4
  %38 = load i8, ptr %10, align 1
  %39 = sext i8 %38 to i32
  %40 = icmp eq i32 %39, 88
  call void @add_digits(ptr noundef %11, i64 noundef %36, i32 noundef %37, i1 noundef zeroext %40)
  %41 = load ptr, ptr %7, align 8
  %42 = getelementptr inbounds %struct.conversion, ptr %41, i32 0, i32 6
  %43 = load i64, ptr %42, align 8
  %44 = icmp slt i64 %43, 0
  br i1 %44, label %45, label %46

45:
  br label %50

46:
  %47 = load ptr, ptr %7, align 8
  %48 = getelementptr inbounds %struct.conversion, ptr %47, i32 0, i32 6
  %49 = load i64, ptr %48, align 8
  br label %50

50:
  %51 = phi i64 [ 1, %45 ], [ %49, %46 ]
  store i64 %51, ptr %13, align 8
  %52 = load i8, ptr %10, align 1
  %53 = sext i8 %52 to i32
  %54 = icmp eq i32 %53, 100
  br i1 %54, label %55, label %59

55:
  %56 = load ptr, ptr %7, align 8
  %57 = load i8, ptr %9, align 1
  %58 = trunc i8 %57 to i1
  call void @set_sign(ptr noundef %11, ptr noundef %56, i1 noundef zeroext %58)
  br label %101

59:
  %60 = load ptr, ptr %7, align 8
  %61 = getelementptr inbounds %struct.conversion, ptr %60, i32 0, i32 3
  %62 = load i8, ptr %61, align 1
  %63 = trunc i8 %62 to i1
  br i1 %63, label %64, label %78

64:
  %65 = load i32, ptr %12, align 4
  %66 = icmp eq i32 %65, 16
  br i1 %66, label %67, label %78

67:
  %68 = load i64, ptr %8, align 8
  %69 = icmp ne i64 %68, 0
  br i1 %69, label %70, label %78

70:
  %71 = getelementptr inbounds %struct.number, ptr %11, i32 0, i32 0
  %72 = getelementptr inbounds [3 x i8], ptr %71, i64 0, i64 0
  store i8 48, ptr %72, align 4
  %73 = load i8, ptr %10, align 1
  %74 = getelementptr inbounds %struct.number, ptr %11, i32 0, i32 0
  %75 = getelementptr inbounds [3 x i8], ptr %74, i64 0, i64 1
  store i8 %73, ptr %75, align 1
  %76 = getelementptr inbounds %struct.number, ptr %11, i32 0, i32 0
  %77 = getelementptr inbounds [3 x i8], ptr %76, i64 0, i64 2
  store i8 0, ptr %77, align 2
  br label %100

78:
  %79 = load ptr, ptr %7, align 8
  %80 = getelementptr inbounds %struct.conversion, ptr %79, i32 0, i32 3
  %81 = load i8, ptr %80, align 1
  %82 = trunc i8 %81 to i1
  br i1 %82, label %83, label %99

83:
  %84 = load i32, ptr %12, align 4
  %85 = icmp eq i32 %84, 8
  br i1 %85, label %86, label %99

86:
  %87 = load i64, ptr %13, align 8
  %88 = getelementptr inbounds %struct.number, ptr %11, i32 0, i32 2
  %89 = load i32, ptr %88, align 4
  %90 = sub nsw i32 384, %89
  %91 = sext i32 %90 to i64
  %92 = icmp sle i64 %87, %91
  br i1 %92, label %93, label %99

93:
  %94 = getelementptr inbounds %struct.number, ptr %11, i32 0, i32 2
  %95 = load i32, ptr %94, align 4
  %96 = sub nsw i32 384, %95
  %97 = add nsw i32 %96, 1
  %98 = sext i32 %97 to i64
  store i64 %98, ptr %13, align 8
  br label %99

99:
  br label %100

100:
  br label %101

101:
  %102 = load ptr, ptr %6, align 8
  %103 = load ptr, ptr %7, align 8
  %104 = load ptr, ptr %7, align 8
  %105 = getelementptr inbounds %struct.conversion, ptr %104, i32 0, i32 4
  %106 = load i8, ptr %105, align 4
  %107 = trunc i8 %106 to i1
  br i1 %107, label %108, label %118

108:
  %109 = load ptr, ptr %7, align 8
  %110 = getelementptr inbounds %struct.conversion, ptr %109, i32 0, i32 0
  %111 = load i8, ptr %110, align 8
  %112 = trunc i8 %111 to i1
  br i1 %112, label %118, label %113

113:
  %114 = load ptr, ptr %7, align 8
  %115 = getelementptr inbounds %struct.conversion, ptr %114, i32 0, i32 6
  %116 = load i64, ptr %115, align 8
  %117 = icmp slt i64 %116, 0
  br label %118

118:
  %119 = phi i1 [ false, %108 ], [ false, %101 ], [ %117, %113 ]
  %120 = load i64, ptr %13, align 8
  call void @put_number(ptr noundef %102, ptr noundef %103, ptr noundef %11, i1 noundef zeroext %119, i64 noundef %120)
  ret void
}

define internal i64 @narrowed(i64 noundef %0, i8 noundef signext %1) {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  %5 = alloca i8, align 1
  store i64 %0, ptr %4, align 8
  store i8 %1, ptr %5, align 1
  %6 = load i8, ptr %5, align 1
  %7 = sext i8 %6 to i32
  switch i32 %7, label %20 [
    i32 72, label %8
    i32 104, label %12
    i32 0, label %16
  ]

8:
  %9 = load i64, ptr %4, align 8
  %10 = trunc i64 %9 to i8
  %11 = zext i8 %10 to i64
  store i64 %11, ptr %3, align 8
  br label %22

12:
  %13 = load i64, ptr %4, align 8
  %14 = trunc i64 %13 to i16
  %15 = zext i16 %14 to i64
  store i64 %15, ptr %3, align 8
  br label %22

16:
  %17 = load i64, ptr %4, align 8
  %18 = trunc i64 %17 to i32
  %19 = zext i32 %18 to i64
  store i64 %19, ptr %3, align 8
  br label %22

20:
  %21 = load i64, ptr %4, align 8
  store i64 %21, ptr %3, align 8
  br label %22

22:
  %23 = load i64, ptr %3, align 8
  ret i64 %23
}

define internal void @put_padded(ptr noundef %0, ptr noundef %1, ptr noundef %2, ptr noundef %3, i64 noundef %4, i64 noundef %5) {
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  %15 = alloca i64, align 8
  %16 = alloca i64, align 8
  store ptr %0, ptr %7, align 8
  store ptr %1, ptr %8, align 8
  store ptr %2, ptr %9, align 8
  store ptr %3, ptr %10, align 8
  store i64 %4, ptr %11, align 8
  store i64 %5, ptr %12, align 8
  store i64 0, ptr %13, align 8
  br label %17

17:
  %18 = load ptr, ptr %9, align 8
  %19 = load i64, ptr %13, align 8
  %20 = getelementptr inbounds i8, ptr %18, i64 %19
  %21 = load i8, ptr %20, align 1
  %22 = icmp ne i8 %21, 0
  br i1 %22, label %23, label %26

23:
  %24 = load i64, ptr %13, align 8
  %25 = add nsw i64 %24, 1
  store i64 %25, ptr %13, align 8
  br label %17

26:
  %27 = load ptr, ptr %8, align 8
  %28 = getelementptr inbounds %struct.conversion, ptr %27, i32 0, i32 5
  %29 = load i64, ptr %28, align 8
  %30 = load i64, ptr %13, align 8
  %31 = sub nsw i64 %29, %30
  %32 = load i64, ptr %12, align 8
  %33 = sub nsw i64 %31, %32
  %34 = load i64, ptr %11, align 8
  %35 = sub nsw i64 %33, %34
  store i64 %35, ptr %14, align 8
  %36 = load ptr, ptr %8, align 8
  %37 = getelementptr inbounds %struct.conversion, ptr %36, i32 0, i32 0
  %38 = load i8, ptr %37, align 8
  %39 = trunc i8 %38 to i1
  br i1 %39, label %43, label %40

40:
  %41 = load ptr, ptr %7, align 8
  %42 = load i64, ptr %14, align 8
  call void @put_repeated(ptr noundef %41, i8 noundef signext 32, i64 noundef %42)
  br label %43

43:
  store i64 0, ptr %15, align 8
  br label %44

44:
  %45 = load i64, ptr %15, align 8
  %46 = load i64, ptr %13, align 8
  %47 = icmp slt i64 %45, %46
  br i1 %47, label %48, label %57

48:
  %49 = load ptr, ptr %7, align 8
  %50 = load ptr, ptr %9, align 8
  %51 = load i64, ptr %15, align 8
  %52 = getelementptr inbounds i8, ptr %50, i64 %51
  %53 = load i8, ptr %52, align 1
  call void @put(ptr noundef %49, i8 noundef signext %53)
  br label %54

54:
  %55 = load i64, ptr %15, align 8
  %56 = add nsw i64 %55, 1
  store i64 %56, ptr %15, align 8
  br label %44

57:
  %58 = load ptr, ptr %7, align 8
  %59 = load i64, ptr %12, align 8
  call void @put_repeated(ptr noundef %58, i8 noundef signext 48, i64 noundef %59)
  store i64 0, ptr %16, align 8
  br label %60

60:
  %61 = load i64, ptr %16, align 8
  %62 = load i64, ptr %11, align 8
  %63 = icmp slt i64 %61, %62
  br i1 %63, label %64, label %73

64:
  %65 = load ptr, ptr %7, align 8
  %66 = load ptr, ptr %10, align 8
  %67 = load i64, ptr %16, align 8
  %68 = getelementptr inbounds i8, ptr %66, i64 %67
  %69 = load i8, ptr %68, align 1
  call void @put(ptr noundef %65, i8 noundef signext %69)
  br label %70

70:
  %71 = load i64, ptr %16, align 8
  %72 = add nsw i64 %71, 1
  store i64 %72, ptr %16, align 8
  br label %60

73:
  %74 = load ptr, ptr %8, align 8
  %75 = getelementptr inbounds %struct.conversion, ptr %74, i32 0, i32 0
  %76 = load i8, ptr %75, align 8
  %77 = trunc i8 %76 to i1
  br i1 %77, label %78, label %81

78:
  %79 = load ptr, ptr %7, align 8
  %80 = load i64, ptr %14, align 8
  call void @put_repeated(ptr noundef %79, i8 noundef signext 32, i64 noundef %80)
  br label %81

81:
  ret void
}

define internal void @put_double(ptr noundef %0, ptr noundef %1, double noundef %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca double, align 8
  %7 = alloca %struct.number, align 4
  %8 = alloca i8, align 1
  %9 = alloca ptr, align 8
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca i64, align 8
  %15 = alloca i64, align 8
  %16 = alloca double, align 8
  %17 = alloca i64, align 8
  %18 = alloca double, align 8
  %19 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store double %2, ptr %6, align 8
  %20 = getelementptr inbounds %struct.number, ptr %7, i32 0, i32 2
  store i32 384, ptr %20, align 4
  %21 = load double, ptr %6, align 8
  %22 = fcmp olt double %21, 0.000000e+00
  br i1 %22, label %32, label %23

23:
  %24 = load double, ptr %6, align 8
  %25 = fcmp oeq double %24, 0.000000e+00
  br i1 %25, label %26, label %30

26:
  %27 = load double, ptr %6, align 8
  %28 = fdiv double 1.000000e+00, %27
  %29 = fcmp olt double %28, 0.000000e+00
  br label %30

30:
  %31 = phi i1 [ false, %23 ], [ %29, %26 ]
  br label %32

32:
  %33 = phi i1 [ true, %3 ], [ %31, %30 ]
  %34 = zext i1 %33 to i8
  store i8 %34, ptr %8, align 1
  %35 = load ptr, ptr %5, align 8
  %36 = load i8, ptr %8, align 1
  %37 = trunc i8 %36 to i1
  call void @set_sign(ptr noundef %7, ptr noundef %35, i1 noundef zeroext %37)
  %38 = load i8, ptr %8, align 1
  %39 = trunc i8 %38 to i1
  br i1 %39, label %40, label %43

40:
  %41 = load double, ptr %6, align 8
  %42 = fneg double %41
  store double %42, ptr %6, align 8
  br label %43

43:
  %44 = load double, ptr %6, align 8
  %45 = load double, ptr %6, align 8
  %46 = fcmp une double %44, %45
  br i1 %46, label %52, label %47

47:
  %48 = load double, ptr %6, align 8
  %49 = load double, ptr %6, align 8
  %50 = fsub double %48, %49
  %51 = fcmp une double %50, 0.000000e+00
  br i1 %51, label %52, label %63

52:
  %53 = load double, ptr %6, align 8
  %54 = load double, ptr %6, align 8
  %55 = fcmp une double %53, %54
  %56 = zext i1 %55 to i64
  %57 = select i1 %55, ptr @.str.56, ptr @.str.57
  store ptr %57, ptr %9, align 8
  %58 = load ptr, ptr %4, align 8
  %59 = load ptr, ptr %5, align 8
  %60 = getelementptr inbounds %struct.number, ptr %7, i32 0, i32 0
  %61 = getelementptr inbounds [3 x i8], ptr %60, i64 0, i64 0
  %62 = load ptr, ptr %9, align 8
  call void @put_padded(ptr noundef %58, ptr noundef %59, ptr noundef %61, ptr noundef %62, i64 noundef 3, i64 noundef 0)
  br label %223

63:
  %64 = load ptr, ptr %5, align 8
  %65 = getelementptr inbounds %struct.conversion, ptr %64, i32 0, i32 6
  %66 = load i64, ptr %65, align 8
  %67 = icmp slt i64 %66, 0
  br i1 %67, label %68, label %69

68:
  br label %73

69:
  %70 = load ptr, ptr %5, align 8
  %71 = getelementptr inbounds %struct.conversion, ptr %70, i32 0, i32 6
  %72 = load i64, ptr %71, align 8
  br label %73

73:
  %74 = phi i64 [ 6, %68 ], [ %72, %69 ]
  store i64 %74, ptr %10, align 8
  %75 = load i64, ptr %10, align 8
  %76 = icmp sgt i64 %75, 18
  br i1 %76, label %77, label %78

77:
  br label %80

78:
  %79 = load i64, ptr %10, align 8
  br label %80

80:
  %81 = phi i64 [ 18, %77 ], [ %79, %78 ]
  store i64 %81, ptr %11, align 8
  store i64 1, ptr %12, align 8
  store i64 0, ptr %13, align 8
  br label %82

82:
  %83 = load i64, ptr %13, align 8
  %84 = load i64, ptr %11, align 8
  %85 = icmp slt i64 %83, %84
  br i1 %85, label %86, label %92

86:
  %87 = load i64, ptr %12, align 8
  %88 = mul i64 %87, 10
  store i64 %88, ptr %12, align 8
  br label %89

89:
  %90 = load i64, ptr %13, align 8
  %91 = add nsw i64 %90, 1
  store i64 %91, ptr %13, align 8
  br label %82

92:
  store i64 0, ptr %14, align 8
  br label %93

93:
  %94 = load double, ptr %6, align 8
  %95 = fcmp oge double %94, 1.000000e+18
  br i1 %95, label %96, label %102

96:
  %97 = load double, ptr %6, align 8
  %98 = fdiv double %97, 1.000000e+01
  store double %98, ptr %6, align 8
  br label %99

99:
  %100 = load i64, ptr %14, align 8
  %101 = add nsw i64 %100, 1
  store i64 %101, ptr %14, align 8
  br label %93

102:
  %103 = load double, ptr %6, align 8
  %104 = fptoui double %103 to i64
  store i64 %104, ptr %15, align 8
  %105 = load double, ptr %6, align 8
  %106 = load i64, ptr %15, align 8
  %107 = uitofp i64 %106 to double
  %108 = fsub double %105, %107
  %109 = load i64, ptr %12, align 8
  %110 = uitofp i64 %109 to double
  %111 = fmul double %108, %110
  store double %111, ptr %16, align 8
  %112 = load double, ptr %16, align 8
  %113 = fptoui double %112 to i64
  store i64 %113, ptr %17, align 8
  %114 = load double, ptr %16, align 8
  %115 = load i64, ptr %17, align 8
  %116 = uitofp i64 %115 to double
  %117 = fsub double %114, %116
  store double %117, ptr %18, align 8
  %118 = load double, ptr %18, align 8
  %119 = fcmp ogt double %118, 5.000000e-01
  br i1 %119, label %134, label %120

120:
  %121 = load double, ptr %18, align 8
  %122 = fcmp oeq double %121, 5.000000e-01
  br i1 %122, label %123, label %137

123:
  %124 = load i64, ptr %12, align 8
  %125 = icmp eq i64 %124, 1
  br i1 %125, label %126, label %128

126:
  %127 = load i64, ptr %15, align 8
  br label %130

128:
  %129 = load i64, ptr %17, align 8
  br label %130

130:
  %131 = phi i64 [ %127, %126 ], [ %129, %128 ]
  %132 = urem i64 %131, 2
  %133 = icmp eq i64 %132, 1
  br i1 %133, label %134, label %137

134:
  %135 = load i64, ptr %17, align 8
  %136 = add i64 %135, 1
  store i64 %136, ptr %17, align 8
  br label %137

137:
  %138 = load i64, ptr %17, align 8
  %139 = load i64, ptr %12, align 8
  %140 = icmp uge i64 %138, %139
  br i1 %140, label %141, label %147

141:
  %142 = load i64, ptr %12, align 8
  %143 = load i64, ptr %17, align 8
  %144 = sub i64 %143, %142
  store i64 %144, ptr %17, align 8
  %145 = load i64, ptr %15, align 8
  %146 = add i64 %145, 1
  store i64 %146, ptr %15, align 8
  br label %147

147:
  %148 = load i64, ptr %10, align 8
  %149 = icmp sgt i64 %148, 0
  br i1 %149, label %155, label %150

150:
  %151 = load ptr, ptr %5, align 8
  %152 = getelementptr inbounds %struct.conversion, ptr %151, i32 0, i32 3
  %153 = load i8, ptr %152, align 1
  %154 = trunc i8 %153 to i1
  br i1 %154, label %155, label %179

155:
  %156 = load i64, ptr %11, align 8
  %157 = trunc i64 %156 to i32
  %158 = sub nsw i32 384, %157
  store i32 %158, ptr %19, align 4
  %159 = load i64, ptr %17, align 8
  call void @add_digits(ptr noundef %7, i64 noundef %159, i32 noundef 10, i1 noundef zeroext false)
  br label %160

160:
  %161 = getelementptr inbounds %struct.number, ptr %7, i32 0, i32 2
  %162 = load i32, ptr %161, align 4
  %163 = load i32, ptr %19, align 4
  %164 = icmp sgt i32 %162, %163
  br i1 %164, label %165, label %172

165:
  %166 = getelementptr inbounds %struct.number, ptr %7, i32 0, i32 1
  %167 = getelementptr inbounds %struct.number, ptr %7, i32 0, i32 2
  %168 = load i32, ptr %167, align 4
  %169 = add nsw i32 %168, -1
  store i32 %169, ptr %167, align 4
  %170 = sext i32 %169 to i64
  %171 = getelementptr inbounds [384 x i8], ptr %166, i64 0, i64 %170
  store i8 48, ptr %171, align 1
  br label %160

172:
  %173 = getelementptr inbounds %struct.number, ptr %7, i32 0, i32 1
  %174 = getelementptr inbounds %struct.number, ptr %7, i32 0, i32 2
  %175 = load i32, ptr %174, align 4
  %176 = add nsw i32 %175, -1
  store i32 %176, ptr %174, align 4
  %177 = sext i32 %176 to i64
  %178 = getelementptr inbounds [384 x i8], ptr %173, i64 0, i64 %177
  store i8 46, ptr %178, align 1
  br label %179

179:
  br label %180

180:
  %181 = load i64, ptr %14, align 8
  %182 = icmp sgt i64 %181, 0
  br i1 %182, label %183, label %193

183:
  %184 = getelementptr inbounds %struct.number, ptr %7, i32 0, i32 1
  %185 = getelementptr inbounds %struct.number, ptr %7, i32 0, i32 2
  %186 = load i32, ptr %185, align 4
  %187 = add nsw i32 %186, -1
  store i32 %187, ptr %185, align 4
  %188 = sext i32 %187 to i64
  %189 = getelementptr inbounds [384 x i8], ptr %184, i64 0, i64 %188
  store i8 48, ptr %189, align 1
  br label %190

190:
  %191 = load i64, ptr %14, align 8
  %192 = add nsw i64 %191, -1
  store i64 %192, ptr %14, align 8
  br label %180

193:
  %194 = load i64, ptr %15, align 8
  %195 = icmp eq i64 %194, 0
  br i1 %195, label %196, label %203

196:
  %197 = getelementptr inbounds %struct.number, ptr %7, i32 0, i32 1
  %198 = getelementptr inbounds %struct.number, ptr %7, i32 0, i32 2
  %199 = load i32, ptr %198, align 4
  %200 = add nsw i32 %199, -1
  store i32 %200, ptr %198, align 4
  %201 = sext i32 %200 to i64
  %202 = getelementptr inbounds [384 x i8], ptr %197, i64 0, i64 %201
  store i8 48, ptr %202, align 1
  br label %203

203:
  %204 = load i64, ptr %15, align 8
  call void @add_digits(ptr noundef %7, i64 noundef %204, i32 noundef 10, i1 noundef zeroext false)
  %205 = load ptr, ptr %4, align 8
  %206 = load ptr, ptr %5, align 8
  %207 = load ptr, ptr %5, align 8
  %208 = getelementptr inbounds %struct.conversion, ptr %207, i32 0, i32 4
  %209 = load i8, ptr %208, align 4
  %210 = trunc i8 %209 to i1
  br i1 %210, label %211, label %217

211:
  %212 = load ptr, ptr %5, align 8
  %213 = getelementptr inbounds %struct.conversion, ptr %212, i32 0, i32 0
  %214 = load i8, ptr %213, align 8
  %215 = trunc i8 %214 to i1
  %216 = xor i1 %215, true
  br label %217

217:
  %218 = phi i1 [ false, %203 ], [ %216, %211 ]
  call void @put_number(ptr noundef %205, ptr noundef %206, ptr noundef %7, i1 noundef zeroext %218, i64 noundef 0)
  %219 = load ptr, ptr %4, align 8
  %220 = load i64, ptr %10, align 8
  %221 = load i64, ptr %11, align 8
  %222 = sub nsw i64 %220, %221
  call void @put_repeated(ptr noundef %219, i8 noundef signext 48, i64 noundef %222)
  br label %223

223:
  ret void
}

define weak dso_local i32 @vsprintf(ptr noalias noundef %0, ptr noalias noundef %1, ptr noundef %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load ptr, ptr %6, align 8
  %10 = call i32 @vsnprintf(ptr noundef %7, i64 noundef -1, ptr noundef %8, ptr noundef %9)
  ret i32 %10
}

define weak dso_local i32 @snprintf(ptr noalias noundef %0, i64 noundef %1, ptr noalias noundef %2, ...) {
  %4 = alloca ptr, align 8
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = alloca [1 x %struct.__va_list_tag], align 16
  %8 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store i64 %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %9 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %7, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %9)
  %10 = load ptr, ptr %4, align 8
  %11 = load i64, ptr %5, align 8
  %12 = load ptr, ptr %6, align 8
  %13 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %7, i64 0, i64 0
  %14 = call i32 @vsnprintf(ptr noundef %10, i64 noundef %11, ptr noundef %12, ptr noundef %13)
  store i32 %14, ptr %8, align 4
  %15 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %7, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %15)
  %16 = load i32, ptr %8, align 4
  ret i32 %16
}

declare void @llvm.va_start.p0(ptr)

declare void @llvm.va_end.p0(ptr)

define weak dso_local i32 @sprintf(ptr noalias noundef %0, ptr noalias noundef %1, ...) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca [1 x %struct.__va_list_tag], align 16
  %6 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %7 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %7)
  %8 = load ptr, ptr %3, align 8
  %9 = load ptr, ptr %4, align 8
  %10 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  %11 = call i32 @vsprintf(ptr noundef %8, ptr noundef %9, ptr noundef %10)
  store i32 %11, ptr %6, align 4
  %12 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %12)
  %13 = load i32, ptr %6, align 4
  ret i32 %13
}

define weak dso_local i32 @vprintf(ptr noalias noundef %0, ptr noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  call void @__porf_vprint(ptr noundef %5, ptr noundef %6)
  ret i32 0
}

declare dso_local void @__porf_vprint(ptr noundef, ptr noundef)

define weak dso_local i32 @vfprintf(ptr noalias noundef %0, ptr noalias noundef %1, ptr noundef %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  %7 = load ptr, ptr %4, align 8
  %8 = load ptr, ptr %5, align 8
  %9 = load ptr, ptr %6, align 8
  %10 = call i32 @vprintf(ptr noundef %8, ptr noundef %9)
  ret i32 %10
}

define weak dso_local i32 @fprintf(ptr noalias noundef %0, ptr noalias noundef %1, ...) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca [1 x %struct.__va_list_tag], align 16
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %6 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %6)
  %7 = load ptr, ptr %3, align 8
  %8 = load ptr, ptr %4, align 8
  %9 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  %10 = call i32 @vfprintf(ptr noundef %7, ptr noundef %8, ptr noundef %9)
  %11 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %11)
  ret i32 0
}

define weak dso_local i32 @dprintf(i32 noundef %0, ptr noalias noundef %1, ...) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca [1 x %struct.__va_list_tag], align 16
  store i32 %0, ptr %3, align 4
  store ptr %1, ptr %4, align 8
  %6 = load i32, ptr %3, align 4
  %7 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %7)
  %8 = load ptr, ptr %4, align 8
  %9 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  %10 = call i32 @vprintf(ptr noundef %8, ptr noundef %9)
  %11 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %5, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %11)
  ret i32 0
}

define weak dso_local i32 @puts(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  call void (ptr, ...) @__porf_print(ptr noundef @.str.37, ptr noundef %3)
  ret i32 0
}

declare dso_local void @__porf_print(ptr noundef, ...)

define weak dso_local i32 @fputs(ptr noalias noundef %0, ptr noalias noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %4, align 8
  %6 = load ptr, ptr %3, align 8
  call void (ptr, ...) @__porf_print(ptr noundef @.str.38, ptr noundef %6)
  ret i32 0
}

define weak dso_local i32 @putchar(i32 noundef %0) {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  call void (ptr, ...) @__porf_print(ptr noundef @.str.39, i32 noundef %3)
  %4 = load i32, ptr %2, align 4
  %5 = trunc i32 %4 to i8
  %6 = zext i8 %5 to i32
  ret i32 %6
}

define weak dso_local i32 @fputc(i32 noundef %0, ptr noundef %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  store i32 %0, ptr %3, align 4
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %4, align 8
  %6 = load i32, ptr %3, align 4
  %7 = call i32 @putchar(i32 noundef %6)
  ret i32 %7
}

define weak dso_local i32 @putc(i32 noundef %0, ptr noundef %1) {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  store i32 %0, ptr %3, align 4
  store ptr %1, ptr %4, align 8
  %5 = load i32, ptr %3, align 4
  %6 = load ptr, ptr %4, align 8
  %7 = call i32 @fputc(i32 noundef %5, ptr noundef %6)
  ret i32 %7
}

define weak dso_local void @perror(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  call void (ptr, ...) @__porf_print(ptr noundef @.str.40, ptr noundef %3)
  ret void
}

define weak dso_local i32 @fflush(ptr noundef %0) {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  ret i32 0
}

define weak dso_local i32 @setvbuf(ptr noalias noundef %0, ptr noalias noundef %1, i32 noundef %2, i64 noundef %3) {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store ptr %1, ptr %6, align 8
  store i32 %2, ptr %7, align 4
  store i64 %3, ptr %8, align 8
  %9 = load ptr, ptr %5, align 8
  %10 = load ptr, ptr %6, align 8
  %11 = load i32, ptr %7, align 4
  %12 = load i64, ptr %8, align 8
  ret i32 0
}

define weak dso_local void @setbuf(ptr noalias noundef %0, ptr noalias noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  %6 = load ptr, ptr %4, align 8
  ret void
}

declare dso_local ptr @__porf_load_or_null(ptr noundef)

declare dso_local i32 @__porf_spurious()

declare dso_local i64 @__porf_choose(i64 noundef)

declare i64 @llvm.ctpop.i64(i64)

declare dso_local i64 @__porf_spawn(ptr noundef, ptr noundef, i32 noundef)

define internal i32 @digit_value(i8 noundef signext %0) {
  %2 = alloca i32, align 4
  %3 = alloca i8, align 1
  store i8 %0, ptr %3, align 1
  %4 = load i8, ptr %3, align 1
  %5 = zext i8 %4 to i32
  %6 = call i32 @isdigit(i32 noundef %5)
  %7 = icmp ne i32 %6, 0
  br i1 %7, label %8, label %12

8:
  %9 = load i8, ptr %3, align 1
  %10 = sext i8 %9 to i32
  %11 = sub nsw i32 %10, 48
  store i32 %11, ptr %2, align 4
  br label %24

12:
  %13 = load i8, ptr %3, align 1
  %14 = zext i8 %13 to i32
  %15 = call i32 @isalpha(i32 noundef %14)
  %16 = icmp ne i32 %15, 0
  br i1 %16, label %17, label %23

17:
  %18 = load i8, ptr %3, align 1
  %19 = zext i8 %18 to i32
  %20 = call i32 @lower(i32 noundef %19)
  %21 = sub nsw i32 %20, 97
  %22 = add nsw i32 %21, 10
  store i32 %22, ptr %2, align 4
  br label %24

23:
  store i32 99, ptr %2, align 4
  br label %24

24:
  %25 = load i32, ptr %2, align 4
  ret i32 %25
}

declare { i64, i1 } @llvm.uadd.with.overflow.i64(i64, i64)

define internal void @be_the_one_that_exits() {
  %1 = alloca i64, align 8
  %2 = alloca i64, align 8
  %3 = alloca i64, align 8
  %4 = alloca i8, align 1
  %5 = call i64 @__porf_self()
  store i64 %5, ptr %1, align 8
  store i64 0, ptr %2, align 8
  %6 = load i64, ptr %1, align 8
  %7 = add i64 %6, 1
  store i64 %7, ptr %3, align 8
  %8 = load i64, ptr %2, align 8
  %9 = load i64, ptr %3, align 8
  %10 = cmpxchg ptr @exiting, i64 %8, i64 %9 acq_rel acquire, align 8
  %11 = extractvalue { i64, i1 } %10, 0
  %12 = extractvalue { i64, i1 } %10, 1
  br i1 %12, label %14, label %13

13:
  store i64 %11, ptr %2, align 8
  br label %14

14:
  %15 = zext i1 %12 to i8
  store i8 %15, ptr %4, align 1
  %16 = load i8, ptr %4, align 1
  %17 = trunc i8 %16 to i1
  br i1 %17, label %18, label %19

18:
  br label %29

19:
  %20 = load i64, ptr %2, align 8
  %21 = load i64, ptr %1, align 8
  %22 = add i64 %21, 1
  %23 = icmp eq i64 %20, %22
  br i1 %23, label %24, label %25

24:
  call void @__porf_fail(i32 noundef 1, ptr noundef @.str.55)
  unreachable

25:
  %26 = load i64, ptr %2, align 8
  %27 = sub i64 %26, 1
  %28 = call ptr @__porf_join(i64 noundef %27)
  br label %29

29:
  ret void
}

define internal i32 @next_handler(ptr noundef %0, i32 noundef %1) {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %7 = load ptr, ptr %3, align 8
  %8 = getelementptr inbounds %struct.handlers, ptr %7, i32 0, i32 0
  %9 = load atomic i32, ptr %8 acquire, align 8
  store i32 %9, ptr %6, align 4
  %10 = load i32, ptr %6, align 4
  store i32 %10, ptr %5, align 4
  %11 = load i32, ptr %5, align 4
  %12 = icmp ugt i32 %11, 32
  br i1 %12, label %13, label %14

13:
  store i32 32, ptr %5, align 4
  br label %14

14:
  br label %15

15:
  %16 = load i32, ptr %5, align 4
  %17 = icmp ugt i32 %16, 0
  br i1 %17, label %18, label %25

18:
  %19 = load i32, ptr %4, align 4
  %20 = load i32, ptr %5, align 4
  %21 = sub i32 %20, 1
  %22 = lshr i32 %19, %21
  %23 = and i32 %22, 1
  %24 = icmp ne i32 %23, 0
  br label %25

25:
  %26 = phi i1 [ false, %15 ], [ %24, %18 ]
  br i1 %26, label %27, label %30

27:
  %28 = load i32, ptr %5, align 4
  %29 = add i32 %28, -1
  store i32 %29, ptr %5, align 4
  br label %15

30:
  %31 = load i32, ptr %5, align 4
  ret i32 %31
}

define internal void @add_digits(ptr noundef %0, i64 noundef %1, i32 noundef %2, i1 noundef zeroext %3) {
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i32, align 4
  %8 = alloca i8, align 1
  %9 = alloca i64, align 8
  store ptr %0, ptr %5, align 8
  store i64 %1, ptr %6, align 8
  store i32 %2, ptr %7, align 4
  %10 = zext i1 %3 to i8
  store i8 %10, ptr %8, align 1
  br label %11

11:
  %12 = load i64, ptr %6, align 8
  %13 = icmp ne i64 %12, 0
  br i1 %13, label %14, label %49

14:
  %15 = load i64, ptr %6, align 8
  %16 = load i32, ptr %7, align 4
  %17 = zext i32 %16 to i64
  %18 = urem i64 %15, %17
  store i64 %18, ptr %9, align 8
  %19 = load i64, ptr %9, align 8
  %20 = icmp ult i64 %19, 10
  br i1 %20, label %21, label %24

21:
  %22 = load i64, ptr %9, align 8
  %23 = add i64 48, %22
  br label %33

24:
  %25 = load i8, ptr %8, align 1
  %26 = trunc i8 %25 to i1
  %27 = zext i1 %26 to i64
  %28 = select i1 %26, i32 65, i32 97
  %29 = sext i32 %28 to i64
  %30 = load i64, ptr %9, align 8
  %31 = add i64 %29, %30
  %32 = sub i64 %31, 10
  br label %33

33:
  %34 = phi i64 [ %23, %21 ], [ %32, %24 ]
  %35 = trunc i64 %34 to i8
  %36 = load ptr, ptr %5, align 8
  %37 = getelementptr inbounds %struct.number, ptr %36, i32 0, i32 1
  %38 = load ptr, ptr %5, align 8
  %39 = getelementptr inbounds %struct.number, ptr %38, i32 0, i32 2
  %40 = load i32, ptr %39, align 4
  %41 = add nsw i32 %40, -1
  store i32 %41, ptr %39, align 4
  %42 = sext i32 %41 to i64
  %43 = getelementptr inbounds [384 x i8], ptr %37, i64 0, i64 %42
  store i8 %35, ptr %43, align 1
  br label %44

44:
  %45 = load i32, ptr %7, align 4
  %46 = zext i32 %45 to i64
  %47 = load i64, ptr %6, align 8
  %48 = udiv i64 %47, %46
  store i64 %48, ptr %6, align 8
  br label %11

49:
  ret void
}

define internal void @set_sign(ptr noundef %0, ptr noundef %1, i1 noundef zeroext %2) {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i8, align 1
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %7 = zext i1 %2 to i8
  store i8 %7, ptr %6, align 1
  %8 = load i8, ptr %6, align 1
  %9 = trunc i8 %8 to i1
  br i1 %9, label %10, label %11

10:
  br label %26

11:
  %12 = load ptr, ptr %5, align 8
  %13 = getelementptr inbounds %struct.conversion, ptr %12, i32 0, i32 1
  %14 = load i8, ptr %13, align 1
  %15 = trunc i8 %14 to i1
  br i1 %15, label %16, label %17

16:
  br label %24

17:
  %18 = load ptr, ptr %5, align 8
  %19 = getelementptr inbounds %struct.conversion, ptr %18, i32 0, i32 2
  %20 = load i8, ptr %19, align 2
  %21 = trunc i8 %20 to i1
  %22 = zext i1 %21 to i64
  %23 = select i1 %21, i32 32, i32 0
  br label %24

24:
  %25 = phi i32 [ 43, %16 ], [ %23, %17 ]
  br label %26

26:
  %27 = phi i32 [ 45, %10 ], [ %25, %24 ]
  %28 = trunc i32 %27 to i8
  %29 = load ptr, ptr %4, align 8
  %30 = getelementptr inbounds %struct.number, ptr %29, i32 0, i32 0
  %31 = getelementptr inbounds [3 x i8], ptr %30, i64 0, i64 0
  store i8 %28, ptr %31, align 4
  %32 = load ptr, ptr %4, align 8
  %33 = getelementptr inbounds %struct.number, ptr %32, i32 0, i32 0
  %34 = getelementptr inbounds [3 x i8], ptr %33, i64 0, i64 1
  store i8 0, ptr %34, align 1
  ret void
}

define internal void @put_number(ptr noundef %0, ptr noundef %1, ptr noundef %2, i1 noundef zeroext %3, i64 noundef %4) {
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i8, align 1
  %10 = alloca i64, align 8
  %11 = alloca i64, align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  store ptr %0, ptr %6, align 8
  store ptr %1, ptr %7, align 8
  store ptr %2, ptr %8, align 8
  %14 = zext i1 %3 to i8
  store i8 %14, ptr %9, align 1
  store i64 %4, ptr %10, align 8
  %15 = load ptr, ptr %8, align 8
  %16 = getelementptr inbounds %struct.number, ptr %15, i32 0, i32 2
  %17 = load i32, ptr %16, align 4
  %18 = sub nsw i32 384, %17
  %19 = sext i32 %18 to i64
  store i64 %19, ptr %11, align 8
  %20 = load ptr, ptr %8, align 8
  %21 = getelementptr inbounds %struct.number, ptr %20, i32 0, i32 0
  %22 = getelementptr inbounds [3 x i8], ptr %21, i64 0, i64 0
  %23 = load i8, ptr %22, align 4
  %24 = sext i8 %23 to i32
  %25 = icmp ne i32 %24, 0
  br i1 %25, label %26, label %35

26:
  %27 = load ptr, ptr %8, align 8
  %28 = getelementptr inbounds %struct.number, ptr %27, i32 0, i32 0
  %29 = getelementptr inbounds [3 x i8], ptr %28, i64 0, i64 1
  %30 = load i8, ptr %29, align 1
  %31 = sext i8 %30 to i32
  %32 = icmp ne i32 %31, 0
  %33 = zext i1 %32 to i64
  %34 = select i1 %32, i32 2, i32 1
  br label %36

35:
  br label %36

36:
  %37 = phi i32 [ %34, %26 ], [ 0, %35 ]
  %38 = sext i32 %37 to i64
  store i64 %38, ptr %12, align 8
  %39 = load i64, ptr %10, align 8
  %40 = load i64, ptr %11, align 8
  %41 = sub nsw i64 %39, %40
  store i64 %41, ptr %13, align 8
  %42 = load i8, ptr %9, align 1
  %43 = trunc i8 %42 to i1
  br i1 %43, label %44, label %62

44:
  %45 = load i64, ptr %13, align 8
  %46 = load ptr, ptr %7, align 8
  %47 = getelementptr inbounds %struct.conversion, ptr %46, i32 0, i32 5
  %48 = load i64, ptr %47, align 8
  %49 = load i64, ptr %12, align 8
  %50 = sub nsw i64 %48, %49
  %51 = load i64, ptr %11, align 8
  %52 = sub nsw i64 %50, %51
  %53 = icmp slt i64 %45, %52
  br i1 %53, label %54, label %62

54:
  %55 = load ptr, ptr %7, align 8
  %56 = getelementptr inbounds %struct.conversion, ptr %55, i32 0, i32 5
  %57 = load i64, ptr %56, align 8
  %58 = load i64, ptr %12, align 8
  %59 = sub nsw i64 %57, %58
  %60 = load i64, ptr %11, align 8
  %61 = sub nsw i64 %59, %60
  store i64 %61, ptr %13, align 8
  br label %62

62:
  %63 = load i64, ptr %13, align 8
  %64 = icmp slt i64 %63, 0
  br i1 %64, label %65, label %66

65:
  store i64 0, ptr %13, align 8
  br label %66

66:
  %67 = load ptr, ptr %6, align 8
  %68 = load ptr, ptr %7, align 8
  %69 = load ptr, ptr %8, align 8
  %70 = getelementptr inbounds %struct.number, ptr %69, i32 0, i32 0
  %71 = getelementptr inbounds [3 x i8], ptr %70, i64 0, i64 0
  %72 = load ptr, ptr %8, align 8
  %73 = getelementptr inbounds %struct.number, ptr %72, i32 0, i32 1
  %74 = getelementptr inbounds [384 x i8], ptr %73, i64 0, i64 0
  %75 = load ptr, ptr %8, align 8
  %76 = getelementptr inbounds %struct.number, ptr %75, i32 0, i32 2
  %77 = load i32, ptr %76, align 4
  %78 = sext i32 %77 to i64
  %79 = getelementptr inbounds i8, ptr %74, i64 %78
  %80 = load i64, ptr %11, align 8
  %81 = load i64, ptr %13, align 8
  call void @put_padded(ptr noundef %67, ptr noundef %68, ptr noundef %71, ptr noundef %79, i64 noundef %80, i64 noundef %81)
  ret void
}

define internal void @put_repeated(ptr noundef %0, i8 noundef signext %1, i64 noundef %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i8, align 1
  %6 = alloca i64, align 8
  store ptr %0, ptr %4, align 8
  store i8 %1, ptr %5, align 1
  store i64 %2, ptr %6, align 8
  br label %7

7:
  %8 = load i64, ptr %6, align 8
  %9 = icmp sgt i64 %8, 0
  br i1 %9, label %10, label %16

10:
  %11 = load ptr, ptr %4, align 8
  %12 = load i8, ptr %5, align 1
  call void @put(ptr noundef %11, i8 noundef signext %12)
  br label %13

13:
  %14 = load i64, ptr %6, align 8
  %15 = add nsw i64 %14, -1
  store i64 %15, ptr %6, align 8
  br label %7

16:
  ret void
}

