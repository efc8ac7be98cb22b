//! Tokens that nobody can guess.

use ring::rand::{SecureRandom, SystemRandom};

/// A new token of 32 characters; none if the system has no random numbers to give.
pub fn new_token() -> Option<String> {
    let mut bytes = [0; 16];
    SystemRandom::new().fill(&mut bytes).ok()?;
    Some(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::new_token;

    #[test]
    fn no_two_tokens_are_the_same() {
        let token = new_token().unwrap();
        assert_eq!(token.len(), 32);
        assert_ne!(Some(token), new_token());
    }
}
