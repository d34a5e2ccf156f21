import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Ecosystem } from '../../domain/scans/component.ts';
import { shardBuilder, type ShardEntries, type ShardEntry } from '../../scanners/sca/snapshot.ts';
import { collectRecords, type RecordCounts } from './collect-records.ts';
import { storeShard } from './import-advisories.ts';
import { currentShards, switchManifest, type AdvisoryBlobs } from './manifest.ts';
import { recordsAt, sourceLimits } from './record-source.ts';

export const osvDumps = 'https://osv-vulnerabilities.storage.googleapis.com';

/** What a sync did for one ecosystem. After `failed` the last good shard is still current. */
export type EcosystemSync =
  | { ecosystem: Ecosystem; outcome: 'updated'; records: number; bytes: number; bad: number }
  | { ecosystem: Ecosystem; outcome: 'unchanged' }
  | { ecosystem: Ecosystem; outcome: 'failed'; failure: string };

export interface SyncReport {
  /** Whether another snapshot is current now. */
  switched: boolean;
  snapshotId?: string;
  ecosystems: EcosystemSync[];
}

export interface SyncOptions {
  /** Where `<ecosystem>/all.zip` lies. */
  baseUrl?: string;
  /** For one download. */
  timeoutMs?: number;
  /** Of one dump, packed. */
  dumpBytes?: number;
  onProgress?: (ecosystem: Ecosystem, counts: Readonly<RecordCounts>) => void;
}

interface Dump {
  path: string;
  etag?: string;
}

const defaults = { baseUrl: osvDumps, timeoutMs: 10 * 60_000, dumpBytes: 2 * 1024 ** 3 };

/** A dump that lost more than half of its records was cut, not corrected. To accept it, import it. */
const largestLoss = 0.5;

const limited = (largest: number) =>
  async function* limit(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > largest) throw new Error('the dump is too large');
      yield chunk;
    }
  };

/** @returns undefined when the dump is still the one of `etag`. */
const download = async (
  url: string,
  etag: string | undefined,
  directory: string,
  fetch: typeof globalThis.fetch,
  { timeoutMs, dumpBytes }: typeof defaults,
): Promise<Dump | undefined> => {
  const response = await fetch(url, {
    headers: etag === undefined ? {} : { 'if-none-match': etag },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.status === 304) return undefined;
  if (response.status !== 200 || !response.body) {
    await response.body?.cancel();
    throw new Error(`the dump answered ${response.status}`);
  }
  const path = join(directory, 'all.zip');
  const body = Readable.fromWeb(response.body as ReadableStream<Uint8Array>);
  await pipeline(body, limited(dumpBytes), createWriteStream(path));
  const newEtag = response.headers.get('etag');
  return { path, ...(newEtag !== null && newEtag.length <= 200 && { etag: newEtag }) };
};

interface Synced {
  sync: EcosystemSync;
  entry?: ShardEntry;
}

const buildShard = async (
  ecosystem: Ecosystem,
  blobs: AdvisoryBlobs,
  dump: Dump,
  last: ShardEntry | undefined,
  onProgress: SyncOptions['onProgress'],
): Promise<Synced> => {
  const builder = shardBuilder(ecosystem);
  const { counts } = await collectRecords(
    recordsAt(dump.path, sourceLimits),
    new Map([[ecosystem, builder]]),
    {
      only: ecosystem,
      onProgress: (counted) => onProgress?.(ecosystem, counted),
    },
  );
  if (builder.size === 0) throw new Error('the dump has no advisory that can be read and matched');
  if (last && builder.size < last.records * largestLoss) {
    throw new Error(`the dump has ${builder.size} records where there were ${last.records}`);
  }
  const { stored, key } = await storeShard(blobs, ecosystem, builder);
  const { records, newestModified, bytes } = stored;
  return {
    sync: { ecosystem, outcome: 'updated', records, bytes, bad: counts.bad },
    entry: { key, records, newestModified, ...(dump.etag !== undefined && { etag: dump.etag }) },
  };
};

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
};

/**
 * Fetches OSV's dump of each ecosystem, builds the shards of those that changed, and makes all of them current
 * in one switch. An ecosystem that fails keeps its last good shard and is reported; the others go on.
 * @param now ISO instant.
 * @throws only what reading or switching the manifest throws.
 */
export const syncAdvisories = async (
  ecosystems: readonly Ecosystem[],
  blobs: AdvisoryBlobs,
  fetch: typeof globalThis.fetch,
  now: string,
  options: SyncOptions = {},
): Promise<SyncReport> => {
  const settings = { ...defaults, ...options };
  const current = await currentShards(blobs);
  const entries: ShardEntries = {};
  const report: SyncReport = { switched: false, ecosystems: [] };
  for (const ecosystem of ecosystems) {
    const directory = await mkdtemp(join(tmpdir(), 'advisories-'));
    const last = current[ecosystem];
    try {
      const url = `${settings.baseUrl}/${encodeURIComponent(ecosystem)}/all.zip`;
      const dump = await download(url, last?.etag, directory, fetch, settings);
      const synced: Synced = dump
        ? await buildShard(ecosystem, blobs, dump, last, settings.onProgress)
        : { sync: { ecosystem, outcome: 'unchanged' } };
      if (synced.entry) entries[ecosystem] = synced.entry;
      report.ecosystems.push(synced.sync);
    } catch (error) {
      report.ecosystems.push({ ecosystem, outcome: 'failed', failure: reasonOf(error) });
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }
  if (Object.keys(entries).length === 0) return report;
  const { snapshotId } = await switchManifest(blobs, entries, now);
  return { ...report, switched: true, snapshotId };
};
