import type { ExploitSignals, SignalSource } from '@scangate/engines/model/advisory';
import type { Advisories } from '#ports/advisories.ts';
import {
  advisoryIndex,
  emptyAdvisoryIndex,
  indexShard,
  type ShardIndex,
} from '@scangate/engines/advisories/advisory-index';
import { decodeEpss, decodeKev } from '@scangate/engines/advisories/exploit-signals';
import { decodeShard, type SignalEntries } from '@scangate/engines/advisories/snapshot';
import { readManifest } from './manifest.ts';
import { digestInKey, shardKey } from './object-keys.ts';
import { memoizeByKey } from './memoize-by-key.ts';
import { verifiedObject } from './verified-object.ts';
import type { ObjectStore } from '#ports/blobs.ts';

const loadShard = async (objects: Pick<ObjectStore, 'get'>, key: string): Promise<ShardIndex> => {
  const shard = decodeShard(await verifiedObject(objects, key, 'advisory shard'));
  if (shardKey(shard.ecosystem, digestInKey(key)) !== key)
    throw new Error(`the advisory shard ${key} is of ${shard.ecosystem}`);
  return indexShard(shard);
};

type Decoded = (cve: string) => ExploitSignals;

const loadSignals = async (objects: Pick<ObjectStore, 'get'>, key: string): Promise<Decoded> => {
  const bytes = await verifiedObject(objects, key, 'signals');
  if (key.startsWith('advisories/kev/')) {
    const kevOf = decodeKev(bytes);
    return (cve) => optional('kev', kevOf(cve));
  }
  const epssOf = decodeEpss(bytes);
  return (cve) => optional('epss', epssOf(cve));
};

const optional = <K extends keyof ExploitSignals>(name: K, value: ExploitSignals[K]): ExploitSignals =>
  value === undefined ? {} : { [name]: value };

/**
 * Loads advisories from the stored snapshot. Decoded objects stay in memory while the manifest names them, so a
 * warm function reads only the manifest. A failure to load signals is ignored, because findings are valid
 * without them.
 */
export const storedAdvisories = (objects: Pick<ObjectStore, 'get'>): Advisories => {
  const decodedShards = memoizeByKey((key) => loadShard(objects, key));
  const decodedSignals = memoizeByKey((key) => loadSignals(objects, key));

  const signalsOf = async (entries: SignalEntries): Promise<SignalSource | undefined> => {
    const keys = Object.values(entries).map(({ key }) => key);
    decodedSignals.keepOnly(new Set(keys));
    const loaded = await Promise.all(keys.map((key) => decodedSignals.at(key).catch(() => undefined)));
    const sources = loaded.filter((source) => source !== undefined);
    return sources.length > 0
      ? (cve) => Object.assign({}, ...sources.map((source) => source(cve))) as ExploitSignals
      : undefined;
  };

  return {
    async load(ecosystems) {
      const manifest = await readManifest(objects);
      if (!manifest || Object.keys(manifest.shards).length === 0) return emptyAdvisoryIndex;
      const { snapshotId, builtAt, shards } = manifest;
      decodedShards.keepOnly(new Set(Object.values(shards).map(({ key }) => key)));
      const held = [...new Set(ecosystems)].flatMap((ecosystem) => {
        const entry = shards[ecosystem];
        return entry ? [{ ecosystem, key: entry.key }] : [];
      });
      const loaded = await Promise.all(
        held.map(async ({ ecosystem, key }) => [ecosystem, await decodedShards.at(key)] as const),
      );
      const signals = await signalsOf(manifest.signals);
      return advisoryIndex({ snapshotId, builtAt, ...(signals && { signals }) }, new Map(loaded));
    },
  };
};
