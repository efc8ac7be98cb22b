//! Pages that are extracted by comparing them: all are read first, and each site's are looked at together.

use crate::fetch::Client;
use crate::input::Input;
use crate::one_page::{PageFailure, Seen, options_with, seen};
use crate::plan::Plan;
use dehusk::Options;
use dehusk::extractor::{Document, Entry, Extractor, NamedExtractor, Selection, Verdict};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A page that was read.
struct Read {
    document: Document,
    options: Options,
    cut: bool,
}

/// What was decided of a page together with others.
struct Decided(Selection);

impl Extractor for Decided {
    fn extract(&self, _: &Document) -> Selection {
        self.0.clone()
    }
}

/// Reads all inputs and extracts those of each site by an extractor that compares them, in their order.
pub fn see(
    plan: &Plan,
    client: &Client,
    inputs: &[Input],
    entry: &Entry,
) -> Vec<Result<Seen, PageFailure>> {
    let mut pages: Vec<Result<Read, PageFailure>> =
        inputs.iter().map(|input| read(plan, client, input)).collect();
    let mut sites: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (number, page) in pages.iter().enumerate() {
        if let Ok(page) = page {
            sites.entry(site_of(&page.document)).or_default().push(number);
        }
    }
    let mut selections: BTreeMap<usize, Selection> = BTreeMap::new();
    for (site, numbers) in sites {
        if let [only] = numbers[..] {
            let extractor = entry.name().to_string();
            pages[only] = Err(PageFailure::OnlyPage { extractor, site });
            continue;
        }
        let documents = numbers.iter().filter_map(|&number| pages[number].as_ref().ok());
        let documents: Vec<&Document> = documents.map(|page| &page.document).collect();
        let chosen = entry.of_pages().map(|extractor| extractor.extract(&documents));
        selections.extend(numbers.into_iter().zip(chosen.unwrap_or_default()));
    }
    let article = |(number, page): (usize, Result<Read, PageFailure>)| {
        let Read { document, options, cut } = page?;
        let selection = selections.remove(&number).unwrap_or_else(|| {
            let verdict = Verdict::drop(0.0, "it was not looked at");
            Selection::from_blocks(&document, vec![verdict; document.blocks().len()])
        });
        let decided = NamedExtractor::new(entry.name(), Arc::new(Decided(selection.clone())));
        let article = options.with_extractor(decided)?.article(document, selection);
        Ok(seen(plan, &article, cut, None))
    };
    pages.into_iter().enumerate().map(article).collect()
}

fn read(plan: &Plan, client: &Client, input: &Input) -> Result<Read, PageFailure> {
    let source = input.read(client, plan.max_bytes)?;
    let options = options_with(&plan.options, &source);
    let document = options.document(&source.bytes)?;
    Ok(Read { document, options, cut: source.cut })
}

/// The registered domain of a page. Pages without an address are taken for pages of one site.
fn site_of(document: &Document) -> String {
    let url = document.url().unwrap_or_default();
    let key = dehusk_site::Keys::default().careful_key(url, None, |_, _, _| false);
    key.map_or_else(|_| "the site without an address".into(), |key| key.domain().to_string())
}
