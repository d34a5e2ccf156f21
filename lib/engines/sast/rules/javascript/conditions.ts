import type { Value } from '@scangate/engines/sast/taint/value';
import { prefixOf } from '@scangate/engines/sast/taint/value';

/** Matches the beginning of an SQL statement or clause. */
const sqlStart =
  /^[\s(;"`'[]{0,20}(?:select|insert|update|delete|with|create|drop|alter|truncate|call|exec|execute|merge|replace|set|show|use|begin|declare|from|where|and|or|order|group|having|limit|union|explain|pragma|grant)\b|^\s{0,20}[\w.`"]{1,60}\s{0,5}(?:=|<|>|like\b|in\b)/i;

/** Tells whether a concatenated text does not begin like SQL. */
export const isNotSql = (value: Value): boolean => {
  const prefix = prefixOf(value);
  return prefix !== undefined && prefix.trim() !== '' && !sqlStart.test(prefix);
};

export const beginsAsSql = (value: Value | undefined): boolean =>
  value !== undefined && (prefixOf(value)?.trim() ?? '') !== '' && sqlStart.test(prefixOf(value) ?? '');

/**
 * Tells whether the text before it fixes the host, also through a URL built here (U+FFFC), or whether the URL has no
 * host.
 */
export const hasFixedHost = (value: Value): boolean =>
  /^(?:[a-z][a-z0-9+.-]{0,20}:)?\/\/[^/?#]{1,200}[/?#]|^\uFFFC[^/?#]{0,200}[/?#]|^\/(?!$|[/\\])|^\.{1,2}\/|^[?#]/i.test(
    prefixOf(value) ?? '',
  );

/** The description of sources that come from the URL of the page. */
export const pageAddress = 'address of the page';

/** Matches the URL of the page itself, not its parameters. */
const leadsBack = /^(?:\w{1,40}\.){0,2}URL\(\)(?:\.(?:href|pathname|toString\(\)))?$/;

export const isThisPage = ({ path = '', taints }: Value): boolean =>
  leadsBack.test(path) && taints.every(({ origin }) => origin.description === pageAddress);

/** Matches the URL of an object that a function returned: `(await store.save(file)).url`. */
export const isOwnAddress = ({ path = '' }: Value): boolean =>
  /\(\)\.\w{0,20}(?:url|uri|href|link)$/i.test(path) &&
  !/(?:parse\w{0,20}|URL|json|body|query|params|formData|get)\(\)\.\w{1,24}$/i.test(path);

export const isSecretName = (name: string): boolean =>
  /passw(?:or)?d|passphrase|(?<![a-z])(?:pwd|pass)(?![a-z])/i.test(name);

/**
 * Tells whether a module path begins with a directory of the program, so that the rest only chooses a file below it.
 */
export const isLocalModule = (value: Value): boolean =>
  /^(?:\.{1,2}\/|\/|file:|@\/|~\/|\uFFFC[^/\\]{0,200}[/\\])/.test(prefixOf(value) ?? '') ||
  /(?:^|\.)(?:join|resolve|pathToFileURL)\(\)(?:\.href)?$/.test(value.path ?? '');
