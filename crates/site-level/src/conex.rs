//! ConEx: the main content among what is outside of the template.
//!
//! Alarte, Insa, Silva, Tamarit, "Main Content Extraction from Heterogeneous Webpages", WISE 2018. First
//! the nodes of a page that do not belong to its template are found from a few pages of the site, as in
//! [TemEx](super::temex); then these nodes are explored for those of the main content, because dates,
//! comments, advertisements and lists of other pages are outside of the template too. Here the exploration
//! ends at the lowest element that holds most of the words outside of the template and of links, and what
//! of the template's outside is below it is the content.

use super::temex;
use super::tree::{Labels, Place, Tree};
use dehusk_extract::{Document, Selection};
use dehusk_page::name;

/// The share of the words that the element of the content holds.
const MOST_WORDS: f32 = 0.6;

/// The main content of each page.
pub fn extract(pages: &[&Document]) -> Vec<Selection> {
    let trees: Vec<Tree> = pages.iter().map(|page| Tree::of(page, Labels::Named)).collect();
    let outside = temex::outside(pages, &trees);
    let select = |(index, page): (usize, &&Document)| {
        let tree = &trees[index];
        let words = words(page, tree, &outside[index]);
        let content = below(tree, content(tree, &words));
        let reason = "below the element with most words outside of the template";
        tree.select(page, reason, |place| outside[index][place] && content[place])
    };
    pages.iter().enumerate().map(select).collect()
}

/// Words outside of the template and of links, at and below each node.
fn words(page: &Document, tree: &Tree, outside: &[bool]) -> Vec<u32> {
    let mut linked = vec![false; tree.nodes().len()];
    let mut words = vec![0; tree.nodes().len()];
    for (place, node) in tree.nodes().iter().enumerate() {
        let above = tree.parent(place).is_some_and(|parent| linked[parent]);
        linked[place] = above || (!node.is_text && page.page().name(node.id) == name::A);
        if node.is_text && outside[place] && !linked[place] {
            words[place] = dehusk_blocks::count_words(page.page().text(node.id)) as u32;
        }
    }
    for place in (0..words.len()).rev() {
        if let Some(parent) = tree.parent(place) {
            words[parent] += words[place];
        }
    }
    words
}

/// The lowest element that holds most of the words.
fn content(tree: &Tree, words: &[u32]) -> Place {
    let most = words.first().map_or(0.0, |&all| all as f32 * MOST_WORDS);
    let mut place = 0;
    loop {
        let holds = |child: &&Place| {
            !tree.node(**child).is_text && words[**child] > 0 && words[**child] as f32 >= most
        };
        let Some(&next) =
            tree.nodes().get(place).and_then(|_| tree.children(place).iter().find(holds))
        else {
            return place;
        };
        place = next;
    }
}

/// For every node, whether it is at or below a place.
fn below(tree: &Tree, top: Place) -> Vec<bool> {
    let mut below = vec![false; tree.nodes().len()];
    for place in top..below.len() {
        below[place] = place == top || tree.parent(place).is_some_and(|parent| below[parent]);
    }
    below
}

#[cfg(test)]
mod tests {
    use crate::tests::kept;

    #[test]
    fn most_of_the_words_beside_the_template_are_the_content() {
        let page = |own: &str, date: &str, link: &str| {
            format!(
                "<div>Menu</div><div><b>{date}</b></div><div><p>{own}</p></div>\
                 <ul><li><a href=/>{link}</a></ul>"
            )
        };
        let pages = [
            page(
                "Snow fell all night over the hills",
                "Monday",
                "A long link to another article of ours",
            ),
            page(
                "The ice on the river broke at noon",
                "Tuesday",
                "Another long link to another of our articles",
            ),
        ];
        let pages = pages.each_ref().map(String::as_str);
        let kept = kept("conex", &pages);
        assert_eq!(kept[0], ["Snow fell all night over the hills"]);
        assert_eq!(kept[1], ["The ice on the river broke at noon"]);
    }
}
