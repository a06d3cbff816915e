//! TOML files.

use toml::Value;
use toml::value::Table;

use crate::bug::Bug;

pub(crate) static FLOAT_ROUND_TRIP: Bug<f64> = Bug {
    name: "toml_float_round_trip",
    package: "toml",
    law: "a float that is written can be read again",
    link: "https://github.com/toml-rs/toml-rs/issues/462",
    check: |float| {
        let table = Table::from_iter([("x".to_owned(), Value::Float(*float))]);
        let text = toml::to_string(&Value::Table(table)).expect("a table of floats can be written");
        let read: Value = toml::from_str(&text).expect("the text was written as TOML");
        let read = read["x"].as_float().expect("the value is a float");
        assert!(read == *float || read.is_nan() && float.is_nan());
    },
    known_failure: || -0.0,
};
