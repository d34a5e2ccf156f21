import { sha256 } from '../model/digest.ts';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Ecosystem } from '../model/component.ts';
import type { ShardRecord, UnpublishedFix } from './compact-record.ts';
import type { PublishedVersions } from './published-versions.ts';
import type { RatedSeverity } from './record-severity.ts';

/** Increase this when older shards must no longer be read; every ecosystem is then synced again. */
export const snapshotFormat = 1;

/**
 * The version of the rules that compact records. A shard that was built by other rules can be read, but the next
 * sync rebuilds it even if its dump did not change.
 */
export const compactionRules = 6;

/** All records of one ecosystem, as stored. */
export interface Shard {
  ecosystem: Ecosystem;
  records: ShardRecord[];
}

interface EncodedShard {
  bytes: Uint8Array;
  /** SHA-256 of `bytes`, hex. Equal records give equal bytes in any order. */
  digest: string;
  records: number;
  /** ISO instant of the newest record. */
  newestModified: string;
}

/** The manifest's entry for one ecosystem. */
export interface ShardEntry {
  /** Object key of the shard; it ends with the digest of its bytes. */
  key: string;
  records: number;
  newestModified: string;
  /** ETag of the dump it was built from; absent when it was built from files. */
  etag?: string;
  /** ISO instant of the build; absent in older snapshots. */
  syncedAt?: string;
  /** `compactionRules` of the build; absent in older snapshots. */
  rules?: number;
  /** Number of records without a severity; absent in older snapshots. */
  unrated?: number;
  /** Years of the CVEs of these records, whose NVD feeds may rate them. */
  unratedYears?: string[];
}

export const signalKinds = ['epss', 'kev'] as const;
export type SignalKind = (typeof signalKinds)[number];

/** The manifest's entry for exploit signals. */
export interface SignalEntry {
  /** Ends with the digest of its bytes. */
  key: string;
  records: number;
  etag?: string;
}

export type SignalEntries = Partial<Record<SignalKind, SignalEntry>>;

/** The manifest's entry for NVD's ratings of a year. */
export interface RatingEntry {
  /** Ends with the digest of its bytes. */
  key: string;
  records: number;
  etag?: string;
}

/** NVD's ratings by feed year. They only rate records at import, so they are not part of the snapshot's id. */
export type RatingEntries = Record<string, RatingEntry>;

/** Entries by ecosystem. */
export type ShardEntries = Record<string, ShardEntry>;

/** Limit of the unpacked size; the largest ecosystem takes a tenth of it. */
const largestShardBytes = 1 << 30;

/**
 * Returns the id of a snapshot in a verdict. It depends on the advisories alone, not on when they were fetched.
 */
export const snapshotIdOf = (shards: ShardEntries, signals: SignalEntries = {}): string => {
  const entries = Object.entries({ ...shards, ...signals }).map(([name, { key }]) => [name, key]);
  return sha256(JSON.stringify([snapshotFormat, entries.sort()]));
};

/** Collects the records of an ecosystem as JSON strings, which take a quarter of the memory of objects. */
export interface ShardBuilder {
  readonly size: number;
  /** Adds a record; of several with the same id, the newest wins. */
  add(record: ShardRecord): void;
  /** Drops the record with this id unless it is newer than `modified` (seconds since 1970). */
  drop(id: string, modified: number): void;
  /** Gives records without a severity the one of their aliases. */
  rateUnknown(ratingOf: (ids: readonly string[]) => RatedSeverity | undefined): void;
  /** Notes the unpublished fixes. */
  checkFixes(published: PublishedVersions): void;
  /** Returns the ids that may rate each record without a severity. */
  unrated(): string[][];
  encode(): EncodedShard;
}

const unpublishedFixes = (record: ShardRecord, published: PublishedVersions): UnpublishedFix[] =>
  record[7].flatMap(([name, ranges]) => {
    const fixed = ranges.flat().flatMap((event) => (event.startsWith('f') ? [event.slice(1)] : []));
    return [...new Set(fixed)].flatMap((version): UnpublishedFix[] => {
      const replacement = published.replacementOf(name, version);
      return replacement ? [[name, version, replacement.next ?? 0]] : [];
    });
  });

/**
 * Lists the ids whose severity is that of a record: its own ids, and those of the vulnerabilities that a notice is
 * about.
 */
const ratedBy = ([id, , aliases, ...more]: ShardRecord): string[] => [id, ...aliases, ...(more[9] ?? [])];

/** Returns the ids that may rate a record without a severity. */
const unratedIds = (json: string): string[][] => {
  if (!json.includes('"unknown"')) return [];
  const record = JSON.parse(json) as ShardRecord;
  return record[4] === 'unknown' && !record[8] ? [ratedBy(record)] : [];
};

const rateRecord = (record: ShardRecord, { severity, cvss, newest }: RatedSeverity): void => {
  record[4] = severity;
  record[5] = cvss ? [cvss.vector, cvss.score] : 0;
  if (!newest) return;
  record[8] ??= 0;
  record[9] ??= 0;
  record[10] = [newest.severity, newest.version];
};

/** Notes in a record, as JSON, which of its fixes are unpublished. */
const withCheckedFixes = (json: string, published: PublishedVersions): string => {
  if (!json.includes('"f')) return json;
  const record = JSON.parse(json) as ShardRecord;
  const found = unpublishedFixes(record, published);
  if (found.length === 0) return json;
  const [, , , , , , , , informational = 0, at = 0, newest = null, , upstream] = record;
  return JSON.stringify([
    ...record.slice(0, 8),
    informational,
    at,
    newest,
    found,
    ...(upstream ? [upstream] : []),
  ]);
};

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
    rateUnknown(ratingOf) {
      for (const [id, { modified, json }] of records) {
        if (!json.includes('"unknown"')) continue;
        const record = JSON.parse(json) as ShardRecord;
        const rating = record[4] === 'unknown' ? ratingOf(ratedBy(record)) : undefined;
        if (!rating) continue;
        rateRecord(record, rating);
        records.set(id, { modified, json: JSON.stringify(record) });
      }
    },
    checkFixes(published) {
      for (const [id, { modified, json }] of records)
        records.set(id, { modified, json: withCheckedFixes(json, published) });
    },
    unrated: () => [...records.values()].flatMap(({ json }) => unratedIds(json)),
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

/** Decodes a shard. @throws Error when the bytes have another format. */
export const decodeShard = (bytes: Uint8Array): Shard => {
  const text = gunzipSync(bytes, { maxOutputLength: largestShardBytes }).toString();
  const shard = JSON.parse(text) as Partial<Shard> & { format?: number };
  if (shard.format !== snapshotFormat || !shard.ecosystem || !Array.isArray(shard.records)) {
    throw new Error('the advisory shard has another format');
  }
  return { ecosystem: shard.ecosystem, records: shard.records };
};
