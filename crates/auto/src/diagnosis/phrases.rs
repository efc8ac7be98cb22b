//! What walls, stubs and errors say, in many languages.
//!
//! Phrases are in lower case and short enough to survive other words around them. A phrase of a wall is
//! something that hardly stands in running text; what a single word could mean stands in no list.

use aho_corasick::Input;
use aho_corasick::automaton::Automaton;
use aho_corasick::nfa::contiguous::NFA;
use std::sync::LazyLock;

/// What a phrase is said by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Speaker {
    /// A request for consent.
    Consent,
    /// An offer of a subscription in the way of a text.
    Paywall,
    /// An error.
    Error,
    /// A refusal, or a test whether a person asks.
    Challenge,
    /// A page that does not work without scripts.
    Script,
}

const PHRASES: &[(Speaker, &[&str])] = &[
    (
        Speaker::Consent,
        &[
            // English
            "we use cookies",
            "uses cookies",
            "use of cookies",
            "accept all cookies",
            "accept cookies",
            "cookie settings",
            "cookie preferences",
            "manage cookies",
            "before you continue",
            "your privacy choices",
            "we value your privacy",
            "we care about your privacy",
            "and our partners store",
            "our partners process",
            "personalised ads",
            "personalized ads",
            "manage consent",
            "withdraw your consent",
            "reject all",
            // German
            "wir verwenden cookies",
            "verwendet cookies",
            "wir nutzen cookies",
            "cookies akzeptieren",
            "alle akzeptieren",
            "cookie-einstellungen",
            "mit werbung und cookies",
            "zustimmung widerrufen",
            "akzeptieren und weiter",
            "werbung und tracking",
            "bevor sie fortfahren",
            // French
            "nous utilisons des cookies",
            "utilise des cookies",
            "accepter les cookies",
            "tout accepter",
            "continuer sans accepter",
            "paramétrer les cookies",
            "gérer les cookies",
            "nos partenaires utilisons",
            "votre vie privée",
            "accepter et fermer",
            // Spanish, Catalan
            "utilizamos cookies",
            "usamos cookies",
            "utiliza cookies",
            "aceptar cookies",
            "aceptar todas",
            "aceptar y continuar",
            "configurar cookies",
            "rechazar todas",
            "utilitzem galetes",
            // Italian
            "utilizziamo i cookie",
            "utilizza cookie",
            "utilizza i cookie",
            "accetta tutti",
            "accetta e continua",
            "accettare i cookie",
            "gestisci i cookie",
            "continua senza accettare",
            "usiamo i cookie",
            // Portuguese
            "usamos os cookies",
            "utilizamos os cookies",
            "aceitar todos",
            "aceitar cookies",
            "aceitar e continuar",
            "política de cookies",
            // Dutch
            "wij gebruiken cookies",
            "we gebruiken cookies",
            "cookies accepteren",
            "alles accepteren",
            "cookies toestaan",
            // Polish, Czech, Slovak
            "używamy plików cookie",
            "pliki cookies",
            "przejdź do serwisu",
            "akceptuj wszystkie",
            "zgadzam się",
            "používáme cookies",
            "souhlas s cookies",
            "přijmout vše",
            "používame cookies",
            "prijať všetko",
            // Scandinavian, Finnish
            "vi använder cookies",
            "godkänn alla",
            "vi bruker cookies",
            "vi bruker informasjonskapsler",
            "vi bruger cookies",
            "accepter alle",
            "käytämme evästeitä",
            "hyväksy kaikki",
            // Hungarian, Romanian, Turkish
            "sütiket használ",
            "folosim cookie",
            "acceptă toate",
            "çerezleri kullan",
            "tümünü kabul et",
            // Russian, Ukrainian, Bulgarian, Greek
            "мы используем файлы cookie",
            "использует cookie",
            "используем cookie",
            "принять все",
            "ми використовуємо файли cookie",
            "прийняти всі",
            "използваме бисквитки",
            "χρησιμοποιούμε cookies",
            "αποδοχή όλων",
            "χρησιμοποιεί cookies",
            // Chinese, Japanese, Korean
            "我们使用cookie",
            "我們使用cookie",
            "接受所有cookie",
            "接受全部",
            "全部接受",
            "クッキーを使用",
            "cookieを使用",
            "すべて受け入れる",
            "すべて許可",
            "쿠키를 사용",
            "모두 수락",
            "모두 동의",
            // Arabic, Hebrew, Hindi, Indonesian, Vietnamese, Thai
            "ملفات تعريف الارتباط",
            "قبول الكل",
            "קובצי cookie",
            "हम कुकी",
            "menggunakan cookie",
            "terima semua",
            "sử dụng cookie",
            "ใช้คุกกี้",
        ],
    ),
    (
        Speaker::Paywall,
        &[
            // English
            "subscribe to continue",
            "subscribe to read",
            "continue reading with a subscription",
            "to continue reading",
            "to keep reading",
            "subscribe now to",
            "subscribe for full access",
            "already a subscriber",
            "this article is for subscribers",
            "for subscribers only",
            "subscribers only",
            "subscriber-only",
            "exclusive to subscribers",
            "sign in to continue",
            "log in to continue reading",
            "register to continue",
            "create a free account to",
            "become a member to",
            "unlock this article",
            "to read the full",
            "free articles remaining",
            "start your free trial",
            "reached your limit of free",
            "is for members only",
            // German
            "jetzt weiterlesen",
            "weiterlesen mit",
            "um weiterzulesen",
            "lesen sie weiter mit",
            "mit abo lesen",
            "nur für abonnenten",
            "für abonnenten",
            "sie sind bereits abonnent",
            "bereits abonnent",
            "jetzt abonnieren",
            "artikel freischalten",
            "exklusiv für abonnenten",
            "dieser artikel ist nur",
            "testen sie jetzt",
            "zugang und lesen sie weiter",
            "plus-artikel",
            "jetzt freischalten",
            // French
            "réservé aux abonnés",
            "réservée aux abonnés",
            "déjà abonné",
            "abonnez-vous pour",
            "pour lire la suite",
            "la suite est réservée",
            "il vous reste",
            "poursuivre la lecture",
            "lire la suite de l'article",
            // Spanish
            "suscríbete para",
            "suscríbase para",
            "solo para suscriptores",
            "sólo para suscriptores",
            "exclusivo para suscriptores",
            "para seguir leyendo",
            "para continuar leyendo",
            "ya eres suscriptor",
            "ya soy suscriptor",
            "contenido exclusivo para",
            // Italian
            "abbonati per",
            "per continuare a leggere",
            "riservato agli abbonati",
            "sei già abbonato",
            "contenuto riservato",
            "già abbonato",
            "articolo per abbonati",
            // Portuguese
            "assine para",
            "exclusivo para assinantes",
            "já é assinante",
            "conteúdo exclusivo para",
            "continuar lendo",
            "para continuar a ler",
            "só para assinantes",
            "exclusivo para subscritores",
            // Dutch
            "alleen voor abonnees",
            "word abonnee",
            "om verder te lezen",
            "lees verder met",
            "al abonnee",
            // Polish, Czech
            "dla subskrybentów",
            "dla prenumeratorów",
            "aby czytać dalej",
            "wykup dostęp",
            "treść premium",
            "masz już subskrypcję",
            "aby przeczytać cały",
            "pouze pro předplatitele",
            "jen pro předplatitele",
            "obsah je dostupný",
            // Scandinavian, Finnish
            "för prenumeranter",
            "logga in för att läsa",
            "for abonnenter",
            "logg inn for å lese",
            "log ind for at læse",
            "vain tilaajille",
            "tilaa ja lue",
            // Russian, Ukrainian
            "только для подписчиков",
            "доступно только подписчикам",
            "доступен только по подписке",
            "оформите подписку",
            "полный текст доступен",
            "чтобы читать дальше",
            "чтобы продолжить чтение",
            "уже есть подписка",
            "материал доступен",
            "лише для передплатників",
            "тільки для передплатників",
            // Greek
            "μόνο για συνδρομητές",
            "αποκλειστικά για συνδρομητές",
            "γίνετε συνδρομητής",
            "γίνε συνδρομητής",
            "για να συνεχίσετε την ανάγνωση",
            "είστε ήδη συνδρομητής",
            "συνδεθείτε για να διαβάσετε",
            // Chinese
            "订阅后继续阅读",
            "订阅后可",
            "订阅以继续阅读",
            "仅限订阅",
            "会员专享",
            "登录后阅读全文",
            "登录后查看全文",
            "付费阅读",
            "订阅阅读全文",
            "訂閱後",
            "訂閱以繼續",
            "會員專屬",
            "登入後繼續閱讀",
            "剩余内容",
            "查看剩余",
            // Japanese
            "会員限定",
            "有料会員",
            "残り文字",
            "この記事は会員",
            "続きを読むには",
            "続きは有料",
            "購読すると",
            "ログインして続きを",
            "会員登録して続き",
            "この記事は有料",
            // Korean, Turkish, Hungarian, Arabic
            "구독자 전용",
            "유료회원",
            "로그인 후 이용",
            "abonelere özel",
            "okumaya devam etmek için",
            "csak előfizetőknek",
            "للمشتركين فقط",
        ],
    ),
    (
        Speaker::Error,
        &[
            // English
            "page not found",
            "not found",
            "page cannot be found",
            "page can't be found",
            "page could not be found",
            "page doesn't exist",
            "page does not exist",
            "no longer available",
            "internal server error",
            "service unavailable",
            "bad gateway",
            "gateway timeout",
            "gateway time-out",
            "bad request",
            "something went wrong",
            "an error occurred",
            "an error has occurred",
            "page unavailable",
            "error 404",
            "error 403",
            "error 500",
            "temporarily unavailable",
            "too many requests",
            "page is missing",
            // German
            "seite nicht gefunden",
            "nicht gefunden",
            "seite existiert nicht",
            "existiert nicht mehr",
            "interner serverfehler",
            "fehler 404",
            "leider ist ein fehler",
            "nicht mehr verfügbar",
            // French
            "page introuvable",
            "page non trouvée",
            "page n'existe pas",
            "n'existe plus",
            "erreur 404",
            "erreur interne",
            "une erreur est survenue",
            // Spanish
            "página no encontrada",
            "no encontrada",
            "página no existe",
            "no se ha encontrado",
            "no se encuentra",
            "error interno",
            "ha ocurrido un error",
            // Italian
            "pagina non trovata",
            "non trovata",
            "pagina non esiste",
            "errore 404",
            "si è verificato un errore",
            // Portuguese
            "página não encontrada",
            "não encontrada",
            "página não existe",
            "erro 404",
            "ocorreu um erro",
            // Dutch, Scandinavian, Finnish
            "pagina niet gevonden",
            "niet gevonden",
            "sidan kunde inte hittas",
            "sidan hittades inte",
            "siden ble ikke funnet",
            "fant ikke siden",
            "siden blev ikke fundet",
            "siden findes ikke",
            "sivua ei löytynyt",
            // Polish, Czech, Slovak, Hungarian, Romanian, Turkish
            "strona nie istnieje",
            "nie znaleziono",
            "nie została znaleziona",
            "stránka nenalezena",
            "stránka neexistuje",
            "stránka nebyla nalezena",
            "az oldal nem található",
            "nem található",
            "pagina nu a fost găsită",
            "sayfa bulunamadı",
            // Russian, Ukrainian, Greek
            "страница не найдена",
            "страница не существует",
            "не найдена",
            "ошибка 404",
            "сторінку не знайдено",
            "η σελίδα δεν βρέθηκε",
            "δεν βρέθηκε",
            "σφάλμα 404",
            // Chinese, Japanese, Korean
            "页面不存在",
            "找不到页面",
            "页面未找到",
            "頁面不存在",
            "找不到網頁",
            "您访问的页面",
            "页面找不到",
            "ページが見つかりません",
            "見つかりませんでした",
            "ページは存在しません",
            "페이지를 찾을 수 없습니다",
            "존재하지 않는 페이지",
            // Arabic, Hebrew, Indonesian, Vietnamese
            "الصفحة غير موجودة",
            "הדף לא נמצא",
            "halaman tidak ditemukan",
            "không tìm thấy trang",
        ],
    ),
    (
        Speaker::Challenge,
        &[
            "access denied",
            "access to this page has been denied",
            "you have been blocked",
            "forbidden",
            "checking your browser",
            "just a moment",
            "verify you are human",
            "verify you are a human",
            "verifying you are human",
            "are you a robot",
            "not a robot",
            "i'm not a robot",
            "unusual traffic",
            "automated access",
            "security check",
            "attention required",
            "ddos protection",
            "complete the captcha",
            "pardon our interruption",
            "request unsuccessful",
            "press & hold",
            "enable javascript and cookies to",
            "bot verification",
            "human verification",
            "one more step",
            "not available in your region",
            "not available in your country",
            "unavailable for legal reasons",
            "request blocked",
            "zugriff verweigert",
            "ich bin kein roboter",
            "sicherheitsüberprüfung",
            "browser wird überprüft",
            "accès refusé",
            "accès interdit",
            "je ne suis pas un robot",
            "vérification de sécurité",
            "acceso denegado",
            "no soy un robot",
            "acceso prohibido",
            "verifica que eres humano",
            "accesso negato",
            "non sono un robot",
            "acesso negado",
            "não sou um robô",
            "toegang geweigerd",
            "ik ben geen robot",
            "brak dostępu",
            "odmowa dostępu",
            "nie jestem robotem",
            "přístup odepřen",
            "nejsem robot",
            "доступ запрещен",
            "доступ запрещён",
            "доступ ограничен",
            "я не робот",
            "проверка браузера",
            "подтвердите, что вы",
            "доступ заборонено",
            "απαγορεύεται η πρόσβαση",
            "δεν είμαι ρομπότ",
            "δεν επιτρέπεται η πρόσβαση",
            "访问被拒绝",
            "拒绝访问",
            "安全验证",
            "请完成验证",
            "访问验证",
            "正在检查您的浏览器",
            "存取被拒",
            "人机验证",
            "アクセスが拒否",
            "アクセスできません",
            "ロボットではありません",
            "ブラウザを確認",
            "접근이 거부",
            "로봇이 아닙니다",
            "erişim engellendi",
            "robot değilim",
            "تم رفض الوصول",
        ],
    ),
    (Speaker::Script, &["javascript", "java script", "ジャバスクリプト", "자바스크립트"]),
];

