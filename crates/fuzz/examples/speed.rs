//! scratch
use porf_entity::*; use porf_explore::*; use porf_oracle::*; use std::ops::ControlFlow; use std::time::Instant;
struct Count(u64);
impl<S> Sink<S> for Count {
    fn complete(&mut self, _e: &porf_explore::Execution<'_, S>) -> ControlFlow<()> { self.0+=1; ControlFlow::Continue(()) }
    fn blocked(&mut self, _e: &porf_explore::Execution<'_, S>) -> ControlFlow<()> { ControlFlow::Continue(()) }
    fn failed(&mut self, _e: &porf_explore::Execution<'_, S>, _t: ThreadId) -> ControlFlow<()> { ControlFlow::Continue(()) }
    fn race(&mut self, _e: &porf_explore::Execution<'_, S>, _r: Race) -> ControlFlow<()> { ControlFlow::Continue(()) }
}
fn main() {
    let want: Vec<String> = std::env::args().skip(1).collect(); let n: usize = want.get(2).map_or(9, |n| n.parse().unwrap());
    let mut b = ProgramBuilder::new(); let x = b.location(0);
    for _ in 0..n { b.thread(|t| { t.fetch_add(x, 1u64, RmwOrdering::Relaxed); }); }
    let fai = b.build();
    let mut b = ProgramBuilder::new(); let x = b.location(0);
    for _ in 0..n { b.thread(|t| { t.fetch_add(x, 1u64, RmwOrdering::SeqCst); }); }
    let fai_sc = b.build();
    let mut b = ProgramBuilder::new(); let x = b.location(0);
    b.thread(|t| { t.load(x, ReadOrdering::Relaxed); });
    for i in 0..8u64 { b.thread(|t| { t.store(x, i+1, WriteOrdering::Relaxed); }); }
    let nw = b.build();
    for (name, p) in [("fai", &fai), ("fai_sc", &fai_sc), ("nw", &nw)] {
        for model in ModelKind::ALL { for schedule in Schedule::ALL { if want.len()>1 && (want[0]!=name || want[1]!=model.name() || schedule==Schedule::LeftToRight) {continue}
            let t = Instant::now(); let mut c = Count(0);
            let s = explore(p, &Options{schedule, ..Options::new(model)}, &mut c);
            let d = t.elapsed().as_secs_f64();
            println!("{name} {model} {schedule}: {} {:.3}s {:.0}/s events/exec {:.2} revisits/exec {:.2}", c.0, d, c.0 as f64/d, s.events as f64/c.0 as f64, s.revisits as f64/c.0 as f64);
        } }
    }
}
