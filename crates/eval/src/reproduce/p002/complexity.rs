//! Tables 3.3, 3.4, 6.3 and 6.4: pages by how much of them is content.

use super::super::{Column, Context, Experiment, ExperimentError, Finding, Grid, Printed, Unit};
use super::{data, source};
use crate::groups::{Complexity, complexity_groups, percentile};
use crate::results::PageResult;

pub static TABLE_3_3: Experiment =
    Experiment::new("002", "table-3-3", "How much of a page is content, by source", quartiles)
        .with_corpora(data::CORPORA)
        .with_printed(QUARTILES)
        .with_remarks(data::QUARTILE_REMARKS);

pub static TABLE_3_4: Experiment =
    Experiment::new("002", "table-3-4", "Groups of complexity by source", shares)
        .with_version(2)
        .with_corpora(data::CORPORA)
        .with_printed(SHARES)
        .with_remarks(data::GROUP_REMARKS);

pub static TABLE_6_3: Experiment =
    Experiment::new("002", "table-6-3", "Edit distance by complexity", edit)
        .with_version(2)
        .with_corpora(data::CORPORA)
        .with_stand_in(data::LACKS, data::WITH)
        .with_printed(EDIT);

pub static TABLE_6_4: Experiment =
    Experiment::new("002", "table-6-4", "RougeLSum by complexity", rouge)
        .with_version(2)
        .with_corpora(data::CORPORA)
        .with_stand_in(data::LACKS, data::WITH)
        .with_printed(ROUGE);

/// Columns of the groups, by their names in the thesis's tables.
const COLUMNS: &[Column] =
    &[Column::share("Complex"), Column::share("Mid-Complex"), Column::share("Easy")];
const GROUPS: [&str; 3] = ["Easy", "Mid-Complex", "Complex"];
const SOURCES: &[Column] = &data::columns(Unit::Percent);
const SOURCES_AND_ALL: &[Column] = &{
    let [a, b, c, d, e] = data::columns(Unit::Percent);
    [a, b, c, d, e, Column::percent("All").standing_in()]
};

/// The quartiles of all of the thesis's pages that part its groups, as its Table 3.3 has them. With other pages in the
/// place of two of its sources, those of the pages here are others, and would move the groups of the sources that are
/// the same.
const BORDERS: (f64, f64) = (40.816, 84.078);

/// The group of each page by the name it has in the tables, parted where the thesis parts them.
pub(super) fn groups(pages: &[PageResult]) -> Vec<Option<String>> {
    let group = |page: &PageResult| Some(name(Complexity::of(page.page.complexity()?, BORDERS)));
    pages.iter().map(group).collect()
}

/// The same, parted by the quartiles of these pages.
fn groups_by_own_quartiles(pages: &[PageResult]) -> Vec<Option<String>> {
    complexity_groups(pages).0.into_iter().map(|group| group.map(name)).collect()
}

fn name(group: Complexity) -> String {
    GROUPS[group as usize].to_string()
}

fn quartiles(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let pages = data::good(data::facts(context)?);
    let ratios = |source: &str| {
        let of_source = pages.iter().filter(|page| source == "All" || page.corpus == source);
        let mut ratios: Vec<f64> = of_source.filter_map(|p| p.page.complexity()).collect();
        ratios.sort_by(f64::total_cmp);
        ratios
    };
    let sources: Vec<Vec<f64>> = SOURCES_AND_ALL.iter().map(|c| ratios(c.name)).collect();
    let mut grid = Grid::new("", SOURCES_AND_ALL);
    for (name, share) in
        [("25th percentile", 0.25), ("50th percentile", 0.5), ("75th percentile", 0.75)]
    {
        grid.add(name, sources.iter().map(|ratios| percentile(ratios, share)));
    }
    let above = pages.iter().filter_map(|p| p.page.complexity()).filter(|&r| r > 100.0).count();
    let note = format!("{above} of {} golds have more tokens than their page.", pages.len());
    Ok(Finding::default().with_grid(grid).with_note(note))
}

