//! Drops elements that look like something else than content by what they hold: links, pictures without
//! text, input fields, embedded objects.

use super::measure::folded;
use super::stats::{Below, Source, Stats, holds};
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

/// A word in more markup than that is no notice.
const MOST_NODES_OF_A_NOTICE: usize = 100;

/// Judges elements by what they hold.
#[derive(Clone, Copy)]
pub(super) struct Judge<'a> {
    pub source: Source<'a>,
    pub rules: Rules,
}

impl Judge<'_> {
    /// Drops the elements of a name below the article that are judged so, inner ones first.
    pub fn clean(
        &self,
        tree: &mut Tree,
        stats: &mut Stats,
        article: Id,
        name: Name,
        log: &mut Log,
    ) {
        stats.judge(&self.source, tree, article, |tree, id, below| {
            if tree.name(id) != name {
                return false;
            }
            let Judge { ref source, rules } = *self;
            let why = Case { tree, source, id, below, rules }.verdict();
            why.into_iter().for_each(|why| log.note(tree, id, why));
            why.is_some()
        });
    }
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
        if traits.has(Traits::DATA_TABLE | Traits::IN_DATA_TABLE)
            || self.tree.has_near_ancestor(self.id, name::CODE)
            || self.below.holds(holds::DATA_TABLE)
        {
            return None;
        }
        let weight = if self.rules.weigh_names { traits.weight() } else { 0.0 };
        if weight < 0.0 {
            return Some(Why::BadName);
        }
        if self.below.text.latin_commas >= ENOUGH_COMMAS || self.below.holds(holds::PLAYER) {
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
            || f64::from(self.below.lists) / f64::from(self.below.text.inner) > 0.9
    }

    fn shady(&self, weight: f64, list: bool) -> Option<Why> {
        let Below { paragraphs, pictures, items, .. } = *self.below;
        let (inputs, embeds) = (u32::from(self.below.inputs), u32::from(self.below.embeds));
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
        (pictures == 0 && !self.below.holds(holds::TEXT_IN_PLACE)).then_some(Why::NoTextInPlace)
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
        let text = self.tree.text_below(self.source.page, self.id, MOST_NODES_OF_A_NOTICE);
        let text = folded(&text.unwrap_or_default()).to_lowercase();
        let waiting = text.strip_suffix('…').or_else(|| text.strip_suffix("...")).unwrap_or(&text);
        ADVERTISING.contains(&text.as_str()) || LOADING.contains(&waiting)
    }
}

#[cfg(test)]
mod tests {
    use super::super::build::build;
    use super::super::sketch::sketch;
    use super::*;
    use dehusk_extract::Document;
    use dehusk_page::Page;

    /// What is left of a body after the elements of a name were judged.
    fn judged(name: Name, html: &str) -> String {
        let document = Document::new(Page::parse(format!("<body>{html}")));
        let mut working = build(&document).unwrap();
        let source = Source { page: document.page(), texts: &working.texts };
        let rules = Rules { weigh_names: true, link_density_modifier: 0.0 };
        let (mut stats, mut log) = (Stats::default(), Log::default());
        let judge = Judge { source, rules };
        judge.clean(&mut working.tree, &mut stats, working.body, name, &mut log);
        sketch(document.page(), &working.tree, working.body)
    }

    fn stays(name: Name, html: &str) -> bool {
        !judged(name, html).is_empty()
    }

    #[test]
    fn names_against_it_are_enough() {
        assert!(!stays(name::DIV, "<div class=promo><p>one</p></div>"));
        assert!(stays(name::DIV, "<div class='promo post'><p>one</p></div>"));
    }

    #[test]
    fn pictures_need_paragraphs_or_a_figure() {
        let pictures = "<img src=a><img src=b><img src=c>";
        assert!(!stays(name::DIV, &format!("<div><p>one</p>{pictures}</div>")));
        assert!(stays(name::DIV, &format!("<div><p>one</p><p>two</p>{pictures}</div>")));
        assert!(
            judged(name::DIV, &format!("<figure><div>{pictures}</div></figure>")).contains("img")
        );
    }

    #[test]
    fn many_items_need_a_list() {
        let items = "<li>one</li>".repeat(103);
        assert!(!stays(name::DIV, &format!("<div><p>two</p>{items}</div>")));
        assert!(stays(name::DIV, &format!("<div><p>two</p><ul>{items}</ul></div>")));
    }

    #[test]
    fn links_are_limited_by_the_weight_of_the_name() {
        let links = "<p>one two three four</p><a href=x>five six seven</a>";
        assert!(!stays(name::DIV, &format!("<div>{links}</div>")));
        assert!(stays(name::DIV, &format!("<div class=post>{links}</div>")));
        // Links into the page count three tenths.
        assert!(stays(
            name::DIV,
            "<div><p>one two three four</p><a href='#x'>five six seven</a></div>"
        ));
    }

    #[test]
    fn a_short_text_with_a_link_goes_unless_it_is_a_heading() {
        // 1 of 8 letters: not linked enough by density
        assert!(!stays(name::DIV, "<div><p>one two</p><a href=x>3</a></div>"));
        assert!(stays(name::DIV, "<div><h3><span>one two</span><a href=x>3</a></h3></div>"));
        assert!(stays(name::DIV, "<div><p>one two<img src=y></p><a href=x>3</a></div>"));
    }

    #[test]
    fn embedded_objects_need_text_or_a_known_player() {
        let frame = "<iframe src='https://example.org/'></iframe>";
        assert!(!stays(name::DIV, &format!("<div><p>one</p>{frame}</div>")));
        let long = "one ".repeat(20);
        assert!(stays(name::DIV, &format!("<div><p>{long}</p>{frame}</div>")));
        assert!(!stays(name::DIV, &format!("<div><p>{long}</p>{frame}{frame}</div>")));
        let player = "<iframe src='https://www.youtube.com/embed/x'></iframe>";
        assert!(stays(name::DIV, &format!("<div><p>one</p>{player}{frame}</div>")));
    }

    #[test]
    fn text_must_stand_in_elements_for_text() {
        assert!(!stays(name::DIV, "<div>bare</div>"));
        assert!(stays(name::DIV, "<div><span>held</span></div>"));
        assert!(stays(name::DIV, "<div><img src=x></div>"));
    }

    #[test]
    fn galleries_stay() {
        let item = "<li><a href=x><img src=a></a></li>";
        assert!(stays(name::UL, &format!("<ul>{}</ul>", item.repeat(4))));
        assert!(!stays(name::UL, &format!("<ul>{}<li>x</li></ul>", item.repeat(4))));
        assert!(!stays(name::UL, &format!("<ul>{}</ul>", "<li><b></b><img src=a></li>".repeat(4))));
    }

    #[test]
    fn code_is_left_alone() {
        assert!(stays(name::UL, "<code><ul class=promo><li>x</ul></code>"));
    }

    #[test]
    fn notices_go_in_any_case_and_markup() {
        for notice in ["Loading...", "ЗАГРУЗКА…", "<b>Ad</b>vertisement", "广告"] {
            assert!(!stays(name::DIV, &format!("<div><p> {notice} </p></div>")), "{notice}");
        }
        assert!(stays(name::DIV, "<div><p>Loading the car</p></div>"));
    }

    #[test]
    fn what_an_inner_element_loses_does_not_count_for_the_outer() {
        let inner = "<div class=promo><a href=x>one two three four</a></div>";
        assert_eq!(
            judged(name::DIV, &format!("<div><p>kept text</p>{inner}</div>")),
            "<div><p>kept text</p></div>"
        );
    }
}
