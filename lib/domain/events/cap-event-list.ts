import { safeData } from './safe-data.ts';

/** The most entries that a list of an event has. */
const maxEntries = 50;

/** The most bytes that the entries of an event have together, so that its body stays below 20 KB. */
const maxBytes = 14 * 1024;

/** The length of a text in UTF-8, as it is sent. */
const bytesOf = (entry: unknown): number => Buffer.byteLength(JSON.stringify(entry));

/**
 * The first entries of a list, as many as an event takes, and the number of the others with the path of the API where all
 * of them are.
 */
export const capEventList = <T extends object>(
  entries: readonly T[],
  link: string,
): { entries: T[]; rest: { more: number; link?: string } } => {
  // What is sent is weighed, not what a name of ten thousand characters weighs.
  const safe = entries.slice(0, maxEntries).map((entry) => safeData(entry) as T);
  let bytes = 0;
  const tooHeavy = safe.findIndex((entry) => (bytes += bytesOf(entry) + 1) > maxBytes);
  const shown = tooHeavy === -1 ? safe : safe.slice(0, tooHeavy);
  const more = entries.length - shown.length;
  return { entries: shown, rest: { more, ...(more > 0 && { link }) } };
};
