import type { Call } from '@scangate/engines/sast/rule';
import { prefixOf, type Value } from '@scangate/engines/sast/taint/value';

/** Returns the text of the enclosing function: a countermeasure is often next to the call. */
export const around = ({ within, at }: Pick<Call, 'within' | 'at'>): string => (within?.at ?? at).text;

/** Returns the constant text, or an empty one. */
export const constantText = (value: Value | undefined): string =>
  typeof value?.constant === 'string' ? value.constant : '';

/** Returns the name of a constant: `LIBXML_NOENT`. */
export const constantName = (value: Value | undefined): string => value?.path ?? '';

export const isOff = (value: Value | undefined): boolean =>
  value?.constant === false || value?.constant === 0 || value?.constant === '0' || value?.constant === null;

export const isOn = (value: Value | undefined): boolean =>
  value?.constant === true || value?.constant === 1 || value?.constant === '1' || value?.constant === 'On';

/** Returns an argument by keyword or by position. */
export const argument = ({ args, named }: Call, name: string, at: number): Value | undefined =>
  named.get(name) ?? args[at];

/** The type and path of the object that a method is called on. */
export const receiverNames = ({ receiver }: Call): string =>
  `${receiver?.type ?? ''} ${receiver?.path ?? ''}`;

/** Tells whether a URL begins with a trusted host: the rest only chooses a page on it. */
export const hasFixedHost = (value: Value | undefined): boolean =>
  value !== undefined &&
  /^(?:[a-z][a-z+]{1,15}:\/\/[^/?#\uFFFC]|\uFFFC)[^/?#]*[/?#]/i.test(prefixOf(value) ?? '');

/** Accepts such a URL, or a path on this server (`/x`, not `//x`). */
export const staysHere = (value: Value | undefined): boolean =>
  hasFixedHost(value) ||
  /^(?:\/[^/\\]|\?|#|\uFFFC|[\w-]{1,40}\.php)/.test(value ? (prefixOf(value) ?? '') : '');

/** Tells whether an argument is named like a URL. */
export const namesAddress = ({ written: [first] }: Call): boolean =>
  /ur[il]|link|host|endpoint|feed|webhook|callback|remote|avatar/i.test(first?.at.text.slice(0, 200) ?? '');

/** Tells whether the value begins with the scheme of a URL. */
export const isAddress = (value: Value | undefined): boolean =>
  /^(?:https?|ftp):\/\//i.test(value ? (prefixOf(value) ?? '') : '');
