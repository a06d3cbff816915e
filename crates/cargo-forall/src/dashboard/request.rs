//! Requests: as much of them as we need.

use std::io::{self, Read};

/// No request of ours is longer.
const LONGEST: usize = 16 << 10;

/// What was asked for.
#[derive(Debug)]
pub(super) struct Request {
    target: String,
    /// By which name we were called.
    pub(super) host: String,
}

impl Request {
    /// Reads one; nothing if it is not one that we understand.
    pub(super) fn read(mut from: impl Read) -> io::Result<Option<Request>> {
        let (mut bytes, mut part) = (Vec::new(), [0; 4 << 10]);
        while bytes.len() < LONGEST {
            let count = from.read(&mut part)?;
            bytes.extend_from_slice(&part[..count]);
            let mut headers = [httparse::EMPTY_HEADER; 64];
            let mut request = httparse::Request::new(&mut headers);
            match request.parse(&bytes) {
                Ok(httparse::Status::Complete(_)) => return Ok(Request::of(&request)),
                Ok(httparse::Status::Partial) if count > 0 => {}
                _ => return Ok(None),
            }
        }
        Ok(None)
    }

    fn of(request: &httparse::Request<'_, '_>) -> Option<Request> {
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
