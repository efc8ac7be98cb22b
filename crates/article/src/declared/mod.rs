//! Products, recipes and events, where a page describes one to machines (JSON-LD or microdata, in the words of
//! schema.org). Nothing is guessed from what the page shows.

mod thing;

use dehusk_page::Page;
use serde::{Deserialize, Serialize};
use thing::Thing;

/// Something to buy.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Product {
    /// Its name.
    pub name: Option<String>,
    /// Who makes it.
    pub brand: Option<String>,
    /// What is said of it.
    pub description: Option<String>,
    /// The seller's number.
    pub sku: Option<String>,
    /// The trade's number, of any length.
    pub gtin: Option<String>,
    /// The maker's number.
    pub mpn: Option<String>,
    /// What it costs; the lowest price of several offers.
    pub price: Option<String>,
    /// The currency of the price, as an ISO 4217 code.
    pub currency: Option<String>,
    /// Whether it can be had, in a word of schema.org such as `InStock`.
    pub availability: Option<String>,
    /// Whether it is new, in a word of schema.org such as `NewCondition`.
    pub condition: Option<String>,
    /// Its mean rating.
    pub rating: Option<String>,
    /// How many rated it.
    pub ratings: Option<String>,
    /// Pictures of it.
    pub images: Vec<String>,
}

/// How to cook something.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Recipe {
    /// Its name.
    pub name: Option<String>,
    /// What is said of it.
    pub description: Option<String>,
    /// How much it makes.
    #[serde(rename = "yield")]
    pub yields: Option<String>,
    /// The time to prepare it, as an ISO 8601 duration.
    pub prep_time: Option<String>,
    /// The time to cook it.
    pub cook_time: Option<String>,
    /// Both together.
    pub total_time: Option<String>,
    /// The kind of meal.
    pub category: Option<String>,
    /// Whose cooking it is.
    pub cuisine: Option<String>,
    /// The calories of a serving.
    pub calories: Option<String>,
    /// What goes into it.
    pub ingredients: Vec<String>,
    /// The steps, in their order.
    pub instructions: Vec<String>,
    /// Its mean rating.
    pub rating: Option<String>,
    /// How many rated it.
    pub ratings: Option<String>,
    /// Pictures of it.
    pub images: Vec<String>,
}

/// Something that takes place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Event {
    /// Its name.
    pub name: Option<String>,
    /// What is said of it.
    pub description: Option<String>,
    /// When it begins, as the page gives it.
    pub start: Option<String>,
    /// When it ends.
    pub end: Option<String>,
    /// Whether it takes place, in a word of schema.org such as `EventCancelled`.
    pub status: Option<String>,
    /// Whether it takes place somewhere or online, in a word of schema.org.
    pub attendance: Option<String>,
    /// The name of the place.
    pub place: Option<String>,
    /// Its address on one line.
    pub address: Option<String>,
    /// Who holds it.
    pub organizers: Vec<String>,
    /// Who appears.
    pub performers: Vec<String>,
    /// What it costs; the lowest price of several offers.
    pub price: Option<String>,
    /// The currency of the price.
    pub currency: Option<String>,
    /// Pictures of it.
    pub images: Vec<String>,
}

/// What a page describes of each kind; several of a kind are a list, of which nothing is said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Declared {
    pub product: Option<Product>,
    pub recipe: Option<Recipe>,
    pub event: Option<Event>,
}

impl Declared {
    pub fn of(page: &Page) -> Declared {
        let things = thing::of(page);
        Declared {
            product: only(&things, |t| {
                t.is_a(&["Product", "ProductGroup", "IndividualProduct", "Vehicle", "Book"])
                    && is_offered(t)
            })
            .map(product),
            recipe: only(&things, |t| t.is_a(&["Recipe"])).map(recipe),
            event: only(&things, is_event).map(event),
        }
    }
}

/// The only thing of a kind; a product may be described twice, in both ways.
fn only(things: &[Thing], is_meant: impl Fn(&Thing) -> bool) -> Option<&Thing> {
    let mut meant = things.iter().filter(|thing| is_meant(thing));
    // A page may say of itself what it is about.
    let about =
        || things.iter().filter_map(|t| t.thing("mainEntity")).find(|thing| is_meant(thing));
    let first = meant.next().or_else(about)?;
    let same = |other: &Thing| other.text("name") == first.text("name");
    meant.all(same).then_some(first)
}

fn is_offered(thing: &Thing) -> bool {
    thing.is_a(&["Product", "ProductGroup"]) || thing.all("offers").next().is_some()
}

