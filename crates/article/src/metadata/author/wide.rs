//! Bylines of Chinese, Japanese and Korean pages. Nothing there tells a name from other words but what stands
//! beside it: `记者 王小明`, `（记者 王小明）` at the end of the text, `文／山田太郎`, `홍길동 기자`.

use crate::metadata::text;

/// What stands before a name.
#[rustfmt::skip]
const BEFORE: &[&str] = &[
    "记者", "記者", "作者", "撰文", "执笔人", "執筆者", "执笔", "執筆", "撰稿", "著者", "筆者", "投稿者", "ライター", "文字", "글",
];
/// What stands before a name with a mark between.
const MARKED: &[&str] = &["文", "编译", "編集", "取材"];
/// What stands after the last name.
#[rustfmt::skip]
const AFTER: &[&str] = &[
    "发自", "報道", "报道", "摄影", "攝影", "编辑", "編輯", "责编", "责任编辑", "通讯员", "實習", "实习", "来源", "來源", "发表", "發表", "于", "摄",
];
/// What stands in the place of a name.
const NOBODY: &[&str] =
    &["本人", "简介", "信息", "佚名", "匿名", "不详", "未知", "本报", "本网", "本刊", "编辑部"];
/// Korean for a reporter, which follows the name.
const REPORTER: &str = "기자";
/// Characters of a line that is there for the byline.
const MAX_LINE: usize = 40;
/// Characters at both ends of a long text in which a byline may stand.
const MAX_END: usize = 60;
/// Names of one text.
const MAX_NAMES: usize = 6;

/// Whether a text is in one of these scripts.
pub(super) fn is_wide(text: &str) -> bool {
    text.chars().any(is_wide_char)
}

