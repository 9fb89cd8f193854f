; ModuleID = 'program.c'
source_filename = "program.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.packed = type <{ i8, double }>
%struct.large = type { [20 x i64] }
%struct.__va_list_tag = type { i32, i32, ptr, ptr }
%struct.pair = type { i64, i64 }
%struct.node = type { i32, ptr, [3 x i8] }

@.str = private unnamed_addr constant [2 x i8] c"a\00", align 1, !dbg !0
@.str.1 = private unnamed_addr constant [5 x i8] c"b\0A\22\\\00", align 1, !dbg !7
@names = dso_local constant [2 x ptr] [ptr @.str, ptr @.str.1], align 16, !dbg !12
@tight = dso_local global %struct.packed <{ i8 1, double 1.000000e-01 }>, align 1, !dbg !31
@distance = dso_local global i64 ptrtoint (ptr getelementptr (i8, ptr @names, i64 8) to i64), align 8, !dbg !38
@choose.targets = internal constant [2 x ptr] [ptr blockaddress(@choose, %14), ptr blockaddress(@choose, %25)], align 16, !dbg !40
@counter = dso_local global i32 0, align 4, !dbg !49
@mine = internal thread_local global i32 5, align 4, !dbg !52
@elsewhere = external global i32, align 4
@ring = internal global { i32, [4 x i8], ptr, [3 x i8], [5 x i8] } { i32 1, [4 x i8] zeroinitializer, ptr @ring, [3 x i8] c"ab\00", [5 x i8] zeroinitializer }, align 8, !dbg !54

; Function Attrs: noinline nounwind optnone uwtable
define dso_local void @change(ptr dead_on_unwind noalias writable sret(%struct.large) align 8 %0, ptr noundef byval(%struct.large) align 8 %1, i32 noundef %2) #0 !dbg !76 {
  %4 = alloca i32, align 4
    #dbg_declare(ptr %1, !85, !DIExpression(), !86)
  store i32 %2, ptr %4, align 4
    #dbg_declare(ptr %4, !87, !DIExpression(), !88)
  %5 = load i32, ptr %4, align 4, !dbg !89
  %6 = sext i32 %5 to i64, !dbg !89
  %7 = getelementptr inbounds nuw %struct.large, ptr %1, i32 0, i32 0, !dbg !90
  %8 = load i32, ptr %4, align 4, !dbg !91
  %9 = sext i32 %8 to i64, !dbg !92
  %10 = getelementptr inbounds [20 x i64], ptr %7, i64 0, i64 %9, !dbg !92
  store i64 %6, ptr %10, align 8, !dbg !93
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %0, ptr align 8 %1, i64 160, i1 false), !dbg !94
  ret void, !dbg !95
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #1

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @sum(i32 noundef %0, ...) #0 !dbg !96 {
  %2 = alloca i32, align 4
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
    #dbg_declare(ptr %2, !99, !DIExpression(), !100)
    #dbg_declare(ptr %3, !101, !DIExpression(), !114)
  %6 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %3, i64 0, i64 0, !dbg !115
  call void @llvm.va_start.p0(ptr %6), !dbg !115
    #dbg_declare(ptr %4, !116, !DIExpression(), !117)
  store i32 0, ptr %4, align 4, !dbg !117
    #dbg_declare(ptr %5, !118, !DIExpression(), !120)
  store i32 0, ptr %5, align 4, !dbg !120
  br label %7, !dbg !121

7:                                                ; preds = %30, %1
  %8 = load i32, ptr %5, align 4, !dbg !122
  %9 = load i32, ptr %2, align 4, !dbg !124
  %10 = icmp slt i32 %8, %9, !dbg !125
  br i1 %10, label %11, label %33, !dbg !126

11:                                               ; preds = %7
  %12 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %3, i64 0, i64 0, !dbg !127
  %13 = getelementptr inbounds nuw %struct.__va_list_tag, ptr %12, i32 0, i32 0, !dbg !127
  %14 = load i32, ptr %13, align 16, !dbg !127
  %15 = icmp ule i32 %14, 40, !dbg !127
  br i1 %15, label %16, label %21, !dbg !127

16:                                               ; preds = %11
  %17 = getelementptr inbounds nuw %struct.__va_list_tag, ptr %12, i32 0, i32 3, !dbg !127
  %18 = load ptr, ptr %17, align 16, !dbg !127
  %19 = getelementptr i8, ptr %18, i32 %14, !dbg !127
  %20 = add i32 %14, 8, !dbg !127
  store i32 %20, ptr %13, align 16, !dbg !127
  br label %25, !dbg !127

21:                                               ; preds = %11
  %22 = getelementptr inbounds nuw %struct.__va_list_tag, ptr %12, i32 0, i32 2, !dbg !127
  %23 = load ptr, ptr %22, align 8, !dbg !127
  %24 = getelementptr i8, ptr %23, i32 8, !dbg !127
  store ptr %24, ptr %22, align 8, !dbg !127
  br label %25, !dbg !127

25:                                               ; preds = %21, %16
  %26 = phi ptr [ %19, %16 ], [ %23, %21 ], !dbg !127
  %27 = load i32, ptr %26, align 4, !dbg !127
  %28 = load i32, ptr %4, align 4, !dbg !128
  %29 = add nsw i32 %28, %27, !dbg !128
  store i32 %29, ptr %4, align 4, !dbg !128
  br label %30, !dbg !129

