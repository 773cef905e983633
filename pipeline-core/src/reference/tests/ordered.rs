//! Updates and self reference, by hand.

use super::*;

#[test]
fn updates_come_in_order_after_the_initial_values() {
    let text = "pipeline p size n ~ 9 input i: u8 [0..=n - 1]
        stage s(b): f32 in [0..=2] { case { %0: f32 = 1.0f32 yield %0 }
          update (x) in [0..=n - 1] {
            %0: u8 = read i(x) %1: f32 = read s(%0) %2: f32 = cast %0 %3: f32 = add %1, %2 yield %3
          }
          update (k, x) in [0..=1, 1..=2] {
            %0: f32 = read s(x) %1: i32 = index k %2: f32 = cast %1 %3: f32 = 3.0f32
            %4: f32 = add %2, %3 %5: f32 = mul %0, %4 yield %5
          }
        } output s";
    let got = output(text, &[5], &[], &[line(0, vec![2u8, 0, 1, 2, 2])]);
    // 1 + 0, (1 + 1)·3·4, (1 + 2 + 2 + 2)·3·4
    same(&got, &line(0, vec![1.0f32, 24.0, 84.0]));
    // The largest so far, then 1e8 + 1 - 1e8 from left to right.
    let text = "pipeline p size n ~ 9 input i: f32 [0..=n - 1]
        stage s(b): f32 in [0..=1] { case { %0: f32 = 0.0f32 yield %0 }
          update (x) in [0..=n - 1] {
            %0: f32 = read s(0) %1: f32 = read i(x) %2: f32 = max %0, %1 yield %2
          }
          update (x) in [0..=n - 1] {
            %0: f32 = read s(1) %1: f32 = read i(x) %2: f32 = add %0, %1 yield %2
          }
        } output s";
    let got = output(text, &[3], &[], &[line(0, vec![1e8f32, 1.0, -1e8])]);
    same(&got, &line(0, vec![1e8f32, 0.0]));
}

#[test]
fn an_empty_reduction_changes_nothing() {
    let text = "pipeline p size n ~ 9
        stage s(b): i16 in [0..=1] { case { %0: i16 = 7i16 yield %0 }
          update (x) in [5..=n] { %0: i16 = read s(9) %1: i16 = 2i16 %2: i16 = mul %0, %1 yield %2 }
        } output s";
    assert!(output(text, &[4], &[], &[]).first_difference(&line(0, vec![7i16, 7])).is_none());
}

#[test]
fn a_target_outside_the_stage_is_an_error() {
    let text = "pipeline p size n ~ 9 input i: u8 [0..=n - 1]
        stage s(b): u8 in [0..=2] border clamp { case { %0: u8 = 1u8 yield %0 }
          update (x) in [0..=n - 1] {
            %0: u8 = read i(x) %1: u8 = read s(%0) %2: u8 = add %1, %0 yield %2
          }
        } output s";
    assert_eq!(
        error(text, &[2], &[], &[line(0, vec![2u8, 3])]),
        "stage `s` at [1] reads `s` at [3], outside its domain"
    );
}

#[test]
fn scans_run_in_the_order_that_they_need() {
    let text = "pipeline p size n ~ 9 input i: i32 [0..=n - 1]
        stage s(x): i32 in [0..=n - 1] border constant 100i32 { case {
          %0: i32 = read i(x) %1: i32 = read s(x + 1) %2: i32 = sub %0, %1 yield %2
        } } output s";
    let got = output(text, &[3], &[], &[line(0, vec![1i32, 2, 3])]);
    same(&got, &line(0, vec![-98i32, 99, -97]));
    let text = "pipeline p size n ~ 9 input i: i32 [0..=n - 1]
        stage s(x): i32 in [0..=n - 1] border constant 0i32 { case {
          %0: i32 = read s(x + 1) %1: i32 = read s(x - 1) %2: i32 = sub %0, %1 yield %2
        } } output s";
    assert_eq!(
        error(text, &[3], &[], &[line(0, vec![1i32, 2, 3])]),
        "stage `s` reads points of itself that no order has ready"
    );
}

#[test]
fn time_goes_on_from_step_to_step() {
    let text = "pipeline p size n ~ 9 input i: i32 [0..=n - 1]
        stage u(t, x): i32 in [0..=2, 0..=n - 1] border constant 0i32 {
          case 0 - t >= 0 { %0: i32 = read i(x) yield %0 }
          case t - 1 >= 0 {
            %0: i32 = read u(t - 1, x - 1) %1: i32 = read u(t - 1, x + 1) %2: i32 = add %0, %1 yield %2
          }
        } output u";
    let got = output(text, &[3], &[], &[line(0, vec![0i32, 1, 0])]);
    same(&got, &Array::new(&[0, 0], &[3, 3], vec![0i32, 1, 0, 1, 0, 1, 0, 2, 0]).unwrap());
}
