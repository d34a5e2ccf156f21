/** A file in an archive. */
export interface ArchiveEntry {
  path: string;
  content: Buffer;
}

export interface ArchiveEntries {
  entries: ArchiveEntry[];
  /** False when an entry is damaged, encrypted, of an unknown method or beyond the limits, or bytes belong to none. */
  complete: boolean;
}

/** Limits of one archive, so that a small file cannot become a large one. */
export const maxEntries = 2000;
export const maxBytes = 50 * 1024 * 1024;

/** The result of zlib with `info`, which its types leave out. */
export interface Inflated {
  buffer: Buffer;
  engine: { bytesWritten: number };
}

const newline = 0x0a;
const isControl = (byte: number): boolean => (byte < 0x20 && (byte < 0x09 || byte > 0x0d)) || byte === 0x7f;
const withoutControls = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.map((byte) => (isControl(byte) ? newline : byte)));

/** Returns bytes as lines of text, so that none of them makes the others binary: NUL bytes are read as between two words, and within one. */
const linesOf = (bytes: Buffer): Buffer[] => {
  const readings = bytes.includes(0) ? [bytes, Buffer.from(bytes.filter((byte) => byte !== 0))] : [bytes];
  return readings.flatMap((reading) => [withoutControls(reading), Buffer.of(newline)]);
};

/** Returns the texts that an archive has beside its files as one more entry. */
export const commentOf = (comments: readonly Buffer[]): ArchiveEntry[] => {
  const known = new Set<string>();
  const texts = comments.filter((text) => {
    const exact = text.toString('latin1');
    const isNew = !isZeros(text) && !known.has(exact);
    known.add(exact);
    return isNew;
  });
  return texts.length === 0 ? [] : [{ path: 'comment', content: Buffer.concat(texts.flatMap(linesOf)) }];
};

/** Returns whether there is nothing but zeros. */
export const isZeros = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0);
