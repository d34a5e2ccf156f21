/** Returns the Shannon entropy in bits per character, 0 for an empty text. */
export const entropyOf = (text: string): number => {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
};

/** Words that people write in place of a secret, and that random text practically never contains. */
const placeholderWords = [
  'example',
  'sample',
  'dummy',
  'placeholder',
  'changeme',
  'change_me',
  'change-me',
  'changeit',
  'replace',
  'insert',
  'redacted',
  'removed',
  'your',
  'fake',
  'mock',
  'xxxx',
  '****',
  '....',
  'verylong',
  'notreal',
  'not-real',
  'not_real',
  'lorem',
  'foobar',
  'deadbeef',
  'todo',
  'secret_key',
  'api_key',
  'apikey',
  'mytoken',
  'my_token',
  'my-token',
];

/** Returns the longest run of one character, and of consecutive characters (`abcd`, `1234`). */
const runsOf = (text: string): { same: number; rising: number } => {
  let same = 1;
  let rising = 1;
  let longestSame = 1;
  let longestRising = 1;
  for (let i = 1; i < text.length; i += 1) {
    const step = text.charCodeAt(i) - text.charCodeAt(i - 1);
    same = step === 0 ? same + 1 : 1;
    rising = step === 1 ? rising + 1 : 1;
    longestSame = Math.max(longestSame, same);
    longestRising = Math.max(longestRising, rising);
  }
  return { same: longestSame, rising: longestRising };
};

/** Returns whether the text, after a prefix, repeats a piece of at most eight characters (`abcabcabcabc`). */
const repeatsItself = (value: string): boolean => {
  const text = value.slice(Math.floor(value.length / 3));
  for (let period = 1; period <= 8 && period * 3 <= text.length; period += 1) {
    if (text.startsWith(text.slice(period))) return true;
  }
  return false;
};

const holdsPlaceholder = (folded: string): boolean => placeholderWords.some((word) => folded.includes(word));

/** Returns whether a person evidently typed the value as a placeholder. */
export const looksLikePlaceholder = (value: string): boolean => {
  const folded = value.toLowerCase();
  if (holdsPlaceholder(folded)) return true;
  const { same, rising } = runsOf(folded);
  return same >= 6 || rising >= 8 || repeatsItself(folded);
};

/** Is the case-sensitive check for tokens of a known form: `aBcDeFgH` counts as random, `abcdefgh` does not. */
export const looksLikeSampleToken = (value: string): boolean => {
  const folded = value.toLowerCase();
  if (holdsPlaceholder(folded) || runsOf(folded).same >= 6) return true;
  return runsOf(value).rising >= 8 || repeatsItself(folded);
};

/** For each first letter, the letters that practically never follow it in words of source code. */
const unusualPairs = new Map(
  `ao bghknpqvwxz cgjnpqvwxz dkqxz fhjkmnpqvwxz gbcdfjkpqvwxz hcfghjkqvwxz ihw jbcdfghjklmnpqrtvwxyz kbchjkpqvwxz
  ljqwxz mfghjkqrvwxz nx oq pbjknqvwxz qabcdefghijkmnopqrstvwxyz rjqx sjxz tjkqvx uhjquw vbcdfghjklmnpqstvwxyz
  wbcdfgjkmpqtuvwxyz xbdfghjklmnoqrsuvwz yfhjkqvxz zbcdfghjkmnpqrstvwxy`
    .trim()
    .split(/\s+/)
    .map((entry) => [entry.charAt(0), entry.slice(1)]),
);

/** Returns whether letters might be a word: five random letters seldom pass, twelve practically never. */
const isWordlike = (letters: string): boolean => {
  const folded = letters.toLowerCase();
  let unusual = 0;
  for (let i = 1; i < folded.length; i += 1) {
    if (unusualPairs.get(folded.charAt(i - 1))?.includes(folded.charAt(i))) unusual += 1;
  }
  return unusual <= (folded.length < 10 ? 0 : 1);
};

/** Returns the share of characters in runs of four or more letters of one case that might be words. */
export const wordShare = (value: string): number =>
  (value.match(/[A-Z]?[a-z]{4,40}|[A-Z]{4,40}/g) ?? []).filter(isWordlike).join('').length / value.length;

/** Returns whether a value is evidently made of words; random lower-case text has more digits. */
export const readsLikeWords = (value: string): boolean =>
  wordShare(value) >= 0.75 && (value.match(/\d/g)?.length ?? 0) < value.length / 10;

/** Returns whether a value has lower-case letters, capitals and digits, as random base62 text does. */
export const isMixed = (value: string): boolean =>
  /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value);
