//! Objects elsewhere: `s3://` and `http(s)://`, through object_store.
//!
//! Everything else here is synchronous, so this module has the only runtime, and waits for it. Who names an address on
//! the command line has chosen it: unlike pages that a page links to, private addresses are not refused.

use crate::read::{Input, InputError, InputFormat, Location};
use bytes::Bytes;
use futures_util::stream::BoxStream;
use futures_util::{StreamExt, TryStreamExt};
use object_store::aws::AmazonS3Builder;
use object_store::http::HttpBuilder;
use object_store::path::Path;
use object_store::{
    ClientOptions, GetOptions, GetRange, ObjectStore, ObjectStoreExt, WriteMultipart,
};
use parquet::errors::ParquetError;
use parquet::file::reader::{ChunkReader, Length};
use std::fmt;
use std::io::{self, Read};
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use tokio::runtime::Runtime;
use url::Url;

/// Times a connection is made anew where it breaks, without having given anything in between.
const PATIENCE: usize = 5;
/// Silence that is taken for a broken connection.
const SILENCE: Duration = Duration::from_secs(60);
/// Parts of an object that are sent at once.
const PARTS_AT_ONCE: usize = 4;
/// Bytes of an object's part.
const PART: usize = 8 << 20;

/// The address of an object, of a folder of objects, or a pattern of such.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoteAddress {
    url: Url,
    /// As it was given.
    said: String,
}

fn runtime() -> io::Result<&'static Runtime> {
    static RUNTIME: LazyLock<io::Result<Runtime>> = LazyLock::new(|| {
        // One that is there already is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        builder.worker_threads(2).thread_name("network").enable_all().build()
    });
    RUNTIME.as_ref().map_err(|error| io::Error::new(error.kind(), error.to_string()))
}

fn wait<T>(work: impl Future<Output = object_store::Result<T>>) -> io::Result<T> {
    runtime()?.block_on(work).map_err(io::Error::from)
}

impl RemoteAddress {
    /// Reads an address.
    pub fn parse(said: &str) -> Result<RemoteAddress, InputError> {
        let wrong = |why: String| InputError::BadAddress(said.into(), why);
        let url = Url::parse(said).map_err(|why| wrong(format!("this is no address ({why})")))?;
        match url.scheme() {
            "s3" | "http" | "https" if url.has_host() => {
                Ok(RemoteAddress { url, said: said.into() })
            }
            "s3" | "http" | "https" => Err(wrong("this address has no host".into())),
            other => Err(wrong(format!("{other}:// is not known: use s3://, https:// or http://"))),
        }
    }

    fn is_s3(&self) -> bool {
        self.url.scheme() == "s3"
    }

