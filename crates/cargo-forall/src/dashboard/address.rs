//! The address that people open.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

/// Returns an address that other machines can open. If the server listens on all interfaces, that is the address of the
/// interface with the default route, or the loopback address if there is no such route.
pub(super) fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        ip if !ip.is_unspecified() => ip,
        IpAddr::V4(_) => {
            let documentation = Ipv4Addr::new(192, 0, 2, 1);
            outgoing_ip(documentation.into()).unwrap_or(Ipv4Addr::LOCALHOST.into())
        }
        IpAddr::V6(_) => {
            let documentation = Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1);
            outgoing_ip(documentation.into()).unwrap_or(Ipv6Addr::LOCALHOST.into())
        }
    };
    SocketAddr::new(ip, address.port())
}

/// Returns the local address of packets to `destination`. Connecting a UDP socket only selects a route; no packet is
/// sent.
fn outgoing_ip(destination: IpAddr) -> io::Result<IpAddr> {
    let unspecified: IpAddr = match destination {
        IpAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
        IpAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
    };
    let socket = UdpSocket::bind((unspecified, 0))?;
    socket.connect((destination, 9))?;
    Ok(socket.local_addr()?.ip())
}
