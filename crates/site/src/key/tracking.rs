//! Parameters that advertisers, counters and newsletters hang on any site's addresses. They never name a
//! document, whatever the site.

/// Beginnings of names: Google Analytics, Matomo, Piwik, HubSpot and its ads, Adobe, Instagram.
const PREFIXES: [&str; 7] = ["utm_", "mtm_", "pk_", "hsa_", "_hs", "s_kwcid", "igsh"];

/// Whole names, sorted: click numbers of advertisers, then those of newsletters and counters.
const NAMES: [&str; 22] = [
    "_ga",
    "_gl",
    "dclid",
    "ef_id",
    "epik",
    "fbclid",
    "gbraid",
    "gclid",
    "gclsrc",
    "li_fat_id",
    "mc_cid",
    "mc_eid",
    "mkt_tok",
    "msclkid",
    "oly_anon_id",
    "oly_enc_id",
    "srsltid",
    "ttclid",
    "twclid",
    "vero_id",
    "wbraid",
    "yclid",
];

/// Whether a parameter of this name says nothing of the document on any site.
pub fn is_tracking(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    NAMES.binary_search(&name.as_str()).is_ok() || PREFIXES.iter().any(|p| name.starts_with(p))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn campaigns_are_told_from_documents() {
        assert!(NAMES.is_sorted());
        for name in ["utm_source", "UTM_Campaign", "fbclid", "_ga", "yclid", "_hsenc"] {
            assert!(is_tracking(name), "{name}");
        }
        for name in ["id", "p", "ref", "page", "v", "article", "utm", ""] {
            assert!(!is_tracking(name), "{name}");
        }
    }
}
