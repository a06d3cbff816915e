//! A folder in a bucket as a store: S3, Google Cloud Storage, Azure Blob Storage.

use std::sync::Arc;

use futures_util::{StreamExt, stream};
use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey};
use object_store::azure::{AzureConfigKey, MicrosoftAzureBuilder};
use object_store::gcp::{GoogleCloudStorageBuilder, GoogleConfigKey};
use object_store::path::Path;
use object_store::{ClientConfigKey, Error, ObjectStore, ObjectStoreExt, PutMode, RetryConfig};
use tokio::runtime::Runtime;

use super::address::{BucketAddress, Service};
use super::runtime::{TIMEOUT, runtime};
use super::{EntryName, Store, StoreError, StoreFolder};

/// The number of requests at the same time.
const CONCURRENT_REQUESTS: usize = 16;

/// The number of times that a failed request is sent again.
const MAX_RETRIES: usize = 2;

/// A bucket in which each entry is an object.
#[derive(Debug)]
pub(super) struct Bucket {
    address: BucketAddress,
    client: Arc<dyn ObjectStore>,
    runtime: Runtime,
}

impl Bucket {
    /// Returns the store at this address, with credentials from the environment or from the metadata service of the
    /// machine. Sends no request yet.
    pub(super) fn open(address: BucketAddress) -> Result<Bucket, StoreError> {
        // Fails if there is one already, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = client(&address).map_err(|error| {
            let variables = address.service.variables();
            StoreError::new(format!(
                "{address} cannot be used: {}; set {variables}",
                super::cause(&error)
            ))
        })?;
        Ok(Bucket { address, client, runtime: runtime()? })
    }

    fn folder(&self, folder: &StoreFolder) -> Path {
        Path::from(format!("{}/{folder}", self.address.folder))
    }

    fn object(&self, folder: &StoreFolder, name: &EntryName) -> Path {
        self.folder(folder).join(name.as_str())
    }

    fn place(&self, folder: &StoreFolder, name: &EntryName) -> String {
        format!("{}/{folder}/{name}", self.address)
    }

    fn error(&self, operation: &str, place: &str, error: &Error) -> StoreError {
        StoreError::new(format!("{place} cannot be {operation}: {}", self.reason(error)))
    }

    fn reason(&self, error: &Error) -> String {
        let BucketAddress { service, bucket, .. } = &self.address;
        let cause = super::cause(error);
        let has_status = |status: &str| cause.contains(&format!("status code: {status} "));
        match error {
            Error::NotFound { .. } => format!("there is no bucket `{bucket}`, or no such object"),
            _ if has_status("404") => format!("there is no bucket `{bucket}`"),
            Error::PermissionDenied { .. } => self.denied(),
            _ if has_status("403") => self.denied(),
            Error::Unauthenticated { .. } => {
                format!("the credentials are not accepted; set {}", service.variables())
            }
            _ => cause,
        }
    }

    fn denied(&self) -> String {
        format!(
            "permission is denied; check {}, and the policy of the bucket",
            self.address.service.variables()
        )
    }

    async fn write(&self, folder: &StoreFolder, content: &[u8]) -> Result<EntryName, StoreError> {
        let name = EntryName::of(content);
        let path = self.object(folder, &name);
        let failed = |error| self.error("written", &self.place(folder, &name), &error);
        let payload = content.to_vec();
        let created = self.client.put_opts(&path, payload.into(), PutMode::Create.into()).await;
        let is_there = match created {
            Ok(_) => true,
            Err(Error::AlreadyExists { .. } | Error::Precondition { .. }) => {
                self.read(folder, &name).await.is_ok_and(|there| there == content)
            }
            // The service cannot create conditionally. The content is the same in any case.
            Err(Error::NotImplemented { .. } | Error::NotSupported { .. }) => false,
            Err(error) => return Err(failed(error)),
        };
        if !is_there {
            let replaced = self.client.put(&path, content.to_vec().into()).await;
            replaced.map_err(failed)?;
        }
        Ok(name)
    }

    async fn read(&self, folder: &StoreFolder, name: &EntryName) -> Result<Vec<u8>, StoreError> {
        let path = self.object(folder, name);
        let read = async { self.client.get(&path).await?.bytes().await };
        let content =
            read.await.map_err(|error| self.error("read", &self.place(folder, name), &error))?;
        Ok(content.to_vec())
    }
}

