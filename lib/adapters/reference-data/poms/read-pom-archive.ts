import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { parsePom } from '@scangate/engines/inventory/jvm/maven-pom';
import { checkLockfileText, decodeText } from '@scangate/engines/inventory/parse/decode-text';
import { UnreadableFile } from '@scangate/engines/inventory/parse/unreadable-file';
import { toPublishedPom } from '@scangate/engines/inventory/pom-resolution/published-pom';
import { UnreadableSource } from '../osv/record-source.ts';
import { placeOf, type PomLine } from './pom-blocks.ts';
import { coordinatesAt } from './pom-path.ts';

export interface PomArchiveLimits {
  /** Limit of one pom. A longer one is bad, but the archive is still read. */
  pomBytes: number;
  /** Limit of all poms, unpacked. */
  totalBytes: number;
  poms: number;
}

const pomArchiveLimits: PomArchiveLimits = {
  pomBytes: 4 * 1024 * 1024,
  totalBytes: 8 * 1024 ** 3,
  poms: 500_000,
};

/** The poms of an archive, and the files that could not be read. */
export interface PomArchive {
  lines: PomLine[];
  bad: number;
  /** The first ten. */
  badPoms: { name: string; reason: string }[];
}

const examinedEntries = 1000;
const namedBadPoms = 10;

/** Returns whether a source is an archive of poms. */
export const isPomArchive = async (source: string): Promise<boolean> => {
  if (!source.toLowerCase().endsWith('.zip')) return false;
  let left = examinedEntries;
  try {
    const zip = await openPromise(source);
    for await (const { fileName } of zip.eachEntry()) {
      if (fileName.endsWith('.pom')) return true;
      left -= 1;
      if (left === 0 || fileName.endsWith('.json')) return false;
    }
  } catch {
    // The import of records reports the problem.
  }
  return false;
};

const contentOf = async (zip: ZipFile, entry: Entry): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  const stream = await zip.openReadStreamPromise(entry);
  for await (const chunk of stream as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** Parses a pom and keeps what resolution needs. @throws UnreadableFile */
const lineOf = (path: string, bytes: Uint8Array): PomLine => {
  const { group, artifact, version } = coordinatesAt(path);
  const pom = parsePom(checkLockfileText(decodeText(bytes)), '');
  const stated = pom.group ?? pom.parent?.group ?? '';
  const isOther = (text: string, expected: string): boolean => !text.includes('${') && text !== expected;
  if (isOther(stated, group) || isOther(pom.artifact, artifact))
    throw new UnreadableFile('its path does not match its group and artifact');
  return { name: `${group}:${artifact}`, version, json: JSON.stringify(toPublishedPom(pom)) };
};

/** Collects the poms of an archive. Two poms with the same coordinates contradict each other, so neither is taken. */
class Collection {
  readonly #lines = new Map<string, PomLine | undefined>();
  readonly #archive: PomArchive = { lines: [], bad: 0, badPoms: [] };

  add(path: string, bytes: Uint8Array): void {
    try {
      const line = lineOf(path, bytes);
      const place = placeOf(line.name, line.version);
      const known = this.#lines.get(place);
      if (this.#lines.has(place) && known?.json !== line.json) {
        this.#lines.set(place, undefined);
        throw new UnreadableFile('another pom in the archive has the same coordinates');
      }
      this.#lines.set(place, line);
    } catch (error) {
      this.refuse(path, error instanceof UnreadableFile ? error.message : 'it could not be understood');
    }
  }

  refuse(name: string, reason: string): void {
    this.#archive.bad += 1;
    if (this.#archive.badPoms.length < namedBadPoms) this.#archive.badPoms.push({ name, reason });
  }

  list(): PomArchive {
    return { ...this.#archive, lines: [...this.#lines.values()].filter((line) => line !== undefined) };
  }
}

const readEntries = async (
  zip: ZipFile,
  limits: PomArchiveLimits,
  onProgress: (poms: number) => void,
): Promise<PomArchive> => {
  const collection = new Collection();
  let [bytes, poms] = [0, 0];
  for await (const entry of zip.eachEntry()) {
    const { fileName, uncompressedSize } = entry;
    if (!fileName.endsWith('.pom')) continue;
    poms += 1;
    bytes += uncompressedSize;
    if (poms > limits.poms) throw new UnreadableSource(`the archive has more than ${limits.poms} poms`);
    if (bytes > limits.totalBytes) throw new UnreadableSource('the archive is too large');
    if (uncompressedSize > limits.pomBytes) collection.refuse(fileName, 'it is too large');
    else collection.add(fileName, await contentOf(zip, entry));
    if (poms % 10_000 === 0) onProgress(poms);
  }
  return collection.list();
};

/**
 * Reads an archive of poms in the layout of a Maven repository. Bad poms are counted and named.
 * @throws UnreadableSource when it is damaged or too large.
 */
export const readPomArchive = async (
  source: string,
  {
    limits = pomArchiveLimits,
    onProgress = () => undefined,
  }: { limits?: PomArchiveLimits; onProgress?: (poms: number) => void } = {},
): Promise<PomArchive> => {
  try {
    return await readEntries(await openPromise(source), limits, onProgress);
  } catch (error) {
    if (error instanceof UnreadableSource) throw error;
    throw new UnreadableSource('the archive is damaged', { cause: error });
  }
};
