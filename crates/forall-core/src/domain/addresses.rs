//! Internet addresses.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};

use super::integers::simpler;
use super::{Arbitrary, Shrinks, inverse};
use crate::source::{ChoiceValue, Random, Reject, Role, Source, SpanLabel};

/// One IPv4 address of each kind: unspecified, loopback, broadcast, multicast, private (two of them),
/// link-local, documentation.
const V4_EDGE_CASES: [Ipv4Addr; 8] = [
    Ipv4Addr::UNSPECIFIED,
    Ipv4Addr::LOCALHOST,
    Ipv4Addr::BROADCAST,
    Ipv4Addr::new(224, 0, 0, 1),
    Ipv4Addr::new(10, 0, 0, 1),
    Ipv4Addr::new(192, 168, 0, 1),
    Ipv4Addr::new(169, 254, 0, 1),
    Ipv4Addr::new(192, 0, 2, 1),
];

/// One IPv6 address of each kind: unspecified, loopback, all ones, multicast, unique local, link-local,
/// documentation, IPv4-mapped.
const V6_EDGE_CASES: [Ipv6Addr; 8] = [
    Ipv6Addr::UNSPECIFIED,
    Ipv6Addr::LOCALHOST,
    Ipv6Addr::from_bits(u128::MAX),
    Ipv6Addr::new(0xff02, 0, 0, 0, 0, 0, 0, 1),
    Ipv6Addr::new(0xfc00, 0, 0, 0, 0, 0, 0, 1),
    Ipv6Addr::new(0xfe80, 0, 0, 0, 0, 0, 0, 1),
    Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1),
    Ipv4Addr::LOCALHOST.to_ipv6_mapped(),
];

macro_rules! address {
    ($address:ident, $int:ident, $edge_cases:ident, |$random:ident| $bits:expr) => {
        /// One address in eight has a special meaning.
        impl Arbitrary for $address {
            #[cfg_attr(not(debug_assertions), inline)]
            fn generate(source: &mut Source) -> Result<$address, Reject> {
                let edge_cases = source.edge_cases();
                let sample = |$random: &mut Random| {
                    let word = $random.word();
                    if edge_cases && word & 7 == 0 {
                        return $edge_cases[(word >> 3 & 7) as usize].to_bits();
                    }
                    $bits
                };
                let bits = source.integer(0..=$int::MAX, 0, Role::Value, sample);
                Ok($address::from_bits(bits))
            }

            fn shrink(&self) -> Shrinks<'_, $address> {
                Shrinks::new(simpler(self.to_bits(), 0, $int::MAX).map($address::from_bits))
            }

            fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
                self.to_bits().invert(choices)
            }
        }
    };
}

address!(Ipv4Addr, u32, V4_EDGE_CASES, |random| random.word() as u32);
address!(Ipv6Addr, u128, V6_EDGE_CASES, |random| {
    u128::from(random.word()) << 64 | u128::from(random.word())
});

macro_rules! either {
    ($either:ident, $v4:ident, $v6:ident) => {
        /// IPv4 and IPv6 are equally likely; IPv4 is simpler.
        impl Arbitrary for $either {
            #[cfg_attr(not(debug_assertions), inline)]
            fn generate(source: &mut Source) -> Result<$either, Reject> {
                match source.branch(2) {
                    0 => source.span(SpanLabel::BRANCH, $v4::generate).map($either::V4),
                    _ => source.span(SpanLabel::BRANCH, $v6::generate).map($either::V6),
                }
            }

            fn shrink(&self) -> Shrinks<'_, $either> {
                match self {
                    $either::V4(address) => Shrinks::new(address.shrink().map($either::V4)),
                    $either::V6(address) => Shrinks::new(address.shrink().map($either::V6)),
                }
            }

            fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
                inverse::branch(usize::from(self.is_ipv6()), choices);
                match self {
                    $either::V4(address) => address.invert(choices),
                    $either::V6(address) => address.invert(choices),
                }
            }
        }
    };
}

either!(IpAddr, Ipv4Addr, Ipv6Addr);
either!(SocketAddr, SocketAddrV4, SocketAddrV6);

impl Arbitrary for SocketAddrV4 {
    #[cfg_attr(not(debug_assertions), inline)]
    fn generate(source: &mut Source) -> Result<SocketAddrV4, Reject> {
        Ok(SocketAddrV4::new(Ipv4Addr::generate(source)?, u16::generate(source)?))
    }

    fn shrink(&self) -> Shrinks<'_, SocketAddrV4> {
        let ip = *self.ip();
        let port = self.port();
        let ips = self.ip().shrink().map(move |ip| SocketAddrV4::new(ip, port));
        let ports = simpler(port, 0, u16::MAX).map(move |port| SocketAddrV4::new(ip, port));
        Shrinks::new(ips.chain(ports))
    }

    fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        self.ip().invert(choices)?;
        self.port().invert(choices)
    }
}

/// The flow information and the scope are 0: few programs use them.
impl Arbitrary for SocketAddrV6 {
    #[cfg_attr(not(debug_assertions), inline)]
    fn generate(source: &mut Source) -> Result<SocketAddrV6, Reject> {
        Ok(SocketAddrV6::new(Ipv6Addr::generate(source)?, u16::generate(source)?, 0, 0))
    }

    fn shrink(&self) -> Shrinks<'_, SocketAddrV6> {
        let ip = *self.ip();
        let port = self.port();
        let flow = self.flowinfo();
        let scope = self.scope_id();
        let ips = self.ip().shrink().map(move |ip| SocketAddrV6::new(ip, port, flow, scope));
        let ports = simpler(port, 0, u16::MAX);
        let ports = ports.map(move |port| SocketAddrV6::new(ip, port, flow, scope));
        Shrinks::new(ips.chain(ports))
    }

    fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        if self.flowinfo() != 0 || self.scope_id() != 0 {
            return None;
        }
        self.ip().invert(choices)?;
        self.port().invert(choices)
    }
}
