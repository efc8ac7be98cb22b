//! The types of schema.org, as far as they say what a description is about.

/// What a described thing is to the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    /// The content itself: an article, a recipe, a product.
    Content,
    /// Something with a title that is often the content but as often a part of it.
    Part,
    /// The page around the content.
    Page,
    /// The site.
    Site,
    /// Anything else.
    Other,
}

/// The role of a type, given as `NewsArticle`, `schema:NewsArticle` or its address.
pub(super) fn role(kind: &str) -> Role {
    match name(kind) {
        "WebSite" | "Blog" => Role::Site,
        n if n.ends_with("Article") || n.ends_with("Posting") => Role::Content,
        "Report"
        | "Recipe"
        | "HowTo"
        | "Question"
        | "Product"
        | "ProductGroup"
        | "Review"
        | "CriticReview"
        | "Book"
        | "Course"
        | "Movie"
        | "TVEpisode"
        | "PodcastEpisode"
        | "SoftwareApplication"
        | "Dataset"
        | "Thesis"
        | "CreativeWork"
        | "Episode"
        | "Poem"
        | "ShortStory"
        | "PressRelease" => Role::Content,
        "VideoObject" | "AudioObject" | "Event" => Role::Part,
        n if n.ends_with("Page") => Role::Page,
        _ => Role::Other,
    }
}

/// Whether a type is something that someone wrote.
pub(super) fn is_text(kind: &str) -> bool {
    let name = name(kind);
    name.ends_with("Article")
        || name.ends_with("Posting")
        || matches!(
            name,
            "Report"
                | "Recipe"
                | "HowTo"
                | "Question"
                | "Review"
                | "CriticReview"
                | "Book"
                | "Thesis"
                | "Poem"
                | "ShortStory"
                | "PressRelease"
        )
}

/// Whether a type is that of somebody's opinion of another thing.
pub(super) fn is_review(kind: &str) -> bool {
    name(kind).ends_with("Review")
}

/// Whether a type is a person; authors without a type are taken for one.
pub(super) fn is_organisation(kind: &str) -> bool {
    let name = name(kind);
    name.ends_with("Organization") || matches!(name, "Corporation" | "Brand" | "WebSite")
}

/// The type without its vocabulary.
fn name(kind: &str) -> &str {
    let kind = kind.trim().trim_end_matches('/');
    kind.rsplit(['/', '#', ':']).next().unwrap_or(kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_by_name() {
        assert_eq!(role("NewsArticle"), Role::Content);
        assert_eq!(role("http://schema.org/BlogPosting"), Role::Content);
        assert_eq!(role("schema:Recipe"), Role::Content);
        assert_eq!(role("CollectionPage"), Role::Page);
        assert_eq!(role("WebSite"), Role::Site);
        assert_eq!(role("BreadcrumbList"), Role::Other);
        assert!(is_organisation("https://schema.org/NewsMediaOrganization"));
        assert!(!is_organisation("Person"));
    }
}
