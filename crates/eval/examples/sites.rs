//! Extractors that learn sites, played over corpora: how each does as sites become known, and what memories
//! cost. The same as `dehusk eval run` and `dehusk eval stream`, without the rest of the command.
//!
//! `cargo run --release -p dehusk-eval --example sites -- CORPORA CORPUS MODELS OUT EXTRACTOR…`

use dehusk_eval::corpus::Corpus;
use dehusk_eval::run::{Models, Plan, SiteExtractor, run};
use dehusk_eval::{memory, results, stream, table::measure};
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [corpora, corpus, models, out, names @ ..] = arguments.as_slice() else {
        return Err(
            "give a folder of corpora, one of them, the models of parts, a folder for results, extractors"
                .into(),
        );
    };
    let (corpora, _) = Corpus::open_all(Path::new(corpora), std::slice::from_ref(corpus))?;
    let mut of_sites = Vec::new();
    for name in names {
        of_sites.push(SiteExtractor::named(name)?.ok_or("give extractors of sites")?);
    }
    let plan = Plan::new(corpora.clone(), out)
        .with_extractors(vec![dehusk::extractor::named("auto").expect("the default")])
        .with_site_extractors(of_sites)
        .with_models(Models::read_parts(Path::new(models))?)
        .with_jobs(1);
    run(&plan, &mut ())?;
    let all = results::read(Path::new(out))?;
    let measure = measure::find("lcs").ok_or("no measure")?;
    for corpus in &corpora {
        let of_corpus: Vec<_> = all.iter().filter(|r| r.corpus == corpus.name()).cloned().collect();
        println!("{}", corpus.name());
        for stage in stream::stages(&of_corpus, measure, "auto") {
            println!(
                "  {:26} from {:2} earlier pages: {:4} pages, {:.4} ({:+.4} to auto), worse {:.2} %, better {:.2} %",
                stage.extractor,
                stage.least,
                stage.pages,
                stage.mean,
                stage.mean - stage.base,
                100.0 * stage.worse,
                100.0 * stage.better
            );
        }
        println!("  {:?}", memory::cost(corpus));
    }
    Ok(())
}
