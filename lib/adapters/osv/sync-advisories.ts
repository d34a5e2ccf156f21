import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ecosystem } from '@scangate/engines/model/component';
import {
  shardBuilder,
  type ShardEntries,
  type ShardEntry,
  type SignalKind,
} from '@scangate/engines/advisories/snapshot';
import { collectRecords, type RecordCounts } from './collect-records.ts';
import { download, describeError } from './download.ts';
import { storeShard } from './import-advisories.ts';
import { currentSnapshot, switchManifest, type AdvisoryBlobs } from './manifest.ts';
import { recordsAt, sourceLimits } from './record-source.ts';
import { syncSignals, type SignalSync } from './sync-signals.ts';

const osvDumps = 'https://osv-vulnerabilities.storage.googleapis.com';

/** What a sync did for one ecosystem. After `failed` the last good shard is still current. */
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
  /** Whether another snapshot is current now. */
  switched: boolean;
  snapshotId?: string;
  ecosystems: EcosystemSync[];
  /** What became of what is known of attacks; none was asked for without `signals`. */
  signals: SignalSync[];
}

export interface SyncOptions {
  /** Where `<ecosystem>/all.zip` lies. */
  baseUrl?: string;
  /** For one download. */
  timeoutMs?: number;
  /** Of one dump, packed. */
  dumpBytes?: number;
  /** Where EPSS and KEV lie; neither is fetched unless said. */
  signals?: Partial<Record<SignalKind, string>>;
  onProgress?: (ecosystem: Ecosystem, counts: Readonly<RecordCounts>) => void;
}

interface Dump {
  path: string;
  etag?: string;
}

const defaults = { baseUrl: osvDumps, timeoutMs: 10 * 60_000, dumpBytes: 2 * 1024 ** 3, signals: {} };

/** A dump that lost more than half of its records was cut, not corrected. To accept it, import it. */
const largestLoss = 0.5;

interface Synced {
  sync: EcosystemSync;
  entry?: ShardEntry;
}

const buildShard = async (
  ecosystem: Ecosystem,
  blobs: AdvisoryBlobs,
  dump: Dump,
  { last, now, onProgress }: Pick<SyncOptions, 'onProgress'> & { last: ShardEntry | undefined; now: string },
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
    sync: { ecosystem, outcome: 'updated', records, bytes, bad: counts.bad, commitsOnly: counts.commitsOnly },
    entry: {
      key,
      records,
      newestModified,
      syncedAt: now,
      ...(dump.etag !== undefined && { etag: dump.etag }),
    },
  };
};

/**
 * Fetches OSV's dump of each ecosystem, builds the shards of those that changed, and makes all of them current
 * in one switch; so it does with what is known of attacks, where `signals` says from where. What fails keeps its last
 * good state and is reported; the others go on.
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
  const current = await currentSnapshot(blobs);
  const entries: ShardEntries = {};
  const report: SyncReport = { switched: false, ecosystems: [], signals: [] };
  for (const ecosystem of ecosystems) {
    const directory = await mkdtemp(join(tmpdir(), 'advisories-'));
    const last = current.shards[ecosystem];
    try {
      const url = `${settings.baseUrl}/${encodeURIComponent(ecosystem)}/all.zip`;
      const path = join(directory, 'all.zip');
      const { timeoutMs, dumpBytes: largestBytes, onProgress } = settings;
      const fetched = await download({ url, etag: last?.etag, path, timeoutMs, largestBytes }, fetch);
      const synced: Synced = fetched
        ? await buildShard(ecosystem, blobs, { path, ...fetched }, { last, now, onProgress })
        : { sync: { ecosystem, outcome: 'unchanged' } };
      if (synced.entry) entries[ecosystem] = synced.entry;
      report.ecosystems.push(synced.sync);
    } catch (error) {
      report.ecosystems.push({ ecosystem, outcome: 'failed', failure: describeError(error) });
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }
  const signals = await syncSignals(settings.signals, current.signals, blobs, fetch);
  report.signals = signals.syncs;
  if (Object.keys({ ...entries, ...signals.entries }).length === 0) return report;
  const { snapshotId } = await switchManifest(blobs, entries, now, signals.entries);
  return { ...report, switched: true, snapshotId };
};
