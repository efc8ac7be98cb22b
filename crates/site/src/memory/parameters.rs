//! Which parameters of a site's addresses matter, learned from what the addresses showed.
//!
//! Two addresses that differ in one parameter alone are an experiment that the site has made for us: the
//! same content, and the parameter says nothing of the document; other content, and it names it. What the
//! experiments showed is counted, by parameter and form of path, so that a rule comes with its evidence.

pub(crate) mod form;
#[cfg(feature = "rules")]
mod rule;

#[cfg(feature = "rules")]
pub use rule::LearnedRule;

use super::print::Print;
use crate::Address;
use crate::codec::{DecodeError, Reader, Writer};
use std::collections::VecDeque;
use twox_hash::XxHash3_64;

/// Pairs below which nothing is claimed.
const LEAST_PAIRS: u32 = 2;
/// Addresses that new ones are compared with.
const SIGHTINGS: usize = 512;
/// Parameters whose evidence is kept; a site with more names them at random.
const MOST: usize = 256;
/// Parameters of one address that are looked at.
const MOST_OF_ADDRESS: usize = 12;
/// Bytes of a name or form at most; longer ones are no template's.
const MOST_BYTES: usize = 200;
/// Stands for an address that has the parameter not at all.
const WHOLE: u16 = u16::MAX;

/// What was seen of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The host and the form of the path, `*` for what changes from document to document.
    pub form: String,
    /// Its name.
    pub name: String,
    /// Addresses that had it.
    pub pages: u32,
    /// Pairs of addresses that differ in it alone and show the same content.
    pub same: u32,
    /// Pairs of addresses that differ in it alone and show other content.
    pub different: u32,
}

impl Parameter {
    /// How likely it is that it matters, one experiment of each outcome assumed.
    pub fn matters(&self) -> f64 {
        (f64::from(self.different) + 1.0) / (f64::from(self.same + self.different) + 2.0)
    }

    /// Whether enough pairs were seen to claim anything.
    fn is_known(&self) -> bool {
        self.same + self.different >= LEAST_PAIRS
    }

    /// Whether it is known to name the document.
    fn names_the_document(&self) -> bool {
        self.is_known() && self.matters() > 0.5
    }

    /// Whether enough pairs have shown the same content to take addresses that differ in it for one.
    pub fn says_nothing(&self) -> bool {
        self.same >= 3 && self.matters() <= 0.2
    }
}

/// An address without one of its parameters, and what it showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sighting {
    rest: u64,
    parameter: u16,
    value: u32,
    print: Print,
}

/// What was learned of the parameters of a site.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parameters {
    known: Vec<Parameter>,
    sightings: VecDeque<Sighting>,
}

impl Parameters {
    /// Learns from an address and the print of what it showed.
    pub fn learn(&mut self, address: &str, print: Print) {
        let Ok(address) = Address::read(address) else { return };
        if address.parameters().is_empty() || print.is_blank() {
            return;
        }
        let form = form::of(&address);
        let chosen: Vec<(u16, &String)> = address
            .parameters()
            .iter()
            .take(MOST_OF_ADDRESS)
            .filter_map(|parameter| Some((self.number(&form, name_of(parameter))?, parameter)))
            .collect();
        chosen.iter().for_each(|(number, _)| self.known[usize::from(*number)].pages += 1);
        let place = address.place();
        for &(number, parameter) in &chosen {
            let rest = self.rest(&place, &chosen, Some(number));
            let value = XxHash3_64::oneshot(parameter.as_bytes()) as u32;
            self.sight(Sighting { rest, parameter: number, value, print });
        }
        let rest = self.rest(&place, &chosen, None);
        self.sight(Sighting { rest, parameter: WHOLE, value: 0, print });
    }

    /// The parameters of an address, with their values, that are known to name its document.
    pub fn naming(&self, address: &str) -> Vec<String> {
        if !self.known.iter().any(Parameter::names_the_document) {
            return Vec::new();
        }
        let Ok(address) = Address::read(address) else { return Vec::new() };
        let form = form::of(&address);
        let names = |parameter: &&String| {
            let (form, name) = (form.as_str(), name_of(parameter));
            let mut same = self.known.iter().filter(|p| p.form == form && p.name == name);
            same.any(Parameter::names_the_document)
        };
        address.parameters().iter().take(MOST_OF_ADDRESS).filter(names).cloned().collect()
    }