fn is_event(thing: &Thing) -> bool {
    let named =
        |kind: &String| kind.ends_with("Event") || kind == "Festival" || kind == "Hackathon";
    thing.types.iter().any(named) && thing.text("startDate").is_some()
}

/// The cheapest of the offers: its price, its currency, and whether it can be had.
fn offer(thing: &Thing) -> (Option<String>, Option<String>, Option<String>, Option<String>) {
    let mut offers: Vec<&Thing> = Vec::new();
    for value in thing.all("offers") {
        if let thing::Value::Thing(offer) = value {
            offer.walk(&mut |t| offers.push(t));
        }
    }
    let price = |t: &Thing| ["lowPrice", "price", "minPrice"].iter().find_map(|p| t.text(p));
    let number = |price: &str| price.replace(',', ".").parse::<f64>().ok();
    let rank = |t: &&Thing| price(t).and_then(|p| number(&p)).unwrap_or(f64::MAX);
    let best = offers
        .iter()
        .copied()
        .filter(|t| price(t).is_some())
        .min_by(|a, b| rank(a).total_cmp(&rank(b)));
    let said = |property: &str| {
        best.and_then(|t| t.text(property)).or_else(|| offers.iter().find_map(|t| t.text(property)))
    };
    let word = |property| said(property).map(|value| last_part(&value));
    (best.and_then(price), said("priceCurrency"), word("availability"), word("itemCondition"))
}

fn last_part(value: &str) -> String {
    value.rsplit(['/', '#']).next().unwrap_or(value).to_string()
}

fn rating(thing: &Thing) -> (Option<String>, Option<String>) {
    let Some(rating) = thing.thing("aggregateRating") else { return (None, None) };
    (rating.text("ratingValue"), rating.text("ratingCount").or_else(|| rating.text("reviewCount")))
}

fn images(thing: &Thing) -> Vec<String> {
    let address = |value: &thing::Value| match value {
        thing::Value::Text(text) => Some(text.clone()),
        thing::Value::Thing(image) => image.text("url").or_else(|| image.text("contentUrl")),
    };
    let mut all: Vec<String> =
        thing.all("image").filter_map(address).filter(|url| !url.is_empty()).collect();
    all.dedup();
    all.truncate(20);
    all
}

fn product(thing: &Thing) -> Product {
    let (price, currency, availability, condition) = offer(thing);
    let (rating, ratings) = rating(thing);
    let gtin = ["gtin", "gtin13", "gtin14", "gtin12", "gtin8", "isbn"];
    Product {
        name: thing.text("name"),
        brand: thing.text("brand").or_else(|| thing.text("manufacturer")),
        description: thing.text("description"),
        sku: thing.text("sku"),
        gtin: gtin.iter().find_map(|property| thing.text(property)),
        mpn: thing.text("mpn"),
        price,
        currency,
        availability,
        condition: condition.or_else(|| thing.text("itemCondition").map(|value| last_part(&value))),
        rating,
        ratings,
        images: images(thing),
    }
}

fn recipe(thing: &Thing) -> Recipe {
    let (rating, ratings) = rating(thing);
    let ingredients = thing.texts("recipeIngredient");
    Recipe {
        name: thing.text("name"),
        description: thing.text("description"),
        yields: thing.text("recipeYield"),
        prep_time: thing.text("prepTime"),
        cook_time: thing.text("cookTime"),
        total_time: thing.text("totalTime"),
        category: thing.text("recipeCategory"),
        cuisine: thing.text("recipeCuisine"),
        calories: thing.thing("nutrition").and_then(|n| n.text("calories")),
        ingredients: if ingredients.is_empty() { thing.texts("ingredients") } else { ingredients },
        instructions: instructions(thing),
        rating,
        ratings,
        images: images(thing),
    }
}

/// The steps of a recipe, also where they stand in sections.
fn instructions(thing: &Thing) -> Vec<String> {
    let mut steps = Vec::new();
    for value in thing.all("recipeInstructions") {
        match value {
            thing::Value::Text(text) => steps.push(text.clone()),
            thing::Value::Thing(step) => {
                let mut inner: Vec<&Thing> = Vec::new();
                step.walk(&mut |t| inner.push(t));
                let has_text = inner.iter().any(|t| t.text("text").is_some());
                let text =
                    |t: &&Thing| t.text("text").or_else(|| t.text("name").filter(|_| !has_text));
                steps.extend(inner.iter().filter_map(text));
            }
        }
    }
    steps.retain(|step| !step.is_empty());
    steps.truncate(200);
    steps
}

