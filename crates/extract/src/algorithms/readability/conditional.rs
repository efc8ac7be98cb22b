//! Drops elements that look like something else than content by what they hold: links, pictures without
//! text, input fields, embedded objects.

use super::measure::folded;
use super::stats::{Below, Source, Stats};
use super::traits::Traits;
use super::tree::{Id, Tree};
use super::why::{Log, Why};
use dehusk_page::{Name, name};

/// What the judgement depends on beside the element.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    /// Whether classes and ids count.
    pub weigh_names: bool,
    /// Added to the limits of link density.
    pub link_density_modifier: f64,
}

/// With as many commas an element is text.
const ENOUGH_COMMAS: u32 = 10;

/// Judges all elements of a name below the article, inner ones first.
pub(super) fn clean_conditionally(
    tree: &mut Tree,
    source: &Source,
    stats: &mut Stats,
    article: Id,
    name: Name,
    rules: Rules,
    log: &mut Log,
) {
    let in_data_table = data_table_insides(tree, article);
    stats.judge(source, tree, article, |tree, id, below| {
        if tree.name(id) != name || in_data_table.contains(id) {
            return false;
        }
        let case = Case { tree, source, id, below, rules };
        let why = case.verdict();
        why.into_iter().for_each(|why| log.note(tree, id, why));
        why.is_some()
    });
}

/// Elements that lie in a table of data.
struct Insides(Vec<bool>);

impl Insides {
    fn contains(&self, id: Id) -> bool {
        self.0.get(id.index()).copied().unwrap_or(false)
    }
}

fn data_table_insides(tree: &Tree, article: Id) -> Insides {
    let mut inside = vec![false; tree.len()];
    for id in tree.elements_below(article) {
        let by_parent = tree.parent(id).is_some_and(|parent| {
            inside[parent.index()] || tree.traits(parent).has(Traits::DATA_TABLE)
        });
        inside[id.index()] = by_parent;
    }
    Insides(inside)
}

/// One element under judgement.
struct Case<'a> {
    tree: &'a Tree,
    source: &'a Source<'a>,
    id: Id,
    below: &'a Below,
    rules: Rules,
}

impl Case<'_> {
    /// Why the element is dropped, if it is.
    fn verdict(&self) -> Option<Why> {
        let traits = self.tree.traits(self.id);
        if traits.has(Traits::DATA_TABLE)
            || self.tree.has_near_ancestor(self.id, name::CODE)
            || self.below.holds.data_table
        {
            return None;
        }
        let weight = if self.rules.weigh_names { traits.weight() } else { 0.0 };
        if weight < 0.0 {
            return Some(Why::BadName);
        }
        if self.below.text.latin_commas >= ENOUGH_COMMAS || self.below.holds.player {
            return None;
        }
        if self.is_notice() {
            return Some(Why::NoticeOnly);
        }
        let list = self.is_list();
        self.shady(weight, list).filter(|_| !(list && self.is_gallery()))
    }

    /// A list, or an element with hardly anything but lists.
    fn is_list(&self) -> bool {
        let name = self.tree.name(self.id);
        matches!(name, name::UL | name::OL)
            || self.below.lists as f64 / f64::from(self.below.text.inner) > 0.9
    }

    fn shady(&self, weight: f64, list: bool) -> Option<Why> {
        let Below { paragraphs, pictures, items, inputs, embeds, .. } = *self.below;
        let (length, density) = (self.below.text.inner, self.below.link_density());
        let in_figure = self.tree.has_near_ancestor(self.id, name::FIGURE);
        if !in_figure && pictures > 1 && f64::from(paragraphs) / f64::from(pictures) < 0.5 {
            return Some(Why::PicturesWithoutText { pictures, paragraphs });
        }
        if !list && i64::from(items) - 100 > i64::from(paragraphs) {
            return Some(Why::ItemsOutsideLists { items });
        }
        if inputs > paragraphs / 3 {
            return Some(Why::Inputs { inputs });
        }
        let no_picture = pictures == 0 || pictures > 2;
        let headed = self.below.heading_density() >= 0.9;
        if !list && !in_figure && !headed && length < 25 && no_picture && density > 0.0 {
            return Some(Why::ShortWithLinks { length });
        }
        let limit = self.rules.link_density_modifier + if weight < 25.0 { 0.2 } else { 0.5 };
        if !(list && weight < 25.0) && density > limit {
            return Some(Why::LinkDensity { density, limit });
        }
        if (embeds == 1 && length < 75) || embeds > 1 {
            return Some(Why::Embeds { embeds });
        }
        (pictures == 0 && !self.below.holds.text_in_place).then_some(Why::NoTextInPlace)
    }

    /// A list with a picture in each item.
    fn is_gallery(&self) -> bool {
        let simple = |child: Id| self.tree.element_children(child).nth(1).is_none();
        self.below.pictures == self.below.items && self.tree.element_children(self.id).all(simple)
    }

    /// Nothing but a word that stands where advertising or late content would.
    fn is_notice(&self) -> bool {
        const ADVERTISING: [&str; 10] = [
            "ad",
            "advertising",
            "advertisement",
            "pub",
            "publicité",
            "werb",
            "werbung",
            "广告",
            "реклама",
            "anuncio",
        ];
        const LOADING: [&str; 5] = ["loading", "正在加载", "загрузка", "chargement", "cargando"];
        if !(1..=20).contains(&self.below.text.inner) {
            return false;
        }
        let text = folded(&self.tree.text_below(self.source.page, self.id)).to_lowercase();
        let waiting = text.strip_suffix('…').or_else(|| text.strip_suffix("...")).unwrap_or(&text);
        ADVERTISING.contains(&text.as_str()) || LOADING.contains(&waiting)
    }
}
