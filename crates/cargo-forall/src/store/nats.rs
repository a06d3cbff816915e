//! A bucket of NATS JetStream as a store: keys and values on a server of NATS, or on a cluster of them.

use std::cell::RefCell;
use std::env;
use std::error::Error as _;
use std::fs;

use async_nats::jetstream::context::{GetStreamError, GetStreamErrorKind, KeyValueError};
use async_nats::jetstream::kv::{self, CreateErrorKind};
use async_nats::jetstream::{self, ErrorCode};
use async_nats::{ConnectOptions, ServerAddr};
use futures_util::TryStreamExt;
use tokio::runtime::Runtime;

use super::address::NatsAddress;
use super::runtime::{TIMEOUT, runtime};
use super::{EntryName, Store, StoreError, StoreFolder};

/// The name of this program in the logs of the server.
const CLIENT_NAME: &str = "cargo-forall";

/// An error of the client.
type Error = Box<dyn std::error::Error + Send + Sync>;

/// A bucket in which each entry is a key.
#[derive(Debug)]
pub(super) struct Nats {
    address: NatsAddress,
    runtime: Runtime,
    /// The bucket, after the first use and until an error.
    bucket: RefCell<Option<kv::Store>>,
}

impl Nats {
    /// Returns the store at this address. Does not connect yet.
    pub(super) fn open(address: NatsAddress) -> Result<Nats, StoreError> {
        Ok(Nats { address, runtime: runtime()?, bucket: RefCell::new(None) })
    }

    /// Returns the beginning of the keys in a folder. A dot separates its parts, so that the server can filter by folder.
    fn folder(&self, folder: &StoreFolder) -> String {
        let parts = format!("{}/{folder}", self.address.folder);
        let parts = parts.split('/').filter(|part| !part.is_empty());
        parts.map(|part| encoded(part) + ".").collect()
    }

    fn key(&self, folder: &StoreFolder, name: &EntryName) -> String {
        self.folder(folder) + name.as_str()
    }

    /// Calls `act` with the bucket, and waits for its result. Connects first if necessary.
    fn with_bucket<T>(
        &self,
        operation: &str,
        act: impl AsyncFnOnce(&kv::Store) -> Result<T, Error>,
    ) -> Result<T, StoreError> {
        let work = async {
            let bucket = match self.bucket.take() {
                Some(bucket) => bucket,
                None => connect(&self.address).await?,
            };
            let result = act(&bucket).await;
            // After an error, the next use connects again.
            self.bucket.replace(result.is_ok().then_some(bucket));
            result
        };
        self.runtime.block_on(work).map_err(|error: Error| {
            let cause = super::cause(&*error);
            StoreError::new(format!("{} cannot be {operation}: {cause}", self.address))
        })
    }
}

impl Store for Nats {
    fn put(&self, folder: &StoreFolder, content: &[u8]) -> Result<EntryName, StoreError> {
        let name = EntryName::of(content);
        let key = self.key(folder, &name);
        self.with_bucket("written", async |bucket| {
            match bucket.create(&key, content.to_vec().into()).await {
                Err(error) if error.kind() == CreateErrorKind::AlreadyExists => {}
                created => {
                    created?;
                    return Ok(());
                }
            }
            if bucket.get(key.as_str()).await?.is_none_or(|there| there != content) {
                bucket.put(&key, content.to_vec().into()).await?;
            }
            Ok(())
        })?;
        Ok(name)
    }

    fn list(&self, folder: &StoreFolder) -> Result<Vec<EntryName>, StoreError> {
        let folder = self.folder(folder);
        let mut names = self.with_bucket("listed", async |bucket| {
            let start = format!("{}{folder}", bucket.prefix);
            let subjects = bucket.stream.info_with_subjects(format!("{start}*")).await?;
            let subjects: Vec<(String, usize)> = subjects.try_collect().await?;
            let name = |subject: &str| EntryName::parse(subject.strip_prefix(&start)?);
            Ok(subjects.iter().filter_map(|(subject, _)| name(subject)).collect::<Vec<_>>())
        })?;
        names.sort();
        Ok(names)
    }

