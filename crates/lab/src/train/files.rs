//! The files that a training leaves.

use crate::LabError;
use dehusk::auto::Model;
use dehusk_eval::predictions::{Prediction, Writer};
use dehusk_eval::run::Models;
use dehusk_train::Sample;
use dehusk_train::auto::Answer;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

fn at(path: &Path) -> impl Fn(io::Error) -> LabError + '_ {
    move |source| LabError::File { path: path.to_path_buf(), source }
}

/// Makes the folder that a model goes to. Done before the training, whose end is late to learn that it can not be
/// made.
pub fn make_folder(folder: &Path) -> Result<(), LabError> {
    fs::create_dir_all(folder).map_err(at(folder))
}

/// Writes beside the target first, so that a model that is in use is never half a model. Gives its size for people.
pub fn write_model(path: &Path, bytes: &[u8]) -> Result<String, LabError> {
    let beside = path.with_extension("model.new");
    fs::write(&beside, bytes).map_err(at(&beside))?;
    fs::rename(&beside, path).map_err(at(path))?;
    Ok(format!("{} has {} KB", path.display(), bytes.len() / 1000))
}

/// The models that have not seen a part, each with which part it is. Gives their sizes for people.
pub fn write_parts(
    folder: &Path,
    models: &[Model],
    labels: &[String],
    about: &serde_json::Value,
) -> Result<Vec<String>, LabError> {
    make_folder(folder)?;
    let write = |(model, label): (&Model, &String)| {
        let mut model = model.clone();
        model.about = about.clone();
        model.about["without_part"] = label.as_str().into();
        write_model(&Models::file_of_part(folder, label), &model.write())
    };
    models.iter().zip(labels).map(write).collect()
}

/// The texts of a cross-validation, a file a corpus.
pub fn write_answers(
    folder: &Path,
    samples: &[Sample],
    answers: &[Answer],
) -> Result<(), LabError> {
    let mut writers = BTreeMap::new();
    for (sample, answer) in samples.iter().zip(answers) {
        let path = folder.join(format!("{}.jsonl", sample.corpus));
        if !writers.contains_key(&path) {
            // Answers of an earlier training would be taken for these.
            let _ = fs::remove_file(&path);
            writers.insert(path.clone(), Writer::append(&path).map_err(at(&path))?);
        }
        let prediction = Prediction {
            id: sample.record.id.clone(),
            text: answer.text.clone(),
            confidence: Some(answer.confidence),
            page_type: answer.page_type.map(|kind| kind.name().to_string()),
            ..Prediction::default()
        };
        if let Some(writer) = writers.get_mut(&path) {
            writer.write(&prediction).map_err(at(&path))?;
        }
    }
    Ok(())
}
