//! Extractors by their names.
//!
//! A registry is a value: whoever needs one puts it together from the tables of the crates that bring extractors, and
//! from extractors of their own.

use crate::{Document, Extractor, Selection, SiteExtractor};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// Named extractors, the default first.
///
/// ```
/// use dehusk_extract::{Document, Entry, Extractor, Registry, Selection};
///
/// struct All;
///
/// impl Extractor for All {
///     fn extract(&self, document: &Document) -> Selection {
///         Selection::everything(document)
///     }
/// }
///
/// let registry = Registry::default().with(Entry::ready("all-text", "everything", All));
/// assert!(registry.find("all-text").is_some() && registry.find("al-text").is_none());
/// assert_eq!(registry.nearest("al-txet").unwrap().name(), "all-text");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Registry {
    entries: Vec<Entry>,
    families: Vec<Family>,
}

/// Finds the entry of a name that says how it is made, such as `em:2of(readability,bte)`.
type Family = fn(&Registry, &str) -> Option<Entry>;

/// Makes an extractor; those that ask others find them in the registry.
type Make = fn(&Registry) -> Result<Arc<dyn Extractor>, BuildError>;

/// A named extractor.
#[derive(Clone)]
pub struct Entry {
    name: Cow<'static, str>,
    about: Cow<'static, str>,
    source: Cow<'static, str>,
    languages: Cow<'static, str>,
    maker: Maker,
}

#[derive(Clone)]
enum Maker {
    Function(Make),
    Ready(Arc<dyn Extractor>),
    Site(SiteFunction),
}

/// What an extractor needs beside the page itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Nothing.
    Page,
    /// What earlier pages of the site have shown.
    Memory,
    /// Other pages of the site.
    Pages,
}

/// Extracts the pages of a site together.
type SiteFunction = fn(&[&Document]) -> Vec<Selection>;

/// Why an extractor can not be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// Its model is damaged or of another version.
    #[error(
        "the model of {name} can not be used: build dehusk anew, or train it with `dehusk train {name}`"
    )]
    Model {
        /// The name of the model.
        name: Cow<'static, str>,
    },
    /// It asks an extractor that is not in the registry.
    #[error("{name} asks the extractor {member:?}, which is not in this build: enable its feature")]
    Member {
        /// The name of the one that asks.
        name: Cow<'static, str>,
        /// The name that was not found.
        member: Cow<'static, str>,
    },
    /// It goes by what a site has shown, and there is nothing that was kept of it.
    #[error(
        "{name} goes by what earlier pages of a site have shown: give dehusk a memory of them with --memory FILE, or the site's feeds to dehusk watch"
    )]
    NeedsMemory {
        /// The name of the extractor.
        name: Cow<'static, str>,
    },
    /// It compares the pages of a site, and there is one alone.
    #[error(
        "{name} compares the pages of a site: give several of them to dehusk in one go, as in dehusk --extractor {name} one.html two.html three.html"
    )]
    NeedsPages {
        /// The name of the extractor.
        name: Cow<'static, str>,
    },
}

impl Entry {
    /// An entry of a table.
    pub const fn new(
        name: &'static str,
        about: &'static str,
        source: &'static str,
        languages: &'static str,
        make: Make,
    ) -> Entry {
        Entry {
            name: Cow::Borrowed(name),
            about: Cow::Borrowed(about),
            source: Cow::Borrowed(source),
            languages: Cow::Borrowed(languages),
            maker: Maker::Function(make),
        }
    }

    /// An entry of a table, for an extractor that compares the pages of a site.
    pub const fn of_sites(
        name: &'static str,
        about: &'static str,
        source: &'static str,
        extract: fn(&[&Document]) -> Vec<Selection>,
    ) -> Entry {
        Entry {
            name: Cow::Borrowed(name),
            about: Cow::Borrowed(about),
            source: Cow::Borrowed(source),
            languages: Cow::Borrowed("any"),
            maker: Maker::Site(extract),
        }
    }

    /// An extractor that is there already, under a name.
    pub fn ready(
        name: impl Into<Cow<'static, str>>,
        about: impl Into<Cow<'static, str>>,
        extractor: impl Extractor + 'static,
    ) -> Entry {
        Entry {
            name: name.into(),
            about: about.into(),
            source: Cow::Borrowed(""),
            languages: Cow::Borrowed("any"),
            maker: Maker::Ready(Arc::new(extractor)),
        }
    }

    /// Names the paper or program that describes it.
    pub fn with_source(mut self, source: impl Into<Cow<'static, str>>) -> Entry {
        self.source = source.into();
        self
    }