30:                                               ; preds = %25
  %31 = load i32, ptr %5, align 4, !dbg !130
  %32 = add nsw i32 %31, 1, !dbg !130
  store i32 %32, ptr %5, align 4, !dbg !130
  br label %7, !dbg !131, !llvm.loop !132

33:                                               ; preds = %7
  %34 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %3, i64 0, i64 0, !dbg !135
  call void @llvm.va_end.p0(ptr %34), !dbg !135
  %35 = load i32, ptr %4, align 4, !dbg !136
  ret i32 %35, !dbg !137
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #2

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @choose(i32 noundef %0) #0 !dbg !42 {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
    #dbg_declare(ptr %3, !138, !DIExpression(), !139)
  %4 = load i32, ptr %3, align 4, !dbg !140
  switch i32 %4, label %7 [
    i32 1, label %5
    i32 -7, label %6
    i32 2, label %6
  ], !dbg !141

5:                                                ; preds = %1
  store i32 5, ptr %2, align 4, !dbg !142
  br label %31, !dbg !142

6:                                                ; preds = %1, %1
  br label %13, !dbg !144

7:                                                ; preds = %1
  %8 = load i32, ptr %3, align 4, !dbg !145
  %9 = and i32 %8, 1, !dbg !146
  %10 = sext i32 %9 to i64, !dbg !147
  %11 = getelementptr inbounds [2 x ptr], ptr @choose.targets, i64 0, i64 %10, !dbg !147
  %12 = load ptr, ptr %11, align 8, !dbg !147
  br label %33, !dbg !148

13:                                               ; preds = %6
  br label %14, !dbg !149

14:                                               ; preds = %13, %33
    #dbg_label(!150, !151)
  %15 = load i32, ptr %3, align 4, !dbg !152
  %16 = icmp slt i32 %15, 0, !dbg !153
  br i1 %16, label %17, label %20, !dbg !152

17:                                               ; preds = %14
  %18 = load i32, ptr %3, align 4, !dbg !154
  %19 = sub nsw i32 0, %18, !dbg !155
  br label %23, !dbg !152

20:                                               ; preds = %14
  %21 = load i32, ptr %3, align 4, !dbg !156
  %22 = shl i32 %21, 2, !dbg !157
  br label %23, !dbg !152

23:                                               ; preds = %20, %17
  %24 = phi i32 [ %19, %17 ], [ %22, %20 ], !dbg !152
  store i32 %24, ptr %2, align 4, !dbg !158
  br label %31, !dbg !158

25:                                               ; preds = %33
    #dbg_label(!159, !160)
  %26 = load i32, ptr %3, align 4, !dbg !161
  %27 = udiv i32 %26, 3, !dbg !162
  %28 = load i32, ptr %3, align 4, !dbg !163
  %29 = srem i32 %28, 5, !dbg !164
  %30 = add i32 %27, %29, !dbg !165
  store i32 %30, ptr %2, align 4, !dbg !166
  br label %31, !dbg !166

31:                                               ; preds = %25, %23, %5
  %32 = load i32, ptr %2, align 4, !dbg !167
  ret i32 %32, !dbg !167

33:                                               ; preds = %7
  %34 = phi ptr [ %12, %7 ]
  indirectbr ptr %34, [label %14, label %25]
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local float @scale(double noundef %0, i32 noundef %1) #0 !dbg !168 {
  %3 = alloca double, align 8
  %4 = alloca i32, align 4
  store double %0, ptr %3, align 8
    #dbg_declare(ptr %3, !171, !DIExpression(), !172)
  store i32 %1, ptr %4, align 4
    #dbg_declare(ptr %4, !173, !DIExpression(), !174)
  %5 = load double, ptr %3, align 8, !dbg !175
  %6 = fcmp ogt double %5, 1.500000e+00, !dbg !176
  br i1 %6, label %7, label %14, !dbg !175

7:                                                ; preds = %2
  %8 = load double, ptr %3, align 8, !dbg !177
  %9 = fneg double %8, !dbg !178
  %10 = fptrunc double %9 to float, !dbg !179
  %11 = load i32, ptr %4, align 4, !dbg !180
  %12 = uitofp i32 %11 to float, !dbg !180
  %13 = fmul float %10, %12, !dbg !181
  br label %15, !dbg !175

14:                                               ; preds = %2
  br label %15, !dbg !175

