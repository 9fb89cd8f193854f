; ModuleID = 'program.c'
source_filename = "program.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.packed = type <{ i8, double }>
%struct.node = type { i32, ptr, [3 x i8] }
%struct.large = type { [20 x i64] }
%struct.__va_list_tag = type { i32, i32, ptr, ptr }
%struct.pair = type { i64, i64 }

@.str = private unnamed_addr constant [2 x i8] c"a\00", align 1, !dbg !0
@.str.1 = private unnamed_addr constant [5 x i8] c"b\0A\22\\\00", align 1, !dbg !7
@names = dso_local constant [2 x ptr] [ptr @.str, ptr @.str.1], align 16, !dbg !12
@tight = dso_local global %struct.packed <{ i8 1, double 1.000000e-01 }>, align 1, !dbg !30
@distance = dso_local global i64 ptrtoint (ptr getelementptr (i8, ptr @names, i64 8) to i64), align 8, !dbg !37
@choose.targets = internal constant [2 x ptr] [ptr blockaddress(@choose, %14), ptr blockaddress(@choose, %25)], align 16, !dbg !40
@counter = dso_local global i32 0, align 4, !dbg !49
@mine = internal thread_local global i32 5, align 4, !dbg !52
@ring = internal global %struct.node { i32 1, ptr @ring, [3 x i8] c"ab\00" }, align 8, !dbg !54
@elsewhere = external global i32, align 4

; Function Attrs: noinline nounwind optnone uwtable
define dso_local void @change(ptr noalias sret(%struct.large) align 8 %0, ptr noundef byval(%struct.large) align 8 %1, i32 noundef %2) #0 !dbg !76 {
  %4 = alloca i32, align 4
  call void @llvm.dbg.declare(metadata ptr %1, metadata !85, metadata !DIExpression()), !dbg !86
  store i32 %2, ptr %4, align 4
  call void @llvm.dbg.declare(metadata ptr %4, metadata !87, metadata !DIExpression()), !dbg !88
  %5 = load i32, ptr %4, align 4, !dbg !89
  %6 = sext i32 %5 to i64, !dbg !89
  %7 = getelementptr inbounds %struct.large, ptr %1, i32 0, i32 0, !dbg !90
  %8 = load i32, ptr %4, align 4, !dbg !91
  %9 = sext i32 %8 to i64, !dbg !92
  %10 = getelementptr inbounds [20 x i64], ptr %7, i64 0, i64 %9, !dbg !92
  store i64 %6, ptr %10, align 8, !dbg !93
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %0, ptr align 8 %1, i64 160, i1 false), !dbg !94
  ret void, !dbg !95
}

; Function Attrs: nocallback nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: argmemonly nocallback nofree nounwind willreturn
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #2

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @sum(i32 noundef %0, ...) #0 !dbg !96 {
  %2 = alloca i32, align 4
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  call void @llvm.dbg.declare(metadata ptr %2, metadata !99, metadata !DIExpression()), !dbg !100
  call void @llvm.dbg.declare(metadata ptr %3, metadata !101, metadata !DIExpression()), !dbg !115
  %6 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %3, i64 0, i64 0, !dbg !116
  call void @llvm.va_start(ptr %6), !dbg !116
  call void @llvm.dbg.declare(metadata ptr %4, metadata !117, metadata !DIExpression()), !dbg !118
  store i32 0, ptr %4, align 4, !dbg !118
  call void @llvm.dbg.declare(metadata ptr %5, metadata !119, metadata !DIExpression()), !dbg !121
  store i32 0, ptr %5, align 4, !dbg !121
  br label %7, !dbg !122

7:                                                ; preds = %30, %1
  %8 = load i32, ptr %5, align 4, !dbg !123
  %9 = load i32, ptr %2, align 4, !dbg !125
  %10 = icmp slt i32 %8, %9, !dbg !126
  br i1 %10, label %11, label %33, !dbg !127

11:                                               ; preds = %7
  %12 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %3, i64 0, i64 0, !dbg !128
  %13 = getelementptr inbounds %struct.__va_list_tag, ptr %12, i32 0, i32 0, !dbg !128
  %14 = load i32, ptr %13, align 16, !dbg !128
  %15 = icmp ule i32 %14, 40, !dbg !128
  br i1 %15, label %16, label %21, !dbg !128

16:                                               ; preds = %11
  %17 = getelementptr inbounds %struct.__va_list_tag, ptr %12, i32 0, i32 3, !dbg !128
  %18 = load ptr, ptr %17, align 16, !dbg !128
  %19 = getelementptr i8, ptr %18, i32 %14, !dbg !128
  %20 = add i32 %14, 8, !dbg !128
  store i32 %20, ptr %13, align 16, !dbg !128
  br label %25, !dbg !128

21:                                               ; preds = %11
  %22 = getelementptr inbounds %struct.__va_list_tag, ptr %12, i32 0, i32 2, !dbg !128
  %23 = load ptr, ptr %22, align 8, !dbg !128
  %24 = getelementptr i8, ptr %23, i32 8, !dbg !128
  store ptr %24, ptr %22, align 8, !dbg !128
  br label %25, !dbg !128