fn event(thing: &Thing) -> Event {
    let (price, currency, _, _) = offer(thing);
    let place = thing.thing("location");
    let word = |property| thing.text(property).map(|value| last_part(&value));
    Event {
        name: thing.text("name"),
        description: thing.text("description"),
        start: thing.text("startDate"),
        end: thing.text("endDate"),
        status: word("eventStatus"),
        attendance: word("eventAttendanceMode"),
        place: thing.text("location"),
        address: place.and_then(address),
        organizers: thing.texts("organizer"),
        performers: thing.texts("performer"),
        price,
        currency,
        images: images(thing),
    }
}

fn address(place: &Thing) -> Option<String> {
    let Some(address) = place.thing("address") else { return place.text("address") };
    let parts =
        ["streetAddress", "postalCode", "addressLocality", "addressRegion", "addressCountry"];
    let parts: Vec<String> = parts.iter().filter_map(|part| address.text(part)).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared(json: &str) -> Declared {
        Declared::of(&Page::parse(format!("<script type=application/ld+json>{json}</script>")))
    }

    #[test]
    fn a_product_has_the_lowest_price() {
        let found = declared(
            r#"{"@type":"Product","name":"Teapot","brand":{"@type":"Brand","name":"Husk"},"gtin13":"123",
            "image":["a.jpg",{"@type":"ImageObject","url":"b.jpg"}],"aggregateRating":{"ratingValue":4.5,"reviewCount":12},
            "offers":{"@type":"AggregateOffer","offers":[{"@type":"Offer","price":"20.00","priceCurrency":"EUR"},
            {"@type":"Offer","price":"18.50","priceCurrency":"EUR","availability":"https://schema.org/InStock"}]}}"#,
        );
        let product = found.product.unwrap();
        assert_eq!(
            (product.name.as_deref(), product.brand.as_deref()),
            (Some("Teapot"), Some("Husk"))
        );
        assert_eq!(
            (product.price.as_deref(), product.currency.as_deref()),
            (Some("18.50"), Some("EUR"))
        );
        assert_eq!(product.availability.as_deref(), Some("InStock"));
        assert_eq!(
            (product.rating.as_deref(), product.ratings.as_deref()),
            (Some("4.5"), Some("12"))
        );
        assert_eq!(product.images, ["a.jpg", "b.jpg"]);
    }

    #[test]
    fn a_recipe_has_its_steps_in_order() {
        let found = declared(
            r#"{"@type":["Recipe"],"name":"Bread","recipeIngredient":["Flour","Water"],"recipeYield":"1 loaf",
            "recipeInstructions":[{"@type":"HowToSection","name":"Dough","itemListElement":[{"@type":"HowToStep","text":"Mix."},
            {"@type":"HowToStep","text":"Wait."}]},{"@type":"HowToStep","text":"Bake."}],"totalTime":"PT12H"}"#,
        );
        let recipe = found.recipe.unwrap();
        assert_eq!(recipe.instructions, ["Mix.", "Wait.", "Bake."]);
        assert_eq!(recipe.ingredients, ["Flour", "Water"]);
        assert_eq!(
            (recipe.yields.as_deref(), recipe.total_time.as_deref()),
            (Some("1 loaf"), Some("PT12H"))
        );
    }

    #[test]
    fn an_event_has_its_place_and_time() {
        let found = declared(
            r#"{"@type":"MusicEvent","name":"Concert","startDate":"2025-05-01T20:00","location":{"@type":"Place",
            "name":"Hall","address":{"streetAddress":"Quay 1","addressLocality":"Bergen"}},"performer":[{"name":"A"},{"name":"B"}]}"#,
        );
        let event = found.event.unwrap();
        assert_eq!(
            (event.start.as_deref(), event.place.as_deref()),
            (Some("2025-05-01T20:00"), Some("Hall"))
        );
        assert_eq!(event.address.as_deref(), Some("Quay 1, Bergen"));
        assert_eq!(event.performers, ["A", "B"]);
    }

    #[test]
    fn of_a_list_nothing_is_said() {
        let list = r#"[{"@type":"Product","name":"A"},{"@type":"Product","name":"B"}]"#;
        assert_eq!(declared(list), Declared::default());
        assert_eq!(declared(r#"{"@type":"Article","headline":"A"}"#), Declared::default());
    }
}
