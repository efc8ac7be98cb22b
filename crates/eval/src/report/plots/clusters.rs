//! Pages alike by their tags: K-means clusters in the plane of t-SNE, and what each cluster is made of.

use super::Plot;
use super::svg::{Frame, Svg};
use crate::facts::TAGS;
use crate::groups::{clusters, tsne};
use crate::results::PageResult;
use std::fmt::Write;

/// Pages drawn; t-SNE takes the square of that many steps.
const DRAWN: usize = 800;
/// Fewer pages make no picture.
const LEAST: usize = 12;

/// The picture and the shares of tags.
pub fn picture(results: &[PageResult]) -> Option<Plot> {
    let tagged = |r: &PageResult| r.page.tag_ratios.len() == TAGS.len();
    let pages: Vec<PageResult> = results.iter().filter(|r| tagged(r)).cloned().collect();
    if pages.len() < LEAST {
        return None;
    }
    let labels = clusters(&pages);
    let sample: Vec<usize> = (0..pages.len()).step_by(pages.len().div_ceil(DRAWN)).collect();
    let points: Vec<Vec<f64>> = sample.iter().map(|&i| pages[i].page.tag_ratios.clone()).collect();
    let places = tsne::<2>(&points, 1);
    let mut svg = Svg::new(760.0, 480.0, "Pages by the tags they use");
    let frame = frame(&places);
    for (&i, place) in sample.iter().zip(&places) {
        let [x, y] = frame.at(place[0], place[1]);
        let title = format!("{}/{}, cluster {}", pages[i].corpus, pages[i].id, labels[i]);
        svg.shape(&outline(labels[i], x, y), &format!("dot c{}", labels[i]), &title);
    }
    let body = format!(
        r#"<div class="wide" tabindex="0" role="region" aria-label="Clusters">{}</div>{}"#,
        svg.finish(),
        shares(&pages, &labels)
    );
    let caption = format!(
        "{} of {} pages, placed by t-SNE so that pages with like shares of tags are near; colour and shape are the K-means cluster. Below, the mean share each tag has of a cluster's tags.",
        sample.len(),
        pages.len()
    );
    Some(Plot { id: "clusters", title: "Pages alike by their tags", caption, body })
}

fn frame(places: &[[f64; 2]]) -> Frame {
    let range = |d: usize| {
        let values = || places.iter().map(|p| p[d]).filter(|v| v.is_finite());
        [values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max)]
    };
    Frame { x: range(0), y: range(1), edges: [8.0, 8.0, 752.0, 472.0] }
}

/// A circle, a square or a triangle, so that colour is not the only sign.
fn outline(cluster: usize, x: f64, y: f64) -> String {
    match cluster {
        0 => format!("M{:.1} {y:.1}a3 3 0 1 0 6 0a3 3 0 1 0-6 0z", x - 3.0),
        1 => format!("M{:.1} {:.1}h5v5h-5z", x - 2.5, y - 2.5),
        _ => format!("M{:.1} {:.1}h7l-3.5-6z", x - 3.5, y + 3.0),
    }
}

fn shares(pages: &[PageResult], labels: &[usize]) -> String {
    let mut out = String::from(
        r#"<div class="scroll" tabindex="0" role="region" aria-label="Tags of the clusters"><table><thead><tr><th scope="col">cluster</th><th scope="col">pages</th>"#,
    );
    TAGS.iter().for_each(|tag| out += &format!(r#"<th scope="col">{tag}</th>"#));
    out += "</tr></thead><tbody>";
    for cluster in 0..=labels.iter().copied().max().unwrap_or(0) {
        let own: Vec<&PageResult> =
            pages.iter().zip(labels).filter(|(_, l)| **l == cluster).map(|(p, _)| p).collect();
        let _ = write!(
            out,
            r#"<tr><th scope="row"><span class="key c{cluster}"></span>cluster {cluster}</th><td>{}</td>"#,
            own.len()
        );
        for tag in 0..TAGS.len() {
            let sum: f64 = own.iter().map(|p| p.page.tag_ratios[tag]).sum();
            let _ = write!(out, "<td>{:.1} %</td>", 100.0 * sum / own.len().max(1) as f64);
        }
        out += "</tr>";
    }
    out + "</tbody></table></div>"
}
