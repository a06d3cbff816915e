//! The places of stores: paths and URLs.

use std::fmt;
use std::path::PathBuf;

/// Where a store is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Address {
    /// A folder.
    Folder(PathBuf),
    /// A folder in a bucket.
    Bucket(BucketAddress),
    /// A folder in a bucket of a NATS server.
    Nats(NatsAddress),
}

/// A folder in a bucket. It is displayed as a URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BucketAddress {
    pub(super) service: Service,
    pub(super) bucket: String,
    /// The folder, without slashes around it. Empty for the whole bucket.
    pub(super) folder: String,
}

/// A service that has buckets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Service {
    /// S3, or another service with its interface.
    S3,
    /// Google Cloud Storage.
    Google,
    /// Azure Blob Storage, whose buckets are called containers.
    Azure,
}

/// A folder in a bucket of a NATS server. It is displayed without credentials.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct NatsAddress {
    /// The URL of the server. It may contain credentials.
    pub(super) server: String,
    pub(super) bucket: String,
    /// The folder, without slashes around it. Empty for the whole bucket.
    pub(super) folder: String,
}

/// The kinds of stores, for messages.
const KINDS: &str = "a store is a folder that all workers can write to, such as /mnt/share/forall, or a URL such as \
     s3://BUCKET/FOLDER, gs://BUCKET/FOLDER, az://CONTAINER/FOLDER or nats://HOST:PORT/BUCKET";

impl Address {
    /// Parses a path or a URL.
    pub(super) fn parse(text: &str) -> Result<Address, String> {
        let Some((scheme, rest)) = text.split_once("://") else {
            return match text {
                "" => Err(format!("the store has no name; {KINDS}")),
                path => Ok(Address::Folder(path.into())),
            };
        };
        match scheme {
            "file" => Ok(Address::Folder(rest.into())),
            "s3" => BucketAddress::parse(Service::S3, rest).map(Address::Bucket),
            "gs" => BucketAddress::parse(Service::Google, rest).map(Address::Bucket),
            "az" => BucketAddress::parse(Service::Azure, rest).map(Address::Bucket),
            "nats" | "tls" => NatsAddress::parse(scheme, rest).map(Address::Nats),
            _ => Err(format!("stores of the kind `{scheme}:` are not supported; {KINDS}")),
        }
    }
}

impl BucketAddress {
    fn parse(service: Service, rest: &str) -> Result<BucketAddress, String> {
        let scheme = service.scheme();
        if rest.contains(['@', '?', '#']) {
            // The text may contain a password, so it is not printed.
            return Err(format!(
                "{scheme}: URLs of stores consist of a bucket and a folder only: {scheme}://BUCKET/FOLDER; credentials \
                 and options are read from variables such as {}",
                service.variables()
            ));
        }
        let (bucket, folder) = split(rest);
        if bucket.is_empty() {
            return Err(format!(
                "{scheme}://{rest} names no bucket; write {scheme}://BUCKET/FOLDER"
            ));
        }
        Ok(BucketAddress { service, bucket, folder })
    }
}

impl Service {
    pub(super) fn scheme(self) -> &'static str {
        match self {
            Service::S3 => "s3",
            Service::Google => "gs",
            Service::Azure => "az",
        }
    }

    /// Returns the variables with the credentials, for messages.
    pub(super) fn variables(self) -> &'static str {
        match self {
            Service::S3 => {
                "AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and AWS_ENDPOINT_URL"
            }
            Service::Google => "GOOGLE_APPLICATION_CREDENTIALS",
            Service::Azure => "AZURE_STORAGE_ACCOUNT_NAME and AZURE_STORAGE_ACCOUNT_KEY",
        }
    }
}

impl NatsAddress {
    fn parse(scheme: &str, rest: &str) -> Result<NatsAddress, String> {
        let (server, path) = split(rest);
        let (bucket, folder) = split(&path);
        let address = NatsAddress { server: format!("{scheme}://{server}"), bucket, folder };
        let host = server.rsplit('@').next().unwrap_or_default();
        if host.is_empty() || address.bucket.is_empty() {
            let missing = if host.is_empty() { "server" } else { "bucket" };
            return Err(format!("{address} names no {missing}; write {scheme}://HOST:PORT/BUCKET"));
        }
        Ok(address)
    }
}

