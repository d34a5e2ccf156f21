import type { Call } from '@scangate/engines/sast/rule';
import { prefixOf, type Value } from '@scangate/engines/sast/taint/value';

/** Returns the text of the enclosing method: a countermeasure is often next to the call. */
export const around = ({ within, at }: Pick<Call, 'within' | 'at'>): string => (within?.at ?? at).text;

/** Returns the constant text, or an empty one. */
export const constantText = (value: Value | undefined): string =>
  typeof value?.constant === 'string' ? value.constant : '';

/** The type and path of the object that a method is called on. */
export const receiverNames = ({ receiver }: Call): string =>
  `${receiver?.type ?? ''} ${receiver?.path ?? ''}`;

/** Tells whether a URL begins with a trusted host: the rest only chooses a page on it. */
export const hasFixedHost = (value: Value | undefined): boolean =>
  value !== undefined &&
  /^(?:[a-z][a-z+]{1,15}:\/\/[^/?#\uFFFC]|\uFFFC)[^/?#]*[/?#]/i.test(prefixOf(value) ?? '');

/** Accepts such a URL, or a path on this server (`/x`, not `//x`). */
export const staysHere = (value: Value | undefined): boolean =>
  hasFixedHost(value) || /^(?:\/[^/\\]|\?|#|\uFFFC)/.test(value ? (prefixOf(value) ?? '') : '');

/** An object of the program, which has a URL of its own: `redirect_to @user`. */
export const isObject = ({ type, fields, taints }: Value): boolean =>
  type !== undefined || (fields !== undefined && taints.length === 0);
