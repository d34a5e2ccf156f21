/** The most entries that a list of an event has. */
const maxEntries = 50;

/** What the entries of an event may weigh together, so that its body stays below 20 KB. */
const maxBytes = 14 * 1024;

/** The length of a text in UTF-8, as it is sent. */
const bytesOf = (entry: unknown): number => Buffer.byteLength(JSON.stringify(entry));

/**
 * The first entries of a list, as many as an event takes, and the number of the others with the path of the API where all
 * of them are.
 */
export const listed = <T>(
  entries: readonly T[],
  link: string,
): { entries: T[]; rest: { more: number; link?: string } } => {
  let bytes = 0;
  const cut = entries.findIndex((entry, index) => {
    bytes += bytesOf(entry) + 1;
    return index >= maxEntries || bytes > maxBytes;
  });
  const shown = cut === -1 ? entries.length : cut;
  const more = entries.length - shown;
  return { entries: entries.slice(0, shown), rest: { more, ...(more > 0 && { link }) } };
};
