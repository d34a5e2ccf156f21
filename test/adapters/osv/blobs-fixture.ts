import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Advisory } from '@scangate/engines/model/advisory';
import type { Ecosystem } from '@scangate/engines/model/component';
import type { AdvisoryBlobs } from '#adapters/osv/manifest.ts';
import { storedAdvisories } from '#adapters/osv/stored-advisories.ts';

export const manifestKey = 'advisories/current.json';

/** Blobs in memory that record calls and can be made to fail. */
export interface TestBlobs extends AdvisoryBlobs {
  objects: Map<string, Uint8Array>;
  calls: string[];
  failPut?: (key: string) => boolean;
  remove: (key: string) => Promise<void>;
}

export const testBlobs = (): TestBlobs => {
  const blobs: TestBlobs = {
    objects: new Map(),
    calls: [],
    get: async (key) => {
      blobs.calls.push(`get ${key}`);
      return blobs.objects.get(key);
    },
    put: async (key, bytes) => {
      if (blobs.failPut?.(key)) throw new Error('the store is down');
      blobs.calls.push(`put ${key}`);
      blobs.objects.set(key, bytes);
    },
    remove: async (key) => {
      blobs.calls.push(`remove ${key}`);
      blobs.objects.delete(key);
    },
  };
  return blobs;
};

/** Returns the advisories that a scan would find for a package now. */
export const lookup = async (
  blobs: AdvisoryBlobs,
  ecosystem: Ecosystem,
  name: string,
): Promise<readonly Advisory[]> => (await storedAdvisories(blobs).load([ecosystem])).lookup(ecosystem, name);

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
