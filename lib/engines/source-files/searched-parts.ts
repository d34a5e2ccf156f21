import { isKeyStore } from '../secrets/credential-files.ts';
import { archiveEntries, isPacked } from './archives/archive-entries.ts';
import { isNamedBinary } from './binary-names.ts';
import type { GapTally } from './gap-tally.ts';
import { hasBinaryPart, readingsOf, sourceText, textBesideNuls } from './source-text.ts';

/** A file or an entry of an archive, as rules for secrets search it. */
export interface SearchedPart {
  path: string;
  /** Returns each text that it may be read as; none if it is binary. */
  readings: () => Buffer[];
}

type TellGap = (reason: string, weight: Parameters<GapTally['add']>[2]) => void;

const partOf = (path: string, content: Buffer, text?: Buffer): SearchedPart => ({
  path,
  readings: () => (isKeyStore(path) ? [content] : readingsOf(content, text)),
});

/** Returns the entries of an archive. */
const partsOfArchive = (
  path: string,
  { entries, complete }: NonNullable<ReturnType<typeof archiveEntries>>,
  tell: TellGap,
): SearchedPart[] => {
  if (!complete) tell('archive: read in part', 'lost');
  return entries.flatMap((entry) => {
    const isArchive = archiveEntries(entry.path, entry.content) !== undefined;
    if (isArchive) tell('archive in an archive: not scanned', 'lost');
    const text = isKeyStore(entry.path) ? entry.content : textBesideNuls(entry.content);
    // Archives mostly hold programs, which are binary under any name.
    if (text === undefined && !isArchive) tell('binary in an archive: not scanned', 'by-design');
    return text === undefined ? [] : [partOf(`${path}!/${entry.path}`, entry.content, text)];
  });
};

/**
 * Returns what rules for secrets search in a file: its text, or the entries of an archive, and both of a file that is either.
 * Tells what they cannot search.
 * @returns undefined for a binary file.
 */
export const searchedParts = (
  path: string,
  content: Uint8Array,
  tell: TellGap,
): SearchedPart[] | undefined => {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (isKeyStore(path)) return [partOf(path, bytes)];
  const text = sourceText(bytes);
  const archive = text === undefined || isPacked(bytes) ? archiveEntries(path, bytes) : undefined;
  const entries = archive ? partsOfArchive(path, archive, tell) : [];
  const unread = isNamedBinary(path) ? 'by-design' : 'lost';
  if (text) {
    if (!archive && hasBinaryPart(bytes)) tell('binary part: not scanned', unread);
    return [partOf(path, bytes, text), ...entries];
  }
  if (archive) return entries;
  const [reading, ...others] = readingsOf(bytes);
  if (reading) return [{ path, readings: () => [reading, ...others] }];
  tell('binary: not scanned', unread);
  return undefined;
};