impl Store for Bucket {
    fn put(&self, folder: &StoreFolder, content: &[u8]) -> Result<EntryName, StoreError> {
        self.runtime.block_on(self.write(folder, content))
    }

    fn put_all(&self, folder: &StoreFolder, contents: &[Vec<u8>]) -> Result<(), StoreError> {
        let requests = contents.iter().map(|content| self.write(folder, content));
        let mut answers = stream::iter(requests).buffer_unordered(CONCURRENT_REQUESTS);
        self.runtime.block_on(async {
            while let Some(answer) = answers.next().await {
                answer?;
            }
            Ok(())
        })
    }

    fn list(&self, folder: &StoreFolder) -> Result<Vec<EntryName>, StoreError> {
        let path = self.folder(folder);
        let listed = self.runtime.block_on(self.client.list_with_delimiter(Some(&path)));
        let listed =
            listed.map_err(|error| self.error("listed", &self.address.to_string(), &error))?;
        let name = |path: &Path| EntryName::parse(path.filename()?);
        let mut names: Vec<EntryName> =
            listed.objects.iter().filter_map(|object| name(&object.location)).collect();
        names.sort();
        Ok(names)
    }

    fn get(&self, folder: &StoreFolder, name: &EntryName) -> Result<Vec<u8>, StoreError> {
        self.runtime.block_on(self.read(folder, name))
    }

    fn get_all(
        &self,
        folder: &StoreFolder,
        names: &[EntryName],
    ) -> Vec<Result<Vec<u8>, StoreError>> {
        let requests = names.iter().map(|name| self.read(folder, name));
        let answers = stream::iter(requests).buffered(CONCURRENT_REQUESTS);
        self.runtime.block_on(answers.collect())
    }

    fn remove(&self, folder: &StoreFolder, name: &EntryName) -> Result<(), StoreError> {
        let path = self.object(folder, name);
        match self.runtime.block_on(self.client.delete(&path)) {
            Ok(()) | Err(Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(self.error("removed", &self.place(folder, name), &error)),
        }
    }

    fn is_paid(&self) -> bool {
        true
    }
}

/// Returns the client of the service.
fn client(address: &BucketAddress) -> Result<Arc<dyn ObjectStore>, Error> {
    let retry =
        RetryConfig { max_retries: MAX_RETRIES, retry_timeout: TIMEOUT, ..RetryConfig::default() };
    let timeout = format!("{}s", TIMEOUT.as_secs());
    let url = format!("{}://{}", address.service.scheme(), address.bucket);
    Ok(match address.service {
        Service::S3 => {
            let mut builder = AmazonS3Builder::from_env().with_url(url).with_retry(retry);
            let endpoints = [AmazonS3ConfigKey::S3Endpoint, AmazonS3ConfigKey::Endpoint];
            let endpoint = endpoints.iter().find_map(|key| builder.get_config_value(key));
            // Other programs for S3 need no permission beside the address.
            if endpoint.is_some_and(|endpoint| endpoint.starts_with("http://")) {
                builder = builder.with_allow_http(true);
            }
            let key = AmazonS3ConfigKey::Client(ClientConfigKey::Timeout);
            Arc::new(builder.with_config(key, timeout).build()?)
        }
        Service::Google => {
            let builder = GoogleCloudStorageBuilder::from_env().with_url(url).with_retry(retry);
            let key = GoogleConfigKey::Client(ClientConfigKey::Timeout);
            Arc::new(builder.with_config(key, timeout).build()?)
        }
        Service::Azure => {
            let builder = MicrosoftAzureBuilder::from_env().with_url(url).with_retry(retry);
            let key = AzureConfigKey::Client(ClientConfigKey::Timeout);
            Arc::new(builder.with_config(key, timeout).build()?)
        }
    })
}
