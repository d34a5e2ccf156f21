import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signalKinds, type SignalEntries, type SignalKind } from '@scangate/engines/advisories/snapshot';
import { download, describeError } from './download.ts';
import { storeSignals } from './signal-files.ts';
import type { ObjectStore } from '#ports/blobs.ts';

/** URLs where the signals are published, free for any use. */
export const signalAddresses: Record<SignalKind, string> = {
  epss: 'https://epss.empiricalsecurity.com/epss_scores-current.csv.gz',
  kev: 'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json',
};

/** The result of a sync for one kind. After `failed` the last good data is still current. */
export type SignalSync =
  | { signal: SignalKind; outcome: 'updated'; records: number }
  | { signal: SignalKind; outcome: 'unchanged' }
  | { signal: SignalKind; outcome: 'failed'; failure: string };

const limits = { timeoutMs: 60_000, largestBytes: 64 * 1024 * 1024 };

/** A file that lost more than half of its entries is assumed to be cut off. */
const largestLoss = 0.5;

interface SignalContext {
  /** The stored signals. */
  current: SignalEntries;
  objects: ObjectStore;
  fetch: typeof globalThis.fetch;
}

const syncOne = async (
  signal: SignalKind,
  url: string,
  { current, objects, fetch }: SignalContext,
): Promise<{ sync: SignalSync; entry?: SignalEntries[SignalKind] }> => {
  const directory = await mkdtemp(join(tmpdir(), 'signals-'));
  const last = current[signal];
  try {
    const path = join(directory, 'signals');
    const fetched = await download({ url, etag: last?.etag, path, ...limits }, fetch);
    if (!fetched) return { sync: { signal, outcome: 'unchanged' } };
    const entry = await storeSignals(signal, path, objects);
    if (last && entry.records < last.records * largestLoss)
      throw new Error(`it has ${entry.records} entries where there were ${last.records}`);
    return { sync: { signal, outcome: 'updated', records: entry.records }, entry: { ...entry, ...fetched } };
  } catch (error) {
    return { sync: { signal, outcome: 'failed', failure: describeError(error) } };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};

/**
 * Downloads exploit signals that changed and stores them. Never throws, so that a failure does not delay
 * advisories.
 * @returns the entries to make current.
 */
export const syncSignals = async (
  addresses: Partial<Record<SignalKind, string>>,
  context: SignalContext,
): Promise<{ syncs: SignalSync[]; entries: SignalEntries }> => {
  const syncs: SignalSync[] = [];
  const entries: SignalEntries = {};
  for (const signal of signalKinds) {
    const url = addresses[signal];
    if (url === undefined) continue;
    const { sync, entry } = await syncOne(signal, url, context);
    syncs.push(sync);
    if (entry) entries[signal] = entry;
  }
  return { syncs, entries };
};
