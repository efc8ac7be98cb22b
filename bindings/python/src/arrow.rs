//! Arrow data in and out by the C data interface, without a copy: the objects of pyarrow, polars, DuckDB, pandas and
//! others are capsules around pointers. This is the one place of the project where pointers from elsewhere are used.
#![allow(unsafe_code)]

use crate::errors::{Kind, error};
use arrow::array::{Array, RecordBatch, RecordBatchIterator, RecordBatchReader, StructArray};
use arrow::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow::ffi_stream::{ArrowArrayStreamReader, FFI_ArrowArrayStream};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::ffi::CStr;

const STREAM: &CStr = c"arrow_array_stream";
const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";

/// Batches that can be read, wherever they come from.
pub type Batches = Box<dyn RecordBatchReader + Send>;

/// The batches of an object with the Arrow C stream or array interface.
pub fn batches(data: &Bound<'_, PyAny>) -> PyResult<Batches> {
    if data.hasattr("__arrow_c_stream__")? {
        let capsule = data.call_method0("__arrow_c_stream__")?;
        return stream(capsule.cast::<PyCapsule>()?);
    }
    if data.hasattr("__arrow_c_array__")? {
        let (schema, array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) =
            data.call_method0("__arrow_c_array__")?.extract()?;
        return batch(&schema, &array);
    }
    let what = data.get_type().name()?;
    let advice = format!(
        "data takes a table with the Arrow interface (pyarrow, polars, DuckDB, pandas 2.2 or newer), not {what}"
    );
    Err(pyo3::exceptions::PyTypeError::new_err(advice))
}

fn stream(capsule: &Bound<'_, PyCapsule>) -> PyResult<Batches> {
    let pointer = capsule.pointer_checked(Some(STREAM))?.cast::<FFI_ArrowArrayStream>();
    // SAFETY: a capsule of this name holds a valid stream, by the interface's contract; moving it out leaves a released
    // one behind, which is what a consumer has to leave.
    let reader = unsafe { ArrowArrayStreamReader::from_raw(pointer.as_ptr()) };
    let py = capsule.py();
    Ok(Box::new(reader.map_err(|why| error(py, Kind::Data, why))?))
}

fn batch(schema: &Bound<'_, PyCapsule>, array: &Bound<'_, PyCapsule>) -> PyResult<Batches> {
    let py = schema.py();
    let schema = schema.pointer_checked(Some(SCHEMA))?.cast::<FFI_ArrowSchema>();
    let array = array.pointer_checked(Some(ARRAY))?.cast::<FFI_ArrowArray>();
    // SAFETY: capsules of these names hold a valid schema and array that belong together, by the interface's contract;
    // the array is moved out and a released one left, the schema is only looked at.
    let data = unsafe { from_ffi(FFI_ArrowArray::from_raw(array.as_ptr()), schema.as_ref()) };
    let data = data.map_err(|why| error(py, Kind::Data, why))?;
    if !matches!(data.data_type(), arrow::datatypes::DataType::Struct(_)) {
        let one = "this is a single column: give a table with a column of pages";
        return Err(error(py, Kind::Data, one));
    }
    let rows = StructArray::from(data);
    if rows.null_count() > 0 {
        return Err(error(py, Kind::Data, "rows of a table can not be null"));
    }
    let batch = RecordBatch::from(rows);
    let schema = batch.schema();
    Ok(Box::new(RecordBatchIterator::new([Ok(batch)], schema)))
}

/// A capsule with batches for somebody else.
pub fn capsule<'py>(py: Python<'py>, batches: Batches) -> PyResult<Bound<'py, PyCapsule>> {
    // Dropping the stream that stands in the capsule releases it, unless its consumer moved it out.
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(batches), STREAM)
}

/// A capsule with a schema for somebody else.
pub fn schema_capsule<'py>(
    py: Python<'py>,
    schema: &arrow::datatypes::Schema,
) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(schema).map_err(|why| error(py, Kind::Data, why))?;
    PyCapsule::new_with_value(py, schema, SCHEMA)
}
