import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ecosystem } from '@scangate/engines/model/component';
import {
  compactionRules,
  shardBuilder,
  type ShardEntries,
  type ShardEntry,
  type SignalKind,
} from '@scangate/engines/advisories/snapshot';
import { collectRecords, type RecordCounts } from './collect-records.ts';
import { download, describeError } from './download.ts';
import { storeShard } from './import-advisories.ts';
import { currentSnapshot, switchManifest } from './manifest.ts';
import { recordsAt, sourceLimits } from './record-source.ts';
import { syncSignals, type SignalSync } from './sync-signals.ts';
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
    }
  | { ecosystem: Ecosystem; outcome: 'unchanged' }
  | { ecosystem: Ecosystem; outcome: 'failed'; failure: string };

export interface SyncReport {
  /** True if another snapshot is now current. */
  switched: boolean;
  snapshotId?: string;
  ecosystems: EcosystemSync[];
  /** Results for exploit signals; empty without `signals` in the options. */
  signals: SignalSync[];
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
  onProgress?: (ecosystem: Ecosystem, counts: Readonly<RecordCounts>) => void;
}

interface Dump {
  path: string;
  etag?: string;
}

const defaults = { baseUrl: osvDumps, timeoutMs: 10 * 60_000, dumpBytes: 2 * 1024 ** 3, signals: {} };

/** A dump that lost more than half of its records is assumed to be cut off. To accept it, import it. */
const largestLoss = 0.5;

interface Synced {
  sync: EcosystemSync;
  entry?: ShardEntry;
}

const buildShard = async (
  ecosystem: Ecosystem,
  dump: Dump,
  { last, objects, now, onProgress }: SyncRequest & { last: ShardEntry | undefined },
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
  const { stored, key } = await storeShard(objects, ecosystem, builder);
  const { records, newestModified, bytes } = stored;
  return {
    sync: { ecosystem, outcome: 'updated', records, bytes, bad: counts.bad, commitsOnly: counts.commitsOnly },
    entry: {
      key,
      records,
      newestModified,
      syncedAt: now,
      rules: compactionRules,
      ...(dump.etag !== undefined && { etag: dump.etag }),
    },
  };
};

/**
 * Downloads OSV's dump of each ecosystem, builds the shards of those that changed, and makes all of them
 * current in one switch together with exploit signals from the URLs in `signals`. A part that fails keeps its
 * last good state and is reported; the other parts continue.
 * @throws only errors of reading or switching the manifest.
 */
export const syncAdvisories = async (
  ecosystems: readonly Ecosystem[],
  request: SyncRequest,
): Promise<SyncReport> => {
  const settings = { ...defaults, ...request };
  const { objects, fetch, now } = settings;
  const current = await currentSnapshot(objects);
  const entries: ShardEntries = {};
  const report: SyncReport = { switched: false, ecosystems: [], signals: [] };
  for (const ecosystem of ecosystems) {
    const directory = await mkdtemp(join(tmpdir(), 'advisories-'));
    const last = current.shards[ecosystem];
    try {
      const url = `${settings.baseUrl}/${encodeURIComponent(ecosystem)}/all.zip`;
      const path = join(directory, 'all.zip');
      const { timeoutMs, dumpBytes: largestBytes } = settings;
      const etag = last?.rules === compactionRules ? last.etag : undefined;
      const fetched = await download({ url, etag, path, timeoutMs, largestBytes }, fetch);
      const synced: Synced = fetched
        ? await buildShard(ecosystem, { path, ...fetched }, { ...request, last })
        : { sync: { ecosystem, outcome: 'unchanged' } };
      if (synced.entry) entries[ecosystem] = synced.entry;
      report.ecosystems.push(synced.sync);
    } catch (error) {
      report.ecosystems.push({ ecosystem, outcome: 'failed', failure: describeError(error) });
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }
  const signals = await syncSignals(settings.signals, { current: current.signals, objects, fetch });
  report.signals = signals.syncs;
  if (Object.keys({ ...entries, ...signals.entries }).length === 0) return report;
  const { snapshotId } = await switchManifest(objects, { shards: entries, signals: signals.entries }, now);
  return { ...report, switched: true, snapshotId };
};
