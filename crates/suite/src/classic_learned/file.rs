//! Model files: parts of numbers behind a line that says where they come from.

use serde_json::Value;

const MAGIC: &[u8; 8] = b"dehuskSU";
/// Bytes of a part at most; a file that claims more is damaged.
const MOST: usize = 64 << 20;

/// A model as it is stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelFile {
    /// Where it comes from: name, corpora, pages, seed, figures.
    pub about: Value,
    /// Its parts.
    pub parts: Vec<Vec<u8>>,
}

impl ModelFile {
    /// Reads a model; none if the bytes are something else or cut.
    ///
    /// ```
    /// use dehusk_suite::classic_learned::file::ModelFile;
    /// let model = ModelFile { parts: vec![vec![1, 2], vec![]], ..Default::default() };
    /// assert_eq!(ModelFile::read(&model.write()), Some(model.clone()));
    /// assert_eq!(ModelFile::read(&model.write()[..20]), None);
    /// ```
    pub fn read(bytes: &[u8]) -> Option<ModelFile> {
        let mut rest = bytes.strip_prefix(MAGIC)?;
        let about = serde_json::from_slice(take(&mut rest)?).ok()?;
        let count = u32::from_le_bytes(rest.split_off(..4)?.try_into().ok()?);
        let mut parts = Vec::new();
        for _ in 0..count {
            parts.push(take(&mut rest)?.to_vec());
        }
        rest.is_empty().then_some(ModelFile { about, parts })
    }

    /// The bytes of the file.
    pub fn write(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        put(&mut out, self.about.to_string().as_bytes());
        out.extend((self.parts.len() as u32).to_le_bytes());
        self.parts.iter().for_each(|part| put(&mut out, part));
        out
    }

    /// A part as numbers; none if there is no such part.
    pub fn floats(&self, part: usize) -> Option<Vec<f32>> {
        let bytes = self.parts.get(part)?;
        Some(bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect())
    }

    /// Adds a part of numbers.
    pub fn push_floats(&mut self, values: &[f32]) {
        self.parts.push(values.iter().flat_map(|v| v.to_le_bytes()).collect());
    }
}

fn take<'b>(rest: &mut &'b [u8]) -> Option<&'b [u8]> {
    let len = u32::from_le_bytes(rest.split_off(..4)?.try_into().ok()?) as usize;
    (len <= MOST).then(|| rest.split_off(..len))?
}

fn put(out: &mut Vec<u8>, part: &[u8]) {
    out.extend((part.len() as u32).to_le_bytes());
    out.extend_from_slice(part);
}
