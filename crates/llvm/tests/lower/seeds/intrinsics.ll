; Functions that use intrinsics, aggregates, conversions and integers of odd widths.
target datalayout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128"

%pair = type { i8, i32 }
%nested = type { %pair, [2 x i16], ptr }

@counter = global i32 5
@table = global [3 x ptr] [ptr @sadd, ptr null, ptr getelementptr (i8, ptr @counter, i64 2)]
@record = global %nested { %pair { i8 1, i32 -2 }, [2 x i16] [i16 3, i16 4], ptr @record }
@own = thread_local global i64 9

define { i8, i1 } @sadd(i8 %a, i8 %b) {
  %r = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 %a, i8 %b)
  ret { i8, i1 } %r
}

define { i8, i1 } @uadd(i8 %a, i8 %b) {
  %r = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 %a, i8 %b)
  ret { i8, i1 } %r
}

define { i8, i1 } @ssub(i8 %a, i8 %b) {
  %r = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 %a, i8 %b)
  ret { i8, i1 } %r
}

define { i8, i1 } @usub(i8 %a, i8 %b) {
  %r = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 %a, i8 %b)
  ret { i8, i1 } %r
}

define { i8, i1 } @smul(i8 %a, i8 %b) {
  %r = call { i8, i1 } @llvm.smul.with.overflow.i8(i8 %a, i8 %b)
  ret { i8, i1 } %r
}

define { i8, i1 } @umul(i8 %a, i8 %b) {
  %r = call { i8, i1 } @llvm.umul.with.overflow.i8(i8 %a, i8 %b)
  ret { i8, i1 } %r
}

define { i64, i1 } @smul_wide(i64 %a, i64 %b) {
  %r = call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %a, i64 %b)
  ret { i64, i1 } %r
}

define { i64, i1 } @umul_wide(i64 %a, i64 %b) {
  %r = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %a, i64 %b)
  ret { i64, i1 } %r
}

define i8 @sadd_sat(i8 %a, i8 %b) {
  %r = call i8 @llvm.sadd.sat.i8(i8 %a, i8 %b)
  ret i8 %r
}

define i8 @ssub_sat(i8 %a, i8 %b) {
  %r = call i8 @llvm.ssub.sat.i8(i8 %a, i8 %b)
  ret i8 %r
}

define i8 @uadd_sat(i8 %a, i8 %b) {
  %r = call i8 @llvm.uadd.sat.i8(i8 %a, i8 %b)
  ret i8 %r
}

define i8 @usub_sat(i8 %a, i8 %b) {
  %r = call i8 @llvm.usub.sat.i8(i8 %a, i8 %b)
  ret i8 %r
}

define i8 @smax(i8 %a, i8 %b) {
  %r = call i8 @llvm.smax.i8(i8 %a, i8 %b)
  ret i8 %r
}

define i8 @smin(i8 %a, i8 %b) {
  %r = call i8 @llvm.smin.i8(i8 %a, i8 %b)
  ret i8 %r
}

define i8 @umax(i8 %a, i8 %b) {
  %r = call i8 @llvm.umax.i8(i8 %a, i8 %b)
  ret i8 %r
}

define i8 @umin(i8 %a, i8 %b) {
  %r = call i8 @llvm.umin.i8(i8 %a, i8 %b)
  ret i8 %r
}

define i8 @abs(i8 %a, i8 %b) {
  %r = call i8 @llvm.abs.i8(i8 %a, i1 false)
  ret i8 %r
}

define i8 @fshl(i8 %a, i8 %b, i8 %c) {
  %r = call i8 @llvm.fshl.i8(i8 %a, i8 %b, i8 %c)
  ret i8 %r
}

define i8 @fshr(i8 %a, i8 %b, i8 %c) {
  %r = call i8 @llvm.fshr.i8(i8 %a, i8 %b, i8 %c)
  ret i8 %r
}

