import { sha256 } from '../model/digest.ts';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Ecosystem } from '../model/component.ts';
import type { ShardRecord } from './compact-record.ts';

/** Grows when a shard of before must not be read any more; then every ecosystem is synced anew. */
export const snapshotFormat = 1;

/** All records of one ecosystem, as stored. */
export interface Shard {
  ecosystem: Ecosystem;
  records: ShardRecord[];
}

interface EncodedShard {
  bytes: Uint8Array;
  /** SHA-256 of `bytes`, hex. Equal records give equal bytes, in whatever order they were added. */
  digest: string;
  records: number;
  /** ISO instant of the newest record. */
  newestModified: string;
}

/** What the manifest says of one ecosystem. */
export interface ShardEntry {
  /** Where the shard is stored; it ends with the digest of its bytes. */
  key: string;
  records: number;
  newestModified: string;
  /** Of the dump it was made from; absent when it was made from files. */
  etag?: string;
  /** ISO instant at which it was made; absent in snapshots of before this was kept. */
  syncedAt?: string;
}

export const signalKinds = ['epss', 'kev'] as const;
export type SignalKind = (typeof signalKinds)[number];

/** What the manifest says of what is known of attacks. */
export interface SignalEntry {
  /** It ends with the digest of its bytes. */
  key: string;
  records: number;
  etag?: string;
}

export type SignalEntries = Partial<Record<SignalKind, SignalEntry>>;

export type ShardEntries = Partial<Record<Ecosystem, ShardEntry>>;

/** Unpacked; the largest ecosystem today needs a tenth of it. */
const largestShardBytes = 1 << 30;

/** What a snapshot is named in a verdict: it depends on the advisories alone, not on when they were fetched. */
export const snapshotIdOf = (shards: ShardEntries, signals: SignalEntries = {}): string => {
  const entries = Object.entries({ ...shards, ...signals }).map(([name, { key }]) => [name, key]);
  return sha256(JSON.stringify([snapshotFormat, entries.sort()]));
};

/** Collects an ecosystem's records, each as its JSON text: a quarter of the memory that objects take. */
export interface ShardBuilder {
  readonly size: number;
  /** Of one id the newest stays, whichever comes first. */
  add(record: ShardRecord): void;
  /** Drops the record of this id unless it is newer than `modified` (seconds since 1970). */
  drop(id: string, modified: number): void;
  encode(): EncodedShard;
}

export const shardBuilder = (ecosystem: Ecosystem): ShardBuilder => {
  const records = new Map<string, { modified: number; json: string }>();
  return {
    get size() {
      return records.size;
    },
    add(record) {
      const [id, modified] = record;
      const json = JSON.stringify(record);
      const known = records.get(id);
      const newer = !known || modified > known.modified || (modified === known.modified && json > known.json);
      if (newer) records.set(id, { modified, json });
    },
    drop(id, modified) {
      if ((records.get(id)?.modified ?? Infinity) <= modified) records.delete(id);
    },
    encode() {
      const sorted = [...records].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { json }]) => json);
      const newest = [...records.values()].reduce((max, { modified }) => Math.max(max, modified), 0);
      const head = JSON.stringify({ format: snapshotFormat, ecosystem }).slice(0, -1);
      const bytes = gzipSync(`${head},"records":[${sorted.join(',\n')}]}`, { level: 9 });
      return {
        bytes,
        digest: sha256(bytes),
        records: records.size,
        newestModified: new Date(newest * 1000).toISOString(),
      };
    },
  };
};

/** @throws Error when the bytes are not a shard of this format. */
export const decodeShard = (bytes: Uint8Array): Shard => {
  const text = gunzipSync(bytes, { maxOutputLength: largestShardBytes }).toString();
  const shard = JSON.parse(text) as Partial<Shard> & { format?: number };
  if (shard.format !== snapshotFormat || !shard.ecosystem || !Array.isArray(shard.records)) {
    throw new Error('the advisory shard has another format');
  }
  return { ecosystem: shard.ecosystem, records: shard.records };
};
