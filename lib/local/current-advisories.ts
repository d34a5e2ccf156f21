import { importAdvisories } from '#adapters/reference-data/osv/import-advisories.ts';
import { builtInLicenses } from '#adapters/reference-data/licenses/built-in.ts';
import { newerLicenses } from '#adapters/reference-data/licenses/store-licenses.ts';
import { currentSnapshot, readManifest, switchManifest } from '#adapters/reference-data/osv/manifest.ts';
import { snapshotIdOf } from '@scangate/engines/advisories/snapshot';
import type { ObjectStore } from '#ports/blobs.ts';
import { sampleAdvisories } from './sample/sample-advisories.ts';

/** The advisories that scans match against. */
export interface CurrentAdvisories {
  records: number;
  ecosystems: string[];
  builtAt: string;
  /** Whether these are the built-in sample advisories. */
  isSample: boolean;
}

const memory = (): ObjectStore => {
  const held = new Map<string, Uint8Array>();
  return { get: async (key) => held.get(key), put: async (key, bytes) => void held.set(key, bytes) };
};

/** The id of a snapshot depends on its content, so a fresh import of the sample has the sample's id. */
const sampleSnapshot = async (now: string): Promise<string | undefined> =>
  (await importAdvisories(sampleAdvisories, { objects: memory(), now })).snapshotId;

/**
 * Imports the sample advisories into an empty folder, because without advisories no scan has a verdict, and the license
 * data of this release where it is newer than the stored one.
 */
export const importSamplesIfEmpty = async (objects: ObjectStore, now: string): Promise<void> => {
  if (!(await objects.get('advisories/current.json')))
    await importAdvisories(sampleAdvisories, { objects, now });
  const { licenses: current } = await currentSnapshot(objects);
  const licenses = await newerLicenses(builtInLicenses, current, objects);
  if (licenses) await switchManifest(objects, { licenses }, now);
};

export const currentAdvisories = async (
  objects: ObjectStore,
  now: string,
): Promise<CurrentAdvisories | undefined> => {
  const manifest = await readManifest(objects);
  if (!manifest) return undefined;
  const shards = Object.values(manifest.shards);
  return {
    records: shards.reduce((sum, { records }) => sum + records, 0),
    ecosystems: Object.keys(manifest.shards),
    builtAt: manifest.builtAt,
    isSample: snapshotIdOf(manifest.shards) === (await sampleSnapshot(now)),
  };
};