fn shares(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let pages = data::good(data::facts(context)?);
    let printed = by_source("", &pages, &groups(&pages));
    let own = by_source(OWN_QUARTILES, &pages, &groups_by_own_quartiles(&pages));
    Ok(Finding::default().with_grid(printed).with_grid(own).with_note(BORDERS_NOTE))
}

fn by_source(title: &str, pages: &[PageResult], groups: &[Option<String>]) -> Grid {
    let mut grid = Grid::new(title, SOURCES);
    for group in GROUPS {
        let share = |column: &Column| {
            let of_source = || pages.iter().zip(groups).filter(|(p, _)| p.corpus == column.name);
            let inside = of_source().filter(|(_, g)| g.as_deref() == Some(group)).count();
            100.0 * inside as f64 / of_source().count() as f64
        };
        grid.add(group, SOURCES.iter().map(share));
    }
    grid
}

const OWN_QUARTILES: &str = "Parted by the quartiles of the pages here";
/// Said of every table of groups of complexity.
const BORDERS_NOTE: &str = "The groups are parted at 40.816 and 84.078 %, the quartiles of all sources that Table 3.3 \
    prints: two of the sources are others here, and so would their quartiles be.";

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
    let groups = groups(&pages);
    let group = data::group_of(&pages, &groups);
    let grids = data::grids(&pages, measures, COLUMNS, &group);
    Ok(Finding { grids, ..Finding::default() }.with_note(BORDERS_NOTE))
}

static QUARTILES: &[Printed] = &[Printed {
    grid: "",
    columns: SOURCES_AND_ALL,
    rows: &[
        ("25th percentile", &[53.742, 43.116, 33.534, 28.704, 79.019, 40.816]),
        ("50th percentile", &[64.190, 62.205, 48.838, 46.528, 91.708, 62.640]),
        ("75th percentile", &[80.212, 83.637, 69.398, 67.046, 97.213, 84.078]),
    ],
}];

static SHARES: &[Printed] = &[Printed {
    grid: "",
    columns: SOURCES,
    rows: &[
        ("Easy", &[20.31, 46.08, 7.18, 7.98, 67.97]),
        ("Mid-Complex", &[71.92, 33.91, 55.80, 50.82, 26.99]),
        ("Complex", &[7.77, 20.0, 37.01, 41.18, 5.04]),
    ],
}];

static EDIT: &[Printed] = &[Printed {
    grid: "Edit distance",
    columns: COLUMNS,
    rows: &[
        ("boilerpipe", &[0.051, 0.034, 0.049]),
        ("beautifulsoup", &[0.123, 0.063, 0.013]),
        ("bte", &[0.070, 0.027, 0.015]),
        ("em_13", &[0.111, 0.056, 0.016]),
        ("em_2_5", &[0.040, 0.030, 0.028]),
        ("em_3_5", &[0.047, 0.028, 0.026]),
        ("em_4_5", &[0.048, 0.034, 0.041]),
        ("em_4_8", &[0.042, 0.029, 0.032]),
        ("em_6_8", &[0.048, 0.034, 0.042]),
        ("go_domdistiller", &[0.048, 0.030, 0.034]),
        ("goose3", &[0.049, 0.040, 0.050]),
        ("html_text", &[0.122, 0.063, 0.013]),
        ("html2text", &[0.108, 0.059, 0.014]),
        ("inscriptis", &[0.079, 0.043, 0.008]),
        ("justext", &[0.074, 0.033, 0.032]),
        ("lxmlCleaner", &[0.109, 0.056, 0.014]),
        ("readability", &[0.040, 0.029, 0.031]),
        ("resiliparse", &[0.057, 0.037, 0.030]),
        ("trafilatura", &[0.042, 0.030, 0.032]),
        ("web2text", &[0.078, 0.033, 0.015]),
        ("xpath_text", &[0.086, 0.065, 0.019]),
    ],
}];

