import type { Value } from '@scangate/engines/sast/taint/value';
import { prefixOf } from '@scangate/engines/sast/taint/value';

/** A statement, or a piece of one, by how it begins. */
const sqlStart =
  /^[\s(;"`'[]{0,20}(?:select|insert|update|delete|with|create|drop|alter|truncate|call|exec|execute|merge|replace|set|show|use|begin|declare|from|where|and|or|order|group|having|limit|union|explain|pragma|grant)\b|^\s{0,20}[\w.`"]{1,60}\s{0,5}(?:=|<|>|like\b|in\b)/i;

/** Text that is put together and begins like no statement. */
export const isNoSql = (value: Value): boolean => {
  const prefix = prefixOf(value);
  return prefix !== undefined && prefix.trim() !== '' && !sqlStart.test(prefix);
};

export const beginsAsSql = (value: Value | undefined): boolean =>
  value !== undefined && (prefixOf(value)?.trim() ?? '') !== '' && sqlStart.test(prefixOf(value) ?? '');

/** The host is fixed by what stands before it, also by an address made here (U+FFFC), or there is none. */
export const hasFixedHost = (value: Value): boolean =>
  /^(?:[a-z][a-z0-9+.-]{0,20}:)?\/\/[^/?#]{1,200}[/?#]|^\uFFFC[^/?#]{0,200}[/?#]|^\/(?!$|[/\\])|^\.{1,2}\/|^[?#]/i.test(
    prefixOf(value) ?? '',
  );

/** What is said of outside text that is the address of the page, or stands in it. */
export const pageAddress = 'address of the page';

/** The page itself, without or with other parameters, not what its parameters say. */
const leadsBack = /^(?:\w{1,40}\.){0,2}URL\(\)(?:\.(?:href|pathname|toString\(\)))?$/;

export const isThisPage = ({ path = '', taints }: Value): boolean =>
  leadsBack.test(path) && taints.every(({ origin }) => origin.what === pageAddress);

/** The address that an object has which a function made or found: `(await store.save(file)).url`. */
export const isOwnAddress = ({ path = '' }: Value): boolean =>
  /\(\)\.\w{0,20}(?:url|uri|href|link)$/i.test(path) &&
  !/(?:parse\w{0,20}|URL|json|body|query|params|formData|get)\(\)\.\w{1,24}$/i.test(path);

export const isSecretName = (name: string): boolean =>
  /passw(?:or)?d|passphrase|(?<![a-z])(?:pwd|pass)(?![a-z])/i.test(name);
