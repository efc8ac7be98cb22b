//! Words of bylines in the languages of the web.

/// Words that introduce an author, longest first where one begins another.
#[rustfmt::skip]
pub(super) const INTRODUCTIONS: &[&str] = &[
    "originally written by", "article written by", "medically written by", "written and reviewed by",
    "article by", "written by", "posted by", "published by", "created by", "authored by", "reported by",
    "story by", "words by", "text by", "blog by", "post by", "contributed by", "submitted by", "started by",
    "asked by", "recipe by", "guest post by", "a post by", "author name", "about the author", "author(s)",
    "authors", "author", "by", "von", "text", "autorin", "autoren", "autor", "geschrieben von",
    "ein beitrag von", "verfasst von", "écrit par", "publié par", "rédigé par", "par", "auteurs", "auteur",
    "escrito por", "publicado por", "por", "autora", "autores", "scritto da", "pubblicato da", "a cura di",
    "di", "da", "autore", "redazione", "door", "geschreven door", "av", "af", "skrevet af", "skriven av",
    "tekst", "napisał", "napisała", "dodał", "opracował", "opracowała", "автор статьи", "авторы", "автор",
    "текст", "от", "автори", "συντάκτης", "γράφει ο", "γράφει η", "του", "της", "από", "από τον", "από την",
    "yazar", "yazan", "szerző", "írta", "kirjoittanut", "penulis", "oleh",
];

/// Introductions that need no white space after them.
#[rustfmt::skip]
pub(super) const EAST_ASIAN: &[&str] = &[
    "作者", "文章作者", "記者", "记者", "撰文", "執筆者", "執筆", "著者", "投稿者", "筆者", "編集", "文/", "文／", "文:", "文：", "by／", "글",
    "기자",
];

/// What ends a byline.
#[rustfmt::skip]
pub(super) const ENDS: &[&str] = &[
    " published", " updated", " posted on", " posted", " on ", " in ", " at ", " for ", " from ", " last ",
    " reviewed", " edited", " fact-checked", " fact checked", " medically", " veröffentlicht", " am ",
    " aktualisiert", " publié", " le ", " publicado", " el ", " em ", " pubblicato", " il ", " follow",
    " view all", " read more", " share", " photo", " foto", " illustration", " min read", " contact ",
    " email", " e-mail", " is a ", " is an ", " is the ", " ist ", " writes ", " says", " wrote",
    " about the author", " opublikowano", " опубликовано", "发布", "發布", "来源", "來源", "责任编辑", "公開", "更新",
];

/// Lists of people, each with white space around it.
#[rustfmt::skip]
pub(super) const CONJUNCTIONS: &[&str] = &[
    "and", "und", "et", "y", "e", "i", "и", "och", "og", "en", "ja", "και", "&", "+", "with", "mit",
];

/// A part of a list that is what someone is and not who.
#[rustfmt::skip]
pub(super) const ROLES: &[&str] = &[
    "editor", "editors", "writer", "reporter", "correspondent", "contributor", "columnist", "journalist",
    "photographer", "director", "manager", "ceo", "cto", "founder", "co-founder", "president", "professor",
    "expert", "specialist", "dietitian", "nutritionist", "attorney", "author", "producer", "analyst",
    "consultant", "engineer", "strategist", "reviewer", "blogger", "redakteur", "redakteurin", "journalistin",
    "coach", "trainer", "grader", "winemaker", "gardener", "developer", "designer", "researcher", "scientist", "physician",
    "doctor", "lawyer", "officer", "head", "partner", "chef", "cofounder", "korrespondent", "rédacteur", "rédactrice", "journaliste", "periodista", "redactor", "redactora",
    "giornalista", "jornalista", "dziennikarz", "редактор", "корреспондент", "журналист",
];

/// Titles and degrees that follow a name.
#[rustfmt::skip]
pub(super) const DEGREES: &[&str] = &[
    "md", "m.d.", "phd", "ph.d.", "ms", "m.s.", "rd", "rdn", "ba", "bs", "mba", "ma", "dvm", "vmd", "jd",
    "esq", "esq.", "cpa", "cfp", "cfp®", "rn", "do", "mph", "cpp", "psp", "fand", "ld", "pharmd", "msc",
    "bsc", "edd", "lcsw", "cfa", "cepf®", "facp", "msn", "np",
];

/// What stands in the author's place when there is none.
#[rustfmt::skip]
pub(super) const NOBODY: &[&str] = &[
    "admin", "administrator", "staff", "editor", "unknown", "anonymous", "guest", "author", "authors",
    "webmaster", "null", "undefined", "root", "none", "wordpress", "user", "test", "contributor",
    "staff writer", "news desk", "n/a", "na", "redaktion", "redaction", "redazione", "redacción", "redação",
    "редакция", "home", "share", "follow", "posted", "profile", "view profile", "comments", "see bio", "bio",
    "read more", "more", "menu", "search", "login", "log in", "sign in", "subscribe", "website", "email",
    "twitter", "facebook", "editorial", "press release", "contact", "news", "blog", "about", "about us",
    "guest author", "guest post", "by", "date", "member", "username", "notes",
    "sun", "mon", "tue", "wed", "thu", "fri", "sat", "the author", "topic author", "post author", "author name", "threads",
    "posts", "op", "original poster", "new member", "guest contributor", "comment", "reply", "discussion", "human", "details",
];

