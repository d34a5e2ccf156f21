import { importAdvisories } from '#adapters/osv/import-advisories.ts';
import { readManifest } from '#adapters/osv/manifest.ts';
import { snapshotIdOf } from '@scangate/engines/advisories/snapshot';
import type { ObjectStore } from '#ports/blobs.ts';
import { sampleAdvisories } from './sample/sample-advisories.ts';

/** What scans are judged by. */
export interface CurrentAdvisories {
  records: number;
  ecosystems: string[];
  builtAt: string;
  /** Only the sample set that comes along. */
  isSample: boolean;
}

const memory = (): ObjectStore => {
  const held = new Map<string, Uint8Array>();
  return { get: async (key) => held.get(key), put: async (key, bytes) => void held.set(key, bytes) };
};

/** A snapshot is named by its content: what a fresh import would be called is what the sample is called. */
const sampleSnapshot = async (now: string): Promise<string | undefined> =>
  (await importAdvisories(sampleAdvisories, { objects: memory(), now })).snapshotId;

/** Imports the sample advisories where there are none at all: without any, no scan has a verdict. */
export const importSampleAdvisoriesIfEmpty = async (objects: ObjectStore, now: string): Promise<void> => {
  if (!(await objects.get('advisories/current.json')))
    await importAdvisories(sampleAdvisories, { objects, now });
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
