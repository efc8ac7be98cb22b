//! The columns of a corpus: what there is, what is chosen, and the schema that follows.

mod facts;
mod table;
mod value;

pub use facts::Facts;
pub(crate) use facts::observation;
pub use table::{Column, ERROR, Group, all};
pub(crate) use table::{ITEM, LESSON, PRINTS};
pub use value::{Kind, Value};

use arrow::array::{ArrayRef, RecordBatch};
use arrow::datatypes::{Field, Schema, SchemaRef};
use arrow::error::ArrowError;
use std::collections::HashMap;
use std::sync::Arc;
use value::CellBuilder;

/// The version of the schema. It grows when a column changes its meaning or its type; new columns do not change it.
pub const SCHEMA_VERSION: u32 = 1;

/// The columns of a corpus.
///
/// ```
/// use dehusk_batch::Columns;
/// let columns = Columns::parse("url,text,quality")?;
/// assert_eq!(columns.names().take(3).collect::<Vec<_>>(), ["url", "text", "q_words"]);
/// let more = Columns::parse("+markdown,-warnings")?;
/// assert!(more.has("markdown") && more.has("title") && !more.has("warnings"));
/// assert_eq!(Columns::parse("+txet").unwrap_err().to_string(), "there is no column \"txet\": did you mean \"text\"?");
/// # Ok::<_, dehusk_batch::UnknownColumn>(())
/// ```
#[derive(Clone, Debug)]
pub struct Columns {
    chosen: Vec<Column>,
}

/// A name that no column has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no column {name:?}: {}", advice(nearest))]
pub struct UnknownColumn {
    /// The name that was asked for.
    pub name: String,
    /// The name that is most like it, if one is.
    pub nearest: Option<&'static str>,
}

fn advice(nearest: &Option<&'static str>) -> String {
    match nearest {
        Some(name) => format!("did you mean {name:?}?"),
        None => {
            let names: Vec<_> = all().iter().map(|column| column.name).collect();
            let groups: Vec<_> = Group::ALL.map(Group::name).to_vec();
            format!("choose from {}; or of the groups {}, all", names.join(", "), groups.join(", "))
        }
    }
}

impl Default for Columns {
    fn default() -> Columns {
        Columns { chosen: all().iter().copied().filter(|column| column.usual).collect() }
    }
}

impl Columns {
    /// Reads a choice: names of columns and groups with commas between them. With `+` or `-` before each they are
    /// added to the usual ones, or taken from them.
    pub fn parse(text: &str) -> Result<Columns, UnknownColumn> {
        let parts: Vec<&str> = text.split(',').map(str::trim).filter(|p| !p.is_empty()).collect();
        let relative = parts.iter().any(|part| part.starts_with(['+', '-']));
        let mut names: Vec<&str> =
            if relative { Columns::default().names().collect() } else { Vec::new() };
        for part in parts {
            let (name, leave) = match part.strip_prefix('-') {
                Some(name) => (name, true),
                None => (part.strip_prefix('+').unwrap_or(part), false),
            };
            let found = find(name)?;
            match leave {
                true => names.retain(|name| !found.contains(name)),
                false => names.extend(found),
            }
        }
        Ok(Columns::of(|column| names.contains(&column.name)))
    }

    /// Those of the given names as well.
    pub fn with(self, names: impl IntoIterator<Item = impl AsRef<str>>) -> Columns {
        let wanted: Vec<String> = names.into_iter().map(|name| name.as_ref().to_string()).collect();
        Columns::of(|column| self.has(column.name) || wanted.iter().any(|name| name == column.name))
    }

    /// Those of the given names, which only stages of a run see, as well.
    pub(crate) fn with_hidden(mut self, names: &[&str]) -> Columns {
        self.chosen.extend(table::HIDDEN.iter().filter(|column| names.contains(&column.name)));
        self
    }

    fn of(wanted: impl Fn(&Column) -> bool) -> Columns {
        Columns { chosen: all().iter().copied().filter(|column| wanted(column)).collect() }
    }

    /// Their names.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.chosen.iter().map(|column| column.name)
    }

    /// Whether one of this name is among them.
    pub fn has(&self, name: &str) -> bool {
        self.names().any(|one| one == name)
    }

    /// Their schema in Arrow. Every cell may be empty; the schema's metadata has its version and that of dehusk.
    pub fn schema(&self) -> SchemaRef {
        let field = |column: &Column| {
            let about = HashMap::from([("comment".to_string(), column.about.to_string())]);
            Field::new(column.name, column.kind.data_type(), true).with_metadata(about)
        };
        let fields: Vec<Field> = self.chosen.iter().map(field).collect();
        let metadata = HashMap::from([
            ("dehusk.schema".to_string(), SCHEMA_VERSION.to_string()),
            ("dehusk.version".to_string(), env!("CARGO_PKG_VERSION").to_string()),
        ]);
        Arc::new(Schema::new_with_metadata(fields, metadata))
    }

    /// The columns of a batch that are among these, under their schema. What the batch lacks is an error.
    pub fn project(&self, batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
        let column = |name| {
            let found = batch.column_by_name(name).cloned();
            found.ok_or_else(|| ArrowError::SchemaError(format!("there is no column {name}")))
        };
        let columns: Vec<ArrayRef> = self.names().map(column).collect::<Result<_, _>>()?;
        RecordBatch::try_new(self.schema(), columns)
    }

    pub(crate) fn builder(&self, rows: usize) -> BatchBuilder {
        let cells = self.chosen.iter().map(|column| column.kind.builder(rows)).collect();
        BatchBuilder { columns: self.clone(), cells, rows: 0 }
    }
}

/// The columns that a name stands for.
fn find(name: &str) -> Result<Vec<&'static str>, UnknownColumn> {
    let group = Group::ALL.into_iter().find(|group| group.name() == name);
    let fits =
        |column: &&Column| column.name == name || Some(column.group) == group || name == "all";
    let found: Vec<_> = all().iter().filter(fits).map(|column| column.name).collect();
    match found.is_empty() {
        false => Ok(found),
        true => Err(UnknownColumn::new(name)),
    }
}

impl UnknownColumn {
    /// The error for a name that no column has.
    pub(crate) fn new(name: &str) -> UnknownColumn {
        let names = all().iter().map(|column| column.name).chain(Group::ALL.map(Group::name));
        let nearest = names.min_by_key(|known| strsim::damerau_levenshtein(known, name));
        let is_near =
            |known: &&str| strsim::damerau_levenshtein(known, name) <= 2.max(name.len() / 3);
        UnknownColumn { name: name.into(), nearest: nearest.filter(is_near) }
    }
}

/// Rows on their way to a batch.
pub(crate) struct BatchBuilder {
    columns: Columns,
    cells: Vec<CellBuilder>,
    rows: usize,
}

impl BatchBuilder {
    /// Adds a row. All its values are there before the first is added, so that one that can not be made leaves no
    /// half of a row.
    pub fn push(&mut self, facts: &Facts<'_>) {
        let values: Vec<Value<'_>> = self.columns.chosen.iter().map(|c| c.value(facts)).collect();
        self.cells.iter_mut().zip(values).for_each(|(cells, value)| cells.push(value));
        self.rows += 1;
    }

    pub fn finish(mut self) -> Result<RecordBatch, ArrowError> {
        let options = arrow::array::RecordBatchOptions::new().with_row_count(Some(self.rows));
        let arrays = self.cells.iter_mut().map(CellBuilder::finish).collect();
        RecordBatch::try_new_with_options(self.columns.schema(), arrays, &options)
    }
}