/// What follows a family name.
pub(super) const SUFFIXES: &[&str] = &["jr", "jr.", "sr", "sr.", "ii", "iii", "iv"];

/// Agencies that stand beside the names of those who wrote for them.
#[rustfmt::skip]
pub(super) const AGENCIES: &[&str] = &[
    "the associated press", "associated press", "reuters", "thomson reuters", "agence france-presse", "afp", "bloomberg",
    "bloomberg news", "usa today", "the canadian press", "press association", "pa", "ap", "dpa", "xinhua", "efe", "ansa",
];

/// What begins what readers are asked to do.
#[rustfmt::skip]
pub(super) const ASKING: &[&str] = &[
    "hire", "follow", "contact", "meet", "ask", "message", "view", "visit", "join", "get", "see", "show", "download", "watch",
    "listen", "shop", "buy", "browse", "explore", "discover", "learn", "start", "try", "photo", "photos", "image", "images",
    "sponsored", "presented", "powered", "edited", "fact", "about", "add", "write", "submit", "rate", "call", "book",
];

/// Small words inside of names.
#[rustfmt::skip]
pub(super) const PARTICLES: &[&str] = &[
    "de", "da", "do", "dos", "das", "del", "della", "di", "van", "von", "der", "den", "zu", "la", "le", "du", "des", "y", "e",
    "bin", "ibn", "al", "el", "ter", "ten", "af", "av", "'t",
];

/// Words that are capitalised in headings, names of sections and of things, but are in no name.
#[rustfmt::skip]
pub(super) const NOT_NAMES: &[&str] = &[
    "news", "blog", "home", "read", "more", "the", "and", "of", "in", "for", "to", "with", "how", "what", "why", "best", "top",
    "new", "guide", "tips", "review", "reviews", "article", "articles", "story", "stories", "features", "feature", "sensor",
    "america", "europe", "asia", "africa", "world", "business", "finance", "health", "science", "technology", "tech", "sports",
    "politics", "opinion", "culture", "travel", "food", "style", "education", "marketing", "sales", "design", "development",
    "engineering", "security", "software", "hardware", "cloud", "data", "analytics", "digital", "media", "online", "services",
    "service", "solutions", "products", "product", "company", "group", "inc", "inc.", "ltd", "llc", "gmbh", "corp", "corporation",
    "university", "college", "school", "institute", "center", "centre", "department", "press", "release", "video", "podcast",
    "newsletter", "subscribe", "sign", "log", "login", "menu", "search", "contact", "share", "comments", "privacy", "policy",
    "terms", "cookie", "cookies", "about", "careers", "jobs", "support", "help", "learn", "free", "download", "shop", "sale",
    "prices", "price", "pricing", "enterprises", "association", "clinic", "hospital", "studio", "magazine", "times", "post",
    "daily", "weekly", "network", "community", "forum", "library", "city", "county", "states", "kingdom", "government", "street",
    "january", "february", "march", "april", "june", "july", "august", "september", "october", "november", "december", "monday",
    "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "today", "yesterday", "updated", "published", "minutes",
    "strategy", "personal", "management", "lifestyle", "entertainment", "tracks", "stores", "store", "collection", "women", "men",
    "account", "reference", "assessment", "name", "last", "first", "modified", "coding", "my", "your", "our", "part", "chapter",
    "all", "no", "yes", "next", "previous", "back", "close", "open", "skip", "main", "content", "table", "contents", "source",
];

/// Words between a name and a role.
#[rustfmt::skip]
pub(super) const RANKS: &[&str] = &[
    "senior", "chief", "managing", "associate", "assistant", "staff", "contributing", "freelance", "deputy",
    "executive", "lead", "guest", "city", "national", "international", "foreign", "investigative", "sports", "health", "content", "special", "science", "political", "tech", "technology", "business", "news",
];

/// Words that no name has.
#[rustfmt::skip]
pub(super) const NEVER: &[&str] = &[
    "updated", "reviewed", "view", "posts", "published", "articles", "more", "read", "posted", "comments", "written",
    "coordinator", "reply", "replies", "subscribe", "cookie", "cookies", "minutes", "click", "copyright", "joined", "ago",
    "aktualisiert", "veröffentlicht", "uhr", "publié", "publicado", "pubblicato", "опубликовано",
];

/// Words that no name in a byline has.
#[rustfmt::skip]
pub(super) const SMALL: &[&str] = &["of", "from", "to", "in", "on", "your", "our", "how", "what", "with", "this"];