25:                                               ; preds = %21, %16
  %26 = phi ptr [ %19, %16 ], [ %23, %21 ], !dbg !128
  %27 = load i32, ptr %26, align 4, !dbg !128
  %28 = load i32, ptr %4, align 4, !dbg !129
  %29 = add nsw i32 %28, %27, !dbg !129
  store i32 %29, ptr %4, align 4, !dbg !129
  br label %30, !dbg !130

30:                                               ; preds = %25
  %31 = load i32, ptr %5, align 4, !dbg !131
  %32 = add nsw i32 %31, 1, !dbg !131
  store i32 %32, ptr %5, align 4, !dbg !131
  br label %7, !dbg !132, !llvm.loop !133

33:                                               ; preds = %7
  %34 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %3, i64 0, i64 0, !dbg !136
  call void @llvm.va_end(ptr %34), !dbg !136
  %35 = load i32, ptr %4, align 4, !dbg !137
  ret i32 %35, !dbg !138
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start(ptr) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end(ptr) #3

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @choose(i32 noundef %0) #0 !dbg !42 {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  call void @llvm.dbg.declare(metadata ptr %3, metadata !139, metadata !DIExpression()), !dbg !140
  %4 = load i32, ptr %3, align 4, !dbg !141
  switch i32 %4, label %7 [
    i32 1, label %5
    i32 -7, label %6
    i32 2, label %6
  ], !dbg !142

5:                                                ; preds = %1
  store i32 5, ptr %2, align 4, !dbg !143
  br label %31, !dbg !143

6:                                                ; preds = %1, %1
  br label %13, !dbg !145

7:                                                ; preds = %1
  %8 = load i32, ptr %3, align 4, !dbg !146
  %9 = and i32 %8, 1, !dbg !147
  %10 = sext i32 %9 to i64, !dbg !148
  %11 = getelementptr inbounds [2 x ptr], ptr @choose.targets, i64 0, i64 %10, !dbg !148
  %12 = load ptr, ptr %11, align 8, !dbg !148
  br label %33, !dbg !149

13:                                               ; preds = %6
  br label %14, !dbg !150

14:                                               ; preds = %13, %33
  call void @llvm.dbg.label(metadata !151), !dbg !152
  %15 = load i32, ptr %3, align 4, !dbg !153
  %16 = icmp slt i32 %15, 0, !dbg !154
  br i1 %16, label %17, label %20, !dbg !153

17:                                               ; preds = %14
  %18 = load i32, ptr %3, align 4, !dbg !155
  %19 = sub nsw i32 0, %18, !dbg !156
  br label %23, !dbg !153

20:                                               ; preds = %14
  %21 = load i32, ptr %3, align 4, !dbg !157
  %22 = shl i32 %21, 2, !dbg !158
  br label %23, !dbg !153

23:                                               ; preds = %20, %17
  %24 = phi i32 [ %19, %17 ], [ %22, %20 ], !dbg !153
  store i32 %24, ptr %2, align 4, !dbg !159
  br label %31, !dbg !159

25:                                               ; preds = %33
  call void @llvm.dbg.label(metadata !160), !dbg !161
  %26 = load i32, ptr %3, align 4, !dbg !162
  %27 = udiv i32 %26, 3, !dbg !163
  %28 = load i32, ptr %3, align 4, !dbg !164
  %29 = srem i32 %28, 5, !dbg !165
  %30 = add i32 %27, %29, !dbg !166
  store i32 %30, ptr %2, align 4, !dbg !167
  br label %31, !dbg !167

31:                                               ; preds = %25, %23, %5
  %32 = load i32, ptr %2, align 4, !dbg !168
  ret i32 %32, !dbg !168

33:                                               ; preds = %7
  %34 = phi ptr [ %12, %7 ]
  indirectbr ptr %34, [label %14, label %25]
}

; Function Attrs: nocallback nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.label(metadata) #1

; Function Attrs: noinline nounwind optnone uwtable
define dso_local float @scale(double noundef %0, i32 noundef %1) #0 !dbg !169 {
  %3 = alloca double, align 8
  %4 = alloca i32, align 4
  store double %0, ptr %3, align 8
  call void @llvm.dbg.declare(metadata ptr %3, metadata !172, metadata !DIExpression()), !dbg !173
  store i32 %1, ptr %4, align 4
  call void @llvm.dbg.declare(metadata ptr %4, metadata !174, metadata !DIExpression()), !dbg !175
  %5 = load double, ptr %3, align 8, !dbg !176
  %6 = fcmp ogt double %5, 1.500000e+00, !dbg !177
  br i1 %6, label %7, label %14, !dbg !176

7:                                                ; preds = %2
  %8 = load double, ptr %3, align 8, !dbg !178
  %9 = fneg double %8, !dbg !179
  %10 = fptrunc double %9 to float, !dbg !180
  %11 = load i32, ptr %4, align 4, !dbg !181
  %12 = uitofp i32 %11 to float, !dbg !181
  %13 = fmul float %10, %12, !dbg !182
  br label %15, !dbg !176

14:                                               ; preds = %2
  br label %15, !dbg !176

