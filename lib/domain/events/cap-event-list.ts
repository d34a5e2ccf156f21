import { safeData } from './safe-data.ts';

/** The limit of entries in a list of an event. */
const maxEntries = 50;

/** The limit of bytes for the entries of an event together, so that its body stays below 20 KB. */
const maxBytes = 14 * 1024;

/** The length of a text in UTF-8, as sent. */
const bytesOf = (entry: unknown): number => Buffer.byteLength(JSON.stringify(entry));

/**
 * Returns as many entries of a list as an event takes, and the number of the others with the API path that lists all
 * of them.
 */
export const capEventList = <T extends object>(
  entries: readonly T[],
  link: string,
): { entries: T[]; rest: { more: number; link?: string } } => {
  // The sanitized entry is measured, since it is what is sent: a name may have ten thousand characters.
  const safe = entries.slice(0, maxEntries).map((entry) => safeData(entry) as T);
  let bytes = 0;
  const tooHeavy = safe.findIndex((entry) => (bytes += bytesOf(entry) + 1) > maxBytes);
  const shown = tooHeavy === -1 ? safe : safe.slice(0, tooHeavy);
  const more = entries.length - shown.length;
  return { entries: shown, rest: { more, ...(more > 0 && { link }) } };
};