    /// The address of something below this one.
    pub fn join(&self, name: &str) -> RemoteAddress {
        let mut url = self.url.clone();
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(name.split('/'));
        }
        let said = url.to_string();
        RemoteAddress { url, said }
    }

    /// The store it is in, and its name there.
    pub(crate) fn store(&self) -> io::Result<(Arc<dyn ObjectStore>, Path)> {
        // The store's client belongs to the runtime.
        let _inside = runtime()?.enter();
        let client = ClientOptions::new()
            .with_allow_http(true)
            .with_timeout_disabled()
            .with_connect_timeout(Duration::from_secs(20))
            .with_read_timeout(SILENCE);
        if !self.is_s3() {
            let store = HttpBuilder::new().with_url(self.url.as_str()).with_client_options(client);
            return Ok((Arc::new(store.build()?), Path::default()));
        }
        let mut builder = AmazonS3Builder::from_env()
            .with_bucket_name(self.url.host_str().unwrap_or_default())
            .with_client_options(client);
        // Without any word of who asks, only what is public can be had: nobody else is asked who we are.
        let known = [
            "AWS_ACCESS_KEY_ID",
            "AWS_WEB_IDENTITY_TOKEN_FILE",
            "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
            "AWS_CONTAINER_CREDENTIALS_FULL_URI",
        ];
        if known.iter().all(|name| std::env::var_os(name).is_none()) {
            builder = builder.with_skip_signature(true);
        }
        let path = Path::from_url_path(self.url.path()).map_err(io::Error::other)?;
        Ok((Arc::new(builder.build()?), path))
    }

    /// The objects it stands for.
    pub(crate) fn list(&self) -> Result<Vec<Input>, InputError> {
        let unreadable = |source| InputError::Unreadable { name: self.said.clone(), source };
        let is_pattern = self.url.path().contains(['*', '[']);
        let is_folder = self.url.path().ends_with('/') || self.url.path().is_empty();
        if self.is_s3() && (is_pattern || is_folder) {
            return self.list_objects(is_pattern);
        }
        let (store, path) = self.store().map_err(unreadable)?;
        match wait(store.head(&path)) {
            Ok(about) => Ok(vec![self.input(Some(about.size))]),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(InputError::Missing(self.said.clone()))
            }
            // Some servers answer a request for the page only.
            Err(_) if !self.is_s3() => Ok(vec![self.input(None)]),
            Err(source) => Err(unreadable(source)),
        }
    }

    fn input(&self, size: Option<u64>) -> Input {
        Input::new(Location::Remote(self.clone()), size)
    }

    fn list_objects(&self, is_pattern: bool) -> Result<Vec<Input>, InputError> {
        let unreadable = |source| InputError::Unreadable { name: self.said.clone(), source };
        let (store, path) = self.store().map_err(unreadable)?;
        let full = path.as_ref();
        // The part before the first letter of the pattern; a store lists whole folders.
        let fixed = full.find(['*', '?', '[']).unwrap_or(full.len());
        let folder = if is_pattern { &full[..full[..fixed].rfind('/').unwrap_or(0)] } else { full };
        let pattern = glob::Pattern::new(full)
            .map_err(|why| InputError::BadPattern(self.said.clone(), why.msg.into()))?;
        let prefix = Path::from(folder);
        let listed = wait(store.list(Some(&prefix)).try_collect::<Vec<_>>()).map_err(unreadable)?;
        let mut objects: Vec<_> = listed
            .into_iter()
            .filter(|object| match is_pattern {
                true => pattern.matches(object.location.as_ref()),
                false => InputFormat::of_name(object.location.as_ref()).is_some(),
            })
            .collect();
        objects.sort_by(|a, b| a.location.cmp(&b.location));
        if objects.is_empty() {
            return Err(InputError::NoMatch(self.said.clone()));
        }
        let address = |object: &object_store::ObjectMeta| {
            let mut url = self.url.clone();
            url.set_path(&format!("/{}", object.location));
            let said = url.to_string();
            RemoteAddress { url, said }.input(Some(object.size))
        };
        Ok(objects.iter().map(address).collect())
    }

    /// Its bytes, one after the other.
    pub(crate) fn open(&self) -> io::Result<RemoteReader> {
        let (store, path) = self.store()?;
        let mut reader =
            RemoteReader { store, path, at: 0, stream: None, chunk: Bytes::new(), failures: 0 };
        reader.connect()?;
        Ok(reader)
    }

    /// Its bytes, from any place.
    pub(crate) fn chunks(&self) -> io::Result<RemoteChunks> {
        let (store, path) = self.store()?;
        let size = wait(store.head(&path))?.size;
        Ok(RemoteChunks { store, path, size })
    }

    /// Sends a file there. It appears when it is whole.
    pub(crate) fn send(&self, file: &std::path::Path) -> io::Result<()> {
        let (store, path) = self.store()?;
        if !self.is_s3() {
            // What is no object store takes a file at once or not at all.
            let bytes = std::fs::read(file)?;
            return wait(store.put(&path, bytes.into())).map(drop);
        }
        let mut file = std::fs::File::open(file)?;
        let upload = wait(store.put_multipart(&path))?;
        runtime()?.block_on(async {
            let mut upload = WriteMultipart::new_with_chunk_size(upload, PART);
            let mut part = vec![0; PART];
            loop {
                let read = file.read(&mut part)?;
                if read == 0 {
                    return upload.finish().await.map(drop).map_err(io::Error::from);
                }
                upload.wait_for_capacity(PARTS_AT_ONCE).await?;
                upload.write(&part[..read]);
            }
        })
    }

    /// Writes a small object there.
    pub(crate) fn write(&self, bytes: Vec<u8>) -> io::Result<()> {
        let (store, path) = self.store()?;
        wait(store.put(&path, bytes.into())).map(drop)
    }

    /// Reads a small object; none if it is not there.
    pub(crate) fn read(&self) -> io::Result<Option<Vec<u8>>> {
        let (store, path) = self.store()?;
        let read = async {
            let object = store.get(&path).await?;
            object.bytes().await
        };
        match wait(read) {
            Ok(bytes) => Ok(Some(bytes.to_vec())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The names of the objects below it.
    pub(crate) fn names(&self) -> io::Result<Vec<String>> {
        let (store, path) = self.store()?;
        let listed = wait(store.list(Some(&path)).try_collect::<Vec<_>>())?;
        let mut names: Vec<String> = listed
            .iter()
            .filter_map(|object| {
                let parts: Vec<String> = object
                    .location
                    .prefix_match(&path)?
                    .map(|part| part.as_ref().to_string())
                    .collect();
                Some(parts.join("/"))
            })
            .collect();
        names.sort();
        Ok(names)
    }
}

impl fmt::Display for RemoteAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.said)
    }
}

