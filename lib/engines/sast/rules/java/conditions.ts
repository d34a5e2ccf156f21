import type { Call } from '@scangate/engines/sast/rule';
import { prefixOf, type Value } from '@scangate/engines/sast/taint/value';

/** The text of the function a call stands in: what is done about a danger is often done next to it. */
export const around = ({ within, at }: Call): string => (within?.at ?? at).text;

/** Constant text of an argument; empty when it has none. */
export const textAt = ({ args }: Call, at: number): string => {
  const constant = args[at]?.constant;
  return typeof constant === 'string' ? constant : '';
};

/** Text that begins with a host nobody outside chose: what follows only chooses a page of it. */
export const hasFixedHost = (value: Value | undefined): boolean =>
  value !== undefined && /^[a-z]+:\/\/[^/?#]+[/?#]/i.test(prefixOf(value) ?? '');

/** Text, or a list of bytes or characters, that is the same on every run. */
export const isFixed = (value: Value | undefined): boolean => {
  if (value === undefined) return false;
  if (typeof value.constant === 'string') return value.constant.length > 0;
  const items = value.fields?.length ? [...value.fields.values()] : [];
  return items.length > 3 && items.every(({ constant }) => constant !== undefined);
};

const canonical = /getCanonical|toRealPath|normalize\(|cleanPath\(/;
const compared = /startsWith\(|equals\(|contains\("?\.\./;
/** By what a function of one's own says it asks. */
const asked =
  /\b(?:check|assert|ensure|is|validate)\w{0,20}(?:Traversal|Illegal|Slip|Inside|Within)\w{0,20}\(/;

/** Where a path is brought to its one form and then compared, somebody has thought of it. */
export const comparesPaths = (call: Call): boolean => {
  const text = around(call);
  return (canonical.test(text) && compared.test(text)) || asked.test(text);
};

const shells = /(?:^|[\\/])(?:(?:ba|z|da|k|c)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?|pwsh)$/i;

/** Whether a program, as far as it is known, reads its arguments as commands. */
export const mayBeShell = (program: Value | undefined): boolean =>
  typeof program?.constant !== 'string' || shells.test(program.constant);
