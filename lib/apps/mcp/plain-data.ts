/** Responses contain untrusted text: names of files and packages, messages of findings. A host treats them as data. */

const maxText = 500;
/** A 32 KB response contains its data twice: as text, in which quotes take more space, and structured. */
const maxBytes = 14_000;

/** Control characters, zero-width characters, and those that change the direction of text. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const escaped = (sign: string): string => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

/** One line of at most 500 characters, all of them visible. */
const plainText = (text: string): string => {
  const shown = text.slice(0, maxText).replace(invisible, escaped);
  return text.length > maxText || shown.length > maxText ? `${shown.slice(0, maxText - 1)}…` : shown;
};

/** Makes every text of a value plain. */
export const plainData = <T>(value: T): T => {
  if (typeof value === 'string') return plainText(value) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => plainData(item)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [plainText(name), plainData(item as unknown)]),
  ) as T;
};

/** Keeps as many items as fit into a response. @returns them, and whether some were omitted */
export const fitItems = <T>(items: readonly T[], beside: object = {}): { items: T[]; isCut: boolean } => {
  let room = maxBytes - Buffer.byteLength(JSON.stringify(beside)) - 100;
  const kept = items.map((item) => plainData(item));
  const end = kept.findIndex((item) => (room -= Buffer.byteLength(JSON.stringify(item)) + 1) < 0);
  return end < 0 ? { items: kept, isCut: false } : { items: kept.slice(0, end), isCut: true };
};
