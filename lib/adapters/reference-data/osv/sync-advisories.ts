import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AdvisoryDump, dumpOf, type Ecosystem, isDistribution } from '@scangate/engines/model/component';
import {
  compactionRules,
  decodeShard,
  shardBuilder,
  type ShardBuilder,
  type ShardEntries,
  type SignalKind,
} from '@scangate/engines/advisories/snapshot';
import { newerLicenses } from '../licenses/store-licenses.ts';
import type { LicenseDataSet } from '../licenses/tables.ts';
import { rateByNvd, unratedIn } from '../nvd/rate-by-nvd.ts';
import { RatingsInSync, type RatingSync } from '../nvd/sync-ratings.ts';
import { collectRecords, type RecordCounts } from './collect-records.ts';
import { describeError, download, MissingFile } from './download.ts';
import { currentSnapshot, switchManifest, type ShardChanges } from './manifest.ts';
import { recordsAt, sourceLimits } from './record-source.ts';
import { storeShard } from './store-shard.ts';
import { syncSignals, type SignalSync } from './sync-signals.ts';
import { verifiedObject } from './verified-object.ts';
import type { ObjectStore } from '#ports/blobs.ts';

const osvDumps = 'https://osv-vulnerabilities.storage.googleapis.com';

/** The result of a sync for one dump. After `failed` its last good shards are still current. */
type EcosystemSync =
  | {
      ecosystem: AdvisoryDump;
      outcome: 'updated';
      records: number;
      bytes: number;
      bad: number;
      commitsOnly: number;
      /** Records without a severity. */
      unrated: number;
    }
  /** The dump is the same, and NVD rates more of its records. */
  | { ecosystem: AdvisoryDump; outcome: 'rated'; unrated: number }
  | { ecosystem: AdvisoryDump; outcome: 'unchanged' }
  /** OSV has no record of it yet, and so no dump; its components are a gap. */
  | { ecosystem: AdvisoryDump; outcome: 'absent' }
  | { ecosystem: AdvisoryDump; outcome: 'failed'; failure: string };

export interface SyncReport {
  /** True if another snapshot is now current. */
  switched: boolean;
  snapshotId?: string;
  ecosystems: EcosystemSync[];
  /** Results for exploit signals; empty without `signals` in the options. */
  signals: SignalSync[];
  /** Results for NVD's ratings; empty without `ratingsUrl` in the options. */
  ratings: RatingSync[];
  /** The day of license data that became current; absent when it did not change. */
  licenses?: string;
}

export interface SyncRequest {
  objects: ObjectStore;
  fetch: typeof globalThis.fetch;
  /** ISO instant. */
  now: string;
  /** Base URL of `<dump>/all.zip`. */
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
  onProgress?: (ecosystem: AdvisoryDump, counts: Readonly<RecordCounts>) => void;
}

/** A dump on disk. */
interface Download {
  path: string;
  etag?: string;
}

const defaults = { baseUrl: osvDumps, timeoutMs: 10 * 60_000, dumpBytes: 2 * 1024 ** 3, signals: {} };

/**
 * A dump that lost more than half of its records is assumed to be cut off. It can still be accepted by importing it.
 */
const largestLoss = 0.5;

/** Ecosystems of the schema with so few records that OSV may publish no dump. */
const mayHaveNoDump: ReadonlySet<AdvisoryDump> = new Set(['Bioconductor', 'Julia', 'opam']);

interface Synced {
  sync: EcosystemSync;
  /** A new entry per ecosystem, or undefined where the dump has no record any more. */
  entries: ShardChanges;
}

