import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Advisory } from '@scangate/engines/model/advisory';
import type { Ecosystem } from '@scangate/engines/model/component';
import { storedAdvisories } from '#adapters/reference-data/osv/stored-advisories.ts';
import type { ObjectStore } from '#ports/blobs.ts';

export const manifestKey = 'advisories/current.json';

/** Objects in memory that record calls and can be made to fail. */
export interface MemoryObjects extends ObjectStore {
  stored: Map<string, Uint8Array>;
  calls: string[];
  failPut?: (key: string) => boolean;
  remove: (key: string) => Promise<void>;
}

export const memoryObjects = (): MemoryObjects => {
  const objects: MemoryObjects = {
    stored: new Map(),
    calls: [],
    get: async (key) => {
      objects.calls.push(`get ${key}`);
      return objects.stored.get(key);
    },
    put: async (key, bytes) => {
      if (objects.failPut?.(key)) throw new Error('the store is down');
      objects.calls.push(`put ${key}`);
      objects.stored.set(key, bytes);
    },
    remove: async (key) => {
      objects.calls.push(`remove ${key}`);
      objects.stored.delete(key);
    },
  };
  return objects;
};

/** Returns the advisories that a scan would find for a package now. */
export const lookup = async (
  objects: ObjectStore,
  ecosystem: Ecosystem,
  name: string,
): Promise<readonly Advisory[]> =>
  (await storedAdvisories(objects).load([ecosystem])).lookup(ecosystem, name);

export const inDirectory = async <T>(work: (directory: string) => Promise<T>): Promise<T> => {
  const directory = await mkdtemp(join(tmpdir(), 'scangate-osv-'));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true });
  }
};

export const earlier = '2026-01-01T00:00:00.000Z';
export const later = '2026-02-01T00:00:00.000Z';