    fn get(&self, folder: &StoreFolder, name: &EntryName) -> Result<Vec<u8>, StoreError> {
        let key = self.key(folder, name);
        self.with_bucket("read", async |bucket| {
            let content = bucket.get(key.as_str()).await?;
            Ok(content.ok_or_else(|| format!("there is no key {key}"))?.to_vec())
        })
    }

    fn remove(&self, folder: &StoreFolder, name: &EntryName) -> Result<(), StoreError> {
        let key = self.key(folder, name);
        self.with_bucket("changed", async |bucket| {
            // The client would leave a message that marks the key as deleted, which the server lists.
            bucket.stream.purge().filter(format!("{}{key}", bucket.prefix)).await?;
            Ok(())
        })
    }
}

/// Connects to the server, and returns the bucket.
async fn connect(address: &NatsAddress) -> Result<kv::Store, Error> {
    let server: ServerAddr = address.server.parse()?;
    let options = options(&server)?.name(CLIENT_NAME);
    let options = options.connection_timeout(TIMEOUT).request_timeout(Some(TIMEOUT));
    let client = options.connect(server).await?;
    let bucket = jetstream::new(client).get_key_value(&address.bucket).await;
    bucket.map_err(|error| match is_missing(&error) {
        true => {
            let name = &address.bucket;
            format!("there is no bucket `{name}`; `nats kv add {name}` creates it").into()
        }
        false => error.into(),
    })
}

/// Returns whether the server has no such bucket.
fn is_missing(error: &KeyValueError) -> bool {
    let cause = error.source().and_then(|cause| cause.downcast_ref::<GetStreamError>());
    match cause.map(GetStreamError::kind) {
        Some(GetStreamErrorKind::JetStream(error)) => {
            error.error_code() == ErrorCode::STREAM_NOT_FOUND
        }
        _ => false,
    }
}

/// Returns options with the credentials in the URL, or those in the variables that the program `nats` reads.
fn options(server: &ServerAddr) -> Result<ConnectOptions, Error> {
    let variable = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    let mut options = ConnectOptions::new();
    match (server.username(), server.password()) {
        (Some(user), Some(password)) => {
            return Ok(options.user_and_password(user.to_owned(), password.to_owned()));
        }
        (Some(token), None) => return Ok(options.token(token.to_owned())),
        (None, _) => {}
    }
    if let (Some(user), Some(password)) = (variable("NATS_USER"), variable("NATS_PASSWORD")) {
        options = options.user_and_password(user, password);
    }
    if let Some(token) = variable("NATS_TOKEN") {
        options = options.token(token);
    }
    if let Some(path) = variable("NATS_NKEY") {
        options = options.nkey(read(&path)?.trim().to_owned());
    }
    if let Some(path) = variable("NATS_CREDS") {
        options = options.credentials(&read(&path)?)?;
    }
    if let Some(path) = variable("NATS_CA") {
        options = options.add_root_certificates(path.into());
    }
    if let (Some(certificate), Some(key)) = (variable("NATS_CERT"), variable("NATS_KEY")) {
        options = options.add_client_certificate(certificate.into(), key.into());
    }
    Ok(options)
}

/// Reads a file with credentials.
fn read(path: &str) -> Result<String, Error> {
    fs::read_to_string(path).map_err(|error| format!("{path} cannot be read: {error}").into())
}

/// Returns a part of a path as a part of a key, in which few characters are allowed.
fn encoded(part: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let encode = |byte: u8| match is_plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("={byte:02x}"),
    };
    part.bytes().map(encode).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_keys_are_encoded() {
        assert_eq!(encoded("two-words_3"), "two-words_3");
        assert_eq!(encoded("a.é#"), "a=2e=c3=a9=23");
        assert_ne!(encoded("=2e"), encoded("."));
    }
}