interface ShardContext extends SyncRequest {
  /** The current entries of the dump's ecosystems. */
  last: ShardEntries;
  /** Absent when NVD is not queried. */
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

/** Stores the shards of all ecosystems of a dump, and names those that are gone. */
const storeShards = async (
  builders: ReadonlyMap<Ecosystem, ShardBuilder>,
  etag: string | undefined,
  context: ShardContext,
): Promise<{ entries: ShardChanges; bytes: number; unrated: number }> => {
  const entries: ShardChanges = Object.fromEntries(
    Object.keys(context.last).map((ecosystem) => [ecosystem, undefined]),
  );
  let [bytes, unrated] = [0, 0];
  for (const [ecosystem, builder] of builders) {
    if (builder.size === 0) continue;
    const stored = await storeRated(ecosystem, builder, context);
    bytes += stored.bytes;
    unrated += stored.unrated;
    const built = { syncedAt: context.now, rules: compactionRules, ...(etag !== undefined && { etag }) };
    entries[ecosystem] = { ...stored.entry, ...built };
  }
  return { entries, bytes, unrated };
};

const totalOf = (sizes: Iterable<number>): number => [...sizes].reduce((sum, each) => sum + each, 0);

const buildShards = async (
  ecosystem: AdvisoryDump,
  dump: Download,
  context: ShardContext,
): Promise<Synced> => {
  const { last, onProgress } = context;
  const builders = new Map<Ecosystem, ShardBuilder>();
  const { counts } = await collectRecords(recordsAt(dump.path, sourceLimits), builders, {
    only: ecosystem,
    onProgress: (counted) => onProgress?.(ecosystem, counted),
  });
  const records = totalOf(builders.values().map(({ size }) => size));
  const before = totalOf(Object.values(last).map((entry) => entry.records));
  if (records === 0) throw new Error('the dump has no advisory that can be read and matched');
  if (records < before * largestLoss)
    throw new Error(`the dump has ${records} records where there were ${before}`);
  const { entries, bytes, unrated } = await storeShards(builders, dump.etag, context);
  const { bad, commitsOnly } = counts;
  return { sync: { ecosystem, outcome: 'updated', records, bytes, bad, commitsOnly, unrated }, entries };
};

/** Rates the stored records of an unchanged dump by ratings that NVD has published since. */
const rateStored = async (dump: AdvisoryDump, context: ShardContext): Promise<Synced> => {
  const { last, ratings, objects } = context;
  const entries: ShardChanges = {};
  let total = 0;
  for (const [name, entry] of Object.entries(last)) {
    if (!(await ratings?.hasNews(entry.unratedYears ?? []))) continue;
    const { ecosystem, records } = decodeShard(await verifiedObject(objects, entry.key, 'advisory shard'));
    const builder = shardBuilder(ecosystem);
    for (const record of records) builder.add(record);
    const rated = await storeRated(ecosystem, builder, context);
    if (rated.entry.key === entry.key) continue;
    entries[name] = { ...entry, ...rated.entry };
    total += rated.unrated;
  }
  const isRated = Object.keys(entries).length > 0;
  return {
    sync: isRated
      ? { ecosystem: dump, outcome: 'rated', unrated: total }
      : { ecosystem: dump, outcome: 'unchanged' },
    entries,
  };
};

/** Returns the ETag of the last dump, if every ecosystem was built from it by the current rules. */
const etagOf = (last: ShardEntries): string | undefined => {
  const [first, ...others] = Object.values(last).map(({ rules, etag }) =>
    rules === compactionRules ? etag : undefined,
  );
  return others.every((each) => each === first) ? first : undefined;
};

const syncDump = async (dump: AdvisoryDump, context: ShardContext & typeof defaults): Promise<Synced> => {
  const { last, baseUrl, timeoutMs, dumpBytes: largestBytes, fetch } = context;
  const directory = await mkdtemp(join(tmpdir(), 'advisories-'));
  try {
    const url = `${baseUrl}/${encodeURIComponent(dump)}/all.zip`;
    const path = join(directory, 'all.zip');
    const fetched = await download({ url, etag: etagOf(last), path, timeoutMs, largestBytes }, fetch);
    return fetched ? await buildShards(dump, { path, ...fetched }, context) : await rateStored(dump, context);
  } catch (error) {
    const isFirst = Object.keys(last).length === 0;
    if (error instanceof MissingFile && isFirst && mayHaveNoDump.has(dump))
      return { sync: { ecosystem: dump, outcome: 'absent' }, entries: {} };
    return { sync: { ecosystem: dump, outcome: 'failed', failure: describeError(error) }, entries: {} };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};

const entriesOf = (shards: ShardEntries, dump: AdvisoryDump): ShardEntries =>
  Object.fromEntries(
    Object.entries(shards).filter(([name]) => (isDistribution(name) ? dumpOf(name) === dump : name === dump)),
  );

/**
 * Downloads OSV's dumps, builds the shards of those that changed, and makes all of them
 * current in one switch together with exploit signals from the URLs in `signals` and NVD's ratings. A part that fails
 * keeps its last good state and is reported; the other parts continue.
 * @throws only errors of reading or switching the manifest.
 */
export const syncAdvisories = async (
  dumps: readonly AdvisoryDump[],
  request: SyncRequest,
): Promise<SyncReport> => {
  const settings = { ...defaults, ...request };
  const { objects, fetch, now, ratingsUrl } = settings;
  const current = await currentSnapshot(objects);
  const ratings =
    ratingsUrl === undefined
      ? undefined
      : new RatingsInSync({ baseUrl: ratingsUrl, current: current.ratings, objects, fetch });
  const shards: ShardChanges = {};
  const report: SyncReport = { switched: false, ecosystems: [], signals: [], ratings: [] };
  for (const dump of dumps) {
    const context = { ...settings, last: entriesOf(current.shards, dump), ratings };
    const { sync, entries } = await syncDump(dump, context);
    Object.assign(shards, entries);
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
