//! Values of cells, and the arrays they become.

use arrow::array::{
    ArrayRef, BinaryBuilder, Float64Builder, Int64Builder, ListBuilder, StringBuilder,
    StructBuilder,
};
use arrow::datatypes::{DataType, Field, Fields};
use std::borrow::Cow;
use std::sync::Arc;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A text.
    Text,
    /// A whole number.
    Integer,
    /// A number.
    Real,
    /// A list of texts.
    Texts,
    /// Bytes, between stages only.
    Bytes,
    /// A list of records, each of texts with these names.
    Records(&'static [&'static str]),
}

/// The value of a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    /// Nothing is known.
    Null,
    /// For [`Kind::Text`].
    Text(Cow<'a, str>),
    /// For [`Kind::Integer`].
    Integer(i64),
    /// For [`Kind::Real`].
    Real(f64),
    /// For [`Kind::Texts`].
    Texts(Vec<Cow<'a, str>>),
    /// For [`Kind::Bytes`].
    Bytes(Vec<u8>),
    /// For [`Kind::Records`].
    Records(Vec<Vec<Option<Cow<'a, str>>>>),
}

impl<'a> Value<'a> {
    /// A text, if there is one.
    pub fn text(text: Option<&'a str>) -> Value<'a> {
        text.map_or(Value::Null, |text| Value::Text(text.into()))
    }

    /// A whole number, if there is one.
    pub fn integer(number: Option<i64>) -> Value<'static> {
        number.map_or(Value::Null, Value::Integer)
    }

    /// A number, if there is one.
    pub fn real(number: Option<f64>) -> Value<'static> {
        number.map_or(Value::Null, Value::Real)
    }
}

impl Kind {
    /// The type in Arrow, and through it in Parquet.
    pub fn data_type(self) -> DataType {
        match self {
            Kind::Text => DataType::Utf8,
            Kind::Integer => DataType::Int64,
            Kind::Real => DataType::Float64,
            Kind::Texts => DataType::List(item(DataType::Utf8)),
            Kind::Bytes => DataType::Binary,
            Kind::Records(names) => DataType::List(item(DataType::Struct(fields(names)))),
        }
    }

    pub(super) fn builder(self, rows: usize) -> CellBuilder {
        match self {
            Kind::Text => CellBuilder::Text(StringBuilder::with_capacity(rows, rows * 16)),
            Kind::Integer => CellBuilder::Integer(Int64Builder::with_capacity(rows)),
            Kind::Real => CellBuilder::Real(Float64Builder::with_capacity(rows)),
            Kind::Texts => CellBuilder::Texts(ListBuilder::new(StringBuilder::new())),
            Kind::Bytes => CellBuilder::Bytes(BinaryBuilder::new()),
            Kind::Records(names) => {
                let records = StructBuilder::from_fields(fields(names), rows);
                CellBuilder::Records(names.len(), ListBuilder::new(records))
            }
        }
    }
}

fn item(kind: DataType) -> Arc<Field> {
    Arc::new(Field::new_list_field(kind, true))
}

fn fields(names: &[&str]) -> Fields {
    names.iter().map(|name| Field::new(*name, DataType::Utf8, true)).collect()
}

/// A column under construction.
pub(super) enum CellBuilder {
    Text(StringBuilder),
    Integer(Int64Builder),
    Real(Float64Builder),
    Texts(ListBuilder<StringBuilder>),
    Bytes(BinaryBuilder),
    Records(usize, ListBuilder<StructBuilder>),
}

impl CellBuilder {
    /// Adds a cell. A value of another kind is nothing: the table of columns and a test see to it that there is none.
    pub fn push(&mut self, value: Value<'_>) {
        match (self, value) {
            (CellBuilder::Text(cells), Value::Text(text)) => cells.append_value(text),
            (CellBuilder::Text(cells), _) => cells.append_null(),
            (CellBuilder::Integer(cells), Value::Integer(number)) => cells.append_value(number),
            (CellBuilder::Integer(cells), _) => cells.append_null(),
            (CellBuilder::Real(cells), Value::Real(number)) => cells.append_value(number),
            (CellBuilder::Real(cells), _) => cells.append_null(),
            (CellBuilder::Texts(cells), Value::Texts(texts)) => {
                texts.iter().for_each(|text| cells.values().append_value(text));
                cells.append(true);
            }
            (CellBuilder::Texts(cells), _) => cells.append(false),
            (CellBuilder::Bytes(cells), Value::Bytes(bytes)) => cells.append_value(bytes),
            (CellBuilder::Bytes(cells), _) => cells.append_null(),
            (CellBuilder::Records(width, cells), Value::Records(records)) => {
                records.into_iter().for_each(|record| push_record(cells.values(), *width, record));
                cells.append(true);
            }
            (CellBuilder::Records(_, cells), _) => cells.append(false),
        }
    }

    pub fn finish(&mut self) -> ArrayRef {
        match self {
            CellBuilder::Text(cells) => Arc::new(cells.finish()),
            CellBuilder::Integer(cells) => Arc::new(cells.finish()),
            CellBuilder::Real(cells) => Arc::new(cells.finish()),
            CellBuilder::Texts(cells) => Arc::new(cells.finish()),
            CellBuilder::Bytes(cells) => Arc::new(cells.finish()),
            CellBuilder::Records(_, cells) => Arc::new(cells.finish()),
        }
    }
}

fn push_record(records: &mut StructBuilder, width: usize, record: Vec<Option<Cow<'_, str>>>) {
    let mut values = record.into_iter();
    for field in 0..width {
        let value = values.next().flatten();
        if let Some(texts) = records.field_builder::<StringBuilder>(field) {
            texts.append_option(value);
        }
    }
    records.append(true);
}
