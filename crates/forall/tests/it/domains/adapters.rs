//! Domains from other crates.

#[cfg(feature = "proptest")]
#[test]
fn strategies_are_lawful_domains() {
    use forall::domain::{Domain, check_laws_with, from_strategy};
    use forall::source::{Policy, Source};
    use proptest::strategy::Strategy;

    let domain = from_strategy((10..500_u32).prop_map(|x| x * 2));
    check_laws_with(&domain, |x| x % 2 == 0 && (20..1000).contains(x)).assert_lawful();
    let simplest = domain.generate(&mut Source::replay(Vec::new(), Policy::SIMPLEST));
    assert_eq!(simplest, Ok(20));
    let never = from_strategy((0..9).prop_filter("never", |_| false));
    assert!(never.generate(&mut Source::from_seed(1, 1)).is_err());
}

#[cfg(feature = "arbitrary")]
#[test]
fn arbitrary_types_are_lawful_domains() {
    use forall::domain::{check_laws, from_arbitrary};

    let report = check_laws(&from_arbitrary::<(u16, Vec<Option<char>>, String)>());
    report.assert_lawful();
    assert!(report.distinct > 900, "{report}");
}

#[cfg(feature = "rand")]
#[test]
fn distributions_are_lawful_domains_and_terminate() {
    use forall::domain::{Domain, SourceRng, check_laws_with, from_distribution, from_fn};
    use forall::source::{Policy, Source};
    use rand::Rng;
    use rand::distr::{Alphabetic, Uniform};

    let domain = from_distribution::<u8, _>(Alphabetic);
    check_laws_with(&domain, u8::is_ascii_alphabetic).assert_lawful();
    let die = from_distribution(Uniform::new_inclusive(1, 6).unwrap());
    check_laws_with(&die, |pips| (1..=6).contains(pips)).assert_lawful();
    let simplest = || Source::replay(Vec::new(), Policy::SIMPLEST);
    assert_eq!(die.generate(&mut simplest()), Ok(1));
    // This loop never accepts the simplest word, so the generator must provide others.
    let high = from_fn(|source| {
        let mut rng = SourceRng::new(source);
        Ok(std::iter::repeat_with(|| rng.next_u64()).any(|word| word > 1 << 60))
    });
    assert_eq!(high.generate(&mut simplest()), Ok(true));
}

#[cfg(feature = "serde_json")]
#[test]
fn json_values_are_lawful_and_round_trip() {
    use forall::domain::{any, check_laws, check_laws_with};
    use serde_json::Value;

    let reads_back = |json: &Value| {
        serde_json::from_str::<Value>(&json.to_string())
            .is_ok_and(|again| again.is_array() == json.is_array())
    };
    check_laws_with(&any::<Value>(), reads_back).assert_lawful();
    let report = check_laws(&any::<Value>());
    assert!(report.distinct > 500 && report.printed_length.max < 50_000, "{report}");
    assert_eq!(report.inverted, report.attempts - report.rejected);
}

#[cfg(feature = "uuid")]
#[test]
fn uuids_are_a_lawful_domain() {
    let report = forall::domain::check_laws(&forall::any::<uuid::Uuid>());
    report.assert_lawful();
    assert_eq!(report.inverted, report.attempts);
}
