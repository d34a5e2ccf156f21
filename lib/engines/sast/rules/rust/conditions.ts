import type { Call } from '@scangate/engines/sast/rule';
import { prefixOf, type Value } from '@scangate/engines/sast/taint/value';

/** Returns the text of the enclosing function: a countermeasure is often next to the call. */
export const around = ({ within, at }: Call): string => (within?.at ?? at).text;

/** Stands for a part of unknown, trusted origin in the beginning of a text (`prefixOf`). */
const trustedPart = '\uFFFC';

/** Tells whether an address begins with a trusted host: the rest only chooses a page on it. */
export const hasFixedHost = (value: Value | undefined): boolean => {
  const prefix = (value && prefixOf(value)) ?? '';
  return prefix.startsWith(trustedPart) || /^[a-z]+:\/\/[^/?#]+[/?#]/i.test(prefix);
};

/** Tells whether a text or a list of bytes is the same on every run. */
export const isFixed = (value: Value | undefined): boolean => {
  if (value === undefined) return false;
  if (typeof value.constant === 'string') return value.constant.length > 0;
  const items = value.fields?.length ? [...value.fields.values()] : [];
  return items.length > 3 && items.every(({ constant }) => constant !== undefined);
};

/** Tells whether a receiver is of such a type or has such a name. */
export const isNamed = (value: Value | undefined, pattern: RegExp): boolean =>
  pattern.test(`${value?.type ?? ''} ${value?.path ?? ''}`);

/** Accepts a path that is resolved and then compared, or whose components are checked. */
export const comparesPaths = (call: Call): boolean => {
  const text = around(call);
  return (
    (text.includes('canonicalize(') && text.includes('starts_with(')) ||
    /Component::(?:ParentDir|Normal)|contains\("\.\."\)|sanitize_filename/.test(text)
  );
};
