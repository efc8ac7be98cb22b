//! A stream played through URL Trees, in many variants at once: pages are read once, inserted one after the other
//! into each variant's trees, and judged right after, as the paper has it.

use super::similar::{Nearest, simhash};
use super::source::Source;
use crate::pool::Failure;
use crate::reproduce::{Context, ExperimentError};
use dehusk_site::{BlockHash, Heuristic, Normalizer, Retention, Sites, UrlKey};
use std::sync::Arc;
use std::time::Duration;

/// Pages that a thread reads in one go.
const CHUNK: usize = 64;
/// How long reading so many may take.
const CHUNK_LIMIT: Duration = Duration::from_secs(300);

/// What makes two blocks one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Their letters, as in the paper, whose MD5 hashes of them tell apart what ours do.
    Letters,
    /// Their letters without names and dates.
    Masked,
    /// Their words, nearly.
    Similar,
}

/// One way to play a stream.
#[derive(Clone, Debug)]
pub struct Variant {
    /// What it is called.
    pub name: String,
    /// How it decides.
    pub heuristic: Heuristic,
    /// What makes two blocks one.
    pub form: Form,
    /// What is kept of a site.
    pub retention: Retention,
    /// Whether there is a root above the sites.
    pub root: bool,
}

impl Variant {
    /// A heuristic as the paper has it, with nothing ever removed.
    pub fn of(heuristic: Heuristic) -> Variant {
        let retention = everything();
        let name = heuristic.to_string();
        Variant { name, heuristic, form: Form::Letters, retention, root: true }
    }

    /// The same under another name.
    pub fn named(mut self, name: impl Into<String>) -> Variant {
        self.name = name.into();
        self
    }

    /// Whether two variants insert the same into the same trees.
    fn shares_trees(&self, other: &Variant) -> bool {
        self.form == other.form && self.retention == other.retention
    }
}

/// Everything is kept.
pub fn everything() -> Retention {
    Retention::default().with_most(1 << 24).with_seconds(i64::MAX / 4)
}

/// A page as trees see it.
struct Seen {
    key: UrlKey,
    time: i64,
    letters: Vec<BlockHash>,
    masked: Vec<BlockHash>,
    similar: Vec<u64>,
}

/// What a variant kept of a page, block by block; equal ones are shared.
pub type Kept = Arc<[bool]>;

/// A page that was judged.
pub struct Judged {
    /// Its place in the stream.
    pub index: usize,
    /// Its site.
    pub domain: String,
    /// For each variant.
    pub kept: Vec<Kept>,
}

/// What was played.
pub struct Played {
    /// The pages that were asked for and could be read.
    pub pages: Vec<Judged>,
    /// All pages that were inserted.
    pub inserted: usize,
    /// For each variant, bytes of its trees in the end, and of their root.
    pub bytes: Vec<(usize, usize)>,
}

/// Plays a stream and tells what each variant keeps of the pages that `asked` is true for.
pub fn play(
    context: &mut Context<'_>,
    source: &Source,
    variants: &[Variant],
    asked: impl Fn(usize) -> bool,
) -> Result<Played, ExperimentError> {
    let seen = look(context, source, variants.iter().any(|v| v.form == Form::Similar))?;
    let mut pages: Vec<Judged> = Vec::new();
    let mut place_of = vec![None; seen.len()];
    for (index, page) in seen.iter().enumerate() {
        if let (true, Some(page)) = (asked(index), page) {
            place_of[index] = Some(pages.len());
            let kept = vec![Kept::from([]); variants.len()];
            pages.push(Judged { index, domain: page.key.domain().to_string(), kept });
        }
    }
    let groups = groups(variants);
    let mut bytes = vec![(0, 0); variants.len()];
    context.start("playing the stream", groups.len());
    for group in groups {
        let sites = play_group(&seen, variants, &group, |index, variant, kept| {
            let Some(place) = place_of[index] else { return };
            // Most variants agree on most pages.
            let same = pages[place].kept.iter().find(|other| ***other == *kept).cloned();
            pages[place].kept[variant] = same.unwrap_or_else(|| kept.into());
        });
        group.iter().for_each(|&variant| bytes[variant] = (sites.heap_bytes(), sites.root_bytes()));
        context.step();
    }
    let inserted = seen.iter().flatten().count();
    Ok(Played { pages, inserted, bytes })
}