15:                                               ; preds = %14, %7
  %16 = phi float [ %13, %7 ], [ 0x3FB99999A0000000, %14 ], !dbg !176
  ret float %16, !dbg !183
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main(i32 noundef %0, ptr noundef %1) #0 !dbg !184 {
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
  call void @llvm.dbg.declare(metadata ptr %4, metadata !189, metadata !DIExpression()), !dbg !190
  store ptr %1, ptr %5, align 8
  call void @llvm.dbg.declare(metadata ptr %5, metadata !191, metadata !DIExpression()), !dbg !192
  call void @llvm.dbg.declare(metadata ptr %6, metadata !193, metadata !DIExpression()), !dbg !197
  %13 = load i32, ptr %4, align 4, !dbg !198
  %14 = zext i32 %13 to i64, !dbg !199
  %15 = call ptr @llvm.stacksave(), !dbg !199
  store ptr %15, ptr %7, align 8, !dbg !199
  %16 = alloca i32, i64 %14, align 16, !dbg !199
  store i64 %14, ptr %8, align 8, !dbg !199
  call void @llvm.dbg.declare(metadata ptr %8, metadata !200, metadata !DIExpression()), !dbg !201
  call void @llvm.dbg.declare(metadata ptr %16, metadata !202, metadata !DIExpression()), !dbg !206
  %17 = mul nuw i64 4, %14, !dbg !207
  call void @llvm.memset.p0.i64(ptr align 16 %16, i8 0, i64 %17, i1 false), !dbg !208
  %18 = load ptr, ptr %5, align 8, !dbg !209
  %19 = getelementptr inbounds ptr, ptr %18, i64 0, !dbg !209
  %20 = load ptr, ptr %19, align 8, !dbg !209
  %21 = call i32 @pthread_create(ptr noundef %6, ptr noundef null, ptr noundef @work, ptr noundef %20) #8, !dbg !210
  %22 = load i64, ptr %6, align 8, !dbg !211
  %23 = call i32 @pthread_join(i64 noundef %22, ptr noundef null), !dbg !212
  call void @llvm.dbg.declare(metadata ptr %9, metadata !213, metadata !DIExpression()), !dbg !214
  call void @llvm.memset.p0.i64(ptr align 8 %10, i8 0, i64 160, i1 false), !dbg !215
  %24 = getelementptr inbounds %struct.large, ptr %10, i32 0, i32 0, !dbg !216
  %25 = getelementptr inbounds [20 x i64], ptr %24, i64 0, i64 0, !dbg !217
  call void @change(ptr sret(%struct.large) align 8 %9, ptr noundef byval(%struct.large) align 8 %10, i32 noundef 2), !dbg !218
  %26 = getelementptr inbounds i32, ptr %16, i64 0, !dbg !219
  %27 = load i32, ptr %26, align 16, !dbg !219
  %28 = call i32 (i32, ...) @sum(i32 noundef 3, i32 noundef 1, i32 noundef 2, i32 noundef %27), !dbg !220
  %29 = getelementptr inbounds %struct.pair, ptr %11, i32 0, i32 0, !dbg !221
  store i64 1, ptr %29, align 8, !dbg !221
  %30 = getelementptr inbounds %struct.pair, ptr %11, i32 0, i32 1, !dbg !221
  store i64 2, ptr %30, align 8, !dbg !221
  %31 = getelementptr inbounds { i64, i64 }, ptr %11, i32 0, i32 0, !dbg !222
  %32 = load i64, ptr %31, align 8, !dbg !222
  %33 = getelementptr inbounds { i64, i64 }, ptr %11, i32 0, i32 1, !dbg !222
  %34 = load i64, ptr %33, align 8, !dbg !222
  %35 = call { i64, i64 } @swap(i64 %32, i64 %34), !dbg !222
  %36 = getelementptr inbounds { i64, i64 }, ptr %12, i32 0, i32 0, !dbg !222
  %37 = extractvalue { i64, i64 } %35, 0, !dbg !222
  store i64 %37, ptr %36, align 8, !dbg !222
  %38 = getelementptr inbounds { i64, i64 }, ptr %12, i32 0, i32 1, !dbg !222
  %39 = extractvalue { i64, i64 } %35, 1, !dbg !222
  store i64 %39, ptr %38, align 8, !dbg !222
  %40 = getelementptr inbounds %struct.pair, ptr %12, i32 0, i32 0, !dbg !223
  %41 = load i64, ptr %40, align 8, !dbg !223
  %42 = trunc i64 %41 to i32, !dbg !224
  %43 = call i32 @choose(i32 noundef %42), !dbg !225
  %44 = add nsw i32 %28, %43, !dbg !226
  %45 = getelementptr inbounds %struct.large, ptr %9, i32 0, i32 0, !dbg !227
  %46 = getelementptr inbounds [20 x i64], ptr %45, i64 0, i64 2, !dbg !228
  %47 = load i64, ptr %46, align 8, !dbg !228
  %48 = trunc i64 %47 to i32, !dbg !229
  %49 = add nsw i32 %44, %48, !dbg !230
  store i32 %49, ptr %3, align 4, !dbg !231
  %50 = load ptr, ptr %7, align 8, !dbg !232
  call void @llvm.stackrestore(ptr %50), !dbg !232
  %51 = load i32, ptr %3, align 4, !dbg !232
  ret i32 %51, !dbg !232
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare ptr @llvm.stacksave() #3

