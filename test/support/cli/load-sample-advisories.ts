import { readFileSync } from 'node:fs';
import { collectRecords } from '#adapters/reference-data/osv/collect-records.ts';
import { shardKey } from '#adapters/reference-data/osv/object-keys.ts';
import { advisoryIndex, indexShard } from '@scangate/engines/advisories/advisory-index';
import {
  decodeShard,
  snapshotIdOf,
  type ShardBuilder,
  type ShardEntries,
} from '@scangate/engines/advisories/snapshot';
import { noPublishedPoms } from '@scangate/engines/model/poms/published-poms';
import type { Ecosystem } from '@scangate/engines/model/component';
import { loadBuiltInLicenses, type OfflineAdvisories } from '#local/offline/offline-advisories.ts';
import { sampleAdvisories } from '#local/sample/sample-advisories.ts';

async function* asStream<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

/**
 * Indexes the sample advisories like an import into a snapshot. It avoids the manifest, whose validation takes longer
 * than a small scan.
 */
export const loadSampleAdvisories = async (): Promise<OfflineAdvisories> => {
  const builders = new Map<Ecosystem, ShardBuilder>();
  const lines = readFileSync(sampleAdvisories, 'utf8').trim().split('\n');
  const records = lines.map((line, at) => ({ name: `${at + 1}`, record: JSON.parse(line) as unknown }));
  await collectRecords(asStream(records), builders);
  const entries: ShardEntries = {};
  const shards = [...builders].map(([ecosystem, builder]) => {
    const { bytes, digest, ...counted } = builder.encode();
    entries[ecosystem] = { key: shardKey(ecosystem, digest), ...counted };
    return [ecosystem, indexShard(decodeShard(bytes))] as const;
  });
  const snapshot = { snapshotId: snapshotIdOf(entries), builtAt: new Date().toISOString() };
  return {
    used: {
      records: Object.values(entries).reduce((sum, entry) => sum + entry.records, 0),
      ecosystems: [...builders.keys()],
      unreadable: 0,
    },
    place: sampleAdvisories,
    badRecords: [],
    loadLicenses: loadBuiltInLicenses,
    publishedPoms: noPublishedPoms,
    load: async (ecosystems) =>
      advisoryIndex(snapshot, new Map(shards.filter(([ecosystem]) => ecosystems.includes(ecosystem)))),
  };
};