/// The variants that share their trees.
fn groups(variants: &[Variant]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (number, variant) in variants.iter().enumerate() {
        match groups.iter_mut().find(|group| variants[group[0]].shares_trees(variant)) {
            Some(group) => group.push(number),
            None => groups.push(vec![number]),
        }
    }
    groups
}

/// Plays the stream through one set of trees. Only pages that `told` wants are judged.
fn play_group(
    seen: &[Option<Seen>],
    variants: &[Variant],
    group: &[usize],
    mut told: impl FnMut(usize, usize, &[bool]),
) -> Sites {
    let Variant { form, retention, .. } = variants[group[0]];
    let mut sites = Sites::new(retention);
    let mut nearest = Nearest::default();
    for (index, page) in seen.iter().enumerate() {
        let Some(page) = page else { continue };
        let near: Vec<BlockHash>;
        let hashes = match form {
            Form::Letters => &page.letters,
            Form::Masked => &page.masked,
            Form::Similar => {
                near = page.similar.iter().map(|&hash| nearest.of(hash)).collect();
                &near
            }
        };
        sites.insert(&page.key, page.time, hashes);
        for &variant in group {
            let Variant { heuristic, root, .. } = &variants[variant];
            let judged = match root {
                true => sites.judge(&page.key, hashes, heuristic),
                false => sites.judge_by_site(&page.key, hashes, heuristic),
            };
            let kept: Vec<bool> = judged.iter().map(|j| !j.boilerplate).collect();
            told(index, variant, &kept);
        }
    }
    sites
}

/// Reads all pages of a stream; whether their similarity is wanted too.
fn look(
    context: &mut Context<'_>,
    source: &Source,
    similar: bool,
) -> Result<Vec<Option<Seen>>, ExperimentError> {
    let jobs: Vec<usize> = (0..source.len()).step_by(CHUNK).collect();
    let shared = source.clone();
    let work = move |&from: &usize| -> Vec<Option<Seen>> {
        let to = shared.len().min(from + CHUNK);
        (from..to).map(|index| see(&shared, index, similar)).collect()
    };
    let chunks: Result<Vec<_>, Failure> =
        context.each("reading the stream", jobs, CHUNK_LIMIT, work).into_iter().collect();
    let chunks = chunks.map_err(|failure| ExperimentError::Other(Box::new(failure)))?;
    Ok(chunks.into_iter().flatten().collect())
}

fn see(source: &Source, index: usize, similar: bool) -> Option<Seen> {
    let arrival = source.page(index)?;
    let blocks = arrival.document.blocks();
    let (mut plain, mut masking) = (Normalizer::default(), Normalizer::masking());
    Some(Seen {
        letters: blocks.texts().map(|text| plain.hash(text)).collect(),
        masked: blocks.texts().map(|text| masking.hash(text)).collect(),
        similar: blocks.texts().filter(|_| similar).map(simhash).collect(),
        key: arrival.key,
        time: arrival.time,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_share_trees_where_they_insert_the_same() {
        let strict = Variant::of(Heuristic::strict());
        let without_root = Variant { root: false, ..strict.clone() };
        let masked = Variant { form: Form::Masked, ..strict.clone() };
        let relaxed = Variant::of(Heuristic::relaxed(500));
        let few = Variant { retention: Retention::default(), ..relaxed.clone() };
        let groups = groups(&[strict, without_root, masked, relaxed, few]);
        assert_eq!(groups, [vec![0, 1, 3], vec![2], vec![4]]);
    }
}
