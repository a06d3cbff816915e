//! The server: accepts connections, and answers each on its own thread.

use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::Published;
use super::connection::{Connections, Slot, TimedStream};
use super::request::Request;
use super::response;
use super::token::Token;

/// How long to wait after a connection could not be accepted. The usual reason is that too many files are
/// open, and then the next attempt fails as well.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// The address, and how requests are authorised and limited.
#[derive(Clone, Debug)]
pub(super) struct Server {
    pub(super) address: SocketAddr,
    /// The token that requests must contain.
    pub(super) token: Token,
    pub(super) limits: Limits,
}

/// What the server spends on its visitors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// The number of connections that may be open at the same time.
    pub(super) connections: usize,
    /// The time for a browser to send a request and to read the response, and for each later message.
    pub(super) time: Duration,
    /// The size of the stack of each thread, in bytes.
    pub(super) stack_size: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { connections: 64, time: Duration::from_secs(10), stack_size: 1 << 20 }
    }
}

impl Server {
    /// Answers these connections.
    pub(super) fn serve(
        &self,
        incoming: impl Iterator<Item = io::Result<TcpStream>>,
        published: &Arc<Published>,
    ) {
        let connections = Connections::new(self.limits.connections);
        for stream in incoming {
            match (stream, connections.take_slot()) {
                (Ok(stream), Some(slot)) => self.answer_on_thread(stream, slot, published),
                (Ok(stream), None) => self.reject(&stream),
                (Err(_), _) => thread::sleep(ACCEPT_PAUSE),
            }
        }
    }

    /// Answers a connection on a new thread. Closes the connection if the system has no more threads.
    fn answer_on_thread(&self, stream: TcpStream, slot: Slot, published: &Arc<Published>) {
        let server = self.clone();
        let published = Arc::clone(published);
        let answer = move || {
            // An error means that the browser closed the connection or was too slow.
            let _ = server.answer(&stream, &published);
            drop(slot);
        };
        let _ = thread::Builder::new().stack_size(self.limits.stack_size).spawn(answer);
    }

    /// Answers a connection for which there is no slot. The response fits in the buffer of a new connection, so
    /// this does not block.
    fn reject(&self, stream: &TcpStream) {
        let mut stream = TimedStream::new(stream, self.limits.time);
        let text = "Too many pages are open. Close some, and try again.\n";
        let _ = response::write_text(&mut stream, "503 Service Unavailable", text);
    }

    fn answer(&self, stream: &TcpStream, published: &Published) -> io::Result<()> {
        let mut timed = TimedStream::new(stream, self.limits.time);
        let Some(request) = Request::read(&mut timed)? else {
            let text = "The request is invalid.\n";
            return response::write_text(&mut timed, "400 Bad Request", text);
        };
        if !self.is_authorised(&request) {
            let text = "Use the address that `cargo forall` printed.\n";
            return response::write_text(&mut timed, "403 Forbidden", text);
        }
        match request.path() {
            "/" => response::write_page(&mut timed, &published.page()),
            "/events" => {
                response::write_events_head(&mut timed)?;
                let _listener = published.add_listener();
                self.send_events(stream, published)
            }
            _ => response::write_text(&mut timed, "404 Not Found", "The only page is `/`.\n"),
        }
    }

    /// Returns whether the request has the token and, on a loopback address, names this machine. A page of another
    /// site can send requests too, but with the name of that site.
    fn is_authorised(&self, request: &Request) -> bool {
        let names_loopback = || {
            let host = request.host.rsplit_once(':').map_or(&*request.host, |(host, _)| host);
            let ip = host.trim_matches(['[', ']']).parse::<IpAddr>();
            host == "localhost" || ip.is_ok_and(|ip| ip.is_loopback())
        };
        let has_token = request.token().is_some_and(|token| self.token.matches(token));
        has_token && (!self.address.ip().is_loopback() || names_loopback())
    }

    /// Sends one message for every change, until the connection is closed.
    fn send_events(&self, stream: &TcpStream, published: &Published) -> io::Result<()> {
        let mut version = 0;
        loop {
            let update = published.wait_for_update(version);
            let mut stream = TimedStream::new(stream, self.limits.time);
            match update {
                Some(update) => {
                    stream.write_all(format!("data: {}\n\n", update.data).as_bytes())?;
                    version = update.version;
                }
                None => stream.write_all(b": keep-alive\n\n")?,
            }
        }
    }
}