fn is_wide_char(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

/// The names in a byline; `is_japanese` says that a space stands inside of a name and not between two.
pub(super) fn names(line: &str, is_japanese: bool) -> Vec<String> {
    let line = line.trim();
    let count = line.chars().count();
    let found = match count <= MAX_LINE {
        true => introduced(line, is_japanese),
        false => bracketed(line, is_japanese),
    };
    if found.is_empty() && count <= MAX_LINE { korean(line) } else { found }
}

/// The names after the last word that introduces any.
fn introduced(line: &str, is_japanese: bool) -> Vec<String> {
    let place = |word: &&str| line.rfind(*word).map(|at| at + word.len());
    let marked =
        MARKED.iter().filter_map(place).filter(|&at| line[at..].trim_start().starts_with(is_mark));
    let Some(start) = BEFORE.iter().filter_map(place).chain(marked).max() else {
        return Vec::new();
    };
    let rest = line[start..].trim_start_matches(|c: char| c.is_whitespace() || is_mark(c));
    let end = AFTER.iter().filter_map(|word| rest.find(word)).min();
    // Without anything between, the word is one of a sentence.
    let is_apart = rest.len() < line.len() - start || end.is_some();
    let mut names = list(&rest[..end.unwrap_or(rest.len())], is_japanese);
    // `王小明 上海报道`: the last one is where it was reported from.
    if names.len() > 1 && end.is_some_and(|end| is_report(&rest[end..])) {
        names.pop();
    }
    if is_apart { names } else { Vec::new() }
}

/// The names in brackets at the ends of a text: `（记者 王小明）`.
fn bracketed(line: &str, is_japanese: bool) -> Vec<String> {
    let tail = line.char_indices().rev().nth(MAX_END).map_or(line, |(at, _)| &line[at..]);
    let ends = [tail, text::head(line, 3 * MAX_END)];
    let inside = ends.into_iter().filter_map(|end| {
        let open = end.rfind(['（', '(', '【'])?;
        let inner = end[open..].trim_start_matches(['（', '(', '【']);
        inner.find(['）', ')', '】']).map(|close| &inner[..close])
    });
    let names = inside.map(|inner| match introduced(inner, is_japanese) {
        // `（王小明 上海报道）`
        names if names.is_empty() && (inner.ends_with("报道") || inner.ends_with("報道")) => {
            inner.split_whitespace().next().map(|n| list(n, is_japanese)).unwrap_or_default()
        }
        names => names,
    });
    names.into_iter().find(|names| !names.is_empty()).unwrap_or_default()
}

/// `홍길동 기자`
fn korean(line: &str) -> Vec<String> {
    let Some(at) = line.find(REPORTER) else { return Vec::new() };
    let before = line[..at].trim_end();
    let name = before.rsplit(|c: char| !is_wide_char(c)).next().unwrap_or_default();
    let is_name = (2..=4).contains(&name.chars().count()) && name.chars().all(|c| c >= '\u{ac00}');
    is_name.then(|| name.to_string()).into_iter().collect()
}

/// A list of names, nothing where it is none.
fn list(text: &str, is_japanese: bool) -> Vec<String> {
    let separates = |c: char| "、，,;；/／&＆".contains(c) || (c.is_whitespace() && !is_japanese);
    let parts =
        text.split(separates).map(|p| p.trim_matches(|c: char| !c.is_alphanumeric() && c != ')'));
    let names: Vec<_> = parts.filter(|p| !p.is_empty()).take(MAX_NAMES).collect();
    let fits = names.iter().take_while(|n| is_name(n, is_japanese)).count();
    // The first part must be a name; what follows the last one may be a place.
    names[..fits].iter().map(|n| text::fold(n)).collect()
}

fn is_name(part: &str, is_japanese: bool) -> bool {
    let longest = if is_japanese { 8 } else { 5 };
    let letters = part.chars().filter(|c| !c.is_whitespace());
    let is_foreign = part.contains(['·', '・', '(']) && part.chars().count() <= 24;
    let count = letters.clone().count();
    let wide = letters.filter(|c| is_wide_char(*c)).count();
    if NOBODY.contains(&part) {
        return false;
    }
    ((2..=longest).contains(&count) && wide == count) || (is_foreign && wide >= 2)
}

/// Whether a text begins with the word for a report.
fn is_report(text: &str) -> bool {
    text.starts_with("报道") || text.starts_with("報道")
}

fn is_mark(c: char) -> bool {
    matches!(c, ':' | '：' | '/' | '／' | '=' | '＝' | '|' | '｜' | '・' | '◎')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_beside_what_introduces_them() {
        for (line, expected) in [
            ("作者：王小明", "王小明"),
            ("光明日报记者 王建宏 张文攀", "王建宏,张文攀"),
            ("□ 本报记者 葛灵丹", "葛灵丹"),
            ("新京报记者 彭冲 山东冠县报道", "彭冲"),
            ("本报记者罗科发自北京", "罗科"),
            ("文/王小明", "王小明"),
            ("执笔人：闵乐夫 赵兰波", "闵乐夫,赵兰波"),
            ("作者： 周思博 (Joel Spolsky)", "周思博"),
            ("[서울=뉴스] 홍길동 기자", "홍길동"),
        ] {
            assert_eq!(names(line, false).join(","), expected, "{line}");
        }
        assert_eq!(names("文／山田 太郎", true), ["山田 太郎"]);
        let long = "推动工业高质量发展，提升绿色制造专业化、市场化公共服务能力，促进形成市场化机制，建立高效的绿色制造体系。";
        assert_eq!(names(&format!("{long}（记者 胡晓蓉）"), false), ["胡晓蓉"]);
        assert_eq!(names(&format!("{long}（姚峰 上海报道）"), false), ["姚峰"]);
    }

    #[test]
    fn other_texts_have_none() {
        let long = "推动工业高质量发展，记者看到了提升绿色制造专业化、市场化公共服务能力，促进形成市场化机制，建立绿色制造体系。";
        for line in [
            "记者从现场获悉",
            "我要分享",
            "来源：新华网",
            "作者简介",
            "作者都在说反话",
            "作者：佚名",
            long,
            "文明城市",
            "기자회견",
        ] {
            assert_eq!(names(line, false), [""; 0], "{line}");
        }
    }
}
