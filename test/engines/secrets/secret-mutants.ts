import type { Rule } from '@scangate/engines/secrets/rule';
import type { Sample } from '@scangate/engines/secrets/rule-example';

/** A rule with a change of one of its parts. */
export interface SecretMutant {
  change: string;
  /** The keyword that was taken out. */
  keyword?: string;
  to: Rule;
}

const without = (rule: Rule, ...keys: readonly (keyof Rule)[]): SecretMutant[] =>
  keys.flatMap((key) => {
    if (rule[key] === undefined) return [];
    const { [key]: _, ...rest } = rule;
    return [{ change: `without ${key}`, to: rest as Rule }];
  });

/** Returns the rule with each of its parts changed, one at a time. */
export const mutantsOfRule = (rule: Rule): SecretMutant[] => [
  ...(rule.keywords.length < 2
    ? []
    : rule.keywords.map((keyword, at) => ({
        change: `without the keyword ${keyword}`,
        keyword,
        to: { ...rule, keywords: rule.keywords.toSpliced(at, 1) },
      }))),
  ...without(rule, 'minEntropy', 'isSample', 'check', 'extendBack', 'refine'),
  ...(rule.boundary === 'anywhere'
    ? []
    : [{ change: 'without boundary', to: { ...rule, boundary: 'anywhere' as const } }]),
];

const classes: readonly (readonly [of: RegExp, pair: string])[] = [
  [/[a-z]/, 'ad'],
  [/[A-Z]/, 'BE'],
  [/\d/, '27'],
];

/** The Thue–Morse sequence repeats no piece three times. */
const isOdd = (index: number): boolean => index.toString(2).replaceAll('0', '').length % 2 === 1;

const ofPair = (pair: string, index: number): string => pair.charAt(isOdd(index) ? 1 : 0);

const ofClass = (sign: string, index: number): string => {
  const pair = classes.find(([of]) => of.test(sign))?.[1];
  return pair === undefined ? sign : ofPair(pair, index);
};

/** Each makes a character of a secret to one of few, of one case or of no number. */
const dulling: readonly ((sign: string, index: number) => string)[] = [
  ofClass,
  (sign, index) => (/\w/.test(sign) ? ofPair('ad', index) : sign),
  (sign, index) => (/\w/.test(sign) ? ofPair('27', index) : sign),
  (sign) => sign.toLowerCase(),
  (sign) => sign.toUpperCase(),
  (sign) => (/\d/.test(sign) ? 'k' : sign),
];

/** The lengths of prefixes behind which a secret is changed: the first ones may be its form. */
const prefixes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20];

/** The words that people write in place of a secret, for alphabets of letters, digits and both. */
const written = ['example', 'EXAMPLE', 'Example', '23456789', 'deadbeef', 'DEADBEEF', 'xxxx', 'XXXX'];

/** Returns the places of a word in a secret. */
const placesOf = (word: string, secret: string): number[] =>
  [0, 4, 8, 12, 16, 20].filter((at) => at + word.length <= secret.length);

/** Returns the secret in forms that are like it and are none. */
const alike = (secret: string): string[] => [
  ...dulling.flatMap((dull) =>
    prefixes
      .filter((length) => length < secret.length)
      .map((length) => secret.slice(0, length) + Array.from(secret.slice(length), dull).join('')),
  ),
  ...written.flatMap((word) =>
    placesOf(word, secret).map((at) => secret.slice(0, at) + word + secret.slice(at + word.length)),
  ),
];

/** Returns the text with its secret, or its keyword, inside of a longer word, and with the name of a file before the secret. */
const insideOthers = ({ keywords }: Rule, { text, secret }: Sample): string[] => {
  const at = text.indexOf(secret);
  const folded = text.toLowerCase();
  const keyword = keywords.find((each) => folded.lastIndexOf(each, at) !== -1) ?? '';
  const from = Math.max(0, folded.lastIndexOf(keyword, at));
  const behind = from + keyword.length;
  return [
    `${text.slice(0, at)}q${text.slice(at)}`,
    `${text.slice(0, from)}qq${folded.slice(from, behind)}${text.slice(behind)}`,
    `${text.slice(0, from)}qq${text.slice(from)}`,
    `${text.slice(0, behind)}.json=${text.slice(at)}`,
  ];
};

/** Texts that only a bound, a check or a boundary tells from a secret: made of the rule's own positives. */
export const likeSecrets = (rule: Rule): string[] =>
  rule
    .positives()
    .flatMap((sample) => [
      ...alike(sample.secret).map((secret) => sample.text.replace(sample.secret, () => secret)),
      ...insideOthers(rule, sample),
    ]);
