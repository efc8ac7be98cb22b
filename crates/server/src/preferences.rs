//! How somebody wants a page extracted and written: the options of the command, under their names.

use crate::error::ServeError;
use dehusk::article::Rendering;
use dehusk::article::json::Fields;
use dehusk::extractor::Role;
use dehusk::{Article, Format, Options, auto};
use serde::Deserialize;

/// The options of a request. In an address lists are written with commas, in JSON as lists too.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preferences {
    /// The address of the page: fetched if no page is sent.
    pub url: Option<String>,
    /// How the answer is written.
    pub format: Option<String>,
    /// Which extractor.
    pub extractor: Option<String>,
    /// What auto prefers where it can not have both.
    pub favor: Option<Favor>,
    /// Whether auto keeps readers' comments.
    pub comments: Option<Comments>,
    /// What auto gives for a page that is a list.
    pub lists: Option<Lists>,
    /// Blocks that auto leaves out, by their roles.
    pub drop: Option<Names>,
    /// Blocks that auto keeps wherever they stand.
    pub keep: Option<Names>,
    /// Where the content is looked for.
    pub select: Option<String>,
    /// What is taken out of the page first.
    pub remove: Option<String>,
    /// The encoding of the page.
    pub charset: Option<String>,
    /// Whether only the text of links is written.
    pub no_links: Option<bool>,
    /// Whether pictures are left out.
    pub no_images: Option<bool>,
    /// Whether the answer begins with what the page says about itself.
    pub front_matter: Option<bool>,
    /// Characters of a line.
    pub width: Option<u16>,
    /// The fields of JSON.
    pub fields: Option<Names>,
}

/// What auto prefers.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Favor {
    /// What is kept is content.
    Precision,
    /// Content is kept.
    Recall,
}

/// Comments in or out.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Comments {
    /// They are kept.
    In,
    /// They are dropped.
    Out,
}

/// Lists kept or dropped.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lists {
    /// The list is the content.
    Keep,
    /// Such a page has none.
    Drop,
}

/// Some names.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Names {
    /// With commas between them.
    Text(String),
    /// One by one.
    List(Vec<String>),
}

impl Names {
    fn all(&self) -> Vec<&str> {
        let all: Vec<&str> = match self {
            Names::Text(text) => text.split(',').collect(),
            Names::List(list) => list.iter().map(String::as_str).collect(),
        };
        all.into_iter().map(str::trim).filter(|name| !name.is_empty()).collect()
    }

    fn roles(&self) -> Result<Vec<Role>, ServeError> {
        let role = |name: &str| {
            let unknown = || ServeError::Bad(format!("{name:?} is no role of a block"));
            Role::from_name(name).ok_or_else(unknown)
        };
        self.all().into_iter().map(role).collect()
    }
}

impl Preferences {
    /// These, and of the others what these do not say.
    pub fn or(self, other: Preferences) -> Preferences {
        Preferences {
            url: self.url.or(other.url),
            format: self.format.or(other.format),
            extractor: self.extractor.or(other.extractor),
            favor: self.favor.or(other.favor),
            comments: self.comments.or(other.comments),
            lists: self.lists.or(other.lists),
            drop: self.drop.or(other.drop),
            keep: self.keep.or(other.keep),
            select: self.select.or(other.select),
            remove: self.remove.or(other.remove),
            charset: self.charset.or(other.charset),
            no_links: self.no_links.or(other.no_links),
            no_images: self.no_images.or(other.no_images),
            front_matter: self.front_matter.or(other.front_matter),
            width: self.width.or(other.width),
            fields: self.fields.or(other.fields),
        }
    }