    /// Says which languages it is for.
    pub fn with_languages(mut self, languages: impl Into<Cow<'static, str>>) -> Entry {
        self.languages = languages.into();
        self
    }

    /// The name users give.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// One line on what it does.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// The paper or program that describes it.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The languages it is for.
    pub fn languages(&self) -> &str {
        &self.languages
    }

    /// What the extractor needs beside the page.
    pub fn needs(&self) -> Needs {
        match &self.maker {
            Maker::Site(_) => Needs::Pages,
            Maker::Ready(extractor) if extractor.counting().is_some() => Needs::Memory,
            Maker::Ready(_) | Maker::Function(_) => Needs::Page,
        }
    }

    /// Makes the extractor; `registry` is where it finds others that it asks. It needs the page alone.
    pub fn build(&self, registry: &Registry) -> Result<Arc<dyn Extractor>, BuildError> {
        match self.needs() {
            Needs::Memory => Err(BuildError::NeedsMemory { name: self.name.clone() }),
            Needs::Page | Needs::Pages => self.build_with_memory(registry),
        }
    }

    /// Makes the extractor for who gives pages to it together with what their sites have shown before.
    pub fn build_with_memory(&self, registry: &Registry) -> Result<Arc<dyn Extractor>, BuildError> {
        match &self.maker {
            Maker::Function(make) => make(registry),
            Maker::Ready(extractor) => Ok(Arc::clone(extractor)),
            Maker::Site(_) => Err(BuildError::NeedsPages { name: self.name.clone() }),
        }
    }

    /// The extractor for the pages of a site that are there together; none where it is not one of these.
    pub fn of_pages(&self) -> Option<&dyn SiteExtractor> {
        match &self.maker {
            Maker::Site(extract) => Some(extract),
            Maker::Function(_) | Maker::Ready(_) => None,
        }
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Registry {
    /// Adds an entry; it takes the place of one of the same name.
    pub fn with(mut self, entry: Entry) -> Registry {
        match self.entries.iter_mut().find(|known| known.name == entry.name) {
            Some(known) => *known = entry,
            None => self.entries.push(entry),
        }
        self
    }

    /// Adds the entries of a table, as [`Registry::with`] does each.
    pub fn with_all<'e>(self, entries: impl IntoIterator<Item = &'e Entry>) -> Registry {
        entries.into_iter().cloned().fold(self, Registry::with)
    }

    /// Adds a family of names that no table can list; it is asked for names that no entry has.
    pub fn with_family(mut self, family: Family) -> Registry {
        self.families.push(family);
        self
    }

    /// The extractor of a name.
    pub fn find(&self, name: &str) -> Option<Entry> {
        let entry = self.entries.iter().find(|entry| entry.name == name).cloned();
        entry.or_else(|| self.families.iter().find_map(|family| family(self, name)))
    }

    /// All entries, the default first.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Every extractor that needs a page alone, made and with its name.
    pub fn build_all(&self) -> Result<Vec<NamedExtractor>, BuildError> {
        let build = |entry: &Entry| Ok(NamedExtractor::new(entry.name(), entry.build(self)?));
        self.entries.iter().filter(|entry| entry.needs() == Needs::Page).map(build).collect()
    }

    /// The extractor whose name is most like this one, if one is like it at all: for "did you mean".
    pub fn nearest(&self, name: &str) -> Option<&Entry> {
        let name = name.to_lowercase().replace('_', "-");
        let near = self.entries.iter().map(|entry| (typing_errors(&name, &entry.name), entry));
        let (distance, entry) = near.min_by_key(|&(distance, _)| distance)?;
        (2 * distance <= entry.name.len()).then_some(entry)
    }
}

/// An extractor with the name it is known by.
#[derive(Clone)]
pub struct NamedExtractor {
    name: Arc<str>,
    extractor: Arc<dyn Extractor>,
}

impl NamedExtractor {
    /// An extractor under a name.
    pub fn new(name: impl Into<Arc<str>>, extractor: Arc<dyn Extractor>) -> NamedExtractor {
        NamedExtractor { name: name.into(), extractor }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The extractor.
    pub fn extractor(&self) -> &dyn Extractor {
        &*self.extractor
    }

    /// The extractor, to hold it.
    pub fn shared(&self) -> Arc<dyn Extractor> {
        Arc::clone(&self.extractor)
    }
}

impl fmt::Debug for NamedExtractor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("NamedExtractor").field(&self.name).finish()
    }
}

