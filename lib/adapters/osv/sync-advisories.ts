import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ecosystem } from '@scangate/engines/model/component';
import {
  compactionRules,
  decodeShard,
  shardBuilder,
  type ShardBuilder,
  type ShardEntries,
  type ShardEntry,
  type SignalKind,
} from '@scangate/engines/advisories/snapshot';
import { newerLicenses } from './licenses/store-licenses.ts';
import type { LicenseDataSet } from './licenses/tables.ts';
import { rateByNvd, unratedIn } from './nvd/rate-by-nvd.ts';
import { RatingsInSync, type RatingSync } from './nvd/sync-ratings.ts';
import { collectRecords, type RecordCounts } from './collect-records.ts';
import { describeError, download, MissingFile } from './download.ts';
import { currentSnapshot, switchManifest } from './manifest.ts';
import { recordsAt, sourceLimits } from './record-source.ts';
import { storeShard } from './store-shard.ts';
import { syncSignals, type SignalSync } from './sync-signals.ts';
import { verifiedObject } from './verified-object.ts';
import type { ObjectStore } from '#ports/blobs.ts';

const osvDumps = 'https://osv-vulnerabilities.storage.googleapis.com';

/** The result of a sync for one ecosystem. After `failed` the last good shard is still current. */
type EcosystemSync =
  | {
      ecosystem: Ecosystem;
      outcome: 'updated';
      records: number;
      bytes: number;
      bad: number;
      commitsOnly: number;
      /** Records without a severity. */
      unrated: number;
    }
  /** The dump is the same, and NVD rates more of its records. */
  | { ecosystem: Ecosystem; outcome: 'rated'; unrated: number }
  | { ecosystem: Ecosystem; outcome: 'unchanged' }
  /** OSV has no record of it yet, so it has no dump; its components are a gap. */
  | { ecosystem: Ecosystem; outcome: 'absent' }
  | { ecosystem: Ecosystem; outcome: 'failed'; failure: string };

export interface SyncReport {
  /** True if another snapshot is now current. */
  switched: boolean;
  snapshotId?: string;
  ecosystems: EcosystemSync[];
  /** Results for exploit signals; empty without `signals` in the options. */
  signals: SignalSync[];
  /** Results for NVD's ratings; empty without `ratingsUrl` in the options. */
  ratings: RatingSync[];
  /** The day of license data that became current; absent when it stayed. */
  licenses?: string;
}

export interface SyncRequest {
  objects: ObjectStore;
  fetch: typeof globalThis.fetch;
  /** ISO instant. */
  now: string;
  /** Base URL of `<ecosystem>/all.zip`. */
  baseUrl?: string;
  /** Limit of one download. */
  timeoutMs?: number;
  /** Limit of one packed dump. */
  dumpBytes?: number;
  /** URLs of EPSS and KEV; an absent one is not fetched. */
  signals?: Partial<Record<SignalKind, string>>;
  /** Base URL of NVD's feeds, which are not fetched without it. */
  ratingsUrl?: string;
  /** The license data of this release, published when it is newer than the stored one. */
  licenses?: LicenseDataSet;
  onProgress?: (ecosystem: Ecosystem, counts: Readonly<RecordCounts>) => void;
}

interface Dump {
  path: string;
  etag?: string;
}

const defaults = { baseUrl: osvDumps, timeoutMs: 10 * 60_000, dumpBytes: 2 * 1024 ** 3, signals: {} };

/** A dump that lost more than half of its records is assumed to be cut off. To accept it, import it. */
const largestLoss = 0.5;

/** Ecosystems of the schema with so few records that OSV may publish no dump. */
const mayHaveNoDump: ReadonlySet<Ecosystem> = new Set(['Bioconductor', 'Julia', 'opam']);

interface Synced {
  sync: EcosystemSync;
  entry?: ShardEntry;
}

interface ShardContext extends SyncRequest {
  last: ShardEntry | undefined;
  /** Absent when NVD is not asked. */
  ratings: RatingsInSync | undefined;
}

const storeRated = async (
  ecosystem: Ecosystem,
  builder: ShardBuilder,
  { objects, ratings }: Pick<ShardContext, 'objects' | 'ratings'>,
) => {
  if (ratings) await rateByNvd(builder, (year) => ratings.of(year));
  const unrated = unratedIn(builder);
  const { stored, key } = await storeShard(objects, ecosystem, builder);
  const { records, newestModified, bytes } = stored;
  return { bytes, entry: { key, records, newestModified, ...unrated }, unrated: unrated.unrated ?? 0 };
};

