//! The table of what groups need of each array, as the tokens that make it.

use pipeline_ranks::{
    Along, Array, Cut, Form, InTime, Owner, Policy, Rate, Read, ReadAlong, Sharing, Step, Stored,
    Table, Term,
};
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

/// A table that is made once.
pub fn table(Table { axes, reference, arrays, steps }: &Table) -> TokenStream {
    let axes = vec(axes, |name| quote!(#name.to_string()));
    let reference = vec(
        reference,
        |Along { array, dim }| quote!(rt::ranks::Along { array: #array, dim: #dim }),
    );
    let (arrays, steps) = (vec(arrays, array), vec(steps, step));
    quote! {
        /// What the groups need of each array on a rank.
        static RANKS: ::std::sync::LazyLock<rt::ranks::Table> = ::std::sync::LazyLock::new(|| {
            rt::ranks::Table { axes: #axes, reference: #reference, arrays: #arrays, steps: #steps }
        });
    }
}

fn array(Array { name, bytes, owner, result, edge }: &Array) -> TokenStream {
    use pipeline_ranks::Edge;
    let owner = match owner {
        Owner::Slices(along) => {
            let along = vec(along, cut);
            quote!(Slices(#along))
        }
        Owner::Apart(dims) => {
            let dims = vec(dims, |dim| option(dim.map(|dim| quote!(#dim))));
            quote!(Apart(#dims))
        }
        Owner::Step(step) => quote!(Step(#step)),
    };
    let edge = match edge {
        Edge::Nothing => quote!(Nothing),
        Edge::Clamp => quote!(Clamp),
        Edge::Mirror => quote!(Mirror),
        Edge::Mirror101 => quote!(Mirror101),
        Edge::Repeat => quote!(Repeat),
    };
    quote!(rt::ranks::Array {
        name: #name.to_string(),
        bytes: #bytes,
        owner: rt::ranks::Owner::#owner,
        result: #result,
        edge: rt::ranks::Edge::#edge
    })
}

fn step(
    Step { rates, stores, reads, policy, sharing, in_time, picoseconds }: &Step,
) -> TokenStream {
    let rates = vec(rates, |of| option(of.map(rate)));
    let stores = vec(stores, |Stored { array, along }| {
        let along = vec(along, cut);
        quote!(rt::ranks::Stored { array: #array, along: #along })
    });
    let reads = vec(reads, |Read { array, along }| {
        let along = vec(along, |along| option(along.as_ref().map(read_along)));
        quote!(rt::ranks::Read { array: #array, along: #along })
    });
    let policy = option(policy.map(|policy| match policy {
        Policy::Exchange => quote!(rt::ranks::Policy::Exchange),
        Policy::Rank => quote!(rt::ranks::Policy::Rank),
        Policy::Everywhere => quote!(rt::ranks::Policy::Everywhere),
    }));
    let sharing = option(sharing.map(|sharing| match sharing {
        Sharing::Both => quote!(rt::ranks::Sharing::Both),
        Sharing::Shares => quote!(rt::ranks::Sharing::Shares),
        Sharing::Combines => quote!(rt::ranks::Sharing::Combines),
        Sharing::InTurn => quote!(rt::ranks::Sharing::InTurn),
    }));
    let in_time = option(in_time.as_ref().map(self::in_time));
    quote!(rt::ranks::Step {
        rates: #rates,
        stores: #stores,
        reads: #reads,
        policy: #policy,
        sharing: #sharing,
        in_time: #in_time,
        picoseconds: #picoseconds
    })
}

fn in_time(InTime { dim, each, around, read, back, more, block, settled }: &InTime) -> TokenStream {
    let each = vec(each, |by| Literal::isize_unsuffixed(*by).to_token_stream());
    let around = vec(around, ToTokens::to_token_stream);
    let read = option(read.map(|steps| Literal::isize_unsuffixed(steps).to_token_stream()));
    let [back, more, block, settled] =
        [back, more, block, settled].map(|steps| Literal::isize_unsuffixed(*steps));
    quote!(rt::ranks::InTime {
        dim: #dim,
        each: #each,
        around: #around,
        read: #read,
        back: #back,
        more: #more,
        block: #block,
        settled: #settled
    })
}

fn read_along(ReadAlong { dim, first, last }: &ReadAlong) -> TokenStream {
    let (first, last) = (vec(first, form), vec(last, form));
    quote!(rt::ranks::ReadAlong { dim: #dim, first: #first, last: #last })
}

/// An expression of one variable.
fn form(Form { constant, terms }: &Form) -> TokenStream {
    let constant = Literal::isize_unsuffixed(*constant);
    let terms = vec(terms, |(times, term)| {
        let times = Literal::isize_unsuffixed(*times);
        let term = match term {
            Term::Coordinate => quote!(Coordinate),
            Term::Quotient(inner, by) => {
                let (inner, by) = (form(inner), Literal::isize_unsuffixed(*by));
                quote!(Quotient(#inner, #by))
            }
        };
        quote!((#times, rt::ranks::Term::#term))
    });
    quote!(rt::ranks::Form { constant: #constant, terms: #terms })
}

/// A dimension that is cut, with its rate.
fn cut(of: &Option<Cut>) -> TokenStream {
    option(of.map(|Cut { dim, rate: of }| {
        let rate = rate(of);
        quote!(rt::ranks::Cut { dim: #dim, rate: #rate })
    }))
}

fn rate(Rate { num, den }: Rate) -> TokenStream {
    let [num, den] = [num, den].map(Literal::isize_unsuffixed);
    quote!(rt::ranks::Rate { num: #num, den: #den })
}

fn vec<T>(of: &[T], one: impl Fn(&T) -> TokenStream) -> TokenStream {
    let all = of.iter().map(one);
    quote!(::std::vec![#(#all),*])
}

fn option(of: Option<TokenStream>) -> TokenStream {
    of.map_or_else(
        || quote!(::core::option::Option::None),
        |of| quote!(::core::option::Option::Some(#of)),
    )
}