; Function Attrs: argmemonly nocallback nofree nounwind willreturn writeonly
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #4

; Function Attrs: nounwind
declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) #5

; Function Attrs: noinline nounwind optnone uwtable
define internal ptr @work(ptr noundef %0) #0 !dbg !233 {
  %2 = alloca ptr, align 8
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i8, align 1
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  %9 = alloca i32, align 4
  store ptr %0, ptr %2, align 8
  call void @llvm.dbg.declare(metadata ptr %2, metadata !236, metadata !DIExpression()), !dbg !237
  call void @llvm.dbg.declare(metadata ptr %3, metadata !238, metadata !DIExpression()), !dbg !239
  store i32 0, ptr %3, align 4, !dbg !239
  br label %10, !dbg !240

10:                                               ; preds = %22, %1
  store i32 1, ptr %4, align 4, !dbg !241
  %11 = load i32, ptr %3, align 4, !dbg !241
  %12 = load i32, ptr %4, align 4, !dbg !241
  %13 = cmpxchg weak ptr @counter, i32 %11, i32 %12 acq_rel monotonic, align 4, !dbg !241
  %14 = extractvalue { i32, i1 } %13, 0, !dbg !241
  %15 = extractvalue { i32, i1 } %13, 1, !dbg !241
  br i1 %15, label %17, label %16, !dbg !241

16:                                               ; preds = %10
  store i32 %14, ptr %3, align 4, !dbg !241
  br label %17, !dbg !241

17:                                               ; preds = %16, %10
  %18 = zext i1 %15 to i8, !dbg !241
  store i8 %18, ptr %5, align 1, !dbg !241
  %19 = load i8, ptr %5, align 1, !dbg !241
  %20 = trunc i8 %19 to i1, !dbg !241
  %21 = xor i1 %20, true, !dbg !242
  br i1 %21, label %22, label %23, !dbg !240

22:                                               ; preds = %17
  store i32 0, ptr %3, align 4, !dbg !243
  br label %10, !dbg !240, !llvm.loop !244

23:                                               ; preds = %17
  fence seq_cst, !dbg !246
  fence syncscope("singlethread") seq_cst, !dbg !247
  store i32 2, ptr %6, align 4, !dbg !248
  %24 = load i32, ptr %6, align 4, !dbg !248
  %25 = atomicrmw add ptr @counter, i32 %24 seq_cst, align 4, !dbg !248
  store i32 %25, ptr %7, align 4, !dbg !248
  %26 = load i32, ptr %7, align 4, !dbg !248
  %27 = load i32, ptr @mine, align 4, !dbg !249
  %28 = add nsw i32 %27, %26, !dbg !249
  store i32 %28, ptr @mine, align 4, !dbg !249
  call void @llvm.dbg.declare(metadata ptr %8, metadata !250, metadata !DIExpression()), !dbg !251
  %29 = call noalias ptr @malloc(i64 noundef 24) #9, !dbg !252
  store ptr %29, ptr %8, align 8, !dbg !251
  %30 = load ptr, ptr %8, align 8, !dbg !253
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %30, ptr align 8 @ring, i64 24, i1 false), !dbg !254
  %31 = load i32, ptr @elsewhere, align 4, !dbg !255
  %32 = load ptr, ptr %8, align 8, !dbg !256
  %33 = getelementptr inbounds %struct.node, ptr %32, i32 0, i32 1, !dbg !257
  %34 = load ptr, ptr %33, align 8, !dbg !257
  %35 = getelementptr inbounds %struct.node, ptr %34, i32 0, i32 0, !dbg !258
  %36 = load i32, ptr %35, align 8, !dbg !259
  %37 = xor i32 %36, %31, !dbg !259
  store i32 %37, ptr %35, align 8, !dbg !259
  call void asm sideeffect "", "~{memory},~{dirflag},~{fpsr},~{flags}"() #8, !dbg !260, !srcloc !261
  %38 = load ptr, ptr %8, align 8, !dbg !262
  %39 = getelementptr inbounds %struct.node, ptr %38, i32 0, i32 2, !dbg !263
  %40 = getelementptr inbounds [3 x i8], ptr %39, i64 0, i64 1, !dbg !262
  %41 = load i8, ptr %40, align 1, !dbg !262
  %42 = sext i8 %41 to i32, !dbg !262
  store i32 %42, ptr %9, align 4, !dbg !264
  %43 = load i32, ptr %9, align 4, !dbg !264
  store atomic i32 %43, ptr @counter release, align 4, !dbg !264
  %44 = load ptr, ptr %8, align 8, !dbg !265
  call void @free(ptr noundef %44) #8, !dbg !266
  %45 = load ptr, ptr %2, align 8, !dbg !267
  ret ptr %45, !dbg !268
}

declare i32 @pthread_join(i64 noundef, ptr noundef) #6

