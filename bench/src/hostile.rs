//! Pages made to be slow: what costs other parsers time or memory out of proportion.

/// A kind of hostile page that can be made in any size.
pub struct Hostile {
    /// What it is, at its full size.
    pub name: &'static str,
    /// Its full size, in the unit of the kind.
    pub full: usize,
    make: fn(usize) -> String,
}

impl Hostile {
    /// The page in a size.
    pub fn page(&self, size: usize) -> String {
        (self.make)(size)
    }
}

const MB: usize = 1_000_000;

/// All kinds.
pub static ALL: &[Hostile] = &[
    Hostile { name: "100,000 nested div", full: 100_000, make: |n| "<div>".repeat(n) },
    Hostile {
        name: "100,000 nested div, closed",
        full: 100_000,
        make: |n| "<div>".repeat(n) + &"</div>".repeat(n),
    },
    Hostile {
        name: "20,000 <b><div>, then as many </b>",
        full: 20_000,
        make: |n| "<b><div>".repeat(n) + &"</b>".repeat(n),
    },
    Hostile { name: "20,000 <font><p>", full: 20_000, make: |n| "<font><p>".repeat(n) },
    Hostile { name: "200,000 unclosed b", full: 200_000, make: |n| "<b>x".repeat(n) },
    Hostile { name: "200,000 unclosed a", full: 200_000, make: |n| "<a href=x>x".repeat(n) },
    Hostile {
        name: "200,000 unclosed b with an attribute each",
        full: 200_000,
        make: |n| (0..n).map(|i| format!("<b id={i}>x")).collect(),
    },
    Hostile { name: "100,000 nested li", full: 100_000, make: |n| "<ul><li>x".repeat(n) },
    Hostile { name: "100,000 li in a row", full: 100_000, make: |n| "<li>x".repeat(n) },
    Hostile { name: "100,000 nested dd", full: 100_000, make: |n| "<dl><dd>x".repeat(n) },
    Hostile { name: "100,000 dd in a row", full: 100_000, make: |n| "<dd>x".repeat(n) },
    Hostile {
        name: "100,000 nested option",
        full: 100_000,
        make: |n| "<optgroup><option>x".repeat(n),
    },
    Hostile {
        name: "100,000 option in a select",
        full: 100_000,
        make: |n| "<select>".to_string() + &"<option>x".repeat(n),
    },
    Hostile { name: "100,000 attributes on one tag", full: 100_000, make: attributes },
    Hostile {
        name: "100,000 attributes of one name",
        full: 100_000,
        make: |n| format!("<p {}>", "a=b ".repeat(n)),
    },
    Hostile { name: "1 MB of <", full: MB, make: |n| "<".repeat(n) },
    Hostile { name: "1 MB of &", full: MB, make: |n| "&".repeat(n) },
    Hostile { name: "1 MB of &am", full: MB, make: |n| "&am".repeat(n / 3) },
    Hostile { name: "1 MB of </", full: MB, make: |n| "</".repeat(n / 2) },
    Hostile { name: "1 MB of <!", full: MB, make: |n| "<!".repeat(n / 2) },
    Hostile { name: "1 MB of <!--", full: MB, make: |n| "<!--".repeat(n / 4) },
    Hostile { name: "1 MB of </p>", full: MB, make: |n| "</p>".repeat(n / 4) },
    Hostile { name: "a 22 MB page of simple div", full: 22 * MB, make: simple },
    Hostile {
        name: "one attribute of 5 MB",
        full: 5 * MB,
        make: |n| format!("<p title='{}'>x", "word &amp; ".repeat(n / 11)),
    },
    Hostile {
        name: "1 MB in an unclosed script",
        full: MB,
        make: |n| "<script>".to_string() + &"if (a<b) ".repeat(n / 9),
    },
    Hostile {
        name: "1 MB in an unclosed comment",
        full: MB,
        make: |n| "<!-- ".to_string() + &"a -- b ".repeat(n / 7),
    },
    Hostile {
        name: "100,000 rows with misplaced text",
        full: 100_000,
        make: |n| "<table>".to_string() + &"<tr>misplaced<td>cell".repeat(n),
    },
    Hostile {
        name: "100,000 tables in tables",
        full: 100_000,
        make: |n| "<table><tr><td>x".repeat(n),
    },
    Hostile {
        name: "100,000 inline elements in a paragraph",
        full: 100_000,
        make: |n| "<p>".to_string() + &"<i>word</i> ".repeat(n),
    },
    Hostile {
        name: "100,000 paragraphs",
        full: 100_000,
        make: |n| "<p>A sentence of six words, indeed.</p>".repeat(n),
    },
    Hostile {
        name: "100,000 links",
        full: 100_000,
        make: |n| "<a href='/x'>a link</a> ".repeat(n),
    },
    Hostile { name: "5 MB of text without a tag", full: 5 * MB, make: |n| "word ".repeat(n / 5) },
];

fn attributes(n: usize) -> String {
    let list: String = (0..n).map(|i| format!(" a{i}=v{i}")).collect();
    format!("<p{list}>x")
}

fn simple(bytes: usize) -> String {
    const ONE: &str = "<div>some simple text</div>\n";
    ONE.repeat(bytes / ONE.len())
}

#[cfg(test)]
mod tests {
    use super::ALL;

    #[test]
    fn a_page_of_twice_the_size_is_twice_as_long() {
        for kind in ALL {
            let (one, two) = (kind.page(10_000).len() as f64, kind.page(20_000).len() as f64);
            assert!((1.9..2.2).contains(&(two / one)), "{}: {one} and {two} bytes", kind.name);
        }
    }
}
