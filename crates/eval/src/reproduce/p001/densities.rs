//! Figures 3 to 5 and the fits of section 5: how words and blocks are spread over text densities and lengths.

use super::super::{
    Axis, Column, Context, Corpora, Experiment, ExperimentError, Finding, Grid, Mark, NONE, Plot,
    Printed, Remark, Unit,
};
use super::data::{Block, NEWS, pages};
use crate::analysis::{fit_density_model, fit_text_model};
use dehusk_suite::classic_learned::shallow::Atoms;

/// CleanEval's words by the density of their blocks.
pub static FIGURE_3: Experiment =
    Experiment::new("001", "figure-3", "Text density distribution of CleanEval", figure_3)
        .with_corpora(Corpora::These(&["cleaneval"]));

/// The news' blocks by their words.
pub static FIGURE_4: Experiment = Experiment::new(
    "001",
    "figure-4",
    "Number of words distribution of the GoogleNews set",
    figure_4,
)
.with_corpora(Corpora::These(&[NEWS]))
.with_printed(&[Printed {
    grid: "",
    columns: &[Column::count("value")],
    rows: &[("words of the longest block", &[1122.0])],
}]);

/// The news' words by the density of their blocks and by class, with the fit of section 5.1.
pub static FIGURE_5: Experiment =
    Experiment::new("001", "figure-5", "Text density distribution by class", figure_5)
        .with_corpora(Corpora::These(&[NEWS]))
        .with_printed(&[
            Printed {
                grid: FIT,
                columns: FIT_COLUMNS,
                rows: &[("two beta distributions and a normal one", &[0.997, 0.0213])],
            },
            Printed {
                grid: ABOVE,
                columns: ABOVE_COLUMNS,
                rows: &[
                    ("blocks of 11 words and more", &[345_175.0, 66.3]),
                    ("blocks of a density of 11 and more", &[358_428.0, 68.9]),
                ],
            },
        ])
        .with_remarks(&[Remark {
            row: "blocks of a density of 11 and more",
            column: "of all words",
            why: "439 of the 621 pages are there; and the paper rounds densities where it draws them, which would \
                  count those from 10.5 on.",
        }]);

/// The stochastic text model of section 5.2.
pub static EQUATIONS: Experiment =
    Experiment::new("001", "equations-2-3", "Stochastic text model of words a block", equations)
        .with_corpora(Corpora::These(&[NEWS]))
        .with_printed(&[Printed {
            grid: "",
            columns: MODEL_COLUMNS,
            rows: &[
                ("Equation 2, one kind of text", &[NONE, NONE, 0.3145, 0.967, 0.0046]),
                ("Equation 3, short and long text", &[0.7586, 0.3968, 0.04369, 0.9881, 0.0027]),
            ],
        }])
        .with_remarks(EQUATION_REMARKS);

const FIT: &str = "Fit of section 5.1";
const FIT_COLUMNS: &[Column] = &[Column::share("R²"), Column::new("RMSE", Unit::Number)];
const ABOVE: &str = "Words in long and in dense blocks";
const ABOVE_COLUMNS: &[Column] = &[Column::count("words"), Column::percent("of all words")];
const MODEL_COLUMNS: &[Column] = &[
    Column::share("P_N(S)"),
    Column::share("P_S(N)"),
    Column::share("P_L(N) or P_T(N)"),
    Column::share("adjusted R²"),
    Column::share("RMSE"),
];
const EQUATION_REMARKS: &[Remark] = &[];

/// Densities are shown and fitted up to here: a line of 80 columns hardly has more words.
const DENSITIES: usize = 20;

fn place(density: f32) -> usize {
    (density.round().max(1.0) as usize).min(DENSITIES) - 1
}

fn figure_3(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let corpus = context.corpus("cleaneval")?;
    let words = context.each_page("cleaneval: densities", corpus, |corpus, record| {
        let mut words = [0.0; DENSITIES];
        if let Some(document) = Context::document(corpus, record) {
            for atom in Atoms::of(document.page()).list() {
                words[place(atom.measures.text_density)] += f64::from(atom.measures.words);
            }
        }
        words
    });
    let mut all = [0.0; DENSITIES];
    for page in words.into_iter().flatten() {
        all.iter_mut().zip(page).for_each(|(sum, words)| *sum += words);
    }
    let below: f64 = all[..10].iter().sum::<f64>() / all.iter().sum::<f64>().max(1.0);
    let mut grid = Grid::new("", [Column::percent("of all words")]);
    grid.add("blocks of a density below 11", [100.0 * below]);
    Ok(Finding::default()
        .with_grid(grid)
        .with_plot(density_plot("CleanEval", &[("all words", all)])))
}

/// Words by density, one series on the other.
fn density_plot(title: &str, series: &[(&str, [f64; DENSITIES])]) -> Plot {
    let axis = Axis::new("text density").with_range(0.0, DENSITIES as f64 + 1.0);
    let mut plot = Plot::new(title, axis, Axis::new("words"));
    for (name, words) in series {
        let points = words.iter().enumerate().map(|(n, &words)| [(n + 1) as f64, words]);
        let mark = if series.len() == 1 { Mark::Bars } else { Mark::Line };
        plot = plot.with_series(*name, mark, points);
    }
    plot
}

/// Blocks are counted up to so many words.
const WORDS: usize = 60;