; Function Attrs: noinline nounwind optnone uwtable
define internal { i64, i64 } @swap(i64 %0, i64 %1) #0 !dbg !269 {
  %3 = alloca %struct.pair, align 8
  %4 = alloca %struct.pair, align 8
  %5 = getelementptr inbounds { i64, i64 }, ptr %4, i32 0, i32 0
  store i64 %0, ptr %5, align 8
  %6 = getelementptr inbounds { i64, i64 }, ptr %4, i32 0, i32 1
  store i64 %1, ptr %6, align 8
  call void @llvm.dbg.declare(metadata ptr %4, metadata !276, metadata !DIExpression()), !dbg !277
  %7 = getelementptr inbounds %struct.pair, ptr %3, i32 0, i32 0, !dbg !278
  %8 = getelementptr inbounds %struct.pair, ptr %4, i32 0, i32 1, !dbg !279
  %9 = load i64, ptr %8, align 8, !dbg !279
  store i64 %9, ptr %7, align 8, !dbg !278
  %10 = getelementptr inbounds %struct.pair, ptr %3, i32 0, i32 1, !dbg !278
  %11 = getelementptr inbounds %struct.pair, ptr %4, i32 0, i32 0, !dbg !280
  %12 = load i64, ptr %11, align 8, !dbg !280
  store i64 %12, ptr %10, align 8, !dbg !278
  %13 = load { i64, i64 }, ptr %3, align 8, !dbg !281
  ret { i64, i64 } %13, !dbg !281
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.stackrestore(ptr) #3

; Function Attrs: nounwind allocsize(0)
declare noalias ptr @malloc(i64 noundef) #7

