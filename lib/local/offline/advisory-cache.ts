import { createHash, type Hash } from 'node:crypto';
import {
  createReadStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { ImportReport } from '#adapters/reference-data/osv/import-advisories.ts';
import type { ObjectStore } from '#ports/blobs.ts';

/** Increased when the stored format, or the reading of the sources, changes. */
const format = 1;
/** The archive of an ecosystem is used for about a day, and only a few at a time. */
const mostEntries = 4;

const indexName = 'index.json';
/** The part of an import report that a scan shows. */
export type CachedReport = Pick<ImportReport, 'badRecords'> & {
  records: Pick<ImportReport['records'], 'bad'>;
};

/** Advisories as an import produced them. */
export interface CachedAdvisories {
  objects: ReadonlyMap<string, Uint8Array>;
  reports: readonly CachedReport[];
}

/** Advisories of earlier imports, by the digest of the files from which they were read. */
export interface AdvisoryCache {
  /** Returns the stored advisories; undefined when there are none, or when they are incomplete. */
  open: (sources: readonly string[]) => Promise<CachedAdvisories | undefined>;
  /** Stores imported advisories. A cache that cannot be written is ignored. */
  store: (sources: readonly string[], advisories: CachedAdvisories) => Promise<void>;
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const filesOf = (source: string): string[] =>
  statSync(source).isDirectory()
    ? readdirSync(source, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .toSorted()
    : [source];

const addFile = async (hash: Hash, path: string): Promise<void> => {
  hash.update(`${path.length}:${path}:${statSync(path).size}:`);
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
};

/** The digest of the sources: of their names, their order and all bytes. */
const digestOf = async (sources: readonly string[]): Promise<string> => {
  const hash = createHash('sha256').update(`${format}:${sources.length}:`);
  for (const source of sources) for (const path of filesOf(source)) await addFile(hash, path);
  return hash.digest('hex');
};

/** @throws Error for what is missing, cut or changed */
const readEntry = async (folder: string): Promise<CachedAdvisories> => {
  // Most scans have no entry: the parser is loaded only for those that have one.
  const { parseCacheIndex } = await import('./cache-index.ts');
  const { objects, reports } = parseCacheIndex(readFileSync(join(folder, indexName), 'utf8'));
  const read = Object.entries(objects).map(([key, digest]): [string, Uint8Array] => {
    const bytes = readFileSync(join(folder, digest));
    if (sha256(bytes) !== digest) throw new Error(`${digest} is damaged`);
    return [key, bytes];
  });
  return {
    objects: new Map(read),
    reports: reports.map(({ bad, badRecords }) => ({ records: { bad }, badRecords })),
  };
};

const writeEntry = (folder: string, { objects, reports }: CachedAdvisories): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const digests = [...objects].map(([key, bytes]): [string, string] => {
    const digest = sha256(bytes);
    writeFileSync(join(folder, digest), bytes, { mode: 0o600 });
    return [key, digest];
  });
  const shown = reports.map(({ records: { bad }, badRecords }) => ({ bad, badRecords }));
  const index = { objects: Object.fromEntries(digests), reports: shown };
  writeFileSync(join(folder, indexName), JSON.stringify(index), { mode: 0o600 });
};

/** Removes all but the most recently used entries. */
const removeOldest = (folder: string): void => {
  const entries = readdirSync(folder)
    .map((name) => ({ path: join(folder, name), at: statSync(join(folder, name)).mtimeMs }))
    .toSorted((a, b) => b.at - a.at);
  for (const { path } of entries.slice(mostEntries)) rmSync(path, { recursive: true, force: true });
};

/** A cache in a folder. An entry gets its name when it is complete, so that a killed process leaves no partial one. */
export const advisoryCache = (
  folder: string,
  { now, newId }: { now: () => Date; newId: () => string },
): AdvisoryCache => ({
  async open(sources) {
    try {
      const path = join(folder, await digestOf(sources));
      const found = await readEntry(path);
      utimesSync(path, now(), now());
      return found;
    } catch {
      return undefined;
    }
  },
  async store(sources, advisories) {
    const unfinished = join(folder, `new-${newId()}`);
    try {
      const path = join(folder, await digestOf(sources));
      writeEntry(unfinished, advisories);
      rmSync(path, { recursive: true, force: true });
      renameSync(unfinished, path);
      removeOldest(folder);
    } catch {
      rmSync(unfinished, { recursive: true, force: true });
    }
  },
});

/** Objects in memory, which a cache stores and restores. */
export const memoryObjects = (
  held: Map<string, Uint8Array> = new Map(),
): ObjectStore & { held: ReadonlyMap<string, Uint8Array> } => ({
  held,
  get: async (key) => held.get(key),
  put: async (key, bytes) => void held.set(key, bytes),
});
