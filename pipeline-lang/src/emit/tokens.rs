//! Tokens that are moved to where they belong. What `quote!` mentions it copies, token by token,
//! and a body would be copied again at every level that hands it on.

use proc_macro2::{Delimiter, Group, Literal, Punct, Spacing, TokenStream, TokenTree};

/// One after the other.
pub fn joined(parts: impl IntoIterator<Item = TokenStream>) -> TokenStream {
    parts.into_iter().collect()
}

/// One after the other, with commas between.
pub fn listed(parts: impl IntoIterator<Item = TokenStream>) -> TokenStream {
    let mut all = TokenStream::new();
    for (i, part) in parts.into_iter().enumerate() {
        if i > 0 {
            all.extend([sign(',')]);
        }
        all.extend([part]);
    }
    all
}

/// In braces.
pub fn braced(inside: TokenStream) -> TokenStream {
    TokenTree::Group(Group::new(Delimiter::Brace, inside)).into()
}

/// Two operands with a sign between.
pub fn infix(mut left: TokenStream, between: char, right: TokenStream) -> TokenStream {
    left.extend([sign(between)]);
    left.extend([right]);
    left
}

/// A statement that gives a value a name.
pub fn named(mut binding: TokenStream, value: TokenStream) -> TokenStream {
    binding.extend([sign('='), value, sign(';')]);
    binding
}

/// A text as it stands, between as many hashes as it takes: to look at each of its characters for
/// what has to be escaped is dear in a build that is not optimised.
pub fn text(text: &str) -> Literal {
    if text.contains('\r') {
        // Which no raw literal has.
        return Literal::string(text);
    }
    let after_quotes = text.split('"').skip(1);
    let hashes = after_quotes.map(|after| after.len() - after.trim_start_matches('#').len());
    let hashes = hashes.max().map_or(String::new(), |most| "#".repeat(most + 1));
    format!("r{hashes}\"{text}\"{hashes}").parse().expect("a raw literal")
}

fn sign(sign: char) -> TokenStream {
    TokenTree::Punct(Punct::new(sign, Spacing::Alone)).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    #[test]
    fn tokens_are_those_of_quote() {
        let [a, b] = [quote!(a.b), quote!(c + 1)];
        let same = |ours: TokenStream, theirs: TokenStream| {
            assert_eq!(ours.to_string(), theirs.to_string());
        };
        same(joined([a.clone(), b.clone()]), quote!(#a #b));
        same(listed([a.clone(), b.clone()]), quote!(#a, #b));
        same(listed([]), quote!());
        same(braced(b.clone()), quote!({ #b }));
        same(infix(a.clone(), '-', b.clone()), quote!(#a - #b));
        for written in ["", "plain\n  lines", "\"", "a\"#\"##b", "#\"", "\\ \r\n", "ß🦀"] {
            let literal = text(written);
            let read: syn::LitStr = syn::parse2(quote!(#literal)).expect("a literal");
            assert_eq!(read.value(), written);
        }
        same(named(quote!(let x), b.clone()), quote!(let x = #b;));
    }
}
