import type { Call } from '@scangate/engines/sast/rule';
import { prefixOf, type Value } from '@scangate/engines/sast/taint/value';

/** Returns the text of the enclosing function: a countermeasure is often next to the call. */
export const around = ({ within, at }: Call): string => (within?.at ?? at).text;

/** Returns the constant text of an argument, or an empty string. */
export const textAt = ({ args }: Call, at: number): string => {
  const constant = args[at]?.constant;
  return typeof constant === 'string' ? constant : '';
};

/** Tells whether a URL begins with a trusted host: the rest only chooses a page on it. */
export const hasFixedHost = (value: Value | undefined): boolean =>
  value !== undefined && /^[a-z]+:\/\/[^/?#]+[/?#]/i.test(prefixOf(value) ?? '');

/** Tells whether a text or a list of bytes or characters is the same on every run. */
export const isFixed = (value: Value | undefined): boolean => {
  if (value === undefined) return false;
  if (typeof value.constant === 'string') return value.constant.length > 0;
  const items = value.fields?.length ? [...value.fields.values()] : [];
  return items.length > 3 && items.every(({ constant }) => constant !== undefined);
};

const canonical = /getCanonical|toRealPath|normalize\(|cleanPath\(/;
const compared = /startsWith\(|equals\(|contains\("?\.\./;
/** Names of the program's functions that announce a check. */
const asked =
  /\b(?:check|assert|ensure|is|validate)\w{0,20}(?:Traversal|Illegal|Slip|Inside|Within)\w{0,20}\(/;

/** Accepts a path that is normalized and then compared. */
export const comparesPaths = (call: Call): boolean => {
  const text = around(call);
  return (canonical.test(text) && compared.test(text)) || asked.test(text);
};

const shells = /(?:^|[\\/])(?:(?:ba|z|da|k|c)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?|pwsh)$/i;

/** Tells whether a program is known to run its arguments as commands. */
export const mayBeShell = (program: Value | undefined): boolean =>
  typeof program?.constant !== 'string' || shells.test(program.constant);
