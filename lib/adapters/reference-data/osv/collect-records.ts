import { dumpOf, type AdvisoryDump, type Ecosystem } from '@scangate/engines/model/component';
import { compactRecord, type CompactedRecord } from '@scangate/engines/advisories/compact-record';
import { shardBuilder, type ShardBuilder } from '@scangate/engines/advisories/snapshot';
import { PublishedByEcosystem } from '@scangate/engines/advisories/published-versions';
import { aliasRatings, type AliasRatings } from '@scangate/engines/advisories/alias-ratings';
import type { SourceRecord } from './record-source.ts';

/** Counts the records of a source by outcome. */
export interface RecordCounts {
  advisories: number;
  withdrawn: number;
  /** Readable, but in no ecosystem or version scheme that is matched. */
  irrelevant: number;
  /**
   * The part of `irrelevant` that identifies matched packages by commits alone. The absence of a match proves
   * nothing for such a package.
   */
  commitsOnly: number;
  /** The part of `irrelevant` that states a severity for its aliases. */
  rating: number;
  bad: number;
}

export interface CollectedRecords {
  counts: RecordCounts;
  /** The first ten bad records. */
  badRecords: { name: string; reason: string }[];
}

export interface CollectOptions {
  /** Imports only the ecosystems of this dump. */
  only?: AdvisoryDump;
  /** Ratings of records that are already known. */
  ratings?: AliasRatings;
  /** Called every thousand records. */
  onProgress?: (counts: Readonly<RecordCounts>) => void;
}

export const noCounts = (): RecordCounts => ({
  advisories: 0,
  withdrawn: 0,
  irrelevant: 0,
  commitsOnly: 0,
  rating: 0,
  bad: 0,
});

const countIrrelevant = (
  counts: RecordCounts,
  { commitsOnly, rating }: Extract<CompactedRecord, { kind: 'irrelevant' }>,
): void => {
  if (commitsOnly) counts.commitsOnly += 1;
  if (rating) counts.rating += 1;
};

const namedBadRecords = 10;
const progressEvery = 1000;

/** The facts that a whole source states about its records. */
interface Knowledge {
  /** The second up to which all earlier data is outdated, by id. */
  outdated: ReadonlyMap<string, number>;
  ratings: AliasRatings;
  published: PublishedByEcosystem;
}

const finish = (
  builders: ReadonlyMap<Ecosystem, ShardBuilder>,
  { outdated, ratings, published }: Knowledge,
): void => {
  for (const [ecosystem, builder] of builders) {
    for (const [id, upTo] of outdated) builder.drop(id, upTo);
    builder.rateUnknown(ratings.find);
    const versions = published.of(ecosystem);
    if (versions) builder.checkFixes(versions);
  }
};

/**
 * Reads records into `builders` and adds ecosystems as they occur. Of several records with one id, the newest wins
 * in any order: a withdrawn or changed record replaces older ones. A record without a severity takes the highest of
 * its aliases, which any record of the source may state.
 */
export const collectRecords = async (
  records: AsyncIterable<SourceRecord>,
  builders: Map<Ecosystem, ShardBuilder>,
  { only, onProgress, ratings = aliasRatings() }: CollectOptions = {},
): Promise<CollectedRecords> => {
  const counts = noCounts();
  const badRecords: CollectedRecords['badRecords'] = [];
  /** The second up to which all earlier data is outdated, by id. */
  const outdated = new Map<string, number>();
  const published = new PublishedByEcosystem();
  let read = 0;

  const bad = (name: string, reason: string): void => {
    counts.bad += 1;
    if (badRecords.length < namedBadRecords) badRecords.push({ name, reason });
  };
  const take = (name: string, record: unknown): void => {
    const compacted = compactRecord(record);
    if (compacted.kind === 'bad') {
      bad(compacted.id ? `${name} (${compacted.id})` : name, compacted.reason);
      return;
    }
    const { id, modified, kind } = compacted;
    if (kind !== 'withdrawn' && compacted.rating) ratings.add(compacted.rating);
    if (kind === 'irrelevant') countIrrelevant(counts, compacted);
    const upTo = kind === 'withdrawn' ? modified : modified - 1;
    outdated.set(id, Math.max(upTo, outdated.get(id) ?? upTo));
    const shards =
      kind === 'advisory' ? [...compacted.shards].filter(([e]) => !only || dumpOf(e) === only) : [];
    if (kind === 'withdrawn') counts.withdrawn += 1;
    else counts[shards.length > 0 ? 'advisories' : 'irrelevant'] += 1;
    for (const [ecosystem, shard] of shards) {
      const builder = builders.get(ecosystem) ?? shardBuilder(ecosystem);
      builders.set(ecosystem, builder);
      builder.add(shard);
    }
    // Versions that an older revision of a record lists are published as well.
    if (kind === 'advisory') for (const each of compacted.enumerations) published.add(each);
  };

  for await (const found of records) {
    if ('problem' in found) bad(found.name, found.problem);
    else take(found.name, found.record);
    read += 1;
    if (read % progressEvery === 0) onProgress?.(counts);
  }
  finish(builders, { outdated, ratings, published });
  onProgress?.(counts);
  return { counts, badRecords };
};
