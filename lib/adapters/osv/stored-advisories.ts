import type { Ecosystem } from '../../domain/scans/component.ts';
import type { Advisories } from '../../ports/advisories.ts';
import { advisoryIndex, emptyIndex, indexShard, type ShardIndex } from '../../scanners/sca/advisory-index.ts';
import { decodeShard } from '../../scanners/sca/snapshot.ts';
import { sha256 } from '../../domain/digest.ts';
import { digestInKey, readManifest, type AdvisoryBlobs } from './manifest.ts';

const loadShard = async (
  blobs: Pick<AdvisoryBlobs, 'get'>,
  ecosystem: Ecosystem,
  key: string,
): Promise<ShardIndex> => {
  const bytes = await blobs.get(key);
  if (!bytes) throw new Error(`the advisory shard ${key} is missing`);
  if (sha256(bytes) !== digestInKey(key)) throw new Error(`the advisory shard ${key} is damaged`);
  const shard = decodeShard(bytes);
  if (shard.ecosystem !== ecosystem) throw new Error(`the advisory shard ${key} is of ${shard.ecosystem}`);
  return indexShard(shard);
};

/**
 * Advisories from the stored snapshot. Decoded shards stay in memory for as long as the manifest names them:
 * a warm function reads the manifest and nothing else.
 */
export const storedAdvisories = (blobs: Pick<AdvisoryBlobs, 'get'>): Advisories => {
  const decoded = new Map<string, Promise<ShardIndex>>();

  const shardAt = (ecosystem: Ecosystem, key: string): Promise<ShardIndex> => {
    const known = decoded.get(key);
    if (known) return known;
    const loading = loadShard(blobs, ecosystem, key);
    decoded.set(key, loading);
    loading.catch(() => decoded.delete(key));
    return loading;
  };

  return {
    async load(ecosystems) {
      const manifest = await readManifest(blobs);
      if (!manifest) return emptyIndex;
      const { snapshotId, builtAt, shards } = manifest;
      const current = new Set(Object.values(shards).map(({ key }) => key));
      for (const key of decoded.keys()) if (!current.has(key)) decoded.delete(key);
      const held = [...new Set(ecosystems)].flatMap((ecosystem) => {
        const entry = shards[ecosystem];
        return entry ? [{ ecosystem, key: entry.key }] : [];
      });
      const loaded = await Promise.all(
        held.map(async ({ ecosystem, key }) => [ecosystem, await shardAt(ecosystem, key)] as const),
      );
      return advisoryIndex({ snapshotId, builtAt }, new Map(loaded));
    },
  };
};
