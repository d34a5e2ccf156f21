import type { Call } from '@scangate/engines/sast/rule';
import { prefixOf, type Value } from '@scangate/engines/sast/taint/value';

/** The text of the function a call stands in: what is done about a danger is often done next to it. */
export const around = ({ within, at }: Call): string => (within?.at ?? at).text;

/** Text that begins with a host nobody outside chose: what follows only chooses a page of it. */
export const hasFixedHost = (value: Value | undefined): boolean =>
  value !== undefined && /^[a-z]+:\/\/[^/?#]+[/?#]/i.test(prefixOf(value) ?? '');

/** Text, or a list of bytes, that is the same on every run. */
export const isFixed = (value: Value | undefined): boolean => {
  if (value === undefined) return false;
  if (typeof value.constant === 'string') return value.constant.length > 0;
  const items = value.fields?.length ? [...value.fields.values()] : [];
  return items.length > 3 && items.every(({ constant }) => constant !== undefined);
};

const shells =
  /(?:^|[\\/])(?:(?:ba|z|da|k|c)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?|pwsh|python3?|perl|ruby|node|env|xargs|sudo|ssh)$/i;

/** Whether a program, as far as it is known, reads its arguments as commands. */
export const mayBeShell = (program: Value | undefined): boolean =>
  typeof program?.constant !== 'string' || shells.test(program.constant);

/** Whether a call writes into a response. */
export const writesResponse = ({ args: [to] }: Call): boolean =>
  to !== undefined &&
  (/(?:^|\.)(?:ResponseWriter|Response)$/.test(to.type ?? '') ||
    /(?:^|\.)(?:Writer|Response\(\))$/.test(to.path ?? ''));