15:                                               ; preds = %14, %7
  %16 = phi float [ %13, %7 ], [ 0x3FB99999A0000000, %14 ], !dbg !175
  ret float %16, !dbg !182
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main(i32 noundef %0, ptr noundef %1) #0 !dbg !183 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca %struct.large, align 8
  %10 = alloca %struct.large, align 8
  %11 = alloca %struct.pair, align 8
  %12 = alloca %struct.pair, align 8
  store i32 0, ptr %3, align 4
  store i32 %0, ptr %4, align 4
    #dbg_declare(ptr %4, !188, !DIExpression(), !189)
  store ptr %1, ptr %5, align 8
    #dbg_declare(ptr %5, !190, !DIExpression(), !191)
    #dbg_declare(ptr %6, !192, !DIExpression(), !196)
  %13 = load i32, ptr %4, align 4, !dbg !197
  %14 = zext i32 %13 to i64, !dbg !198
  %15 = call ptr @llvm.stacksave.p0(), !dbg !198
  store ptr %15, ptr %7, align 8, !dbg !198
  %16 = alloca i32, i64 %14, align 16, !dbg !198
  store i64 %14, ptr %8, align 8, !dbg !198
    #dbg_declare(ptr %8, !199, !DIExpression(), !200)
    #dbg_declare(ptr %16, !201, !DIExpression(), !205)
  %17 = mul nuw i64 4, %14, !dbg !206
  call void @llvm.memset.p0.i64(ptr align 16 %16, i8 0, i64 %17, i1 false), !dbg !207
  %18 = load ptr, ptr %5, align 8, !dbg !208
  %19 = getelementptr inbounds ptr, ptr %18, i64 0, !dbg !208
  %20 = load ptr, ptr %19, align 8, !dbg !208
  %21 = call i32 @pthread_create(ptr noundef %6, ptr noundef null, ptr noundef @work, ptr noundef %20) #8, !dbg !209
  %22 = load i64, ptr %6, align 8, !dbg !210
  %23 = call i32 @pthread_join(i64 noundef %22, ptr noundef null), !dbg !211
    #dbg_declare(ptr %9, !212, !DIExpression(), !213)
  call void @llvm.memset.p0.i64(ptr align 8 %10, i8 0, i64 160, i1 false), !dbg !214
  %24 = getelementptr inbounds nuw %struct.large, ptr %10, i32 0, i32 0, !dbg !215
  call void @change(ptr dead_on_unwind writable sret(%struct.large) align 8 %9, ptr noundef byval(%struct.large) align 8 %10, i32 noundef 2), !dbg !216
  %25 = getelementptr inbounds i32, ptr %16, i64 0, !dbg !217
  %26 = load i32, ptr %25, align 16, !dbg !217
  %27 = call i32 (i32, ...) @sum(i32 noundef 3, i32 noundef 1, i32 noundef 2, i32 noundef %26), !dbg !218
  %28 = getelementptr inbounds nuw %struct.pair, ptr %12, i32 0, i32 0, !dbg !219
  store i64 1, ptr %28, align 8, !dbg !219
  %29 = getelementptr inbounds nuw %struct.pair, ptr %12, i32 0, i32 1, !dbg !219
  store i64 2, ptr %29, align 8, !dbg !219
  %30 = getelementptr inbounds nuw { i64, i64 }, ptr %12, i32 0, i32 0, !dbg !220
  %31 = load i64, ptr %30, align 8, !dbg !220
  %32 = getelementptr inbounds nuw { i64, i64 }, ptr %12, i32 0, i32 1, !dbg !220
  %33 = load i64, ptr %32, align 8, !dbg !220
  %34 = call { i64, i64 } @swap(i64 %31, i64 %33), !dbg !220
  %35 = getelementptr inbounds nuw { i64, i64 }, ptr %11, i32 0, i32 0, !dbg !220
  %36 = extractvalue { i64, i64 } %34, 0, !dbg !220
  store i64 %36, ptr %35, align 8, !dbg !220
  %37 = getelementptr inbounds nuw { i64, i64 }, ptr %11, i32 0, i32 1, !dbg !220
  %38 = extractvalue { i64, i64 } %34, 1, !dbg !220
  store i64 %38, ptr %37, align 8, !dbg !220
  %39 = getelementptr inbounds nuw %struct.pair, ptr %11, i32 0, i32 0, !dbg !221
  %40 = load i64, ptr %39, align 8, !dbg !221
  %41 = trunc i64 %40 to i32, !dbg !222
  %42 = call i32 @choose(i32 noundef %41), !dbg !223
  %43 = add nsw i32 %27, %42, !dbg !224
  %44 = getelementptr inbounds nuw %struct.large, ptr %9, i32 0, i32 0, !dbg !225
  %45 = getelementptr inbounds [20 x i64], ptr %44, i64 0, i64 2, !dbg !226
  %46 = load i64, ptr %45, align 8, !dbg !226
  %47 = trunc i64 %46 to i32, !dbg !227
  %48 = add nsw i32 %43, %47, !dbg !228
  store i32 %48, ptr %3, align 4, !dbg !229
  %49 = load ptr, ptr %7, align 8, !dbg !230
  call void @llvm.stackrestore.p0(ptr %49), !dbg !230
  %50 = load i32, ptr %3, align 4, !dbg !230
  ret i32 %50, !dbg !230
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare ptr @llvm.stacksave.p0() #2

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #3

; Function Attrs: nounwind
declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) #4

; Function Attrs: noinline nounwind optnone uwtable
define internal ptr @work(ptr noundef %0) #0 !dbg !231 {
  %2 = alloca ptr, align 8
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i8, align 1
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  %9 = alloca i32, align 4
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !234, !DIExpression(), !235)
    #dbg_declare(ptr %3, !236, !DIExpression(), !237)
  store i32 0, ptr %3, align 4, !dbg !237
  br label %10, !dbg !238

10:                                               ; preds = %22, %1
  store i32 1, ptr %4, align 4, !dbg !239
  %11 = load i32, ptr %3, align 4, !dbg !239
  %12 = load i32, ptr %4, align 4, !dbg !239
  %13 = cmpxchg weak ptr @counter, i32 %11, i32 %12 acq_rel monotonic, align 4, !dbg !239
  %14 = extractvalue { i32, i1 } %13, 0, !dbg !239
  %15 = extractvalue { i32, i1 } %13, 1, !dbg !239
  br i1 %15, label %17, label %16, !dbg !239