fn figure_4(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let pages = pages(context, NEWS)?;
    let mut counts = [[0.0; WORDS]; 2];
    let mut longest: f32 = 0.0;
    for block in pages.iter().flatten() {
        let words = block.measures.words;
        longest = longest.max(words);
        if (1.0..=WORDS as f32).contains(&words) {
            counts[usize::from(block.label != 0)][words as usize - 1] += 1.0;
        }
    }
    let mut grid = Grid::new("", [Column::count("value")]);
    grid.add("words of the longest block", [f64::from(longest)]);
    let points = |counts: &[f64; WORDS]| {
        counts.iter().enumerate().map(|(n, &count)| [(n + 1) as f64, count]).collect::<Vec<_>>()
    };
    let axes = || (Axis::new("words"), Axis::new("blocks"));
    let (x, y) = axes();
    let both = Plot::new("Blocks by their words", x, y)
        .with_series("not content", Mark::Line, points(&counts[0]))
        .with_series("content", Mark::Line, points(&counts[1]));
    let (x, y) = axes();
    let content = Plot::new("Blocks by their words: content", x, y).with_series(
        "content",
        Mark::Bars,
        points(&counts[1]),
    );
    Ok(Finding::default().with_grid(grid).with_plot(both).with_plot(content))
}

/// The classes of figure 5 with what they are called there.
fn class(block: &Block) -> usize {
    match block.label {
        0 if block.measures.link_density > 0.5 => 1,
        4 => 2,
        1 => 3,
        3 => 4,
        5 => 5,
        2 => 6,
        _ => 0,
    }
}

const CLASSES: [&str; 7] = [
    "not content (plain text)",
    "not content (anchor text)",
    "related content",
    "headlines",
    "supplemental text",
    "user comments",
    "main article",
];

fn figure_5(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let pages = pages(context, NEWS)?;
    let mut classes = [[0.0; DENSITIES]; CLASSES.len()];
    let mut linked = [0.0; DENSITIES];
    let (mut all, mut long, mut dense) = (0.0, 0.0, 0.0);
    for block in pages.iter().flatten() {
        let m = &block.measures;
        let words = f64::from(m.words);
        let place = place(m.text_density);
        classes[class(block)][place] += words;
        linked[place] += words * f64::from(m.link_density);
        all += words;
        long += if m.words >= 11.0 { words } else { 0.0 };
        dense += if m.text_density >= 11.0 { words } else { 0.0 };
    }
    let mut series: Vec<(&str, [f64; DENSITIES])> = CLASSES.into_iter().zip(classes).collect();
    series.push(("linked text", linked));
    let mut plot = density_plot("Words by the density of their blocks", &series);
    let sums: Vec<f64> =
        (0..DENSITIES).map(|n| classes.iter().map(|class| class[n]).sum::<f64>()).collect();
    let mut above = Grid::new(ABOVE, ABOVE_COLUMNS);
    above.add("blocks of 11 words and more", [long, 100.0 * long / all]);
    above.add("blocks of a density of 11 and more", [dense, 100.0 * dense / all]);
    let mut finding = Finding::default().with_grid(above);
    if let Some(model) = fit_density_model(&sums) {
        let mut fit = Grid::new(FIT, FIT_COLUMNS);
        let name = "two beta distributions and a normal one";
        fit.add(name, [model.fit.adjusted_r2, model.fit.rmse]);
        finding = finding.with_grid(fit);
        let parts = ["functional text class", "fuzzy class transition", "descriptive text class"];
        for (n, name) in parts.into_iter().enumerate() {
            let points =
                model.parts.iter().enumerate().map(|(at, part)| [(at + 1) as f64, part[n] * all]);
            plot = plot.with_series(format!("fit: {name}"), Mark::Dashed, points);
        }
    }
    Ok(finding.with_plot(plot))
}

fn equations(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let pages = pages(context, NEWS)?;
    let words = pages.iter().flatten().map(|block| block.measures.words as usize);
    let words: Vec<usize> = words.collect();
    let Some(model) = fit_text_model(words.iter().copied()) else {
        return Err(ExperimentError::Nothing("fewer than a hundred blocks".into()));
    };
    let mut grid = Grid::new("", MODEL_COLUMNS);
    let (simple, mixed) = (model.simple, model.mixed);
    let one = [NONE, NONE, model.end, simple.adjusted_r2, simple.rmse];
    grid.add("Equation 2, one kind of text", one);
    let (share, short, long) = (model.short_share, model.short_end, model.long_end);
    let two = [share, short, long, mixed.adjusted_r2, mixed.rmse];
    grid.add("Equation 3, short and long text", two);
    let mut counts = vec![0.0; WORDS];
    words.iter().filter(|&&n| (1..=WORDS).contains(&n)).for_each(|&n| counts[n - 1] += 1.0);
    let blocks = words.iter().filter(|&&n| n > 0).count().max(1) as f64;
    let geometric = |p: f64, x: usize| (1.0 - p).powi(x as i32 - 1) * p;
    let at = |x: usize, y: f64| [x as f64, y];
    let plot = Plot::new("Blocks by their words", Axis::new("words"), Axis::new("share of blocks"))
        .with_series("blocks", Mark::Bars, (1..=WORDS).map(|x| at(x, counts[x - 1] / blocks)))
        .with_series(
            "equation 2",
            Mark::Dashed,
            (1..=WORDS).map(|x| at(x, geometric(model.end, x))),
        )
        .with_series(
            "equation 3",
            Mark::Line,
            (1..=WORDS)
                .map(|x| at(x, share * geometric(short, x) + (1.0 - share) * geometric(long, x))),
        );
    Ok(Finding::default().with_grid(grid).with_plot(plot))
}
