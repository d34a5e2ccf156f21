import type { Ecosystem } from '@scangate/engines/model/component';
import { aliasRatings, type AliasRatings } from '@scangate/engines/advisories/alias-ratings';
import { statedRating } from '@scangate/engines/advisories/compact-record';
import {
  compactionRules,
  decodeShard,
  shardBuilder,
  type ShardBuilder,
  type SignalKind,
} from '@scangate/engines/advisories/snapshot';
import { isLicenseDataSet, readLicenseDataSet } from '../licenses/read-data-set.ts';
import { storeLicenses } from '../licenses/store-licenses.ts';
import { importRatings, storedRatingsOf, type ImportedRatings } from '../nvd/import-ratings.ts';
import { rateByNvd, unratedIn } from '../nvd/rate-by-nvd.ts';
import { nvdFeedsIn } from '../nvd/read-feed.ts';
import { collectRecords, noCounts, type CollectedRecords, type RecordCounts } from './collect-records.ts';
import { currentSnapshot, switchManifest, type ShardChanges } from './manifest.ts';
import { importPoms } from '../poms/import-poms.ts';
import { isPomArchive } from '../poms/read-pom-archive.ts';
import { recordsAt, sourceLimits, UnreadableSource, type SourceLimits } from './record-source.ts';
import { signalKindByName, storeSignals } from './signal-files.ts';
import { storeShard, type StoredShard } from './store-shard.ts';
import type { ObjectStore } from '#ports/blobs.ts';

/** The result of an import. Problems of the source are reported here and not thrown. */
export interface ImportReport {
  /**
   * True if the imported advisories are now current. Otherwise `failure` gives the reason and nothing has
   * changed.
   */
  switched: boolean;
  failure?: string;
  snapshotId?: string;
  records: RecordCounts;
  /** The first ten bad records, by file or line. */
  badRecords: { name: string; reason: string }[];
  shards: StoredShard[];
  /** Set when the source held exploit signals instead of advisories. */
  signals?: { kind: SignalKind; records: number };
  /** Set when the source held NVD feeds. */
  ratings?: ImportedRatings;
  /** Set when the source held license data. */
  licenses?: { day: string; packages: number };
  /** Set when the source held poms. */
  poms?: number;
  /** Imported records without a severity. */
  unrated?: number;
}

export interface ImportRequest {
  objects: ObjectStore;
  /** ISO instant. */
  now: string;
  /**
   * `replace` (the default): the ecosystems in the source get new shards. `merge`: the source is added to the
   * current records, and the newer of two records with one id wins. Other ecosystems do not change in either
   * mode.
   */
  mode?: 'replace' | 'merge';
  onProgress?: (counts: Readonly<RecordCounts>) => void;
  limits?: SourceLimits;
}

/**
 * Stores the shards. A merge can leave an ecosystem without records; a replacement without records keeps the
 * current shard.
 */
const storeShards = async (
  builders: ReadonlyMap<Ecosystem, ShardBuilder>,
  { objects, now, mode }: ImportRequest,
): Promise<{ shards: StoredShard[]; changes: ShardChanges }> => {
  const shards: StoredShard[] = [];
  const changes: ShardChanges = {};
  const ratingsOf = storedRatingsOf(objects, (await currentSnapshot(objects)).ratings);
  for (const [ecosystem, builder] of builders) {
    if (builder.size === 0) {
      if (mode === 'merge') changes[ecosystem] = undefined;
      continue;
    }
    await rateByNvd(builder, ratingsOf);
    const { stored, key } = await storeShard(objects, ecosystem, builder);
    shards.push(stored);
    const { records, newestModified } = stored;
    const unrated = unratedIn(builder);
    changes[ecosystem] = { key, records, newestModified, syncedAt: now, rules: compactionRules, ...unrated };
  }
  return { shards, changes };
};

/** Loads all current shards to merge into, because a record may have moved between ecosystems. */
const currentBuilders = async (
  objects: ObjectStore,
  ratings: AliasRatings,
): Promise<Map<Ecosystem, ShardBuilder>> => {
  const builders = new Map<Ecosystem, ShardBuilder>();
  for (const [name, { key }] of Object.entries((await currentSnapshot(objects)).shards)) {
    const ecosystem = name as Ecosystem;
    const bytes = await objects.get(key);
    if (!bytes) throw new UnreadableSource(`the current shard of ${ecosystem} is missing: import it anew`);
    const builder = shardBuilder(ecosystem);
    for (const record of decodeShard(bytes).records) {
      builder.add(record);
      const rating = statedRating(record);
      if (rating) ratings.add(rating);
    }
    builders.set(ecosystem, builder);
  }
  return builders;
};

const nothing: CollectedRecords = { counts: noCounts(), badRecords: [] };

const failed = (failure: string, { counts, badRecords }: CollectedRecords = nothing): ImportReport => ({
  switched: false,
  failure,
  records: counts,
  badRecords,
  shards: [],
});

/** Imports EPSS scores or the KEV catalog in addition to the current advisories. */
const importSignals = async (
  kind: SignalKind,
  source: string,
  { objects, now }: ImportRequest,
): Promise<ImportReport> => {
  const { shards } = await currentSnapshot(objects);
  if (Object.keys(shards).length === 0)
    return failed('import advisories first: exploit signals are useful only with them');
  try {
    const entry = await storeSignals(kind, source, objects);
    const { snapshotId } = await switchManifest(objects, { signals: { [kind]: entry } }, now);
    const { counts: records, badRecords } = nothing;
    const signals = { kind, records: entry.records };
    return { switched: true, snapshotId, records, badRecords, shards: [], signals };
  } catch (error) {
    if (error instanceof UnreadableSource) return failed(error.message);
    throw error;
  }
};