16:                                               ; preds = %10
  store i32 %14, ptr %3, align 4, !dbg !239
  br label %17, !dbg !239

17:                                               ; preds = %16, %10
  %18 = zext i1 %15 to i8, !dbg !239
  store i8 %18, ptr %5, align 1, !dbg !239
  %19 = load i8, ptr %5, align 1, !dbg !239
  %20 = trunc i8 %19 to i1, !dbg !239
  %21 = xor i1 %20, true, !dbg !240
  br i1 %21, label %22, label %23, !dbg !238

22:                                               ; preds = %17
  store i32 0, ptr %3, align 4, !dbg !241
  br label %10, !dbg !238, !llvm.loop !242

23:                                               ; preds = %17
  fence seq_cst, !dbg !244
  fence syncscope("singlethread") seq_cst, !dbg !245
  store i32 2, ptr %6, align 4, !dbg !246
  %24 = load i32, ptr %6, align 4, !dbg !246
  %25 = atomicrmw add ptr @counter, i32 %24 seq_cst, align 4, !dbg !246
  store i32 %25, ptr %7, align 4, !dbg !246
  %26 = load i32, ptr %7, align 4, !dbg !246
  %27 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @mine), !dbg !247
  %28 = load i32, ptr %27, align 4, !dbg !248
  %29 = add nsw i32 %28, %26, !dbg !248
  store i32 %29, ptr %27, align 4, !dbg !248
    #dbg_declare(ptr %8, !249, !DIExpression(), !250)
  %30 = call noalias ptr @malloc(i64 noundef 24) #9, !dbg !251
  store ptr %30, ptr %8, align 8, !dbg !250
  %31 = load ptr, ptr %8, align 8, !dbg !252
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %31, ptr align 8 @ring, i64 24, i1 false), !dbg !253
  %32 = load i32, ptr @elsewhere, align 4, !dbg !254
  %33 = load ptr, ptr %8, align 8, !dbg !255
  %34 = getelementptr inbounds nuw %struct.node, ptr %33, i32 0, i32 1, !dbg !256
  %35 = load ptr, ptr %34, align 8, !dbg !256
  %36 = getelementptr inbounds nuw %struct.node, ptr %35, i32 0, i32 0, !dbg !257
  %37 = load i32, ptr %36, align 8, !dbg !258
  %38 = xor i32 %37, %32, !dbg !258
  store i32 %38, ptr %36, align 8, !dbg !258
  call void asm sideeffect "", "~{memory},~{dirflag},~{fpsr},~{flags}"() #8, !dbg !259, !srcloc !260
  %39 = load ptr, ptr %8, align 8, !dbg !261
  %40 = getelementptr inbounds nuw %struct.node, ptr %39, i32 0, i32 2, !dbg !262
  %41 = getelementptr inbounds [3 x i8], ptr %40, i64 0, i64 1, !dbg !261
  %42 = load i8, ptr %41, align 1, !dbg !261
  %43 = sext i8 %42 to i32, !dbg !261
  store i32 %43, ptr %9, align 4, !dbg !263
  %44 = load i32, ptr %9, align 4, !dbg !263
  store atomic i32 %44, ptr @counter release, align 4, !dbg !263
  %45 = load ptr, ptr %8, align 8, !dbg !264
  call void @free(ptr noundef %45) #8, !dbg !265
  %46 = load ptr, ptr %2, align 8, !dbg !266
  ret ptr %46, !dbg !267
}

declare i32 @pthread_join(i64 noundef, ptr noundef) #5

; Function Attrs: noinline nounwind optnone uwtable
define internal { i64, i64 } @swap(i64 %0, i64 %1) #0 !dbg !268 {
  %3 = alloca %struct.pair, align 8
  %4 = alloca %struct.pair, align 8
  %5 = getelementptr inbounds nuw { i64, i64 }, ptr %4, i32 0, i32 0
  store i64 %0, ptr %5, align 8
  %6 = getelementptr inbounds nuw { i64, i64 }, ptr %4, i32 0, i32 1
  store i64 %1, ptr %6, align 8
    #dbg_declare(ptr %4, !275, !DIExpression(), !276)
  %7 = getelementptr inbounds nuw %struct.pair, ptr %3, i32 0, i32 0, !dbg !277
  %8 = getelementptr inbounds nuw %struct.pair, ptr %4, i32 0, i32 1, !dbg !278
  %9 = load i64, ptr %8, align 8, !dbg !278
  store i64 %9, ptr %7, align 8, !dbg !277
  %10 = getelementptr inbounds nuw %struct.pair, ptr %3, i32 0, i32 1, !dbg !277
  %11 = getelementptr inbounds nuw %struct.pair, ptr %4, i32 0, i32 0, !dbg !279
  %12 = load i64, ptr %11, align 8, !dbg !279
  store i64 %12, ptr %10, align 8, !dbg !277
  %13 = load { i64, i64 }, ptr %3, align 8, !dbg !280
  ret { i64, i64 } %13, !dbg !280
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.stackrestore.p0(ptr) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #6

; Function Attrs: nounwind allocsize(0)
declare noalias ptr @malloc(i64 noundef) #7

