import { minEntropies } from './entropy-limits.ts';
import { entropyOf, looksLikePlaceholder, wordShare } from './text-randomness.ts';
import { isPlaceholderValue } from './placeholder-values.ts';

/** Matches references to a secret elsewhere, templates, and hashed or encrypted values. */
const references =
  /\$\{|\{\{|<%|%\(|#\{|\$\(|\$\[|\{[a-z_]{1,40}\}|^[$%@&*!<{[(|~./]|^(?:process|os|system|env|environ|config|cfg|settings|self|this|var|local|data|module|secrets?|params?|args?|props|options|req|request|input|values|vault|ssm|op|arn|urn|enc|sops|projects|https?|file|ref|aws|azure|gcp|keyring|kms|base64|sha\d{0,3}|md5|bcrypt|pbkdf2|getenv|import|require|function|new|await|return|null|none|undefined)(?:[.:[({/]|$)|[()[\]{};]|=>|->|::|\.\.\.|\*{3}|•/i;

/** Matches the output of `crypt`, alone or behind a user name. */
const crypted = /(?:^|:)\$(?:2[abxy]|apr1|argon2\w{0,3}|scrypt|[1567y])\$/;

/** Matches the name of a cryptographic algorithm: `PBKDF2WithHmacSHA256`. */
const algorithm = /^[A-Za-z\d]{2,12}[wW]ith(?:Hmac)?(?:SHA|MD5|RSA|ECDSA)/;

export const isReference = (value: string): boolean =>
  references.test(value) || crypted.test(value) || algorithm.test(value);

/** Whether every part between separators is a word, a number or short: `my-service-v2`, `use-k8s`, `2024-01-31`. */
const isMadeOfWords = (value: string): boolean =>
  value
    .split(/[^A-Za-z0-9]/)
    .every((part) => /^(?:[A-Za-z]{0,40}\d{0,4}|\d{1,40}|[A-Za-z]\d{1,2}[A-Za-z])$/.test(part));

const fileName =
  /\.(?:ya?ml|json|enc|pem|key|crt|txt|xml|html?|[jt]sx?|css|png|jpe?g|svg|gif|md|zip|gz|tar|jar|conf|cfg|java|py|rb|go|php)$/i;

/** Returns whether a value is a sample, in plain text or in base64. */
const isSample = (value: string): boolean => {
  if (looksLikePlaceholder(value) || isPlaceholderValue(value)) return true;
  if (value.length % 4 !== 0 || !/^[A-Za-z0-9+/]{8,400}={0,2}$/.test(value)) return false;
  const decoded = Buffer.from(value, 'base64').toString('latin1');
  return /^[\x20-\x7e\s]{4,300}$/.test(decoded) && isPlaceholderValue(decoded);
};

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:/;

/** Returns whether letters look random: capitals everywhere and hardly a pronounceable run. */
const isDrawnFromLetters = (value: string): boolean =>
  wordShare(value) < 0.2 && (value.match(/[a-z][A-Z]/g)?.length ?? 0) >= value.length / 8;

/** Returns whether a value looks random like a key or token: long, mixed, and not made of words. */
export const looksRandom = (value: string): boolean => {
  if (value.length < 16 || !/[A-Za-z]/.test(value) || timestamp.test(value)) return false;
  if (!/\d/.test(value) && !(value.length >= 20 && isDrawnFromLetters(value))) return false;
  if (!/^[\w+/=.~:!@#$%^&*-]{16,400}$/.test(value) || fileName.test(value)) return false;
  const isHex = /^[a-fA-F0-9-]{16,400}$/.test(value);
  if (entropyOf(value) < (isHex ? minEntropies.hex : minEntropies.key)) return false;
  const fewDigits = (value.match(/\d/g)?.length ?? 0) < value.length / 10;
  if (fewDigits && wordShare(value) >= 0.5) return false;
  return (!isMadeOfWords(value) || isDrawnFromLetters(value)) && !isSample(value);
};

/** Whether a value is a phrase of plain words: `required|confirmed`, `some-password`, `Contrase?a`, `redis-2`. */
const isPhrase = (value: string): boolean =>
  (!/\d/.test(value) &&
    value.split(/[^A-Za-z]{1,200}/).every((part) => /^(?:[A-Z]?[a-z]{0,100}|[A-Z]{1,100})$/.test(part))) ||
  value.split(/[-_.:/#|,]/).every((part) => /^(?:[a-z]{0,100}\d{0,4}|\d{1,10})$/.test(part));

/**
 * Returns whether a value is program text: a member (`group.hidePasswords`), a module member (`app.auth:Shared`), the
 * name of a field (`password:wrapped`) or the next option (`-Dproxy.host=a`).
 */
const isProgramText = (value: string): boolean =>
  /^[A-Za-z_]{1,60}(?:\.[A-Za-z_]{2,60}){0,6}:[A-Za-z_]{2,60}$|^[A-Za-z_]{1,60}(?:\.[A-Za-z_]{2,60}){1,6},?$|^--?[A-Za-z][\w.-]{1,60}=?/.test(
    value,
  ) && wordShare(value) > 0.4;

/** Returns whether a value looks like a password in use: mixed, and not a typical sample. */
const looksChosen = (value: string): boolean => {
  if (value.length < 8 || value.length > 128) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\w.\-/:]/].filter((kind) => kind.test(value)).length;
  if (kinds < 2 || entropyOf(value) < minEntropies.password || timestamp.test(value)) return false;
  // The value is a constant named like its value.
  if (/^[A-Z][A-Z\d]{0,40}(?:[_.-][A-Z\d]{1,40}){1,12}$/.test(value)) return false;
  // A value without digits is a password only when it contains no words.
  const lettersOnly = /^[A-Za-z]{8,128}$/.test(value);
  if (lettersOnly ? value.length < 12 || wordShare(value) > 0.4 : isPhrase(value)) return false;
  return !isProgramText(value) && !isSample(value);
};

/** Returns whether a value is reported as a password. */
export const looksLikePassword = (value: string): boolean => looksChosen(value) && !isReference(value);
