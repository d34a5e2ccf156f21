import type { Call } from '@scangate/engines/sast/rule';
import { prefixOf, type Value } from '@scangate/engines/sast/taint/value';

/** Returns the text of the enclosing function: a countermeasure is often next to the call. */
export const around = ({ within, at }: Call): string => (within?.at ?? at).text;

/** Tells whether a URL begins with a trusted host: the rest only chooses a page on it. */
export const hasFixedHost = (value: Value | undefined): boolean =>
  value !== undefined && /^[a-z]+:\/\/[^/?#]+[/?#]/i.test(prefixOf(value) ?? '');

/** Tells whether a text or a list of bytes is the same on every run. */
export const isFixed = (value: Value | undefined): boolean => {
  if (value === undefined) return false;
  if (typeof value.constant === 'string') return value.constant.length > 0;
  const items = value.fields?.length ? [...value.fields.values()] : [];
  return items.length > 3 && items.every(({ constant }) => constant !== undefined);
};

const shells =
  /(?:^|[\\/])(?:(?:ba|z|da|k|c)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?|pwsh|python3?|perl|ruby|node|env|xargs|sudo|ssh)$/i;

/** Tells whether a program is known to run its arguments as commands. */
export const mayBeShell = (program: Value | undefined): boolean =>
  typeof program?.constant !== 'string' || shells.test(program.constant);

/** Tells whether a call writes to a response. */
export const writesResponse = ({ args: [to] }: Call): boolean =>
  to !== undefined &&
  (/(?:^|\.)(?:ResponseWriter|Response)$/.test(to.type ?? '') ||
    /(?:^|\.)(?:Writer|Response\(\))$/.test(to.path ?? ''));

const verb = /%[-+# 0]{0,4}\d{0,4}(?:\.\d{1,4})?[a-zA-Z]/g;

/** Tells whether a format only has verbs for numbers: a string there becomes `%!d(string=…)`. */
export const isOfNumbers = ({ constant }: Value): boolean => {
  const verbs = typeof constant === 'string' ? (constant.match(verb) ?? []) : [];
  return verbs.length > 0 && verbs.every((each) => /[dbotefgUcxX]$/.test(each));
};
