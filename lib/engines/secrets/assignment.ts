import type { RuleMatch } from './rule.ts';

/**
 * What may follow a telling name: the rest of the name, an operator, perhaps a quote, and the value up to its end.
 * Covers `a = "v"`, `a: v`, `'a' => 'v'`, `const a: string = 'v'`, `setA('v')`, `<a>v</a>`, `a == "v"`.
 */
export const assignmentPattern = new RegExp(
  '(?<tail>[\\w.-]{0,32})["\'`\\])]{0,3}[ \\t]{0,20}' +
    // A type annotation, an XML attribute or element, a comparison, or any of the operators that assign.
    '(?<operator>,?[ \\t]{0,4}(?:\\r?\\n[ \\t]{0,40})?["\']?[vV]alue["\']?[ \\t]{0,4}[:=]|</key>\\s{0,40}<string>|' +
    ":[ \\t]{0,4}[A-Za-z&][\\w<>\\[\\] &*|']{0,24}=|[*]?[sS]tring[ \\t]{0,4}=|['\"][ \\t]{1,8}value[ \\t]{0,2}=" +
    '|>\\r?\\n|[=!]==?|=>|:{1,3}=|[?|]{2}=|[?.+]=|-(?=[ \\t]["\'])|[=:,(>])[ \\t]{0,20}' +
    '(?<quote>[@rbu]?["\'`]|\\\\{1,3}"|)(?:(?:[Bb]earer|[Tt]oken|[Bb]asic)[ ])?(?<secret>[^\\s"\'`\\\\<>]{6,400})(?<close>\\\\{0,3}["\'`]|)',
);

/** Without the mark that ends a statement or an entry, where no quote ends the value. */
export const withoutTrailingPunctuation = (
  text: string,
  start: number,
  end: number,
): { start: number; end: number } => ({
  start,
  end: /[,;]/.test(text.charAt(end - 1)) && !/["'`\\]/.test(text.charAt(end)) ? end - 1 : end,
});

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
  ts js mjs cjs tsx jsx json py rb go rs java kt php html css svg md yml yaml c h cpp cs swift sh lock
  count stream reader writer parser lexer iterator kinds group groups fingerprint thumbprint public pub cert crt`.split(
    /\s+/,
  ),
);

/** Words before the telling one that make the whole harmless: `csrf_token`, `next_page_token`, `public_api_key`. */
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

/** Tokens that make a request unique, and mostly are UUIDs: `clientRequestToken`, `LifecycleActionToken`. */
const namesRequest = (found: RuleMatch): boolean =>
  /(?:request|action|client|correlation|trace|operation)[_.-]?$/i.test(nameBefore(found)) &&
  /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(found.groups['secret'] ?? '');

/** Whether the name around the keyword is that of a secret, and not of something about one. */
export const namesSecret = (found: RuleMatch): boolean =>
  !harmlessTails.has(lastWord(found.groups['tail'] ?? '')) &&
  !harmlessHeads.test(nameBefore(found)) &&
  !namesRequest(found);

/** Files in which a value may stand without quotes. */
const settingsFile =
  /(?:^|\/)(?:\.[\w-]{0,20}rc|\.env[\w.-]{0,40}|[\w.-]{0,60}\.(?:env|ya?ml|properties|ini|cfg|conf|config|toml|tfvars|sh|bash|zsh|profile|netrc|pgpass|credentials|txt|md|csv|xml|plist|sql|ps1|bat|cmd|service|dockerfile)|[Dd]ockerfile[\w.-]{0,20}|credentials|\.netrc|\.git-credentials|\.bash_profile|\.s3cfg|\.tugboat|\.\w{2,12}_history|kubeconfig[\w.-]{0,20}|config)$/i;

/** Whether the name stands right behind a quote: `"X-Api-Key: v"`, `("password", "v")`. */
const isQuoted = (found: RuleMatch, close: string): boolean => {
  const before = found.text.slice(Math.max(0, found.keywordStart - 40), found.keywordStart);
  return /["'`](?=[\w.-]{0,39}$)/.exec(before)?.[0] === close;
};

/** Whether the quoted name is an argument by itself: in `f("password", "v")`, not in `f(g("password"), "v")`. */
const isArgument = ({ text, keywordStart }: RuleMatch): boolean =>
  /^[\w.-]{1,60}["'`][ \t]{0,20},/.test(text.slice(keywordStart, keywordStart + 100));

/** A quoted value ends with its quote; an unquoted one stands in a settings file, with an operator that means a value. */
export const isCompleteValue = (found: RuleMatch): boolean => {
  const { quote = '', close = '', operator = '' } = found.groups;
  if (quote !== '') {
    // Of two arguments the first is a name only when nothing else stands in its quotes.
    if (operator === ',' && !(isQuoted(found, close.slice(-1)) && isArgument(found))) return false;
    return close !== '' && quote.endsWith(close.slice(-1));
  }
  if (close !== '') return operator === ':' && isQuoted(found, close);
  if (/^[,(]|^[=!]==?$/.test(operator)) return false;
  return settingsFile.test(found.path);
};