static ROUGE: &[Printed] = &[
    Printed {
        grid: "F1",
        columns: COLUMNS,
        rows: &[
            ("boilerpipe", &[0.769, 0.866, 0.773]),
            ("beautifulsoup", &[0.382, 0.759, 0.961]),
            ("bte", &[0.687, 0.905, 0.941]),
            ("em_13", &[0.477, 0.797, 0.951]),
            ("em_2_5", &[0.815, 0.899, 0.904]),
            ("em_3_5", &[0.841, 0.892, 0.872]),
            ("em_4_5", &[0.789, 0.866, 0.822]),
            ("em_4_8", &[0.830, 0.892, 0.866]),
            ("em_6_8", &[0.781, 0.865, 0.812]),
            ("go_domdistiller", &[0.797, 0.883, 0.849]),
            ("goose3", &[0.778, 0.840, 0.774]),
            ("html_text", &[0.382, 0.759, 0.961]),
            ("html2text", &[0.386, 0.754, 0.958]),
            ("inscriptis", &[0.402, 0.767, 0.961]),
            ("justext", &[0.659, 0.870, 0.857]),
            ("lxmlCleaner", &[0.473, 0.791, 0.949]),
            ("readability", &[0.828, 0.883, 0.862]),
            ("resiliparse", &[0.748, 0.846, 0.873]),
            ("trafilatura", &[0.827, 0.889, 0.863]),
            ("web2text", &[0.709, 0.921, 0.957]),
            ("xpath_text", &[0.227, 0.566, 0.910]),
        ],
    },
    Printed {
        grid: "Precision",
        columns: COLUMNS,
        rows: &[
            ("boilerpipe", &[0.797, 0.964, 0.985]),
            ("beautifulsoup", &[0.246, 0.623, 0.932]),
            ("bte", &[0.641, 0.886, 0.956]),
            ("em_13", &[0.336, 0.682, 0.947]),
            ("em_2_5", &[0.785, 0.941, 0.984]),
            ("em_3_5", &[0.873, 0.965, 0.985]),
            ("em_4_5", &[0.881, 0.968, 0.981]),
            ("em_4_8", &[0.857, 0.967, 0.988]),
            ("em_6_8", &[0.873, 0.971, 0.985]),
            ("go_domdistiller", &[0.820, 0.955, 0.957]),
            ("goose3", &[0.854, 0.957, 0.944]),
            ("html_text", &[0.246, 0.623, 0.932]),
            ("html2text", &[0.250, 0.621, 0.930]),
            ("inscriptis", &[0.264, 0.635, 0.934]),
            ("justext", &[0.676, 0.931, 0.939]),
            ("lxmlCleaner", &[0.335, 0.673, 0.934]),
            ("readability", &[0.878, 0.963, 0.980]),
            ("resiliparse", &[0.737, 0.891, 0.959]),
            ("trafilatura", &[0.845, 0.950, 0.950]),
            ("web2text", &[0.622, 0.894, 0.975]),
            ("xpath_text", &[0.135, 0.421, 0.858]),
        ],
    },
    Printed {
        grid: "Recall",
        columns: COLUMNS,
        rows: &[
            ("boilerpipe", &[0.797, 0.829, 0.710]),
            ("beautifulsoup", &[0.999, 0.998, 0.995]),
            ("bte", &[0.862, 0.950, 0.939]),
            ("em_13", &[0.983, 0.981, 0.962]),
            ("em_2_5", &[0.911, 0.890, 0.870]),
            ("em_3_5", &[0.854, 0.863, 0.834]),
            ("em_4_5", &[0.766, 0.824, 0.767]),
            ("em_4_8", &[0.850, 0.863, 0.824]),
            ("em_6_8", &[0.751, 0.817, 0.753]),
            ("go_domdistiller", &[0.824, 0.856, 0.819]),
            ("goose3", &[0.750, 0.789, 0.718]),
            ("html_text", &[0.999, 0.998, 0.995]),
            ("html2text", &[0.999, 0.988, 0.990]),
            ("inscriptis", &[0.998, 0.995, 0.992]),
            ("justext", &[0.702, 0.840, 0.813]),
            ("lxmlCleaner", &[0.992, 0.988, 0.977]),
            ("readability", &[0.829, 0.852, 0.832]),
            ("resiliparse", &[0.828, 0.854, 0.857]),
            ("trafilatura", &[0.861, 0.867, 0.829]),
            ("web2text", &[0.925, 0.963, 0.944]),
            ("xpath_text", &[0.999, 0.996, 0.995]),
        ],
    },
];