; Function Attrs: nounwind
declare void @free(ptr noundef) #5

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { argmemonly nocallback nofree nounwind willreturn }
attributes #3 = { nocallback nofree nosync nounwind willreturn }
attributes #4 = { argmemonly nocallback nofree nounwind willreturn writeonly }
attributes #5 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { nounwind allocsize(0) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
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
!14 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !15, retainedTypes: !26, globals: !29, splitDebugInlining: false, nameTableKind: None)
!15 = !{!16}
!16 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "memory_order", file: !17, line: 57, baseType: !18, size: 32, elements: !19)
!17 = !DIFile(filename: "/usr/lib/llvm-15/lib/clang/15.0.6/include/stdatomic.h", directory: "", checksumkind: CSK_MD5, checksum: "c31d38c6c5a076e42adea43381ce5a8c")
!18 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!19 = !{!20, !21, !22, !23, !24, !25}
!20 = !DIEnumerator(name: "memory_order_relaxed", value: 0)
!21 = !DIEnumerator(name: "memory_order_consume", value: 1)
!22 = !DIEnumerator(name: "memory_order_acquire", value: 2)
!23 = !DIEnumerator(name: "memory_order_release", value: 3)
!24 = !DIEnumerator(name: "memory_order_acq_rel", value: 4)
!25 = !DIEnumerator(name: "memory_order_seq_cst", value: 5)
!26 = !{!18, !27, !28}
!27 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!28 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!29 = !{!0, !7, !12, !30, !37, !40, !49, !52, !54}
!30 = !DIGlobalVariableExpression(var: !31, expr: !DIExpression())
!31 = distinct !DIGlobalVariable(name: "tight", scope: !14, file: !2, line: 22, type: !32, isLocal: false, isDefinition: true)
!32 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "packed", file: !2, line: 14, size: 72, elements: !33)
!33 = !{!34, !35}
!34 = !DIDerivedType(tag: DW_TAG_member, name: "c", scope: !32, file: !2, line: 14, baseType: !4, size: 8)
!35 = !DIDerivedType(tag: DW_TAG_member, name: "d", scope: !32, file: !2, line: 14, baseType: !36, size: 64, offset: 8)
!36 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!37 = !DIGlobalVariableExpression(var: !38, expr: !DIExpression())
!38 = distinct !DIGlobalVariable(name: "distance", scope: !14, file: !2, line: 23, type: !39, isLocal: false, isDefinition: true)
!39 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!40 = !DIGlobalVariableExpression(var: !41, expr: !DIExpression())
!41 = distinct !DIGlobalVariable(name: "targets", scope: !42, file: !2, line: 39, type: !46, isLocal: true, isDefinition: true)
!42 = distinct !DISubprogram(name: "choose", scope: !2, file: !2, line: 38, type: !43, scopeLine: 38, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !14, retainedNodes: !45)
!43 = !DISubroutineType(types: !44)
!44 = !{!28, !28}
!45 = !{}
!46 = !DICompositeType(tag: DW_TAG_array_type, baseType: !47, size: 128, elements: !5)
!47 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !48)
!48 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!49 = !DIGlobalVariableExpression(var: !50, expr: !DIExpression())
!50 = distinct !DIGlobalVariable(name: "counter", scope: !14, file: !2, line: 18, type: !51, isLocal: false, isDefinition: true)
!51 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !28)
!52 = !DIGlobalVariableExpression(var: !53, expr: !DIExpression())
!53 = distinct !DIGlobalVariable(name: "mine", scope: !14, file: !2, line: 19, type: !28, isLocal: true, isDefinition: true)
!54 = !DIGlobalVariableExpression(var: !55, expr: !DIExpression())
!55 = distinct !DIGlobalVariable(name: "ring", scope: !14, file: !2, line: 20, type: !56, isLocal: true, isDefinition: true)
!56 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !2, line: 9, size: 192, elements: !57)
!57 = !{!58, !59, !61}
!58 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !56, file: !2, line: 10, baseType: !28, size: 32)
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
!72 = !{i32 7, !"PIC Level", i32 2}
!73 = !{i32 7, !"PIE Level", i32 2}
!74 = !{i32 7, !"uwtable", i32 2}
!75 = !{i32 7, !"frame-pointer", i32 2}
!76 = distinct !DISubprogram(name: "change", scope: !2, file: !2, line: 27, type: !77, scopeLine: 27, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !14, retainedNodes: !45)
!77 = !DISubroutineType(types: !78)
!78 = !{!79, !79, !28}
!79 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "large", file: !2, line: 16, size: 1280, elements: !80)
!80 = !{!81}
!81 = !DIDerivedType(tag: DW_TAG_member, name: "words", scope: !79, file: !2, line: 16, baseType: !82, size: 1280)
!82 = !DICompositeType(tag: DW_TAG_array_type, baseType: !39, size: 1280, elements: !83)
!83 = !{!84}
!84 = !DISubrange(count: 20)
!85 = !DILocalVariable(name: "l", arg: 1, scope: !76, file: !2, line: 27, type: !79)
!86 = !DILocation(line: 27, column: 34, scope: !76)
!87 = !DILocalVariable(name: "k", arg: 2, scope: !76, file: !2, line: 27, type: !28)
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
!98 = !{!28, !28, null}
!99 = !DILocalVariable(name: "n", arg: 1, scope: !96, file: !2, line: 29, type: !28)
!100 = !DILocation(line: 29, column: 13, scope: !96)
!101 = !DILocalVariable(name: "list", scope: !96, file: !2, line: 30, type: !102)
!102 = !DIDerivedType(tag: DW_TAG_typedef, name: "va_list", file: !103, line: 14, baseType: !104)
!103 = !DIFile(filename: "/usr/lib/llvm-15/lib/clang/15.0.6/include/stdarg.h", directory: "", checksumkind: CSK_MD5, checksum: "4de3cbd931b589d291e5c39387aecf82")
!104 = !DIDerivedType(tag: DW_TAG_typedef, name: "__builtin_va_list", file: !105, baseType: !106)
!105 = !DIFile(filename: "program.c", directory: "/source")
!106 = !DICompositeType(tag: DW_TAG_array_type, baseType: !107, size: 192, elements: !113)
!107 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__va_list_tag", size: 192, elements: !108)
!108 = !{!109, !110, !111, !112}
!109 = !DIDerivedType(tag: DW_TAG_member, name: "gp_offset", scope: !107, file: !105, line: 30, baseType: !18, size: 32)
!110 = !DIDerivedType(tag: DW_TAG_member, name: "fp_offset", scope: !107, file: !105, line: 30, baseType: !18, size: 32, offset: 32)
!111 = !DIDerivedType(tag: DW_TAG_member, name: "overflow_arg_area", scope: !107, file: !105, line: 30, baseType: !48, size: 64, offset: 64)
!112 = !DIDerivedType(tag: DW_TAG_member, name: "reg_save_area", scope: !107, file: !105, line: 30, baseType: !48, size: 64, offset: 128)
!113 = !{!114}
!114 = !DISubrange(count: 1)
!115 = !DILocation(line: 30, column: 13, scope: !96)
!116 = !DILocation(line: 31, column: 5, scope: !96)
!117 = !DILocalVariable(name: "total", scope: !96, file: !2, line: 32, type: !28)
!118 = !DILocation(line: 32, column: 9, scope: !96)
!119 = !DILocalVariable(name: "i", scope: !120, file: !2, line: 33, type: !28)
!120 = distinct !DILexicalBlock(scope: !96, file: !2, line: 33, column: 5)
!121 = !DILocation(line: 33, column: 14, scope: !120)
!122 = !DILocation(line: 33, column: 10, scope: !120)
!123 = !DILocation(line: 33, column: 21, scope: !124)
!124 = distinct !DILexicalBlock(scope: !120, file: !2, line: 33, column: 5)
!125 = !DILocation(line: 33, column: 25, scope: !124)
!126 = !DILocation(line: 33, column: 23, scope: !124)
!127 = !DILocation(line: 33, column: 5, scope: !120)
!128 = !DILocation(line: 33, column: 42, scope: !124)
!129 = !DILocation(line: 33, column: 39, scope: !124)
!130 = !DILocation(line: 33, column: 33, scope: !124)
!131 = !DILocation(line: 33, column: 29, scope: !124)
!132 = !DILocation(line: 33, column: 5, scope: !124)
!133 = distinct !{!133, !127, !134, !135}
!134 = !DILocation(line: 33, column: 42, scope: !120)
!135 = !{!"llvm.loop.mustprogress"}
!136 = !DILocation(line: 34, column: 5, scope: !96)
!137 = !DILocation(line: 35, column: 12, scope: !96)
!138 = !DILocation(line: 35, column: 5, scope: !96)
!139 = !DILocalVariable(name: "x", arg: 1, scope: !42, file: !2, line: 38, type: !28)
!140 = !DILocation(line: 38, column: 16, scope: !42)
!141 = !DILocation(line: 40, column: 13, scope: !42)
!142 = !DILocation(line: 40, column: 5, scope: !42)
!143 = !DILocation(line: 41, column: 13, scope: !144)
!144 = distinct !DILexicalBlock(scope: !42, file: !2, line: 40, column: 16)
!145 = !DILocation(line: 42, column: 22, scope: !144)
!146 = !DILocation(line: 43, column: 28, scope: !144)
!147 = !DILocation(line: 43, column: 30, scope: !144)
!148 = !DILocation(line: 43, column: 20, scope: !144)
!149 = !DILocation(line: 43, column: 14, scope: !144)
!150 = !DILocation(line: 44, column: 5, scope: !144)
!151 = !DILabel(scope: !42, name: "one", file: !2, line: 45)
!152 = !DILocation(line: 45, column: 1, scope: !42)
!153 = !DILocation(line: 45, column: 13, scope: !42)
!154 = !DILocation(line: 45, column: 15, scope: !42)
!155 = !DILocation(line: 45, column: 22, scope: !42)
!156 = !DILocation(line: 45, column: 21, scope: !42)
!157 = !DILocation(line: 45, column: 26, scope: !42)
!158 = !DILocation(line: 45, column: 28, scope: !42)
!159 = !DILocation(line: 45, column: 6, scope: !42)
!160 = !DILabel(scope: !42, name: "two", file: !2, line: 46)
!161 = !DILocation(line: 46, column: 1, scope: !42)
!162 = !DILocation(line: 46, column: 23, scope: !42)
!163 = !DILocation(line: 46, column: 25, scope: !42)
!164 = !DILocation(line: 46, column: 31, scope: !42)
!165 = !DILocation(line: 46, column: 33, scope: !42)
!166 = !DILocation(line: 46, column: 29, scope: !42)
!167 = !DILocation(line: 46, column: 6, scope: !42)
!168 = !DILocation(line: 47, column: 1, scope: !42)
!169 = distinct !DISubprogram(name: "scale", scope: !2, file: !2, line: 49, type: !170, scopeLine: 49, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !14, retainedNodes: !45)
!170 = !DISubroutineType(types: !171)
!171 = !{!27, !36, !18}
!172 = !DILocalVariable(name: "d", arg: 1, scope: !169, file: !2, line: 49, type: !36)
!173 = !DILocation(line: 49, column: 20, scope: !169)
!174 = !DILocalVariable(name: "u", arg: 2, scope: !169, file: !2, line: 49, type: !18)
!175 = !DILocation(line: 49, column: 32, scope: !169)
!176 = !DILocation(line: 49, column: 44, scope: !169)
!177 = !DILocation(line: 49, column: 46, scope: !169)
!178 = !DILocation(line: 49, column: 62, scope: !169)
!179 = !DILocation(line: 49, column: 61, scope: !169)
!180 = !DILocation(line: 49, column: 54, scope: !169)
!181 = !DILocation(line: 49, column: 66, scope: !169)
!182 = !DILocation(line: 49, column: 64, scope: !169)
!183 = !DILocation(line: 49, column: 37, scope: !169)
!184 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 67, type: !185, scopeLine: 67, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !14, retainedNodes: !45)
!185 = !DISubroutineType(types: !186)
!186 = !{!28, !28, !187}
!187 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !188, size: 64)
!188 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64)
!189 = !DILocalVariable(name: "argc", arg: 1, scope: !184, file: !2, line: 67, type: !28)
!190 = !DILocation(line: 67, column: 14, scope: !184)
!191 = !DILocalVariable(name: "argv", arg: 2, scope: !184, file: !2, line: 67, type: !187)
!192 = !DILocation(line: 67, column: 27, scope: !184)
!193 = !DILocalVariable(name: "thread", scope: !184, file: !2, line: 68, type: !194)
!194 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !195, line: 27, baseType: !196)
!195 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!196 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!197 = !DILocation(line: 68, column: 15, scope: !184)
!198 = !DILocation(line: 69, column: 14, scope: !184)
!199 = !DILocation(line: 69, column: 5, scope: !184)
!200 = !DILocalVariable(name: "__vla_expr0", scope: !184, type: !196, flags: DIFlagArtificial)
!201 = !DILocation(line: 0, scope: !184)
!202 = !DILocalVariable(name: "room", scope: !184, file: !2, line: 69, type: !203)
!203 = !DICompositeType(tag: DW_TAG_array_type, baseType: !28, elements: !204)
!204 = !{!205}
!205 = !DISubrange(count: !200)
!206 = !DILocation(line: 69, column: 9, scope: !184)
!207 = !DILocation(line: 70, column: 21, scope: !184)
!208 = !DILocation(line: 70, column: 5, scope: !184)
!209 = !DILocation(line: 71, column: 38, scope: !184)
!210 = !DILocation(line: 71, column: 5, scope: !184)
!211 = !DILocation(line: 72, column: 18, scope: !184)
!212 = !DILocation(line: 72, column: 5, scope: !184)
!213 = !DILocalVariable(name: "l", scope: !184, file: !2, line: 73, type: !79)
!214 = !DILocation(line: 73, column: 18, scope: !184)
!215 = !DILocation(line: 73, column: 29, scope: !184)
!216 = !DILocation(line: 73, column: 43, scope: !184)
!217 = !DILocation(line: 73, column: 44, scope: !184)
!218 = !DILocation(line: 73, column: 22, scope: !184)
!219 = !DILocation(line: 74, column: 25, scope: !184)
!220 = !DILocation(line: 74, column: 12, scope: !184)
!221 = !DILocation(line: 74, column: 66, scope: !184)
!222 = !DILocation(line: 74, column: 48, scope: !184)
!223 = !DILocation(line: 74, column: 74, scope: !184)
!224 = !DILocation(line: 74, column: 43, scope: !184)
!225 = !DILocation(line: 74, column: 36, scope: !184)
!226 = !DILocation(line: 74, column: 34, scope: !184)
!227 = !DILocation(line: 74, column: 90, scope: !184)
!228 = !DILocation(line: 74, column: 88, scope: !184)
!229 = !DILocation(line: 74, column: 83, scope: !184)
!230 = !DILocation(line: 74, column: 81, scope: !184)
!231 = !DILocation(line: 74, column: 5, scope: !184)
!232 = !DILocation(line: 75, column: 1, scope: !184)
!233 = distinct !DISubprogram(name: "work", scope: !2, file: !2, line: 51, type: !234, scopeLine: 51, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !14, retainedNodes: !45)
!234 = !DISubroutineType(types: !235)
!235 = !{!48, !48}
!236 = !DILocalVariable(name: "argument", arg: 1, scope: !233, file: !2, line: 51, type: !48)
!237 = !DILocation(line: 51, column: 25, scope: !233)
!238 = !DILocalVariable(name: "expected", scope: !233, file: !2, line: 52, type: !28)
!239 = !DILocation(line: 52, column: 9, scope: !233)
!240 = !DILocation(line: 53, column: 5, scope: !233)
!241 = !DILocation(line: 53, column: 13, scope: !233)
!242 = !DILocation(line: 53, column: 12, scope: !233)
!243 = !DILocation(line: 54, column: 18, scope: !233)
!244 = distinct !{!244, !240, !245, !135}
!245 = !DILocation(line: 54, column: 20, scope: !233)
!246 = !DILocation(line: 55, column: 5, scope: !233)
!247 = !DILocation(line: 56, column: 5, scope: !233)
!248 = !DILocation(line: 57, column: 13, scope: !233)
!249 = !DILocation(line: 57, column: 10, scope: !233)
!250 = !DILocalVariable(name: "copy", scope: !233, file: !2, line: 58, type: !60)
!251 = !DILocation(line: 58, column: 18, scope: !233)
!252 = !DILocation(line: 58, column: 25, scope: !233)
!253 = !DILocation(line: 59, column: 6, scope: !233)
!254 = !DILocation(line: 59, column: 13, scope: !233)
!255 = !DILocation(line: 60, column: 26, scope: !233)
!256 = !DILocation(line: 60, column: 5, scope: !233)
!257 = !DILocation(line: 60, column: 11, scope: !233)
!258 = !DILocation(line: 60, column: 17, scope: !233)
!259 = !DILocation(line: 60, column: 23, scope: !233)
!260 = !DILocation(line: 61, column: 5, scope: !233)
!261 = !{i64 1828}
!262 = !DILocation(line: 62, column: 37, scope: !233)
!263 = !DILocation(line: 62, column: 43, scope: !233)
!264 = !DILocation(line: 62, column: 5, scope: !233)
!265 = !DILocation(line: 63, column: 10, scope: !233)
!266 = !DILocation(line: 63, column: 5, scope: !233)
!267 = !DILocation(line: 64, column: 12, scope: !233)
!268 = !DILocation(line: 64, column: 5, scope: !233)
!269 = distinct !DISubprogram(name: "swap", scope: !2, file: !2, line: 26, type: !270, scopeLine: 26, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !14, retainedNodes: !45)
!270 = !DISubroutineType(types: !271)
!271 = !{!272, !272}
!272 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "pair", file: !2, line: 15, size: 128, elements: !273)
!273 = !{!274, !275}
!274 = !DIDerivedType(tag: DW_TAG_member, name: "first", scope: !272, file: !2, line: 15, baseType: !39, size: 64)
!275 = !DIDerivedType(tag: DW_TAG_member, name: "second", scope: !272, file: !2, line: 15, baseType: !39, size: 64, offset: 64)
!276 = !DILocalVariable(name: "p", arg: 1, scope: !269, file: !2, line: 26, type: !272)
!277 = !DILocation(line: 26, column: 37, scope: !269)
!278 = !DILocation(line: 26, column: 62, scope: !269)
!279 = !DILocation(line: 26, column: 65, scope: !269)
!280 = !DILocation(line: 26, column: 75, scope: !269)
!281 = !DILocation(line: 26, column: 42, scope: !269)