; Function Attrs: nounwind
declare void @free(ptr noundef) #4

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nocallback nofree nosync nounwind willreturn }
attributes #3 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #4 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { nounwind allocsize(0) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { nounwind }
attributes #9 = { nounwind allocsize(0) }

!llvm.dbg.cu = !{!14}
!llvm.module.flags = !{!69, !70, !71, !72, !73, !74, !75}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 21, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "program.c", directory: "/source", checksumkind: CSK_MD5, checksum: "3561f0572ba98933aa50249dff8b1194")
!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 16, elements: !5)
!4 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!5 = !{!6}
!6 = !DISubrange(count: 2)
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(scope: null, file: !2, line: 21, type: !9, isLocal: true, isDefinition: true)
!9 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 40, elements: !10)
!10 = !{!11}
!11 = !DISubrange(count: 5)
!12 = !DIGlobalVariableExpression(var: !13, expr: !DIExpression())
!13 = distinct !DIGlobalVariable(name: "names", scope: !14, file: !2, line: 21, type: !65, isLocal: false, isDefinition: true)
!14 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !15, retainedTypes: !26, globals: !30, splitDebugInlining: false, nameTableKind: None)
!15 = !{!16}
!16 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "memory_order", file: !17, line: 68, baseType: !18, size: 32, elements: !19)
!17 = !DIFile(filename: "/usr/lib/llvm-22/lib/clang/22/include/stdatomic.h", directory: "", checksumkind: CSK_MD5, checksum: "f17199a988fe91afffaf0f943ef87096")
!18 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!19 = !{!20, !21, !22, !23, !24, !25}
!20 = !DIEnumerator(name: "memory_order_relaxed", value: 0)
!21 = !DIEnumerator(name: "memory_order_consume", value: 1)
!22 = !DIEnumerator(name: "memory_order_acquire", value: 2)
!23 = !DIEnumerator(name: "memory_order_release", value: 3)
!24 = !DIEnumerator(name: "memory_order_acq_rel", value: 4)
!25 = !DIEnumerator(name: "memory_order_seq_cst", value: 5)
!26 = !{!27, !18, !28, !29}
!27 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!28 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!29 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!30 = !{!0, !7, !12, !31, !38, !40, !49, !52, !54}
!31 = !DIGlobalVariableExpression(var: !32, expr: !DIExpression())
!32 = distinct !DIGlobalVariable(name: "tight", scope: !14, file: !2, line: 22, type: !33, isLocal: false, isDefinition: true)
!33 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "packed", file: !2, line: 14, size: 72, elements: !34)
!34 = !{!35, !36}
!35 = !DIDerivedType(tag: DW_TAG_member, name: "c", scope: !33, file: !2, line: 14, baseType: !4, size: 8)
!36 = !DIDerivedType(tag: DW_TAG_member, name: "d", scope: !33, file: !2, line: 14, baseType: !37, size: 64, offset: 8)
!37 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!38 = !DIGlobalVariableExpression(var: !39, expr: !DIExpression())
!39 = distinct !DIGlobalVariable(name: "distance", scope: !14, file: !2, line: 23, type: !27, isLocal: false, isDefinition: true)
!40 = !DIGlobalVariableExpression(var: !41, expr: !DIExpression())
!41 = distinct !DIGlobalVariable(name: "targets", scope: !42, file: !2, line: 39, type: !46, isLocal: true, isDefinition: true)
!42 = distinct !DISubprogram(name: "choose", scope: !2, file: !2, line: 38, type: !43, scopeLine: 38, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !14, retainedNodes: !45)
!43 = !DISubroutineType(types: !44)
!44 = !{!29, !29}
!45 = !{}
!46 = !DICompositeType(tag: DW_TAG_array_type, baseType: !47, size: 128, elements: !5)
!47 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !48)
!48 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!49 = !DIGlobalVariableExpression(var: !50, expr: !DIExpression())
!50 = distinct !DIGlobalVariable(name: "counter", scope: !14, file: !2, line: 18, type: !51, isLocal: false, isDefinition: true)
!51 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !29)
!52 = !DIGlobalVariableExpression(var: !53, expr: !DIExpression())
!53 = distinct !DIGlobalVariable(name: "mine", scope: !14, file: !2, line: 19, type: !29, isLocal: true, isDefinition: true)
!54 = !DIGlobalVariableExpression(var: !55, expr: !DIExpression())
!55 = distinct !DIGlobalVariable(name: "ring", scope: !14, file: !2, line: 20, type: !56, isLocal: true, isDefinition: true)
!56 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !2, line: 9, size: 192, elements: !57)
!57 = !{!58, !59, !61}
!58 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !56, file: !2, line: 10, baseType: !29, size: 32)
!59 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !56, file: !2, line: 11, baseType: !60, size: 64, offset: 64)
!60 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !56, size: 64)
!61 = !DIDerivedType(tag: DW_TAG_member, name: "tag", scope: !56, file: !2, line: 12, baseType: !62, size: 24, offset: 128)
!62 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 24, elements: !63)
!63 = !{!64}
!64 = !DISubrange(count: 3)
!65 = !DICompositeType(tag: DW_TAG_array_type, baseType: !66, size: 128, elements: !5)
!66 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !67)
!67 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !68, size: 64)
!68 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !4)
!69 = !{i32 7, !"Dwarf Version", i32 5}
!70 = !{i32 2, !"Debug Info Version", i32 3}
!71 = !{i32 1, !"wchar_size", i32 4}
!72 = !{i32 8, !"PIC Level", i32 2}
!73 = !{i32 7, !"PIE Level", i32 2}
!74 = !{i32 7, !"uwtable", i32 2}
!75 = !{i32 7, !"frame-pointer", i32 2}
!76 = distinct !DISubprogram(name: "change", scope: !2, file: !2, line: 27, type: !77, scopeLine: 27, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !14, retainedNodes: !45)
!77 = !DISubroutineType(types: !78)
!78 = !{!79, !79, !29}
!79 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "large", file: !2, line: 16, size: 1280, elements: !80)
!80 = !{!81}
!81 = !DIDerivedType(tag: DW_TAG_member, name: "words", scope: !79, file: !2, line: 16, baseType: !82, size: 1280)
!82 = !DICompositeType(tag: DW_TAG_array_type, baseType: !27, size: 1280, elements: !83)
!83 = !{!84}
!84 = !DISubrange(count: 20)
!85 = !DILocalVariable(name: "l", arg: 1, scope: !76, file: !2, line: 27, type: !79)
!86 = !DILocation(line: 27, column: 34, scope: !76)
!87 = !DILocalVariable(name: "k", arg: 2, scope: !76, file: !2, line: 27, type: !29)
!88 = !DILocation(line: 27, column: 41, scope: !76)
!89 = !DILocation(line: 27, column: 59, scope: !76)
!90 = !DILocation(line: 27, column: 48, scope: !76)
!91 = !DILocation(line: 27, column: 54, scope: !76)
!92 = !DILocation(line: 27, column: 46, scope: !76)
!93 = !DILocation(line: 27, column: 57, scope: !76)
!94 = !DILocation(line: 27, column: 69, scope: !76)
!95 = !DILocation(line: 27, column: 62, scope: !76)
!96 = distinct !DISubprogram(name: "sum", scope: !2, file: !2, line: 29, type: !97, scopeLine: 29, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !14, retainedNodes: !45)
!97 = !DISubroutineType(types: !98)
!98 = !{!29, !29, null}
!99 = !DILocalVariable(name: "n", arg: 1, scope: !96, file: !2, line: 29, type: !29)
!100 = !DILocation(line: 29, column: 13, scope: !96)
!101 = !DILocalVariable(name: "list", scope: !96, file: !2, line: 30, type: !102)
!102 = !DIDerivedType(tag: DW_TAG_typedef, name: "va_list", file: !103, line: 12, baseType: !104)
!103 = !DIFile(filename: "/usr/lib/llvm-22/lib/clang/22/include/__stdarg_va_list.h", directory: "", checksumkind: CSK_MD5, checksum: "7bd78a282b99fcfe41a9e3c566d14f7d")
!104 = !DIDerivedType(tag: DW_TAG_typedef, name: "__builtin_va_list", file: !2, baseType: !105)
!105 = !DICompositeType(tag: DW_TAG_array_type, baseType: !106, size: 192, elements: !112)
!106 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__va_list_tag", size: 192, elements: !107)
!107 = !{!108, !109, !110, !111}
!108 = !DIDerivedType(tag: DW_TAG_member, name: "gp_offset", scope: !106, file: !2, line: 30, baseType: !18, size: 32)
!109 = !DIDerivedType(tag: DW_TAG_member, name: "fp_offset", scope: !106, file: !2, line: 30, baseType: !18, size: 32, offset: 32)
!110 = !DIDerivedType(tag: DW_TAG_member, name: "overflow_arg_area", scope: !106, file: !2, line: 30, baseType: !48, size: 64, offset: 64)
!111 = !DIDerivedType(tag: DW_TAG_member, name: "reg_save_area", scope: !106, file: !2, line: 30, baseType: !48, size: 64, offset: 128)
!112 = !{!113}
!113 = !DISubrange(count: 1)
!114 = !DILocation(line: 30, column: 13, scope: !96)
!115 = !DILocation(line: 31, column: 5, scope: !96)
!116 = !DILocalVariable(name: "total", scope: !96, file: !2, line: 32, type: !29)
!117 = !DILocation(line: 32, column: 9, scope: !96)
!118 = !DILocalVariable(name: "i", scope: !119, file: !2, line: 33, type: !29)
!119 = distinct !DILexicalBlock(scope: !96, file: !2, line: 33, column: 5)
!120 = !DILocation(line: 33, column: 14, scope: !119)
!121 = !DILocation(line: 33, column: 10, scope: !119)
!122 = !DILocation(line: 33, column: 21, scope: !123)
!123 = distinct !DILexicalBlock(scope: !119, file: !2, line: 33, column: 5)
!124 = !DILocation(line: 33, column: 25, scope: !123)
!125 = !DILocation(line: 33, column: 23, scope: !123)
!126 = !DILocation(line: 33, column: 5, scope: !119)
!127 = !DILocation(line: 33, column: 42, scope: !123)
!128 = !DILocation(line: 33, column: 39, scope: !123)
!129 = !DILocation(line: 33, column: 33, scope: !123)
!130 = !DILocation(line: 33, column: 29, scope: !123)
!131 = !DILocation(line: 33, column: 5, scope: !123)
!132 = distinct !{!132, !126, !133, !134}
!133 = !DILocation(line: 33, column: 42, scope: !119)
!134 = !{!"llvm.loop.mustprogress"}
!135 = !DILocation(line: 34, column: 5, scope: !96)
!136 = !DILocation(line: 35, column: 12, scope: !96)
!137 = !DILocation(line: 35, column: 5, scope: !96)
!138 = !DILocalVariable(name: "x", arg: 1, scope: !42, file: !2, line: 38, type: !29)
!139 = !DILocation(line: 38, column: 16, scope: !42)
!140 = !DILocation(line: 40, column: 13, scope: !42)
!141 = !DILocation(line: 40, column: 5, scope: !42)
!142 = !DILocation(line: 41, column: 13, scope: !143)
!143 = distinct !DILexicalBlock(scope: !42, file: !2, line: 40, column: 16)
!144 = !DILocation(line: 42, column: 22, scope: !143)
!145 = !DILocation(line: 43, column: 28, scope: !143)
!146 = !DILocation(line: 43, column: 30, scope: !143)
!147 = !DILocation(line: 43, column: 20, scope: !143)
!148 = !DILocation(line: 43, column: 14, scope: !143)
!149 = !DILocation(line: 44, column: 5, scope: !143)
!150 = !DILabel(scope: !42, name: "one", file: !2, line: 45, column: 1)
!151 = !DILocation(line: 45, column: 1, scope: !42)
!152 = !DILocation(line: 45, column: 13, scope: !42)
!153 = !DILocation(line: 45, column: 15, scope: !42)
!154 = !DILocation(line: 45, column: 22, scope: !42)
!155 = !DILocation(line: 45, column: 21, scope: !42)
!156 = !DILocation(line: 45, column: 26, scope: !42)
!157 = !DILocation(line: 45, column: 28, scope: !42)
!158 = !DILocation(line: 45, column: 6, scope: !42)
!159 = !DILabel(scope: !42, name: "two", file: !2, line: 46, column: 1)
!160 = !DILocation(line: 46, column: 1, scope: !42)
!161 = !DILocation(line: 46, column: 23, scope: !42)
!162 = !DILocation(line: 46, column: 25, scope: !42)
!163 = !DILocation(line: 46, column: 31, scope: !42)
!164 = !DILocation(line: 46, column: 33, scope: !42)
!165 = !DILocation(line: 46, column: 29, scope: !42)
!166 = !DILocation(line: 46, column: 6, scope: !42)
!167 = !DILocation(line: 47, column: 1, scope: !42)
!168 = distinct !DISubprogram(name: "scale", scope: !2, file: !2, line: 49, type: !169, scopeLine: 49, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !14, retainedNodes: !45)
!169 = !DISubroutineType(types: !170)
!170 = !{!28, !37, !18}
!171 = !DILocalVariable(name: "d", arg: 1, scope: !168, file: !2, line: 49, type: !37)
!172 = !DILocation(line: 49, column: 20, scope: !168)
!173 = !DILocalVariable(name: "u", arg: 2, scope: !168, file: !2, line: 49, type: !18)
!174 = !DILocation(line: 49, column: 32, scope: !168)
!175 = !DILocation(line: 49, column: 44, scope: !168)
!176 = !DILocation(line: 49, column: 46, scope: !168)
!177 = !DILocation(line: 49, column: 62, scope: !168)
!178 = !DILocation(line: 49, column: 61, scope: !168)
!179 = !DILocation(line: 49, column: 54, scope: !168)
!180 = !DILocation(line: 49, column: 66, scope: !168)
!181 = !DILocation(line: 49, column: 64, scope: !168)
!182 = !DILocation(line: 49, column: 37, scope: !168)
!183 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 67, type: !184, scopeLine: 67, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !14, retainedNodes: !45)
!184 = !DISubroutineType(types: !185)
!185 = !{!29, !29, !186}
!186 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !187, size: 64)
!187 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64)
!188 = !DILocalVariable(name: "argc", arg: 1, scope: !183, file: !2, line: 67, type: !29)
!189 = !DILocation(line: 67, column: 14, scope: !183)
!190 = !DILocalVariable(name: "argv", arg: 2, scope: !183, file: !2, line: 67, type: !186)
!191 = !DILocation(line: 67, column: 27, scope: !183)
!192 = !DILocalVariable(name: "thread", scope: !183, file: !2, line: 68, type: !193)
!193 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !194, line: 27, baseType: !195)
!194 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!195 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!196 = !DILocation(line: 68, column: 15, scope: !183)
!197 = !DILocation(line: 69, column: 14, scope: !183)
!198 = !DILocation(line: 69, column: 5, scope: !183)
!199 = !DILocalVariable(name: "__vla_expr0", scope: !183, type: !195, flags: DIFlagArtificial)
!200 = !DILocation(line: 0, scope: !183)
!201 = !DILocalVariable(name: "room", scope: !183, file: !2, line: 69, type: !202)
!202 = !DICompositeType(tag: DW_TAG_array_type, baseType: !29, elements: !203)
!203 = !{!204}
!204 = !DISubrange(count: !199)
!205 = !DILocation(line: 69, column: 9, scope: !183)
!206 = !DILocation(line: 70, column: 21, scope: !183)
!207 = !DILocation(line: 70, column: 5, scope: !183)
!208 = !DILocation(line: 71, column: 38, scope: !183)
!209 = !DILocation(line: 71, column: 5, scope: !183)
!210 = !DILocation(line: 72, column: 18, scope: !183)
!211 = !DILocation(line: 72, column: 5, scope: !183)
!212 = !DILocalVariable(name: "l", scope: !183, file: !2, line: 73, type: !79)
!213 = !DILocation(line: 73, column: 18, scope: !183)
!214 = !DILocation(line: 73, column: 29, scope: !183)
!215 = !DILocation(line: 73, column: 43, scope: !183)
!216 = !DILocation(line: 73, column: 22, scope: !183)
!217 = !DILocation(line: 74, column: 25, scope: !183)
!218 = !DILocation(line: 74, column: 12, scope: !183)
!219 = !DILocation(line: 74, column: 66, scope: !183)
!220 = !DILocation(line: 74, column: 48, scope: !183)
!221 = !DILocation(line: 74, column: 74, scope: !183)
!222 = !DILocation(line: 74, column: 43, scope: !183)
!223 = !DILocation(line: 74, column: 36, scope: !183)
!224 = !DILocation(line: 74, column: 34, scope: !183)
!225 = !DILocation(line: 74, column: 90, scope: !183)
!226 = !DILocation(line: 74, column: 88, scope: !183)
!227 = !DILocation(line: 74, column: 83, scope: !183)
!228 = !DILocation(line: 74, column: 81, scope: !183)
!229 = !DILocation(line: 74, column: 5, scope: !183)
!230 = !DILocation(line: 75, column: 1, scope: !183)
!231 = distinct !DISubprogram(name: "work", scope: !2, file: !2, line: 51, type: !232, scopeLine: 51, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !14, retainedNodes: !45)
!232 = !DISubroutineType(types: !233)
!233 = !{!48, !48}
!234 = !DILocalVariable(name: "argument", arg: 1, scope: !231, file: !2, line: 51, type: !48)
!235 = !DILocation(line: 51, column: 25, scope: !231)
!236 = !DILocalVariable(name: "expected", scope: !231, file: !2, line: 52, type: !29)
!237 = !DILocation(line: 52, column: 9, scope: !231)
!238 = !DILocation(line: 53, column: 5, scope: !231)
!239 = !DILocation(line: 53, column: 13, scope: !231)
!240 = !DILocation(line: 53, column: 12, scope: !231)
!241 = !DILocation(line: 54, column: 18, scope: !231)
!242 = distinct !{!242, !238, !243, !134}
!243 = !DILocation(line: 54, column: 20, scope: !231)
!244 = !DILocation(line: 55, column: 5, scope: !231)
!245 = !DILocation(line: 56, column: 5, scope: !231)
!246 = !DILocation(line: 57, column: 13, scope: !231)
!247 = !DILocation(line: 57, column: 5, scope: !231)
!248 = !DILocation(line: 57, column: 10, scope: !231)
!249 = !DILocalVariable(name: "copy", scope: !231, file: !2, line: 58, type: !60)
!250 = !DILocation(line: 58, column: 18, scope: !231)
!251 = !DILocation(line: 58, column: 25, scope: !231)
!252 = !DILocation(line: 59, column: 6, scope: !231)
!253 = !DILocation(line: 59, column: 13, scope: !231)
!254 = !DILocation(line: 60, column: 26, scope: !231)
!255 = !DILocation(line: 60, column: 5, scope: !231)
!256 = !DILocation(line: 60, column: 11, scope: !231)
!257 = !DILocation(line: 60, column: 17, scope: !231)
!258 = !DILocation(line: 60, column: 23, scope: !231)
!259 = !DILocation(line: 61, column: 5, scope: !231)
!260 = !{i64 1828}
!261 = !DILocation(line: 62, column: 37, scope: !231)
!262 = !DILocation(line: 62, column: 43, scope: !231)
!263 = !DILocation(line: 62, column: 5, scope: !231)
!264 = !DILocation(line: 63, column: 10, scope: !231)
!265 = !DILocation(line: 63, column: 5, scope: !231)
!266 = !DILocation(line: 64, column: 12, scope: !231)
!267 = !DILocation(line: 64, column: 5, scope: !231)
!268 = distinct !DISubprogram(name: "swap", scope: !2, file: !2, line: 26, type: !269, scopeLine: 26, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !14, retainedNodes: !45)
!269 = !DISubroutineType(types: !270)
!270 = !{!271, !271}
!271 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "pair", file: !2, line: 15, size: 128, elements: !272)
!272 = !{!273, !274}
!273 = !DIDerivedType(tag: DW_TAG_member, name: "first", scope: !271, file: !2, line: 15, baseType: !27, size: 64)
!274 = !DIDerivedType(tag: DW_TAG_member, name: "second", scope: !271, file: !2, line: 15, baseType: !27, size: 64, offset: 64)
!275 = !DILocalVariable(name: "p", arg: 1, scope: !268, file: !2, line: 26, type: !271)
!276 = !DILocation(line: 26, column: 37, scope: !268)
!277 = !DILocation(line: 26, column: 62, scope: !268)
!278 = !DILocation(line: 26, column: 65, scope: !268)
!279 = !DILocation(line: 26, column: 75, scope: !268)
!280 = !DILocation(line: 26, column: 42, scope: !268)
