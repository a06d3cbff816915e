//! HTTP requests: the path, the token and the host.

use std::io::{self, Read};

/// The number of bytes after which a request is rejected.
const MAX_REQUEST_LENGTH: usize = 16 << 10;

/// A `GET` request.
#[derive(Debug)]
pub(super) struct Request {
    target: String,
    /// The `Host` header.
    pub(super) host: String,
}

impl Request {
    /// Reads a request. Returns `None` if it is invalid, too long, or not a `GET` request with a `Host` header.
    pub(super) fn read(mut stream: impl Read) -> io::Result<Option<Request>> {
        let mut bytes = Vec::new();
        let mut buffer = [0; 4 << 10];
        while bytes.len() < MAX_REQUEST_LENGTH {
            let count = stream.read(&mut buffer)?;
            bytes.extend_from_slice(&buffer[..count]);
            let mut headers = [httparse::EMPTY_HEADER; 64];
            let mut request = httparse::Request::new(&mut headers);
            match request.parse(&bytes) {
                Ok(httparse::Status::Complete(_)) => return Ok(Request::new(&request)),
                Ok(httparse::Status::Partial) if count > 0 => {}
                _ => return Ok(None),
            }
        }
        Ok(None)
    }

    fn new(request: &httparse::Request<'_, '_>) -> Option<Request> {
        let host =
            request.headers.iter().find(|header| header.name.eq_ignore_ascii_case("host"))?;
        let host = String::from_utf8(host.value.to_vec()).ok()?;
        let target = request.path.filter(|_| request.method == Some("GET"))?.to_owned();
        Some(Request { target, host })
    }

    pub(super) fn path(&self) -> &str {
        self.target.split('?').next().unwrap_or_default()
    }

    pub(super) fn token(&self) -> Option<&str> {
        let (_, query) = self.target.split_once('?')?;
        query.split('&').find_map(|pair| pair.strip_prefix("token="))
    }
}
