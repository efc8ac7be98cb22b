//! Tables 3.6, 6.5 and 6.6, Figure 3.8: pages that are alike by their tags.

use super::super::{
    Axis, Column, Context, Experiment, ExperimentError, Finding, Grid, Head, Mark, Plot, Printed,
    Unit,
};
use super::{complexity, data, source};
use crate::corpus::fnv1a;
use crate::groups::{Embedded, kmeans, silhouette, tsne};
use crate::results::PageResult;
use std::fs;

pub static TABLE_3_6: Experiment =
    Experiment::new("002", "table-3-6", "Clusters by complexity", shares)
        .with_corpora(data::CORPORA)
        .with_stand_in(data::LACKS, data::WITH)
        .with_printed(SHARES)
        .with_version(2);

pub static FIGURE_3_8: Experiment =
    Experiment::new("002", "figure-3-8", "Clusters of pages in the plane", figure)
        .with_corpora(data::CORPORA)
        .with_stand_in(data::LACKS, data::WITH);

pub static TABLE_6_5: Experiment =
    Experiment::new("002", "table-6-5", "Edit distance by cluster", edit)
        .with_corpora(data::CORPORA)
        .with_stand_in(data::LACKS, data::WITH)
        .with_printed(EDIT);

pub static TABLE_6_6: Experiment =
    Experiment::new("002", "table-6-6", "RougeLSum by cluster", rouge)
        .with_corpora(data::CORPORA)
        .with_stand_in(data::LACKS, data::WITH)
        .with_printed(ROUGE);

const COLUMNS: &[Column] =
    &[Column::share("Label 0"), Column::share("Label 1"), Column::share("Label 2")];
const PERCENT: &[Column] =
    &[Column::percent("Label 0"), Column::percent("Label 1"), Column::percent("Label 2")];
const SEED: u64 = 1;
/// Clusters of the thesis's tables, as many as it has groups of complexity.
const CLUSTERS: usize = 3;
/// Dots of a picture.
const DRAWN: usize = 500;

const NOTE: &str = "K-means gives clusters no order; here those of whose pages the least is content come first, as in \
    the thesis's tables.";

fn points(pages: &[PageResult]) -> Vec<Vec<f64>> {
    pages.iter().map(|page| page.page.tag_ratios.clone()).collect()
}

/// The clusters in eight dimensions, which three tables ask for: they are found once for the same pages.
fn labels(context: &Context<'_>, pages: &[PageResult]) -> Result<Vec<usize>, ExperimentError> {
    let points = points(pages);
    let bytes: Vec<u8> = points.iter().flatten().flat_map(|share| share.to_le_bytes()).collect();
    let path = context.folder("clusters")?.join(format!("{:016x}.json", fnv1a(&bytes)));
    let known = fs::read(&path).ok().and_then(|kept| serde_json::from_slice(&kept).ok());
    if let Some(labels) = known.filter(|labels: &Vec<usize>| labels.len() == pages.len()) {
        return Ok(labels);
    }
    let labels = Embedded::<8>::of(&points, SEED).clusters(CLUSTERS, SEED).0;
    let kept = serde_json::to_vec(&labels).map_err(|e| ExperimentError::Other(e.into()))?;
    fs::write(&path, kept).map_err(|source| ExperimentError::File { path, source })?;
    Ok(labels)
}

/// The cluster of each page.
fn clusters(
    context: &Context<'_>,
    pages: &[PageResult],
) -> Result<Vec<Option<String>>, ExperimentError> {
    let labels = labels(context, pages)?;
    let content = |label: usize| {
        let of = pages.iter().zip(&labels).filter(|(_, l)| **l == label);
        let ratios: Vec<f64> = of.filter_map(|(page, _)| page.page.complexity()).collect();
        ratios.iter().sum::<f64>() / ratios.len().max(1) as f64
    };
    let mut order: Vec<(f64, usize)> = (0..CLUSTERS).map(|l| (content(l), l)).collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    let place = |label: usize| order.iter().position(|(_, l)| *l == label);
    Ok(labels.iter().map(|&label| Some(format!("Label {}", place(label)?))).collect())
}

fn shares(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let pages = data::good(data::facts(context)?);
    let clusters = clusters(context, &pages)?;
    let mut grid = Grid::new("", PERCENT);
    for (group, inside) in data::by_group(&pages, &complexity::groups(&pages)) {
        let of = data::group_of(&pages, &clusters);
        let share = |column: &Column| {
            let there = inside.iter().filter(|p| of(p).as_deref() == Some(column.name)).count();
            100.0 * there as f64 / inside.len() as f64
        };
        grid.add(group, PERCENT.iter().map(share));
    }
    Ok(Finding::default().with_grid(grid).with_note(NOTE))
}

