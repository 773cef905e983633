//! What is in a function: what it asks for ahead, its values, its stores.

use super::block::block;
use super::load::Accesses;
use super::operands::Operands;
use super::site::Site;
use pipeline_core::ir::{ElemType, Source};
use pipeline_core::kernel::{
    Ahead, AheadBy, Block, OwnCache, PointFunction, Pointer, Store, StoreOrder,
};
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

/// The statements of a block, and its stores.
pub fn values(accesses: &Accesses<'_>, value: &Block, stores: &[Store]) -> Vec<TokenStream> {
    values_with_names(accesses, value, stores).0
}

/// The statements of a block, and its stores; and the names of its values.
pub fn values_with_names(
    accesses: &Accesses<'_>,
    value: &Block,
    stores: &[Store],
) -> (Vec<TokenStream>, Operands) {
    let (statements, operands) = block(accesses, value, "t");
    let stored = stores.iter().map(|store| {
        let value = operands.name(store.value);
        let value = match accesses.site.buffer(Source::Stage(store.stage)).ty {
            ElemType::Bool => quote!(rt::mask_to_u8::<V>(#value)),
            ElemType::U8
            | ElemType::I8
            | ElemType::U16
            | ElemType::I16
            | ElemType::U32
            | ElemType::I32
            | ElemType::F32
            | ElemType::F64 => quote!(#value),
        };
        accesses.store(store, &operands, &value)
    });
    let stored: Vec<TokenStream> = stored.collect();
    let statements = match accesses.function.order {
        StoreOrder::Last => statements.into_iter().chain(stored).collect(),
        StoreOrder::WithValue => {
            let mut body = Vec::with_capacity(statements.len() + stored.len());
            for (i, statement) in statements.into_iter().enumerate() {
                body.push(statement);
                let of_value = stores.iter().zip(&stored).filter(|(store, _)| store.value.0 == i);
                body.extend(of_value.map(|(_, tokens)| tokens.clone()));
            }
            body
        }
    };
    (statements, operands)
}

/// What asks for the lines that are wanted ahead.
pub fn ahead(site: &Site<'_>, function: &PointFunction) -> Vec<TokenStream> {
    let ask = |Pointer { name, line, ahead }: &Pointer| {
        let Ahead { along, every, by } = ahead.as_ref()?;
        let (name, along) = (site.scope.names.ident(name), site.scope.affine(along));
        let (unit, every) = (site.along(line).contiguous(), Literal::i64_unsuffixed(*every));
        let (ask, by) = match *by {
            AheadBy::Bytes(bytes) => {
                (quote!(ask_ahead), Literal::i64_unsuffixed(bytes).into_token_stream())
            }
            AheadBy::Coordinates { dim, count, level } => {
                let (array, count) = (site.array(line.source), Literal::i64_unsuffixed(count));
                let ask = match level {
                    OwnCache::First => quote!(ask_ahead),
                    OwnCache::Second => quote!(ask_farther_ahead),
                };
                (ask, quote!(#array.bytes_on(#dim, #count)))
            }
        };
        Some(quote!(#ask::<V, _, #unit, #every>(#name, #along, #by);))
    };
    function.loaded.iter().chain(&function.stored).filter_map(ask).collect()
}