static MATCHER: LazyLock<Option<(NFA, Vec<Speaker>)>> = LazyLock::new(|| {
    let all = || {
        PHRASES.iter().flat_map(|(speaker, phrases)| phrases.iter().map(move |p| (*speaker, *p)))
    };
    let words: Vec<&str> = all().map(|(_, phrase)| phrase).collect();
    let matcher = NFA::new(words).ok()?;
    Some((matcher, all().map(|(speaker, _)| speaker).collect()))
});

/// The first phrase of a speaker in a text, as the table has it.
pub(super) fn find(speaker: Speaker, text: &str) -> Option<String> {
    let (matcher, speakers) = MATCHER.as_ref()?;
    let text = folded(text);
    let mut hits = matcher.try_find_overlapping_iter(Input::new(&text)).ok()?;
    let hit = hits.find(|m| speakers.get(m.pattern().as_usize()) == Some(&speaker))?;
    text.get(hit.range()).map(str::to_string)
}

/// Lower case, with the plain apostrophe and plain spaces. The table is of small letters alone: with both kinds it would
/// be twice as large, and a program that looks at one page would wait for it.
fn folded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase().replace('\n', " ");
    }
    let plain = |c: char| match c {
        '’' | '‘' | 'ʼ' => '\'',
        '\u{a0}' | '\n' | '\u{202f}' => ' ',
        other => other,
    };
    text.chars().map(plain).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_phrase_is_found_in_capitals_too() {
        for (speaker, phrases) in PHRASES {
            for phrase in *phrases {
                assert!(find(*speaker, &format!("X {phrase} Y")).is_some(), "{phrase}");
                assert_eq!(phrase.to_lowercase(), *phrase, "in lower case");
                assert_eq!(folded(phrase), *phrase, "with plain signs");
            }
        }
        assert!(find(Speaker::Error, "PÁGINA NO ENCONTRADA").is_some());
    }

    #[test]
    fn a_phrase_belongs_to_its_speaker() {
        assert_eq!(
            find(Speaker::Error, "404: Page Not\u{a0}Found").as_deref(),
            Some("page not found")
        );
        assert_eq!(find(Speaker::Consent, "Page not found"), None);
        assert_eq!(find(Speaker::Challenge, "I’m not a robot").as_deref(), Some("i'm not a robot"));
    }
}
