//! Element types and constants.

use pipeline_core::ir::{BorderMode, ElemType, Value};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};

/// The lanes type of an element type.
pub fn lanes_type(ty: ElemType) -> TokenStream {
    let name = match ty {
        ElemType::Bool => "Mask",
        ElemType::U8 => "U8",
        ElemType::I8 => "I8",
        ElemType::U16 => "U16",
        ElemType::I16 => "I16",
        ElemType::U32 => "U32",
        ElemType::I32 => "I32",
        ElemType::F32 => "F32",
        ElemType::F64 => "F64",
    };
    let name = Ident::new(name, Span::mixed_site());
    quote!(V::#name)
}

/// The lanes type of what holds an element in memory.
pub fn stored_lanes_type(ty: ElemType) -> TokenStream {
    lanes_type(if ty == ElemType::Bool { ElemType::U8 } else { ty })
}

/// The Rust type that holds an element in memory.
pub fn stored_type(ty: ElemType) -> Ident {
    let name = if ty == ElemType::Bool { "u8" } else { ty.name() };
    Ident::new(name, Span::mixed_site())
}

/// A constant as a Rust expression.
pub fn constant(value: Value) -> TokenStream {
    match value {
        Value::Bool(b) => quote!(#b),
        Value::Int(_, v) if v < 0 => {
            let v = Literal::i64_unsuffixed(v.abs());
            quote!(-#v)
        }
        Value::Int(_, v) => Literal::i64_unsuffixed(v).into_token_stream(),
        Value::F32(v) if v.is_finite() => {
            let digits = Literal::f32_suffixed(v.abs());
            if v.is_sign_negative() { quote!(-#digits) } else { quote!(#digits) }
        }
        Value::F64(v) if v.is_finite() => {
            let digits = Literal::f64_suffixed(v.abs());
            if v.is_sign_negative() { quote!(-#digits) } else { quote!(#digits) }
        }
        Value::F32(v) => {
            let bits = v.to_bits();
            quote!(f32::from_bits(#bits))
        }
        Value::F64(v) => {
            let bits = v.to_bits();
            quote!(f64::from_bits(#bits))
        }
    }
}

/// An integer as a float of this type.
pub fn float(ty: ElemType, value: i64) -> Literal {
    match ty {
        ElemType::F64 => Literal::f64_suffixed(value as f64),
        ElemType::Bool
        | ElemType::U8
        | ElemType::I8
        | ElemType::U16
        | ElemType::I16
        | ElemType::U32
        | ElemType::I32
        | ElemType::F32 => Literal::f32_suffixed(value as f32),
    }
}

/// A border mode.
pub fn border(mode: BorderMode) -> TokenStream {
    match mode {
        BorderMode::Clamp => quote!(Border::Clamp),
        BorderMode::Mirror => quote!(Border::Mirror),
        BorderMode::Mirror101 => quote!(Border::Mirror101),
        BorderMode::Repeat => quote!(Border::Repeat),
        BorderMode::Constant(value) => {
            let value = stored_constant(value);
            quote!(Border::Constant(#value))
        }
    }
}

/// A constant as arrays hold it.
pub fn stored_constant(value: Value) -> TokenStream {
    match value {
        Value::Bool(b) => constant(Value::Int(ElemType::U8, i64::from(b))),
        other @ (Value::Int(..) | Value::F32(_) | Value::F64(_)) => constant(other),
    }
}

/// A conversion by the function `how` of the runtime.
pub fn cast(how: TokenStream, from: ElemType, to: ElemType, a: &impl ToTokens) -> TokenStream {
    if from == to {
        return quote!(#a);
    }
    let (from_ty, to_ty) = (stored_type(from), stored_type(to));
    match (from, to) {
        (ElemType::Bool, ElemType::U8) => quote!(rt::mask_to_u8::<V>(#a)),
        (ElemType::Bool, _) => quote!(#how::<V, u8, #to_ty>(rt::mask_to_u8::<V>(#a))),
        _ => quote!(#how::<V, #from_ty, #to_ty>(#a)),
    }
}