/// What stands for an extractor: its name in a registry, or the extractor itself.
pub trait IntoExtractor {
    /// The extractor; none where the registry has no such name.
    fn into_extractor(self, registry: &Registry) -> Result<Option<NamedExtractor>, BuildError>;

    /// The name, for messages.
    fn name(&self) -> String;
}

impl IntoExtractor for &str {
    fn into_extractor(self, registry: &Registry) -> Result<Option<NamedExtractor>, BuildError> {
        let Some(entry) = registry.find(self) else { return Ok(None) };
        Ok(Some(NamedExtractor::new(entry.name(), entry.build(registry)?)))
    }

    fn name(&self) -> String {
        (*self).into()
    }
}

impl IntoExtractor for &String {
    fn into_extractor(self, registry: &Registry) -> Result<Option<NamedExtractor>, BuildError> {
        self.as_str().into_extractor(registry)
    }

    fn name(&self) -> String {
        self.to_string()
    }
}

impl IntoExtractor for NamedExtractor {
    fn into_extractor(self, _: &Registry) -> Result<Option<NamedExtractor>, BuildError> {
        Ok(Some(self))
    }

    fn name(&self) -> String {
        self.name.to_string()
    }
}

impl<E: Extractor + 'static> IntoExtractor for E {
    fn into_extractor(self, _: &Registry) -> Result<Option<NamedExtractor>, BuildError> {
        let name = Arc::from(Extractor::name(&self));
        Ok(Some(NamedExtractor { name, extractor: Arc::new(self) }))
    }

    fn name(&self) -> String {
        Extractor::name(self).into()
    }
}

/// Letters to add, drop, change or swap with their neighbour to turn one name into the other. A name
/// that is only begun, such as `boilerpipe`, costs one.
fn typing_errors(typed: &str, name: &str) -> usize {
    if typed.len() > 2 && name.starts_with(typed) && name != typed {
        return 1;
    }
    strsim::osa_distance(typed, name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Document, Selection};

    struct Everything;

    impl Extractor for Everything {
        fn extract(&self, document: &Document) -> Selection {
            Selection::everything(document)
        }
    }

    fn registry() -> Registry {
        let names = ["text", "boilerpipe-article"];
        let entries = names.map(|name| Entry::ready(name, "for the test", Everything));
        Registry::default().with_all(&entries)
    }

    #[test]
    fn a_name_stands_for_one_entry() {
        let registry = registry().with(Entry::ready("text", "mine", Everything));
        assert_eq!(registry.entries().len(), 2);
        assert_eq!(registry.find("text").unwrap().about(), "mine");
    }

    #[test]
    fn families_are_asked_for_names_that_no_entry_has() {
        let family: Family = |registry, name| {
            let member = registry.find(name.strip_prefix("not:")?)?;
            Some(Entry::ready(format!("not:{}", member.name()), "all but that", Everything))
        };
        let registry = registry().with_family(family);
        assert_eq!(registry.find("not:text").unwrap().name(), "not:text");
        assert!(registry.find("not:txet").is_none());
    }

    #[test]
    fn what_needs_more_than_a_page_says_so() {
        struct Counts;
        impl Extractor for Counts {
            fn extract(&self, document: &Document) -> Selection {
                Selection::everything(document)
            }
            fn counting(&self) -> Option<crate::Counting> {
                Some(crate::Counting { least_support: None, masks: false })
            }
        }
        let all =
            |pages: &[&Document]| pages.iter().map(|page| Selection::everything(page)).collect();
        let registry = registry()
            .with(Entry::ready("counts", "for the test", Counts))
            .with(Entry::of_sites("compares", "for the test", "", all));
        let entry = |name: &str| registry.find(name).unwrap();
        assert_eq!(registry.build_all().unwrap().len(), 2);
        assert!(entry("counts").build_with_memory(&registry).is_ok());
        let refused = |name: &str| entry(name).build(&registry).err().unwrap().to_string();
        assert!(refused("counts").contains("--memory FILE"));
        assert!(refused("compares").contains("one.html two.html"));
        assert!(entry("compares").of_pages().is_some() && entry("text").of_pages().is_none());
    }

    #[test]
    fn typing_errors_are_counted() {
        let cases = [("text", "text", 0), ("txt", "text", 1), ("etxt", "text", 1), ("", "text", 4)];
        for (typed, name, errors) in cases {
            assert_eq!(typing_errors(typed, name), errors, "{typed}");
        }
        assert_eq!(registry().nearest("boilerpipe").unwrap().name(), "boilerpipe-article");
        assert!(registry().nearest("zzzzzzzzzzzz").is_none() && registry().nearest("").is_none());
    }
}
