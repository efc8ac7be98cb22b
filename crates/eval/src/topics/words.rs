//! The topics, and which words of sections, keywords and addresses declare them.

/// The 27 topics of the thesis's Table 3.2, which speaks of 28, and the words that declare each.
pub static TOPICS: [(&str, &str); 27] = [
    ("News", "world weather local national international headlines breaking nachrichten panorama"),
    (
        "Arts & Entertainment",
        "arts entertainment movies movie film films cinema music musik tv television \
         celebrity celebrities culture kultur theatre theater art showbiz comics anime",
    ),
    (
        "Computers & Electronics",
        "technology tech technik computers computer software hardware programming developer \
         electronics laptops gadgets linux windows apple cloud security docs",
    ),
    (
        "Business & Industrial",
        "business wirtschaft industry companies marketing manufacturing energy energie \
         agriculture construction logistics enterprise unternehmen",
    ),
    (
        "Sports",
        "sport sports football soccer nfl nba nhl mlb cricket tennis golf rugby basketball \
         baseball hockey olympics bundesliga fussball cycling athletics",
    ),
    (
        "Science",
        "science wissenschaft environment space physics biology chemistry astronomy climate \
         research umwelt ecology nature mathematics",
    ),
    (
        "Law & Government",
        "politics politik government law legal election elections congress policy judicial \
         military recht politica senate parliament",
    ),
    (
        "People & Society",
        "society gesellschaft religion family parenting relationships church women people \
         lifestyle life faith charity community",
    ),
    (
        "Sensitive Subjects",
        "crime war terrorism shooting murder disaster accident accidents death obituaries",
    ),
    (
        "Health",
        "health gesundheit medicine medical nutrition wellness disease covid cancer diet \
         medizin mental doctors pharmacy",
    ),
    (
        "Internet & Telecom",
        "internet web mobile telecom wireless smartphones iphone android seo hosting google \
         netzpolitik broadband email",
    ),
    (
        "Jobs & Education",
        "jobs education career careers karriere university college school schools schule \
         students teaching training bildung learning",
    ),
    (
        "Food & Drink",
        "food recipes recipe rezepte cooking drink drinks wine restaurants restaurant beer \
         essen kochen baking",
    ),
    (
        "Hobbies & Leisure",
        "hobbies leisure outdoors outdoor camping hiking backpacking crafts photography \
         fishing angeln freizeit boating knitting",
    ),
    ("Games", "games game gaming spiele videogames xbox playstation nintendo poker esports"),
    (
        "Online Communities",
        "facebook twitter social blogging bloggers forum forums youtube instagram",
    ),
    (
        "Books & Literature",
        "books book literature buch literatur poetry fiction novels writers authors ebooks",
    ),
    (
        "Finance",
        "finance money investing markets stocks insurance banking economy retirement tax \
         taxes credit finanzen crypto mortgage",
    ),
    (
        "Autos & Vehicles",
        "cars car auto autos automotive vehicles motoring motorcycles trucks bikes motor",
    ),
    (
        "Reference",
        "reference history dictionary encyclopedia language geography geschichte museum \
         glossary",
    ),
    ("Travel", "travel reise reisen hotels hotel tourism vacation holidays flights destinations"),
    ("Shopping", "shopping shop deals fashion mode gifts coupons shoes clothing jewelry"),
    ("Beauty & Fitness", "beauty fitness workouts makeup hair skincare yoga bodybuilding gym"),
    (
        "Home & Garden",
        "home garden gardening furniture kitchen decor plumbing diy wohnen garten cleaning",
    ),
    ("Real Estate", "property realestate estate housing immobilien apartments rentals"),
    ("Pets & Animals", "pets pet animals dogs cats wildlife tiere horses"),
    ("Adult", "adult porn erotic erotik"),
];

/// The topic that a word declares.
pub(super) fn declared_by(word: &str) -> Option<usize> {
    TOPICS.iter().position(|(_, words)| words.split(' ').any(|known| known == word))
}
