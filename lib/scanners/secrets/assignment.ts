import { entropyOf, looksLikePlaceholder, wordShare } from './plausibility.ts';
import { isSampleValue } from './sample-values.ts';
import type { Found } from './rule.ts';

/**
 * What may follow a telling name: the rest of the name, an operator, perhaps a quote, and the value up to its end.
 * Covers `a = "v"`, `a: v`, `'a' => 'v'`, `const a: string = 'v'`, `setA('v')`, `<a>v</a>`, `a == "v"`.
 */
export const assigned = new RegExp(
  '(?<tail>[\\w.-]{0,32})["\'`\\])]{0,3}[ \\t]{0,20}' +
    "(?<operator>:[ \\t]{0,4}[A-Za-z&][\\w<>\\[\\] &*|']{0,24}=|[=!]==?|=>|:=|\\?\\?=|\\|\\|=|[=:,(>])[ \\t]{0,20}" +
    '(?<quote>[@rbu]?["\'`]|\\\\"|)(?<secret>[^\\s"\'`\\\\<>]{6,200})(?<close>\\\\?["\'`]|)',
);

/** Last words of names that hold something about a secret, not the secret. */
const harmlessTails = new Set(
  `name names id ids path paths file files filename dir directory folder field fields type types url urls uri uris
  endpoint endpoints host label placeholder hash hashed hashes digest regex regexp pattern length len policy policies
  ref refs arn header headers param params parameter prefix suffix count limit expires expiry expiration expire ttl at
  version reset hint hints error errors message messages msg text title description desc column input selector element
  class css prompt format manager provider store storage service helper handler generator factory validator validation
  enabled required disabled encrypted sha sha1 sha256 md5 checksum index address template env var variable option
  options kind alg algorithm scheme size status state date time timestamp age interval rotation strength rules rule
  tests test example sample map list array enum schema model page form screen view button link icon image tag tags
  location source target method fn func function callback key_id keyid usage purpose scope scopes role roles user
  username email domain issuer audience claim claims cookie session csrf placeholder_text translation i18n mask masked
  count stream reader writer parser lexer iterator kinds group groups fingerprint thumbprint public pub cert crt`.split(
    /\s+/,
  ),
);

/** Words before the telling one that make the whole harmless: `csrf_token`, `next_page_token`, `public_api_key`. */
const harmlessHeads =
  /(?:csrf|xsrf|next|page|continuation|sync|cursor|public|publishable|pub|anon|cancel|cancellation|design|syntax|lexer|parser|example|sample|dummy|fake|mock|test|invalid|wrong|bad|incorrect|expected|no|not|hashed|encrypted|primary|foreign|sort|partition|cache|idempotency|i18n|placeholder|unique|resume|pagination|nav|route|etag|change|forgot|reset|confirm|old|new|current)[_.-]?$/i;

const nameBefore = (found: Found): string => {
  const before = found.text.slice(Math.max(0, found.keywordStart - 40), found.keywordStart);
  return /[\w.-]{0,40}$/.exec(before)?.[0] ?? '';
};

const lastWord = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_.-]/)
    .findLast((word) => word !== '' && !/^\d{1,4}$/.test(word)) ?? '';

/** Whether the name around the keyword is that of a secret, and not of something about one. */
export const namesSecret = (found: Found): boolean =>
  !harmlessTails.has(lastWord(found.groups['tail'] ?? '')) && !harmlessHeads.test(nameBefore(found));

/** References to a secret kept elsewhere, templates to be filled in, and values that are stored hashed or encrypted. */
const references =
  /\$\{|\{\{|<%|%\(|#\{|\$\(|\$\[|\{[a-z_]{1,40}\}|^[$%@&*!<{[(|~./]|^(?:process|os|system|env|environ|config|cfg|settings|self|this|var|local|data|module|secrets?|params?|args?|props|options|req|request|input|values|vault|ssm|op|arn|enc|sops|projects|https?|file|ref|aws|azure|gcp|keyring|kms|base64|sha\d{0,3}|md5|bcrypt|pbkdf2|getenv|import|require|function|new|await|return|null|none|undefined)(?:[.:[({/]|$)|[()[\]{};]|=>|->|::|\.\.\.|\*{3}|•/i;

export const isReference = (value: string): boolean => references.test(value);

/** Files in which a value may stand without quotes. */
const settingsFile =
  /(?:^|\/)(?:\.[\w-]{0,20}rc|\.env[\w.-]{0,40}|[\w.-]{0,60}\.(?:env|ya?ml|properties|ini|cfg|conf|config|toml|tfvars|sh|bash|zsh|profile|netrc|pgpass|credentials|txt|md|csv|xml|plist|sql|ps1|bat|cmd|service|dockerfile)|[Dd]ockerfile[\w.-]{0,20}|credentials|\.netrc|\.git-credentials|\.bash_profile|\.s3cfg|\.tugboat|config)$/i;

/** A quoted value ends with its quote; an unquoted one stands in a settings file, with an operator that means a value. */
export const isWholeValue = (found: Found): boolean => {
  const { quote = '', close = '', operator = '' } = found.groups;
  if (quote !== '') return close !== '' && quote.endsWith(close.slice(-1));
  if (/^[,(]|^[=!]==?$/.test(operator)) return false;
  return close === '' && settingsFile.test(found.path);
};

/** Whether every part between separators is a word, a number or a short version: `my-service-v2`, `2024-01-31`. */
const isMadeOfWords = (value: string): boolean =>
  value.split(/[^A-Za-z0-9]/).every((part) => /^(?:[A-Za-z]{0,40}\d{0,4}|\d{1,40}|v\d{1,4})$/.test(part));

/** Whether a value looks drawn at random, as keys and tokens are: long, mixed, and not made of words. */
export const looksRandom = (value: string): boolean => {
  if (value.length < 16 || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (!/^[\w+/=.~:!@#$%^&*-]{16,200}$/.test(value)) return false;
  const isHex = /^[a-fA-F0-9-]{16,200}$/.test(value);
  if (entropyOf(value) < (isHex ? 2.9 : 3.4)) return false;
  return (
    !looksLikePlaceholder(value) && !isMadeOfWords(value) && wordShare(value) < 0.5 && !isSampleValue(value)
  );
};

/** Whether a value looks like a password somebody uses: mixed, and not one of those in every sample. */
export const looksChosen = (value: string): boolean => {
  if (value.length < 8 || value.length > 128) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\w.\-/:]/].filter((kind) => kind.test(value)).length;
  if (kinds < 2 || entropyOf(value) < 2.5) return false;
  // Letters alone are a password only when they are no words.
  const lettersOnly = !/\d|[^\w.\-/:]/.test(value);
  if (lettersOnly && (value.length < 12 || !/^[A-Za-z]{12,128}$/.test(value) || wordShare(value) > 0.4))
    return false;
  return !looksLikePlaceholder(value) && !isSampleValue(value);
};