fn edit(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    table(context, data::EDIT).map(|finding| finding.with_note(source::EDIT_NOTE))
}

fn rouge(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    table(context, data::ROUGE)
}

fn table(
    context: &mut Context<'_>,
    measures: &[(&str, &'static str)],
) -> Result<Finding, ExperimentError> {
    let pages = data::scored(context, context.corpora())?;
    let clusters = clusters(context, &pages)?;
    let group = data::group_of(&pages, &clusters);
    let grids = data::grids(&pages, measures, COLUMNS, &group);
    Ok(Finding { grids, ..Finding::default() }.with_note(NOTE))
}

/// What is clustered in a picture.
struct Space {
    name: &'static str,
    /// The clusters for a number of them, and their silhouette.
    clusters: Box<dyn Fn(usize) -> (Vec<usize>, f64)>,
    drawn: &'static [usize],
}

fn figure(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let pages = data::good(data::facts(context)?);
    let points = points(&pages);
    context.start("t-SNE", 3);
    let plane = tsne::<2>(&points, SEED);
    context.step();
    let eight = Embedded::<8>::of(&points, SEED);
    context.step();
    let ten = Embedded::<10>::of(&points, SEED);
    context.step();
    let ratios = move |k| {
        let labels = kmeans(&points, k, SEED);
        let fit = silhouette(&points, &labels);
        (labels, fit)
    };
    let spaces = [
        Space { name: "no reduction", clusters: Box::new(ratios), drawn: &[2, 3] },
        Space {
            name: "8 dimensions",
            clusters: Box::new(move |k| eight.clusters(k, SEED)),
            drawn: &[2, 3, 4],
        },
        Space {
            name: "10 dimensions",
            clusters: Box::new(move |k| ten.clusters(k, SEED)),
            drawn: &[3],
        },
    ];
    let mut finding = Finding::default();
    let numbers = 2..=6;
    let columns = numbers.clone().map(|k| Head::new(format!("{k} clusters"), Unit::Number));
    let mut grid = Grid::new("Silhouette", columns);
    for space in &spaces {
        grid.add(space.name, numbers.clone().map(|k| (space.clusters)(k).1));
        for &k in space.drawn {
            finding = finding.with_plot(picture(space.name, &plane, &(space.clusters)(k).0, k));
        }
    }
    Ok(finding.with_grid(grid).with_note(
        "Each dot is a page, placed by t-SNE in two dimensions. A silhouette says how much nearer pages are to their own \
         cluster than to the next one: the number of clusters for which it is largest fits best. The thesis chose three \
         by eye, to have as many as there are groups of complexity.",
    ))
}

fn picture(name: &str, plane: &[[f64; 2]], labels: &[usize], k: usize) -> Plot {
    let title = format!("{name}, {k} clusters");
    let mut plot = Plot::new(title, Axis::new(""), Axis::new("")).with_small();
    let step = plane.len().div_ceil(DRAWN).max(1);
    for cluster in 0..k {
        let own = plane.iter().zip(labels).step_by(step).filter(|(_, l)| **l == cluster);
        plot = plot.with_series(format!("cluster {cluster}"), Mark::Dots, own.map(|(p, _)| *p));
    }
    plot
}

static SHARES: &[Printed] = &[Printed {
    grid: "",
    columns: PERCENT,
    rows: &[
        ("Easy", &[11.98, 20.47, 67.55]),
        ("Mid-Complex", &[62.48, 19.94, 17.58]),
        ("Complex", &[70.29, 18.54, 11.17]),
    ],
}];

static EDIT: &[Printed] = &[Printed {
    grid: "Edit distance",
    columns: COLUMNS,
    rows: &[
        ("boilerpipe", &[0.041, 0.043, 0.045]),
        ("beautifulsoup", &[0.083, 0.065, 0.036]),
        ("bte", &[0.040, 0.035, 0.025]),
        ("em_13", &[0.074, 0.059, 0.035]),
        ("em_2_5", &[0.037, 0.029, 0.028]),
        ("em_3_5", &[0.035, 0.029, 0.029]),
        ("em_4_5", &[0.042, 0.036, 0.037]),
        ("em_4_8", &[0.036, 0.032, 0.029]),
        ("em_6_8", &[0.041, 0.039, 0.039]),
        ("go_domdistiller", &[0.038, 0.036, 0.031]),
        ("goose3", &[0.044, 0.041, 0.049]),
        ("html_text", &[0.082, 0.064, 0.036]),
        ("html2text", &[0.076, 0.060, 0.034]),
        ("inscriptis", &[0.056, 0.045, 0.019]),
        ("justext", &[0.047, 0.046, 0.035]),
        ("lxmlCleaner", &[0.073, 0.058, 0.034]),
        ("readability", &[0.035, 0.030, 0.029]),
        ("resiliparse", &[0.048, 0.032, 0.031]),
        ("trafilatura", &[0.036, 0.031, 0.032]),
        ("web2text", &[0.048, 0.046, 0.022]),
        ("xpath_text", &[0.072, 0.055, 0.037]),
    ],
}];

static ROUGE: &[Printed] = &[
    Printed {
        grid: "F1",
        columns: COLUMNS,
        rows: &[
            ("boilerpipe", &[0.833, 0.813, 0.796]),
            ("beautifulsoup", &[0.636, 0.726, 0.853]),
            ("bte", &[0.841, 0.860, 0.893]),
            ("em_13", &[0.692, 0.766, 0.863]),
            ("em_2_5", &[0.865, 0.894, 0.895]),
            ("em_3_5", &[0.868, 0.885, 0.878]),
            ("em_4_5", &[0.829, 0.847, 0.839]),
            ("em_4_8", &[0.863, 0.874, 0.881]),
            ("em_6_8", &[0.832, 0.832, 0.828]),
            ("go_domdistiller", &[0.850, 0.852, 0.861]),
            ("goose3", &[0.817, 0.826, 0.778]),
            ("html_text", &[0.636, 0.726, 0.853]),
            ("html2text", &[0.634, 0.726, 0.848]),
            ("inscriptis", &[0.650, 0.728, 0.857]),
            ("justext", &[0.803, 0.806, 0.839]),
            ("lxmlCleaner", &[0.688, 0.764, 0.856]),
            ("readability", &[0.858, 0.874, 0.868]),
            ("resiliparse", &[0.788, 0.870, 0.872]),
            ("trafilatura", &[0.865, 0.881, 0.860]),
            ("web2text", &[0.856, 0.866, 0.924]),
            ("xpath_text", &[0.446, 0.597, 0.767]),
        ],
    },
    Printed {
        grid: "Precision",
        columns: COLUMNS,
        rows: &[
            ("boilerpipe", &[0.910, 0.948, 0.945]),
            ("beautifulsoup", &[0.504, 0.612, 0.787]),
            ("bte", &[0.812, 0.857, 0.887]),
            ("em_13", &[0.573, 0.664, 0.822]),
            ("em_2_5", &[0.900, 0.925, 0.927]),
            ("em_3_5", &[0.942, 0.960, 0.947]),
            ("em_4_5", &[0.946, 0.960, 0.948]),
            ("em_4_8", &[0.935, 0.956, 0.953]),
            ("em_6_8", &[0.943, 0.961, 0.954]),
            ("go_domdistiller", &[0.917, 0.938, 0.918]),
            ("goose3", &[0.930, 0.956, 0.905]),
            ("html_text", &[0.504, 0.612, 0.787]),
            ("html2text", &[0.503, 0.613, 0.787]),
            ("inscriptis", &[0.520, 0.617, 0.794]),
            ("justext", &[0.852, 0.896, 0.882]),
            ("lxmlCleaner", &[0.567, 0.659, 0.808]),
            ("readability", &[0.946, 0.952, 0.942]),
            ("resiliparse", &[0.842, 0.915, 0.889]),
            ("trafilatura", &[0.926, 0.951, 0.901]),
            ("web2text", &[0.808, 0.847, 0.915]),
            ("xpath_text", &[0.323, 0.484, 0.688]),
        ],
    },
    Printed {
        grid: "Recall",
        columns: COLUMNS,
        rows: &[
            ("boilerpipe", &[0.814, 0.780, 0.759]),
            ("beautifulsoup", &[0.998, 0.999, 0.994]),
            ("bte", &[0.924, 0.917, 0.935]),
            ("em_13", &[0.981, 0.986, 0.962]),
            ("em_2_5", &[0.880, 0.898, 0.904]),
            ("em_3_5", &[0.844, 0.858, 0.868]),
            ("em_4_5", &[0.788, 0.802, 0.805]),
            ("em_4_8", &[0.843, 0.847, 0.866]),
            ("em_6_8", &[0.785, 0.781, 0.786]),
            ("go_domdistiller", &[0.832, 0.827, 0.858]),
            ("goose3", &[0.767, 0.771, 0.745]),
            ("html_text", &[0.998, 0.999, 0.994]),
            ("html2text", &[0.992, 0.999, 0.984]),
            ("inscriptis", &[0.997, 0.997, 0.990]),
            ("justext", &[0.797, 0.771, 0.821]),
            ("lxmlCleaner", &[0.992, 0.994, 0.971]),
            ("readability", &[0.826, 0.849, 0.863]),
            ("resiliparse", &[0.803, 0.875, 0.911]),
            ("trafilatura", &[0.855, 0.853, 0.859]),
            ("web2text", &[0.953, 0.932, 0.954]),
            ("xpath_text", &[0.999, 1.000, 0.992]),
        ],
    },
];