/// Returns the first part of a path and the rest, both without slashes around them.
fn split(path: &str) -> (String, String) {
    let (first, rest) = path.split_once('/').unwrap_or((path, ""));
    (first.to_owned(), rest.trim_matches('/').to_owned())
}

impl fmt::Display for BucketAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BucketAddress { service, bucket, folder } = self;
        let slash = if folder.is_empty() { "" } else { "/" };
        write!(f, "{}://{bucket}{slash}{folder}", service.scheme())
    }
}

impl fmt::Display for NatsAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (scheme, server) = self.server.split_once("://").unwrap_or(("nats", &self.server));
        let host = server.rsplit('@').next().unwrap_or_default();
        let parts = [host, &self.bucket, &self.folder];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        write!(f, "{scheme}://{}", parts.join("/"))
    }
}

/// Derived, it would contain the credentials.
impl fmt::Debug for NatsAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NatsAddress({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Address::parse(text).expect_err("it is no store")
    }

    #[test]
    fn paths_and_urls_are_parsed() {
        assert_eq!(Address::parse("/mnt/a b"), Ok(Address::Folder("/mnt/a b".into())));
        assert_eq!(Address::parse("file:///mnt/a"), Ok(Address::Folder("/mnt/a".into())));
        for (url, service) in [
            ("s3://corpora/forall/main", Service::S3),
            ("gs://corpora/forall/main", Service::Google),
            ("az://corpora/forall/main", Service::Azure),
        ] {
            let bucket = "corpora".to_owned();
            let expected = BucketAddress { service, bucket, folder: "forall/main".to_owned() };
            assert_eq!(expected.to_string(), url);
            assert_eq!(Address::parse(url), Ok(Address::Bucket(expected.clone())));
            assert_eq!(Address::parse(&format!("{url}/")), Ok(Address::Bucket(expected)));
        }
        for url in ["s3://corpora", "nats://127.0.0.1:4222/forall", "tls://nats.example/forall/a/b"]
        {
            let shown = match Address::parse(url).expect("it is a store") {
                Address::Bucket(address) => address.to_string(),
                Address::Nats(address) => address.to_string(),
                Address::Folder(path) => panic!("{path:?}"),
            };
            assert_eq!(shown, url);
        }
    }

    #[test]
    fn credentials_are_not_displayed() {
        let url = "nats://user:secret@localhost:4222/forall";
        let Ok(Address::Nats(address)) = Address::parse(url) else { panic!("it is a store") };
        assert_eq!(address.server, "nats://user:secret@localhost:4222");
        assert_eq!(address.to_string(), "nats://localhost:4222/forall");
        assert_eq!(format!("{address:?}"), "NatsAddress(nats://localhost:4222/forall)");
        for url in ["nats://user:secret@localhost", "nats://user:secret@/forall"] {
            assert!(!error(url).contains("secret"), "{}", error(url));
        }
        for url in ["s3://user:secret@corpora/a", "az://corpora/a?sig=secret"] {
            assert!(!error(url).contains("secret"), "{}", error(url));
        }
    }

    #[test]
    fn mistakes_are_explained() {
        let begins = |text: &str, start: &str| {
            let error = error(text);
            assert!(error.starts_with(start), "{error}");
        };
        begins("", "the store has no name; a store is a folder");
        begins("ftp://a/b", "stores of the kind `ftp:` are not supported; a store is a folder");
        begins("s3:///a", "s3:///a names no bucket; write s3://BUCKET/FOLDER");
        begins("s3://user:secret@bucket/x", "s3: URLs of stores consist of a bucket and a folder");
        begins("nats://localhost:4222", "nats://localhost:4222 names no bucket; write nats://HOST");
        begins("nats:///forall", "nats://forall names no server; write nats://HOST:PORT/BUCKET");
    }
}
