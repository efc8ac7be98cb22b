//! What the page is called, to know its own content among others'.

use dehusk_page::{Page, name};

/// Letters a title needs to tell anything.
const MIN_LETTERS: usize = 8;
/// Titles that are compared with.
const MAX_TITLES: usize = 8;
/// Bytes of a title that are compared.
const MAX_LENGTH: usize = 400;

/// The titles a page gives itself, as letters and digits in lower case.
#[derive(Clone, Debug, Default)]
pub(super) struct Titles {
    keys: Vec<String>,
}

impl Titles {
    pub fn of(page: &Page) -> Titles {
        let mut titles = Titles::default();
        for node in page.descendants(page.root()) {
            match page.name(node) {
                name::TITLE | name::H1 => titles.add(page.texts(node)),
                name::META => {
                    let property = page.attr(node, name::PROPERTY).unwrap_or_default();
                    if matches!(property, "og:title" | "twitter:title") {
                        titles.add(page.attr(node, name::CONTENT).into_iter());
                    }
                }
                _ => {}
            }
            if titles.keys.len() >= MAX_TITLES {
                break;
            }
        }
        titles
    }

    fn add<'t>(&mut self, pieces: impl Iterator<Item = &'t str>) {
        let key = pieces.fold(String::new(), |all, piece| all + &key(piece));
        if key.chars().count() >= MIN_LETTERS {
            self.keys.push(key);
        }
    }

    /// Whether a title stands in one of the page's own.
    pub fn match_title(&self, title: &str) -> bool {
        let key = key(title);
        key.chars().count() >= MIN_LETTERS && self.keys.iter().any(|own| own.contains(&key))
    }
}

fn key(text: &str) -> String {
    let text = text.char_indices().nth(MAX_LENGTH).map_or(text, |(end, _)| &text[..end]);
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_known_with_the_sites_name_behind_it() {
        let titles = Titles::of(&Page::parse("<title>Late again! | The Quay</title>"));
        assert!(titles.match_title("Late Again") && titles.match_title("late   again!"));
        assert!(
            !titles.match_title("Late")
                && !titles.match_title("Early again")
                && !titles.match_title("")
        );
    }
}