    /// Adds them to options.
    pub fn add_to(&self, mut options: Options) -> Result<Options, ServeError> {
        if let Some(name) = &self.extractor {
            options = options.with_extractor(name.as_str()).map_err(bad)?;
        }
        let other = self.extractor.as_deref().filter(|name| *name != "auto");
        if let (Some(name), true) = (other, self.are_of_auto()) {
            let told = "favor, comments, lists, drop and keep are for the extractor auto";
            return Err(ServeError::Bad(format!("{told}, not for {name}")));
        }
        if let Some(favor) = self.favor {
            options = options.with_favor(match favor {
                Favor::Precision => auto::Favor::Precision,
                Favor::Recall => auto::Favor::Recall,
            });
        }
        if let Some(comments) = self.comments {
            options = options.with_comments(match comments {
                Comments::In => auto::Comments::Include,
                Comments::Out => auto::Comments::Exclude,
            });
        }
        if matches!(self.lists, Some(Lists::Drop)) {
            options = options.with_lists(auto::Lists::Drop);
        }
        if let Some(roles) = &self.drop {
            options = options.leaving_out(roles.roles()?);
        }
        if let Some(roles) = &self.keep {
            options = options.keeping(roles.roles()?);
        }
        if let Some(selector) = &self.select {
            options = options.selecting(selector).map_err(bad)?;
        }
        if let Some(selector) = &self.remove {
            options = options.removing(selector).map_err(bad)?;
        }
        if let Some(label) = &self.charset {
            options = options.with_charset(label).map_err(bad)?;
        }
        Ok(options)
    }

    fn are_of_auto(&self) -> bool {
        self.favor.is_some()
            || self.comments.is_some()
            || matches!(self.lists, Some(Lists::Drop))
            || self.drop.is_some()
            || self.keep.is_some()
    }

    /// How an article is written in a format. What would be without effect in it is refused.
    pub fn writing(&self, format: Format) -> Result<Writing, ServeError> {
        use Format::{Html, Json, Markdown, Tei, Text};
        let rules: [(&str, bool, &[Format]); 5] = [
            ("no_links", self.no_links == Some(true), &[Markdown, Html, Tei]),
            ("no_images", self.no_images == Some(true), &[Markdown, Html, Tei]),
            ("front_matter", self.front_matter == Some(true), &[Text, Markdown]),
            ("width", self.width.is_some(), &[Text, Markdown]),
            ("fields", self.fields.is_some(), &[Json]),
        ];
        let without_effect =
            |(_, given, formats): &&(&str, bool, &[Format])| *given && !formats.contains(&format);
        if let Some((name, _, formats)) = rules.iter().find(without_effect) {
            let formats: Vec<&str> = formats.iter().map(|format| format.name()).collect();
            return Err(ServeError::Bad(format!("{name} is for {}", formats.join(", "))));
        }
        let mut rendering = Rendering::default();
        if self.no_links == Some(true) {
            rendering = rendering.without_links();
        }
        if self.no_images == Some(true) {
            rendering = rendering.without_images();
        }
        if let Some(width) = self.width {
            if !(20..=1000).contains(&width) {
                return Err(ServeError::Bad("width is from 20 to 1000".into()));
            }
            rendering = rendering.with_width(width.into());
        }
        let fields = match &self.fields {
            Some(names) => Fields::of(names.all()).map_err(bad)?,
            None => Fields::all(),
        };
        let front_matter = self.front_matter == Some(true);
        Ok(Writing { format, rendering, front_matter, fields })
    }
}

fn bad(error: impl std::fmt::Display) -> ServeError {
    ServeError::Bad(error.to_string())
}

/// How an article is written.
#[derive(Clone, Debug)]
pub struct Writing {
    /// The format.
    pub format: Format,
    rendering: Rendering,
    front_matter: bool,
    fields: Fields,
}

impl Writing {
    /// The article.
    pub fn write(&self, article: &Article) -> String {
        if self.format == Format::Json {
            return serde_json::to_string(&article.json(&self.fields)).unwrap_or_default();
        }
        let content = article.render_as(self.format, self.rendering);
        match self.front_matter {
            true => format!("{}\n{content}", article.front_matter()),
            false => content,
        }
    }
}
