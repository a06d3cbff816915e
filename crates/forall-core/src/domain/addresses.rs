//! Addresses on the internet.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};

use super::integers::simpler;
use super::{Arbitrary, Shrinks, inverse};
use crate::source::{ChoiceValue, Label, Random, Reject, Role, Source};

/// One of each kind: nobody, oneself, everybody, a group, a private network, a link, a document.
const V4_EDGES: [Ipv4Addr; 8] = [
    Ipv4Addr::UNSPECIFIED,
    Ipv4Addr::LOCALHOST,
    Ipv4Addr::BROADCAST,
    Ipv4Addr::new(224, 0, 0, 1),
    Ipv4Addr::new(10, 0, 0, 1),
    Ipv4Addr::new(192, 168, 0, 1),
    Ipv4Addr::new(169, 254, 0, 1),
    Ipv4Addr::new(192, 0, 2, 1),
];

/// The same, as far as they are there, and an old address in the clothes of a new one.
const V6_EDGES: [Ipv6Addr; 8] = [
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
    ($address:ident, $int:ident, $edges:ident, |$random:ident| $bits:expr) => {
        /// One time in eight an address with a meaning.
        impl Arbitrary for $address {
            #[cfg_attr(not(debug_assertions), inline)]
            fn generate(source: &mut Source) -> Result<$address, Reject> {
                let edges = source.edges();
                let sample = |$random: &mut Random| {
                    let word = $random.word();
                    if edges && word & 7 == 0 {
                        return $edges[(word >> 3 & 7) as usize].to_bits();
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

address!(Ipv4Addr, u32, V4_EDGES, |random| random.word() as u32);
address!(Ipv6Addr, u128, V6_EDGES, |random| {
    u128::from(random.word()) << 64 | u128::from(random.word())
});

/// Both versions are as likely; the fourth is simpler.
macro_rules! either {
    ($either:ident, $v4:ident, $v6:ident) => {
        impl Arbitrary for $either {
            #[cfg_attr(not(debug_assertions), inline)]
            fn generate(source: &mut Source) -> Result<$either, Reject> {
                match source.branch(2) {
                    0 => source.span(Label::BRANCH, $v4::generate).map($either::V4),
                    _ => source.span(Label::BRANCH, $v6::generate).map($either::V6),
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
        let (ip, port) = (*self.ip(), self.port());
        let ips = self.ip().shrink().map(move |ip| SocketAddrV4::new(ip, port));
        let ports = simpler(port, 0, u16::MAX).map(move |port| SocketAddrV4::new(ip, port));
        Shrinks::new(ips.chain(ports))
    }

    fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        self.ip().invert(choices)?;
        self.port().invert(choices)
    }
}

/// Without flow information or a scope, which few programs look at.
impl Arbitrary for SocketAddrV6 {
    #[cfg_attr(not(debug_assertions), inline)]
    fn generate(source: &mut Source) -> Result<SocketAddrV6, Reject> {
        Ok(SocketAddrV6::new(Ipv6Addr::generate(source)?, u16::generate(source)?, 0, 0))
    }

    fn shrink(&self) -> Shrinks<'_, SocketAddrV6> {
        let (ip, port) = (*self.ip(), self.port());
        let (flow, scope) = (self.flowinfo(), self.scope_id());
        let ips = self.ip().shrink().map(move |ip| SocketAddrV6::new(ip, port, flow, scope));
        let ports = simpler(port, 0, u16::MAX);
        let ports = ports.map(move |port| SocketAddrV6::new(ip, port, flow, scope));
        Shrinks::new(ips.chain(ports))
    }

    fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        if (self.flowinfo(), self.scope_id()) != (0, 0) {
            return None;
        }
        self.ip().invert(choices)?;
        self.port().invert(choices)
    }
}
