//! Waiting for the answers of servers.

use std::time::Duration;

use tokio::runtime::{Builder, Runtime};

use super::StoreError;

/// How long a server may take to accept a connection, and to answer.
pub(super) const TIMEOUT: Duration = Duration::from_secs(5);

/// Returns a runtime for the requests of one store. It runs on the thread that waits.
pub(super) fn runtime() -> Result<Runtime, StoreError> {
    let runtime = Builder::new_current_thread().enable_io().enable_time().build();
    runtime
        .map_err(|error| StoreError::new(format!("the runtime of stores does not start: {error}")))
}