define i32 @bits(i32 %a) {
  %ones = call i32 @llvm.ctpop.i32(i32 %a)
  %above = call i32 @llvm.ctlz.i32(i32 %a, i1 false)
  %below = call i32 @llvm.cttz.i32(i32 %a, i1 true)
  %swapped = call i32 @llvm.bswap.i32(i32 %a)
  %reversed = call i32 @llvm.bitreverse.i32(i32 %a)
  %1 = add i32 %ones, %above
  %2 = add i32 %1, %below
  %3 = xor i32 %swapped, %reversed
  %4 = add i32 %2, %3
  ret i32 %4
}

define float @minimum(float %a, float %b) {
  %r = call float @llvm.minnum.f32(float %a, float %b)
  ret float %r
}

define double @maximum(double %a, double %b) {
  %r = call double @llvm.maxnum.f64(double %a, double %b)
  ret double %r
}

define double @sign(double %a, double %b) {
  %r = call double @llvm.copysign.f64(double %a, double %b)
  ret double %r
}

define float @muladd(float %a, float %b, float %c) {
  %r = call float @llvm.fmuladd.f32(float %a, float %b, float %c)
  ret float %r
}

define i24 @odd_width(i24 %a, ptr %p) {
  store i24 %a, ptr %p
  %r = load i24, ptr %p
  ret i24 %r
}

define %nested @aggregate(ptr %p, %pair %x) {
  %old = load %nested, ptr %p
  %new = insertvalue %nested %old, %pair %x, 0
  %half = extractvalue %nested %new, 1, 1
  %newer = insertvalue %nested %new, i16 %half, 1, 0
  store %nested %newer, ptr %p
  ret %nested %newer
}

define i64 @conversions(float %f, double %d, i32 %i) {
  %a = fptosi float %f to i64
  %b = fptoui double %d to i64
  %c = sitofp i32 %i to double
  %e = bitcast double %c to i64
  %g = fpext float %f to double
  %h = fptrunc double %d to float
  %k = sext i32 %i to i64
  %l = trunc i64 %k to i7
  %m = zext i7 %l to i64
  %p = inttoptr i64 %m to ptr
  %q = ptrtoint ptr %p to i64
  ret i64 %q
}

define ptr @list(i32 %n, ...) {
  %area = alloca [24 x i8], align 8
  call void @llvm.lifetime.start.p0(i64 24, ptr %area)
  call void @llvm.va_start(ptr %area)
  call void @llvm.memset.p0.i64(ptr %area, i8 0, i64 24, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %area, ptr @record, i64 24, i1 false)
  call void @llvm.va_end(ptr %area)
  %t = call ptr @llvm.threadlocal.address.p0(ptr @own)
  %v = call ptr (i32, ...) @list(i32 1, i64 2, double 3.0)
  call void @llvm.trap()
  unreachable
}

declare { i8, i1 } @llvm.sadd.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.uadd.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.ssub.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.usub.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.smul.with.overflow.i8(i8, i8)
declare { i8, i1 } @llvm.umul.with.overflow.i8(i8, i8)
declare { i64, i1 } @llvm.smul.with.overflow.i64(i64, i64)
declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64)
declare i8 @llvm.sadd.sat.i8(i8, i8)
declare i8 @llvm.ssub.sat.i8(i8, i8)
declare i8 @llvm.uadd.sat.i8(i8, i8)
declare i8 @llvm.usub.sat.i8(i8, i8)
declare i8 @llvm.smax.i8(i8, i8)
declare i8 @llvm.smin.i8(i8, i8)
declare i8 @llvm.umax.i8(i8, i8)
declare i8 @llvm.umin.i8(i8, i8)
declare i8 @llvm.abs.i8(i8, i1)
declare i8 @llvm.fshl.i8(i8, i8, i8)
declare i8 @llvm.fshr.i8(i8, i8, i8)
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.cttz.i32(i32, i1)
declare i32 @llvm.bswap.i32(i32)
declare i32 @llvm.bitreverse.i32(i32)
declare float @llvm.minnum.f32(float, float)
declare double @llvm.maxnum.f64(double, double)
declare double @llvm.copysign.f64(double, double)
declare float @llvm.fmuladd.f32(float, float, float)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.va_start(ptr)
declare void @llvm.va_end(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare ptr @llvm.threadlocal.address.p0(ptr)
declare void @llvm.trap()
