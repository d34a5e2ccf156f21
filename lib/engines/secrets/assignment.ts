import type { RuleMatch } from './rule.ts';

/**
 * Matches the text after a telling name: the rest of the name, an operator, an optional quote, and the whole value.
 * Covers `a = "v"`, `a: v`, `'a' => 'v'`, `const a: string = 'v'`, `setA('v')`, `<a>v</a>`, `a == "v"`.
 */
export const assignmentPattern = new RegExp(
  '(?<tail>[\\w.-]{0,32})["\'`\\])]{0,3}[ \\t]{0,20}' +
    // This part matches a type annotation, an XML attribute or element, a comparison, or an assignment operator.
    '(?<operator>,?[ \\t]{0,4}(?:\\r?\\n[ \\t]{0,40})?["\']?[vV]alue["\']?[ \\t]{0,4}[:=]|</key>\\s{0,40}<string>|' +
    ":[ \\t]{0,4}[A-Za-z&][\\w<>\\[\\] &*|']{0,24}=|[*]?[sS]tring[ \\t]{0,4}=|['\"][ \\t]{1,8}value[ \\t]{0,2}=" +
    '|>\\r?\\n|[=!]==?|=>|:{1,3}=|[?|]{2}=|[?.+]=|-(?=[ \\t]["\'])|[=:,(>])[ \\t]{0,20}' +
    '(?<quote>[@rbu]?["\'`]|\\\\{1,3}"|)(?:(?:[Bb]earer|[Tt]oken|[Bb]asic)[ ])?(?<secret>[^\\s"\'`\\\\<>]{6,400})(?<close>\\\\{0,3}["\'`]|)',
);

/** Excludes the punctuation that ends a statement or an entry, when no quote ends the value. */
export const withoutTrailingPunctuation = (
  { text }: { text: string },
  start: number,
  end: number,
): { start: number; end: number } => ({
  start,
  end: /[,;]/.test(text.charAt(end - 1)) && !/["'`\\]/.test(text.charAt(end)) ? end - 1 : end,
});

/** Last words of names that describe a secret without holding it. */
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
  ts js mjs cjs tsx jsx json py rb go rs java kt php html css svg md yml yaml c h cpp cs swift sh lock
  ize izer ized izing ization count stream reader writer parser lexer iterator kinds group groups fingerprint thumbprint public pub cert crt`.split(
    /\s+/,
  ),
);

/** Words that make a telling name harmless: `csrf_token`, `next_page_token`, `public_api_key`. */
const harmlessHeads =
  /(?:csrf\w{0,12}|xsrf|authenticity|next|page|continuation|sync|cursor|public|publishable|pub|anon|cancel|cancellation|design|syntax|lexer|parser|example|sample|dummy|fake|mock|test|invalid|wrong|bad|incorrect|expected|no|not|hashed|encrypted|primary|foreign|sort|partition|cache|idempotency|i18n|placeholder|unique|resume|pagination|nav|route|etag|change|forgot|reset|confirm|old|new|current)[_.-]?$/i;

export const nameBefore = (found: RuleMatch): string => {
  const before = found.text.slice(Math.max(0, found.keywordStart - 40), found.keywordStart);
  return /(?<![\w.-])[\w.-]{0,40}$/.exec(before)?.[0] ?? '';
};

const lastWord = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_.-]/)
    .findLast((word) => word !== '' && !/^\d{1,4}$/.test(word)) ?? '';

/** Returns whether a token only makes a request unique, like a UUID: `clientRequestToken`, `LifecycleActionToken`. */
const namesRequest = (found: RuleMatch): boolean =>
  /(?:request|action|client|correlation|trace|operation)[_.-]?$/i.test(nameBefore(found)) &&
  /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(found.groups['secret'] ?? '');

/** Returns whether the name around the keyword denotes a secret, not a property of one. */
export const namesSecret = (found: RuleMatch): boolean =>
  !harmlessTails.has(lastWord(found.groups['tail'] ?? '')) &&
  !harmlessHeads.test(nameBefore(found)) &&
  !namesRequest(found);

/** Files in which values need no quotes. */
const settingsFile =
  /(?:^|\/)(?:\.[\w-]{0,20}rc|\.env[\w.-]{0,40}|[\w.-]{0,60}\.(?:env|ya?ml|properties|ini|cfg|conf|config|toml|tfvars|sh|bash|zsh|profile|netrc|pgpass|credentials|txt|md|csv|xml|plist|sql|ps1|bat|cmd|service|dockerfile)|[Dd]ockerfile[\w.-]{0,20}|credentials|\.netrc|\.git-credentials|\.bash_profile|\.s3cfg|\.tugboat|\.\w{2,12}_history|kubeconfig[\w.-]{0,20}|config)$/i;

export const isSettingsFile = (path: string): boolean => settingsFile.test(path);

/** Returns whether the name follows a quote directly: `"X-Api-Key: v"`, `("password", "v")`. */
const isQuoted = (found: RuleMatch, close: string): boolean => {
  const before = found.text.slice(Math.max(0, found.keywordStart - 40), found.keywordStart);
  return /["'`](?=[\w.-]{0,39}$)/.exec(before)?.[0] === close;
};

/** Whether the quoted name is an argument of its own: in `f("password", "v")`, not in `f(g("password"), "v")`. */
const isArgument = ({ text, keywordStart }: RuleMatch): boolean =>
  /^[\w.-]{1,60}["'`][ \t]{0,20},/.test(text.slice(keywordStart, keywordStart + 100));

/** Returns whether the match is a whole value: quoted to its end, or unquoted in a settings file behind an operator. */
export const isCompleteValue = (found: RuleMatch): boolean => {
  const { quote = '', close = '', operator = '' } = found.groups;
  if (quote !== '') {
    // The first of two arguments is a name only when its quotes hold nothing else.
    if (operator === ',' && !(isQuoted(found, close.slice(-1)) && isArgument(found))) return false;
    return close !== '' && quote.endsWith(close.slice(-1));
  }
  if (close !== '') return operator === ':' && isQuoted(found, close);
  if (/^[,(]|^[=!]==?$/.test(operator)) return false;
  return isSettingsFile(found.path);
};
