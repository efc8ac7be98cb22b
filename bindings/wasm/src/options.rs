//! What a caller wants, as JSON.

use dehusk::auto::{Comments, Favor, Lists};
use dehusk::extractor::Role;
use dehusk::{Limits, Options};
use dehusk_suite::{R4, R4Options};
use serde::Deserialize;
use std::time::Duration;

/// Every option, as the package's types describe them. A name that is not known is an error: it is a mistake of the
/// caller, who would wait for its effect in vain.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "camelCase")]
pub(crate) struct Wanted {
    url: Option<String>,
    extractor: Extractor,
    r4: R4Wanted,
    favor: FavorName,
    comments: CommentsName,
    lists: ListsName,
    leave_out: Vec<String>,
    embedded: Option<bool>,
    media: Option<bool>,
    max_time: Option<f64>,
    max_nodes: Option<usize>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Extractor {
    #[default]
    Auto,
    Readability,
    R4,
}

/// The parameters of the paper.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct R4Wanted {
    c: Option<usize>,
    tr: Option<f32>,
    hr: Option<u32>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum FavorName {
    #[default]
    Balance,
    Precision,
    Recall,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum CommentsName {
    #[default]
    Judge,
    Include,
    Exclude,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ListsName {
    #[default]
    Keep,
    Drop,
}

/// Why options can not be followed.
#[derive(Debug, thiserror::Error)]
pub enum OptionsError {
    #[error("the options are wrong: {0}")]
    Json(#[from] serde_json::Error),
    #[error("the options are wrong: there is no role {0:?} to leave out; roles are {names}", names = role_names())]
    Role(String),
    #[error("the options are wrong: maxTime is a number of milliseconds, not {0}")]
    Time(f64),
    #[error(transparent)]
    Extractor(#[from] dehusk::Error),
}

fn role_names() -> String {
    Role::ALL.map(Role::name).join(", ")
}

impl Wanted {
    /// Reads options; an empty text is none.
    pub fn read(json: &str) -> Result<Wanted, OptionsError> {
        Ok(if json.is_empty() { Wanted::default() } else { serde_json::from_str(json)? })
    }

    /// The page's address.
    pub fn url(&self) -> Option<&str> {
        self.url.as_deref()
    }

    /// What a page may cost.
    pub fn limits(&self) -> Result<Limits, OptionsError> {
        let mut limits = Limits::default();
        if let Some(nodes) = self.max_nodes {
            limits = limits.with_max_nodes(nodes);
        }
        if let Some(time) = self.max_time {
            let time =
                Duration::try_from_secs_f64(time / 1000.0).map_err(|_| OptionsError::Time(time))?;
            limits = limits.with_max_time(time);
        }
        Ok(limits)
    }

    /// The options of the library.
    pub fn options(&self) -> Result<Options, OptionsError> {
        let mut options = Options::new()
            .with_limits(self.limits()?)
            .with_favor(self.favor())
            .with_comments(self.comments())
            .with_lists(self.lists())
            .leaving_out(self.roles()?);
        if let Some(url) = &self.url {
            options = options.with_url(url);
        }
        if let Some(embedded) = self.embedded {
            options = options.with_embedded(embedded);
        }
        Ok(match self.extractor {
            Extractor::Auto => options,
            Extractor::Readability => options.with_extractor("readability")?,
            Extractor::R4 => options.with_extractor(R4::new(self.r4.options()))?,
        })
    }

    /// Whether captions of figures go too, which are kept with their pictures whatever an extractor says of them.
    pub fn leaves_out_captions(&self) -> bool {
        self.leave_out.iter().any(|name| name == Role::Caption.name())
    }

    /// Whether media are content.
    pub fn keeps_media(&self) -> bool {
        self.media.unwrap_or(true)
    }

    fn favor(&self) -> Favor {
        match self.favor {
            FavorName::Balance => Favor::Balance,
            FavorName::Precision => Favor::Precision,
            FavorName::Recall => Favor::Recall,
        }
    }

    fn comments(&self) -> Comments {
        match self.comments {
            CommentsName::Judge => Comments::Judge,
            CommentsName::Include => Comments::Include,
            CommentsName::Exclude => Comments::Exclude,
        }
    }

    fn lists(&self) -> Lists {
        match self.lists {
            ListsName::Keep => Lists::Keep,
            ListsName::Drop => Lists::Drop,
        }
    }

    fn roles(&self) -> Result<Vec<Role>, OptionsError> {
        let role =
            |name: &String| Role::from_name(name).ok_or_else(|| OptionsError::Role(name.clone()));
        self.leave_out.iter().map(role).collect()
    }
}

impl R4Wanted {
    fn options(self) -> R4Options {
        let mut options = R4Options::default();
        if let Some(c) = self.c {
            options = options.with_c(c);
        }
        if let Some(tr) = self.tr {
            options = options.with_tr(tr);
        }
        if let Some(hr) = self.hr {
            options = options.with_hr(hr);
        }
        options
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(json: &str) -> String {
        match Wanted::read(json).and_then(|wanted| wanted.options()) {
            Ok(_) => String::new(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn options_are_followed() {
        let json = r#"{"extractor": "r4", "r4": {"c": 1, "tr": 2.5, "hr": 9}, "url": "https://a.example/", "maxTime": 50}"#;
        let options = Wanted::read(json).unwrap().options().unwrap();
        assert_eq!(options.extractor().name(), "r4");
        assert_eq!(Wanted::read("").unwrap().options().unwrap().extractor().name(), "auto");
    }

    #[test]
    fn mistakes_are_told() {
        assert!(error(r#"{"extracter": "auto"}"#).contains("unknown field `extracter`"));
        assert!(
            error(r#"{"extractor": "goose"}"#)
                .contains("expected one of `auto`, `readability`, `r4`")
        );
        assert!(error(r#"{"leaveOut": ["header"]}"#).contains("roles are title, subtitle"));
        assert!(error(r#"{"maxTime": -1}"#).contains("milliseconds"));
        assert!(error("[").contains("the options are wrong"));
        assert_eq!(error(r#"{"leaveOut": ["title", "caption"], "media": false}"#), "");
    }
}