const buildShard = async (ecosystem: Ecosystem, dump: Dump, context: ShardContext): Promise<Synced> => {
  const { last, now, onProgress } = context;
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
  const { entry, bytes, unrated } = await storeRated(ecosystem, builder, context);
  const { records } = entry;
  const { bad, commitsOnly } = counts;
  return {
    sync: { ecosystem, outcome: 'updated', records, bytes, bad, commitsOnly, unrated },
    entry: {
      ...entry,
      syncedAt: now,
      rules: compactionRules,
      ...(dump.etag !== undefined && { etag: dump.etag }),
    },
  };
};

/** Rates the stored records of an unchanged dump by ratings that NVD published since. */
const rateStored = async (ecosystem: Ecosystem, context: ShardContext): Promise<Synced> => {
  const { last, ratings, objects } = context;
  const unchanged: Synced = { sync: { ecosystem, outcome: 'unchanged' } };
  if (!last || !(await ratings?.hasNews(last.unratedYears ?? []))) return unchanged;
  const builder = shardBuilder(ecosystem);
  for (const record of decodeShard(await verifiedObject(objects, last.key, 'advisory shard')).records)
    builder.add(record);
  const { entry, unrated } = await storeRated(ecosystem, builder, context);
  if (entry.key === last.key) return unchanged;
  return { sync: { ecosystem, outcome: 'rated', unrated }, entry: { ...last, ...entry } };
};

const syncEcosystem = async (
  ecosystem: Ecosystem,
  context: ShardContext & typeof defaults,
): Promise<Synced> => {
  const { last, baseUrl, timeoutMs, dumpBytes: largestBytes, fetch } = context;
  const directory = await mkdtemp(join(tmpdir(), 'advisories-'));
  try {
    const url = `${baseUrl}/${encodeURIComponent(ecosystem)}/all.zip`;
    const path = join(directory, 'all.zip');
    const etag = last?.rules === compactionRules ? last.etag : undefined;
    const fetched = await download({ url, etag, path, timeoutMs, largestBytes }, fetch);
    return fetched
      ? await buildShard(ecosystem, { path, ...fetched }, context)
      : await rateStored(ecosystem, context);
  } catch (error) {
    if (error instanceof MissingFile && !last && mayHaveNoDump.has(ecosystem))
      return { sync: { ecosystem, outcome: 'absent' } };
    return { sync: { ecosystem, outcome: 'failed', failure: describeError(error) } };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};

/**
 * Downloads OSV's dump of each ecosystem, builds the shards of those that changed, and makes all of them
 * current in one switch together with exploit signals from the URLs in `signals` and NVD's ratings. A part that fails
 * keeps its last good state and is reported; the other parts continue.
 * @throws only errors of reading or switching the manifest.
 */
export const syncAdvisories = async (
  ecosystems: readonly Ecosystem[],
  request: SyncRequest,
): Promise<SyncReport> => {
  const settings = { ...defaults, ...request };
  const { objects, fetch, now, ratingsUrl } = settings;
  const current = await currentSnapshot(objects);
  const ratings =
    ratingsUrl === undefined
      ? undefined
      : new RatingsInSync({ baseUrl: ratingsUrl, current: current.ratings, objects, fetch });
  const shards: ShardEntries = {};
  const report: SyncReport = { switched: false, ecosystems: [], signals: [], ratings: [] };
  for (const ecosystem of ecosystems) {
    const context = { ...settings, last: current.shards[ecosystem], ratings };
    const { sync, entry } = await syncEcosystem(ecosystem, context);
    if (entry) shards[ecosystem] = entry;
    report.ecosystems.push(sync);
  }
  const signals = await syncSignals(settings.signals, { current: current.signals, objects, fetch });
  const rated = await ratings?.results();
  report.signals = signals.syncs;
  report.ratings = rated?.syncs ?? [];
  const hasShards = Object.keys({ ...current.shards, ...shards }).length > 0;
  const licenses =
    settings.licenses && hasShards
      ? await newerLicenses(settings.licenses, current.licenses, objects)
      : undefined;
  if (licenses) report.licenses = licenses.day;
  const changes = { shards, signals: signals.entries, ratings: rated?.entries ?? {} };
  if (!licenses && Object.values(changes).every((entries) => Object.keys(entries).length === 0))
    return report;
  const { snapshotId } = await switchManifest(objects, { ...changes, licenses }, now);
  return { ...report, switched: true, snapshotId };
};
