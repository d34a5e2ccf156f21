import type { Ecosystem } from '@scangate/engines/model/component';
import type { ShardBuilder } from '@scangate/engines/advisories/snapshot';
import type { ObjectStore } from '#ports/blobs.ts';
import { shardKey } from './object-keys.ts';

export interface StoredShard {
  ecosystem: Ecosystem;
  records: number;
  /** Size as stored. */
  bytes: number;
  newestModified: string;
}

/** Stores a shard under its digest. It becomes current only with the manifest. */
export const storeShard = async (
  objects: ObjectStore,
  ecosystem: Ecosystem,
  builder: ShardBuilder,
): Promise<{ stored: StoredShard; key: string }> => {
  const { bytes, digest, records, newestModified } = builder.encode();
  const key = shardKey(ecosystem, digest);
  await objects.put(key, bytes);
  return { stored: { ecosystem, records, bytes: bytes.length, newestModified }, key };
};
