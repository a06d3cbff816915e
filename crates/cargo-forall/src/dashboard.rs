//! The dashboard: the report page in a browser, updated while a session runs.
//!
//! It serves two paths: `/` returns the current page, and `/events` stays open and sends the data after each
//! change. Every message contains all data, so a page can be reloaded or reconnect at any time. Requests must
//! contain the token in the printed address: other users of this machine can connect to a loopback address too.
//! On a loopback address, requests must also name this machine, so that a page of another site cannot read the
//! data (DNS rebinding).

mod address;
mod connection;
mod request;
mod response;
mod server;
mod token;

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use self::server::{Limits, Server};
use self::token::Token;
use crate::error::Error;
use crate::page::PageData;
use crate::results::Run;

/// How long the program waits at its end, so that open pages receive the last update.
const SHUTDOWN_DELAY: Duration = Duration::from_millis(300);
/// How often a comment is sent if there is no update, to detect closed connections.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(5);

/// A server of the report page.
#[derive(Debug)]
pub(crate) struct Dashboard {
    server: Server,
    published: Arc<Published>,
}

/// The published data, shared with the threads that serve it.
#[derive(Debug, Default)]
struct Published {
    state: Mutex<State>,
    changed: Condvar,
}

/// The data of the page.
#[derive(Debug, Default)]
struct State {
    version: u64,
    runs: Vec<Run>,
    /// The runs of other workers of a store.
    others: Vec<Run>,
    /// Whether the session has ended.
    has_ended: bool,
    /// The number of open `/events` connections.
    listeners: usize,
}

impl Dashboard {
    /// Listens at this address, with no runs yet. Port 0 selects a free port.
    pub(crate) fn open(address: SocketAddr) -> Result<Dashboard, Error> {
        let cannot_open = |error: io::Error| Error::Dashboard {
            address: address.to_string(),
            message: error.to_string(),
        };
        Dashboard::with_limits(address, Limits::default()).map_err(cannot_open)
    }

    fn with_limits(address: SocketAddr, limits: Limits) -> io::Result<Dashboard> {
        let listener = TcpListener::bind(address)?;
        let server = Server { address: listener.local_addr()?, token: Token::random()?, limits };
        let dashboard = Dashboard { server: server.clone(), published: Arc::default() };
        let published = Arc::clone(&dashboard.published);
        thread::Builder::new().spawn(move || server.serve(listener.incoming(), &published))?;
        Ok(dashboard)
    }

    /// Returns the address to open in a browser.
    pub(crate) fn url(&self) -> String {
        let Server { address, token, .. } = &self.server;
        format!("http://{}/?token={}", address::reachable(*address), token.as_str())
    }

    /// Returns the part that shows other workers of a store.
    pub(crate) fn other_workers(&self) -> OtherWorkers {
        OtherWorkers(Arc::clone(&self.published))
    }

    /// Publishes these runs. Sends an update only if they differ from the last ones.
    pub(crate) fn show(&self, runs: Vec<Run>) {
        let mut state = self.published.lock();
        if state.version > 0 && state.runs == runs {
            return;
        }
        state.version += 1;
        state.runs = runs;
        self.published.changed.notify_all();
    }
}

/// The part of a dashboard that shows other workers of a store.
#[derive(Clone, Debug)]
pub(crate) struct OtherWorkers(Arc<Published>);

impl OtherWorkers {
    /// Publishes their runs. Sends an update only if they differ from the last ones.
    pub(crate) fn show(&self, runs: Vec<Run>) {
        let mut state = self.0.lock();
        if state.others != runs {
            state.version += 1;
            state.others = runs;
            self.0.changed.notify_all();
        }
    }
}

impl Drop for Dashboard {
    /// Publishes that the session has ended.
    fn drop(&mut self) {
        let mut state = self.published.lock();
        state.version += 1;
        state.has_ended = true;
        let has_listeners = state.listeners > 0;
        drop(state);
        self.published.changed.notify_all();
        if has_listeners {
            thread::sleep(SHUTDOWN_DELAY);
        }
    }
}

impl Published {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the page with the current data.
    fn page(&self) -> String {
        self.lock().data().to_page()
    }

    /// Waits for data that is newer than `version`. Returns `None` after the keep-alive interval.
    fn wait_for_update(&self, version: u64) -> Option<Update> {
        let is_current = |state: &mut State| state.version == version;
        let waited = self.changed.wait_timeout_while(self.lock(), KEEP_ALIVE_INTERVAL, is_current);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let has_changed = state.version != version;
        has_changed.then(|| Update { version: state.version, data: state.data().to_json() })
    }

    /// Counts a connection that receives updates, until the returned value is dropped.
    fn add_listener(&self) -> Listener<'_> {
        self.lock().listeners += 1;
        Listener(self)
    }
}

impl State {
    fn data(&self) -> PageData<'_> {
        PageData { runs: &self.runs, others: &self.others, is_live: !self.has_ended }
    }
}

/// A connection that receives updates.
#[derive(Debug)]
struct Listener<'p>(&'p Published);

impl Drop for Listener<'_> {
    fn drop(&mut self) {
        self.0.lock().listeners -= 1;
    }
}

/// A new version of the data of the page.
#[derive(Debug)]
struct Update {
    version: u64,
    data: String,
}

#[cfg(test)]
mod tests;
