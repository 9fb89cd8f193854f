use porf_oracle::*;
use std::time::Instant;
fn main() {
    for profile in Profile::ALL {
        let n = 3000;
        let mut times = vec![];
        let mut differ = [0; 5];
        let mut ex = 0;
        let mut blocked = 0;
        let mut racy = 0;
        let mut weakest = 0;
        let mut ev = 0;
        for seed in 0..n {
            let p = RandomProgram::from_seed(seed, profile);
            let t = Instant::now();
            let e = executions_all_models(&p);
            times.push((t.elapsed().as_micros(), seed));
            for (i, m) in ModelName::ALL.into_iter().enumerate() {
                if e[&m] != e[&ModelName::Sc] {
                    differ[i] += 1;
                }
            }
            let r = &e[&ModelName::Rc11];
            ex += r.len();
            if r.iter().any(|x| x.blocked) {
                blocked += 1;
            }
            if r.iter().any(|x| has_race(x, ModelName::Rc11)) {
                racy += 1;
            }
            weakest = weakest.max(r.len());
            ev += p.threads.values().flatten().count();
        }
        times.sort();
        println!(
            "{profile:?}: differ {differ:?} of {n}, mean ex {} max {weakest}, blocked {blocked} racy {racy} ops {}, mean us {} median {} p99 {:?} max {:?}",
            ex / n as usize,
            ev as f64 / n as f64,
            times.iter().map(|t| t.0).sum::<u128>() / n as u128,
            times[n as usize / 2].0,
            times[n as usize * 99 / 100],
            times[n as usize - 1]
        );
    }
    println!("{}", RandomProgram::from_seed(3, Profile::Mixed));
    println!("{}", RandomProgram::from_seed(4, Profile::SeqCst));
    println!("{}", RandomProgram::from_seed(5, Profile::RelaxedFences));
}
