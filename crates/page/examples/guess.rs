//! Scratch: the encodings of files.
use dehusk_page::{Hints, decode};
fn main() {
    let mut total = std::collections::BTreeMap::<String, (usize, usize, Vec<String>)>::new();
    let mut files: Vec<_> = std::fs::read_dir(std::env::args().nth(1).unwrap()).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    let start = std::time::Instant::now();
    let mut size = 0;
    for f in files {
        let name = f.file_stem().unwrap().to_str().unwrap().to_string();
        let mut parts = name.split('~');
        let (lang, enc) = (parts.next().unwrap(), parts.next().unwrap());
        let bytes = std::fs::read(&f).unwrap();
        size += bytes.len();
        let got = decode(&bytes[..], &Hints::new()).encoded.encoding;
        let good = got.eq_ignore_ascii_case(enc);
        let t = total.entry(format!("{lang} {enc}")).or_default();
        t.0 += 1;
        t.1 += usize::from(good);
        if !good { t.2.push(format!("{got}")); }
    }
    println!("{:?} for {} MB", start.elapsed(), size as f64 / 1e6);
    for (k, (n, g, w)) in total {
        let mut c = std::collections::BTreeMap::<String, usize>::new();
        w.into_iter().for_each(|x| *c.entry(x).or_default() += 1);
        println!("{k:24} {g}/{n} {c:?}");
    }
}
