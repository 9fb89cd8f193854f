use porf_litmus::{parse, LowerOptions};
fn main(){ let mut bad=0; let mut n=0;
 for f in std::env::args().skip(1) { let s=std::fs::read_to_string(&f).unwrap(); n+=1;
  match parse(&s,&LowerOptions{unroll:3}) { Ok(t)=>{ if let Err(e)=porf_ir::verify(&t.module){println!("{f}: verify {e:?}"); bad+=1;} if std::env::var("V").is_ok(){println!("{}\n{:#?}\n{:?}", t.module, t.observables, t.condition)} }, Err(d)=>{bad+=1; println!("{f}: {d:?}\n   {:?}", &s[d.span.clone()])} } }
 println!("{n} files {bad} bad"); }
