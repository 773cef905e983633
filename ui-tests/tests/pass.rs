//! A program that must compile and run, built the way a user builds one.

#[test]
fn a_users_program_builds_and_runs() {
    trybuild::TestCases::new().pass("pass/*.rs");
}