/** Imports NVD feeds in addition to the current advisories. */
const importFeeds = async (
  feeds: readonly string[],
  { objects, now }: ImportRequest,
): Promise<ImportReport> => {
  if (Object.keys((await currentSnapshot(objects)).shards).length === 0)
    return failed('import advisories first: ratings are useful only with them');
  try {
    const { imported, ratings, shards } = await importRatings(feeds, objects);
    const { snapshotId } = await switchManifest(objects, { ratings, shards }, now);
    const { counts: records, badRecords } = nothing;
    return { switched: true, snapshotId, records, badRecords, shards: [], ratings: imported };
  } catch (error) {
    if (error instanceof UnreadableSource) return failed(error.message);
    throw error;
  }
};

/** Imports a folder of license tables; a scan can use it without advisories. */
const importLicenses = async (folder: string, { objects, now }: ImportRequest): Promise<ImportReport> => {
  try {
    const licenses = await storeLicenses(await readLicenseDataSet(folder), objects);
    const { snapshotId } = await switchManifest(objects, { licenses }, now);
    const { counts: records, badRecords } = nothing;
    const packages = Object.values(licenses.shards).reduce((sum, entry) => sum + entry.packages, 0);
    const imported = { day: licenses.day, packages };
    return { switched: true, snapshotId, records, badRecords, shards: [], licenses: imported };
  } catch (error) {
    if (error instanceof UnreadableSource) return failed(error.message);
    throw error;
  }
};

/** Imports an archive of poms; a scan can use them without advisories. */
const importPomArchive = async (source: string, request: ImportRequest): Promise<ImportReport> => {
  const { objects, now, mode = 'replace', onProgress } = request;
  try {
    const imported = await importPoms(source, {
      objects,
      now,
      mode,
      onProgress: (poms) => onProgress?.({ ...noCounts(), advisories: poms }),
    });
    const { snapshotId, poms, bad, badPoms: badRecords } = imported;
    return { switched: true, snapshotId, records: { ...noCounts(), bad }, badRecords, shards: [], poms };
  } catch (error) {
    if (error instanceof UnreadableSource) return failed(error.message);
    throw error;
  }
};

/** Counts the records of the changed shards without a severity. */
const unratedOf = (changes: ShardChanges): number =>
  Object.values(changes).reduce((sum, entry) => sum + (entry?.unrated ?? 0), 0);

const importRecords = async (source: string, request: ImportRequest): Promise<ImportReport> => {
  const { objects, now, mode = 'replace', onProgress, limits = sourceLimits } = request;
  const ratings = aliasRatings();
  let builders: Map<Ecosystem, ShardBuilder>;
  let collected: CollectedRecords;
  try {
    builders =
      mode === 'merge' ? await currentBuilders(objects, ratings) : new Map<Ecosystem, ShardBuilder>();
    collected = await collectRecords(recordsAt(source, limits), builders, {
      ratings,
      ...(onProgress && { onProgress }),
    });
  } catch (error) {
    if (error instanceof UnreadableSource) return failed(error.message);
    throw error;
  }
  const { advisories, withdrawn, rating } = collected.counts;
  const left = [...builders.values()].reduce((sum, { size }) => sum + size, 0);
  if (mode === 'merge' ? advisories + withdrawn + rating === 0 : left === 0) {
    return failed('the source has no advisory that can be read and matched', collected);
  }
  const { shards, changes } = await storeShards(builders, request);
  const { snapshotId } = await switchManifest(objects, { shards: changes }, now);
  const { counts: records, badRecords } = collected;
  return { switched: true, snapshotId, records, badRecords, shards, unrated: unratedOf(changes) };
};

/**
 * Imports OSV records from a directory, .zip, .json, .jsonl or .jsonl.gz and makes them current in one switch.
 * A .csv(.gz) of EPSS scores or CISA's known_exploited_vulnerabilities.json is added to the current advisories, and
 * NVD's feeds (`nvdcve-2.0-2024.json.gz`), alone or in the directory, rate those without a severity.
 * A folder of license tables replaces the license data, and a .zip of poms the published poms.
 * Bad records are counted and named. A damaged source, or one without a single good record, changes nothing.
 * @throws only errors of the object store.
 */
export const importAdvisories = async (source: string, request: ImportRequest): Promise<ImportReport> => {
  const signals = signalKindByName(source);
  if (signals) return importSignals(signals, source, request);
  if (await isLicenseDataSet(source)) return importLicenses(source, request);
  if (await isPomArchive(source)) return importPomArchive(source, request);
  const feeds = await nvdFeedsIn(source);
  if (feeds[0] === source) return importFeeds(feeds, request);
  const report = await importRecords(source, request);
  if (feeds.length === 0) return report;
  if (!report.switched && report.records.bad + report.records.irrelevant > 0) return report;
  const rated = await importFeeds(feeds, request);
  if (!report.switched || !rated.switched) return rated;
  const unrated = (report.unrated ?? 0) - (rated.ratings?.rated ?? 0);
  return {
    ...report,
    ...rated,
    records: report.records,
    badRecords: report.badRecords,
    shards: report.shards,
    unrated,
  };
};
