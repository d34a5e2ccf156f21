import * as z from 'zod';
import type { LicenseEntries } from '@scangate/engines/license/license-snapshot';
import { ecosystemOf, osvEcosystems } from '@scangate/engines/advisories/osv-record';
import {
  signalKinds,
  snapshotFormat,
  snapshotIdOf,
  type RatingEntries,
  type ShardEntries,
  type ShardEntry,
  type SignalEntries,
} from '@scangate/engines/advisories/snapshot';
import type { ObjectStore } from '#ports/blobs.ts';

/** The manifest's entry for published poms. */
export interface PomEntry {
  /** Object key of the index; it ends with the digest of its bytes. */
  key: string;
  poms: number;
}

/** The current snapshot. The manifest is written last, so every shard it names exists. */
export interface Manifest {
  snapshotId: string;
  /** ISO instant of the switch to this snapshot. */
  builtAt: string;
  shards: ShardEntries;
  signals: SignalEntries;
  ratings: RatingEntries;
  /** Absent when no license data was ever imported. */
  licenses?: LicenseEntries;
  /** Absent when no poms were ever imported. */
  poms?: PomEntry;
}

const manifestKey = 'advisories/current.json';

const schema = z.object({
  format: z.literal(snapshotFormat),
  snapshotId: z.string(),
  builtAt: z.string(),
  shards: z.record(
    z.string().refine((name) => ecosystemOf(name) === name),
    z.object({
      key: z.string(),
      records: z.number(),
      newestModified: z.string(),
      etag: z.string().optional(),
      syncedAt: z.string().optional(),
      rules: z.number().optional(),
      unrated: z.number().optional(),
      unratedYears: z.array(z.string()).optional(),
    }),
  ),
  signals: z
    .partialRecord(
      z.enum(signalKinds),
      z.object({ key: z.string(), records: z.number(), etag: z.string().optional() }),
    )
    .default({}),
  ratings: z
    .record(
      z.string().regex(/^\d{4}$/),
      z.object({ key: z.string(), records: z.number(), etag: z.string().optional() }),
    )
    .default({}),
  licenses: z
    .object({
      id: z.string(),
      day: z.string(),
      shards: z.partialRecord(z.enum(osvEcosystems), z.object({ key: z.string(), packages: z.number() })),
    })
    .optional(),
  poms: z.object({ key: z.string(), poms: z.number() }).optional(),
});

/** Thrown when the stored manifest is damaged or has another format. */
class UnreadableManifest extends Error {}

/** Reads the current manifest; undefined when nothing was ever imported. @throws UnreadableManifest */
export const readManifest = async (objects: Pick<ObjectStore, 'get'>): Promise<Manifest | undefined> => {
  const bytes = await objects.get(manifestKey);
  if (!bytes) return undefined;
  try {
    const { format: _, ...manifest } = schema.parse(JSON.parse(Buffer.from(bytes).toString()));
    return manifest;
  } catch (error) {
    throw new UnreadableManifest('the advisory manifest cannot be read', { cause: error });
  }
};

type Current = Pick<Manifest, 'shards' | 'signals' | 'ratings'> &
  Partial<Pick<Manifest, 'builtAt' | 'licenses' | 'poms'>>;

/**
 * Returns the current snapshot as a base for changes. An unreadable manifest counts as empty and is rebuilt.
 */
export const currentSnapshot = async (objects: Pick<ObjectStore, 'get'>): Promise<Current> => {
  const none = { shards: {}, signals: {}, ratings: {} };
  try {
    return (await readManifest(objects)) ?? none;
  } catch (error) {
    if (error instanceof UnreadableManifest) return none;
    throw error;
  }
};

/** The changes of a switch: a new shard per ecosystem, or undefined where no record is left. */
export type ShardChanges = Record<string, ShardEntry | undefined>;

/** Applies changes. An identical shard keeps the ETag of the dump it was built from. */
const applied = (current: ShardEntries, changes: ShardChanges): ShardEntries => {
  const shards: ShardEntries = { ...current };
  for (const [ecosystem, entry] of Object.entries(changes)) {
    const known = current[ecosystem];
    if (entry === undefined) delete shards[ecosystem];
    else shards[ecosystem] = known?.key === entry.key ? { ...known, ...entry } : entry;
  }
  return shards;
};

interface ManifestChanges {
  shards?: ShardChanges;
  signals?: SignalEntries;
  ratings?: RatingEntries;
  licenses?: LicenseEntries | undefined;
  poms?: PomEntry | undefined;
}

/**
 * Makes changes current in one write; everything else is kept. The named objects must already be stored. There is no
 * conflict detection: of two concurrent switches, the later one wins.
 * @param now ISO instant. Without new shards, `builtAt` is kept.
 */
export const switchManifest = async (
  objects: ObjectStore,
  changes: ManifestChanges,
  now: string,
): Promise<Manifest> => {
  const current = await currentSnapshot(objects);
  const shards = applied(current.shards, changes.shards ?? {});
  const signals = { ...current.signals, ...changes.signals };
  const ratings = { ...current.ratings, ...changes.ratings };
  const hasNewShards = Object.keys(changes.shards ?? {}).length > 0;
  const builtAt = hasNewShards ? now : (current.builtAt ?? now);
  const snapshotId = snapshotIdOf(shards, signals);
  const licenses = changes.licenses ?? current.licenses;
  const poms = changes.poms ?? current.poms;
  const parts = { shards, signals, ratings, ...(licenses && { licenses }), ...(poms && { poms }) };
  const manifest: Manifest = { snapshotId, builtAt, ...parts };
  const text = JSON.stringify({ format: snapshotFormat, ...manifest }, undefined, 2);
  await objects.put(manifestKey, Buffer.from(text));
  return manifest;
};
