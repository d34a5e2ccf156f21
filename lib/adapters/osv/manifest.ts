import * as z from 'zod';
import type { Ecosystem } from '@scangate/engines/model/component';
import { osvEcosystems } from '@scangate/engines/advisories/osv-record';
import {
  signalKinds,
  snapshotFormat,
  snapshotIdOf,
  type ShardEntries,
  type ShardEntry,
  type SignalEntries,
  type SignalKind,
} from '@scangate/engines/advisories/snapshot';

/** Where a snapshot is kept: objects by key. Reading one's own write is required, deleting is not. */
export interface AdvisoryBlobs {
  get(key: string): Promise<Uint8Array | undefined>;
  put(key: string, bytes: Uint8Array): Promise<void>;
}

/** What is current. It is written last, so that whoever reads it finds every shard it names. */
export interface Manifest {
  snapshotId: string;
  /** ISO instant of the switch to this snapshot. */
  builtAt: string;
  shards: ShardEntries;
  signals: SignalEntries;
}

const manifestKey = 'advisories/current.json';

export const signalKey = (kind: SignalKind, digest: string): string => `advisories/${kind}/${digest}.gz`;

export const shardKey = (ecosystem: string, digest: string): string =>
  `advisories/${ecosystem}/${digest}.json.gz`;

/** The digest that a key promises. */
export const digestInKey = (key: string): string =>
  key.slice(key.lastIndexOf('/') + 1).replace(/(?:\.json)?\.gz$/, '');

const schema = z.object({
  format: z.literal(snapshotFormat),
  snapshotId: z.string(),
  builtAt: z.string(),
  shards: z.partialRecord(
    z.enum(osvEcosystems),
    z.object({
      key: z.string(),
      records: z.number(),
      newestModified: z.string(),
      etag: z.string().optional(),
      syncedAt: z.string().optional(),
    }),
  ),
  signals: z
    .partialRecord(
      z.enum(signalKinds),
      z.object({ key: z.string(), records: z.number(), etag: z.string().optional() }),
    )
    .default({}),
});

/** The stored manifest is none, or of another format. */
class UnreadableManifest extends Error {}

/**
 * The current manifest; undefined when nothing was ever imported.
 * @throws UnreadableManifest
 */
export const readManifest = async (blobs: Pick<AdvisoryBlobs, 'get'>): Promise<Manifest | undefined> => {
  const bytes = await blobs.get(manifestKey);
  if (!bytes) return undefined;
  try {
    const { snapshotId, builtAt, shards, signals } = schema.parse(JSON.parse(Buffer.from(bytes).toString()));
    return { snapshotId, builtAt, shards, signals };
  } catch (error) {
    throw new UnreadableManifest('the advisory manifest cannot be read', { cause: error });
  }
};

type Current = Pick<Manifest, 'shards' | 'signals'> & Partial<Pick<Manifest, 'builtAt'>>;

/** What is current, to build upon. Of an unreadable manifest nothing can be kept: it is built anew. */
export const currentSnapshot = async (blobs: Pick<AdvisoryBlobs, 'get'>): Promise<Current> => {
  const none = { shards: {}, signals: {} };
  try {
    return (await readManifest(blobs)) ?? none;
  } catch (error) {
    if (error instanceof UnreadableManifest) return none;
    throw error;
  }
};

/** What a switch changes: a new shard per ecosystem, or undefined where no record is left. */
export type ShardChanges = Partial<Record<Ecosystem, ShardEntry | undefined>>;

/** A shard that is the same as before is still the one its dump was fetched with. */
const applied = (current: ShardEntries, changes: ShardChanges): ShardEntries => {
  const shards: ShardEntries = { ...current };
  for (const [name, entry] of Object.entries(changes)) {
    const ecosystem = name as Ecosystem;
    const known = current[ecosystem];
    if (entry === undefined) delete shards[ecosystem];
    else shards[ecosystem] = known?.key === entry.key ? { ...known, ...entry } : entry;
  }
  return shards;
};

/**
 * Makes these changes current, in one write; what they do not name stays. What they name must be stored already. Two
 * switches at the same moment are not told apart: the later one wins.
 * @param now ISO instant. New signals alone do not make advisories any younger.
 */
export const switchManifest = async (
  blobs: AdvisoryBlobs,
  changes: ShardChanges,
  now: string,
  newSignals: SignalEntries = {},
): Promise<Manifest> => {
  const current = await currentSnapshot(blobs);
  const shards = applied(current.shards, changes);
  const signals = { ...current.signals, ...newSignals };
  const builtAt = Object.keys(changes).length > 0 ? now : (current.builtAt ?? now);
  const manifest: Manifest = { snapshotId: snapshotIdOf(shards, signals), builtAt, shards, signals };
  const text = JSON.stringify({ format: snapshotFormat, ...manifest }, undefined, 2);
  await blobs.put(manifestKey, Buffer.from(text));
  return manifest;
};