/// An object that is read from its beginning to its end. Where the connection breaks, it is made anew from there.
pub struct RemoteReader {
    store: Arc<dyn ObjectStore>,
    path: Path,
    at: u64,
    stream: Option<BoxStream<'static, object_store::Result<Bytes>>>,
    chunk: Bytes,
    failures: usize,
}

impl RemoteReader {
    fn connect(&mut self) -> io::Result<()> {
        let range = (self.at > 0).then_some(GetRange::Offset(self.at));
        let options = GetOptions { range, ..GetOptions::default() };
        let object = wait(self.store.get_opts(&self.path, options))?;
        self.stream = Some(object.into_stream());
        Ok(())
    }

    fn next_chunk(&mut self) -> io::Result<Option<Bytes>> {
        loop {
            let Some(stream) = &mut self.stream else {
                self.connect()?;
                continue;
            };
            let next = runtime()?.block_on(stream.next());
            match next {
                Some(Ok(chunk)) => {
                    self.failures = 0;
                    return Ok(Some(chunk));
                }
                None => return Ok(None),
                Some(Err(error)) => {
                    self.stream = None;
                    self.failures += 1;
                    if self.failures > PATIENCE {
                        return Err(error.into());
                    }
                    std::thread::sleep(Duration::from_millis(200 << self.failures));
                }
            }
        }
    }
}

impl Read for RemoteReader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.chunk.is_empty() {
            match self.next_chunk()? {
                Some(chunk) => self.chunk = chunk,
                None => return Ok(0),
            }
        }
        let read = into.len().min(self.chunk.len());
        into[..read].copy_from_slice(&self.chunk.split_to(read));
        self.at += read as u64;
        Ok(read)
    }
}

/// An object that is read from any place, as Parquet wants it.
#[derive(Debug)]
pub struct RemoteChunks {
    store: Arc<dyn ObjectStore>,
    path: Path,
    size: u64,
}

impl RemoteChunks {
    fn range(&self, start: u64, length: u64) -> Result<Bytes, ParquetError> {
        let end = start.saturating_add(length).min(self.size);
        wait(self.store.get_range(&self.path, start..end))
            .map_err(|error| ParquetError::External(Box::new(error)))
    }
}

impl Length for RemoteChunks {
    fn len(&self) -> u64 {
        self.size
    }
}

impl ChunkReader for RemoteChunks {
    type T = io::Cursor<Bytes>;

    fn get_read(&self, start: u64) -> Result<Self::T, ParquetError> {
        // A page's head is asked for so; it is never longer.
        Ok(io::Cursor::new(self.range(start, 1 << 20)?))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes, ParquetError> {
        self.range(start, length as u64)
    }
}
