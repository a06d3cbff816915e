//! HTTP responses.

use std::io::{self, Write};

/// What a browser may do with a response: run and style the page itself, and connect to this server.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; \
    style-src 'unsafe-inline'; img-src data:; connect-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

/// Writes a response of one sentence.
pub(super) fn write_text(stream: &mut impl Write, status: &str, text: &str) -> io::Result<()> {
    write_head(stream, status, "text/plain; charset=utf-8", Some(text.len()))?;
    stream.write_all(text.as_bytes())
}

/// Writes the page.
pub(super) fn write_page(stream: &mut impl Write, page: &str) -> io::Result<()> {
    write_head(stream, "200 OK", "text/html; charset=utf-8", Some(page.len()))?;
    stream.write_all(page.as_bytes())
}

/// Writes the beginning of a stream of events.
pub(super) fn write_events_head(stream: &mut impl Write) -> io::Result<()> {
    write_head(stream, "200 OK", "text/event-stream", None)
}

fn write_head(
    stream: &mut impl Write,
    status: &str,
    kind: &str,
    length: Option<usize>,
) -> io::Result<()> {
    let length = length.map(|length| format!("Content-Length: {length}\r\n")).unwrap_or_default();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{length}Cache-Control: no-store\r\n\
         Content-Security-Policy: {CONTENT_SECURITY_POLICY}\r\nX-Content-Type-Options: nosniff\r\n\
         Referrer-Policy: no-referrer\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes())
}