    /// All parameters that were seen.
    pub fn known(&self) -> &[Parameter] {
        &self.known
    }

    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        let texts = self.known.iter().map(|p| p.form.capacity() + p.name.capacity()).sum::<usize>();
        let known = self.known.capacity() * std::mem::size_of::<Parameter>();
        texts + known + self.sightings.capacity() * std::mem::size_of::<Sighting>()
    }

    /// The place of a parameter among the known; none where there is no room for it.
    fn number(&mut self, form: &str, name: &str) -> Option<u16> {
        let known = self.known.iter().position(|p| p.name == name && p.form == form);
        if known.is_none() && self.known.len() < MOST && form.len().max(name.len()) <= MOST_BYTES {
            let (form, name) = (form.to_string(), name.to_string());
            self.known.push(Parameter { form, name, pages: 0, same: 0, different: 0 });
        }
        let number = known.unwrap_or(self.known.len().checked_sub(1)?);
        let found = self.known.get(number).is_some_and(|p| p.name == name && p.form == form);
        u16::try_from(number).ok().filter(|_| found)
    }

    /// The hash of an address without one of its parameters and without those that do not matter.
    fn rest(&self, place: &str, chosen: &[(u16, &String)], without: Option<u16>) -> u64 {
        let matters = |number: u16| !self.known[usize::from(number)].says_nothing();
        let kept = chosen.iter().filter(|(n, _)| Some(*n) != without && matters(*n));
        kept.fold(XxHash3_64::oneshot(place.as_bytes()), |hash, (_, parameter)| {
            XxHash3_64::oneshot_with_seed(hash, parameter.as_bytes())
        })
    }

    /// Compares an address with the latest one that differs from it in one parameter, and remembers it.
    fn sight(&mut self, new: Sighting) {
        let is_pair = |old: &&Sighting| {
            let whole = [old.parameter, new.parameter].iter().filter(|&&p| p == WHOLE).count();
            let other_value = old.parameter == new.parameter && old.value != new.value;
            old.rest == new.rest && (whole == 1 || (whole == 0 && other_value))
        };
        if let Some(old) = self.sightings.iter().rev().find(is_pair) {
            let number = old.parameter.min(new.parameter);
            if let Some(parameter) = self.known.get_mut(usize::from(number)) {
                match old.print.is_near(new.print) {
                    true => parameter.same += 1,
                    false => parameter.different += 1,
                }
            }
        }
        self.sightings.retain(|old| {
            (old.rest, old.parameter, old.value) != (new.rest, new.parameter, new.value)
        });
        if self.sightings.len() >= SIGHTINGS {
            self.sightings.pop_front();
        }
        self.sightings.push_back(new);
    }

    /// Writes all.
    pub fn write(&self, out: &mut Writer) {
        out.number(self.known.len() as u64);
        for parameter in &self.known {
            out.text(&parameter.form);
            out.text(&parameter.name);
            for count in [parameter.pages, parameter.same, parameter.different] {
                out.number(count.into());
            }
        }
        out.number(self.sightings.len() as u64);
        for sighting in &self.sightings {
            out.raw(sighting.rest, 8);
            out.raw(sighting.parameter.into(), 2);
            out.raw(sighting.value.into(), 4);
            out.raw(sighting.print.0, 8);
        }
    }

    /// Reads all.
    pub fn read(from: &mut Reader) -> Result<Parameters, DecodeError> {
        let mut parameters = Parameters::default();
        for _ in 0..from.below(MOST + 1)? {
            let (form, name) = (from.text()?, from.text()?);
            let mut count = || from.below(1 << 31).map(|n| n as u32);
            let (pages, same, different) = (count()?, count()?, count()?);
            parameters.known.push(Parameter { form, name, pages, same, different });
        }
        for _ in 0..from.below(SIGHTINGS + 1)? {
            let (rest, parameter) = (from.raw(8)?, from.raw(2)? as u16);
            let (value, print) = (from.raw(4)? as u32, Print(from.raw(8)?));
            parameters.sightings.push_back(Sighting { rest, parameter, value, print });
        }
        Ok(parameters)
    }
}

fn name_of(parameter: &str) -> &str {
    parameter.split_once('=').map_or(parameter, |(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A site where `id` names the document and `ref` and `sid` say nothing.
    fn site() -> Parameters {
        let mut parameters = Parameters::default();
        for id in 0..12u64 {
            for visit in 0..2 {
                let from = ["feed", "home"][visit];
                let url = format!(
                    "http://www.a.example/kabc/story?sid={}&id={id}&ref={from}",
                    id * 2 + visit as u64
                );
                parameters.learn(&url, Print(1 << id | 1 << (id + 20)));
                let plain = format!("http://www.a.example/2012/03/on-bread-{id}?ref={from}");
                parameters.learn(&plain, Print(1 << (id + 7) | 1 << (id + 40)));
            }
            // Now and then one thing changes at a time.
            parameters.learn(
                &format!("http://www.a.example/kabc/story?id={id}&ref=mail&sid={}", id * 2),
                Print(1 << id | 1 << (id + 20)),
            );
        }
        parameters
    }

    fn found<'p>(parameters: &'p Parameters, form: &str, name: &str) -> &'p Parameter {
        let known = parameters.known().iter();
        known.into_iter().find(|p| p.form.ends_with(form) && p.name == name).unwrap()
    }

    #[test]
    fn parameters_that_name_documents_are_told_from_those_that_do_not() {
        let parameters = site();
        let id = found(&parameters, "/kabc/story", "id");
        let from = found(&parameters, "/kabc/story", "ref");
        let elsewhere = found(&parameters, "/*/*/*", "ref");
        assert!(id.different >= 5 && id.same == 0, "{id:?}");
        assert!(from.same >= 5 && from.different == 0, "{from:?}");
        assert!(elsewhere.same >= 5 && elsewhere.different == 0, "{elsewhere:?}");
        assert!(id.matters() > 0.8 && elsewhere.matters() < 0.2);
    }

    #[test]
    fn what_is_written_is_read() {
        let parameters = site();
        let mut out = Writer::new(b"test", 1);
        parameters.write(&mut out);
        let bytes = out.finish();
        let mut from = Reader::new(&bytes, b"test", 1).unwrap();
        assert_eq!(Parameters::read(&mut from), Ok(parameters));
        assert_eq!(from.finish(), Ok(()));
    }

    #[test]
    fn a_hostile_site_fills_no_memory() {
        let mut parameters = Parameters::default();
        for n in 0..2000 {
            let name = "x".repeat(n % 300);
            parameters.learn(&format!("http://a.example/?{n}=1&{name}=2&a&b&c"), Print(7));
        }
        parameters.learn("no address", Print(7));
        assert!(parameters.known().len() <= MOST && parameters.sightings.len() <= SIGHTINGS);
    }
}
