import type { Ecosystem } from '@scangate/engines/model/component';
import { decodeShard, shardBuilder, type RatingEntries } from '@scangate/engines/advisories/snapshot';
import type { ObjectStore } from '#ports/blobs.ts';
import { currentSnapshot, type ShardChanges } from '../osv/manifest.ts';
import { storeShard } from '../osv/store-shard.ts';
import { verifiedObject } from '../osv/verified-object.ts';
import { rateByNvd, unratedIn, type RatingsOfYear } from './rate-by-nvd.ts';
import { readNvdFeed } from './read-feed.ts';
import { loadRatings, storeRatings } from './stored-ratings.ts';

/** The result of an import of NVD feeds. */
export interface ImportedRatings {
  /** CVEs with a rating in the feeds. */
  records: number;
  /** Advisories that got a severity from them. */
  rated: number;
}

/** Returns the stored ratings of a year. Damaged ones count as missing. */
export const storedRatingsOf =
  (objects: Pick<ObjectStore, 'get'>, entries: RatingEntries): RatingsOfYear =>
  async (year) => {
    const entry = entries[year];
    return entry && loadRatings(objects, entry).catch(() => undefined);
  };

/** Stores the rows of the feeds on top of the ratings of their years. A later feed wins. */
const storeFeeds = async (
  feeds: readonly string[],
  objects: ObjectStore,
  current: RatingEntries,
): Promise<{ entries: RatingEntries; records: number }> => {
  const entries: RatingEntries = {};
  let records = 0;
  for (const feed of feeds) {
    for (const [year, rows] of await readNvdFeed(feed)) {
      const earlier = await storedRatingsOf(objects, { ...current, ...entries })(year);
      const { entry } = await storeRatings(objects, rows.values(), earlier);
      entries[year] = entry;
      records += [...rows.values()].filter(({ rating }) => rating).length;
    }
  }
  return { entries, records };
};

/**
 * Stores the ratings of NVD feeds and rates the current advisories that state no severity.
 * @returns the entries to make current.
 * @throws UnreadableSource when a feed is damaged.
 */
export const importRatings = async (
  feeds: readonly string[],
  objects: ObjectStore,
): Promise<{ imported: ImportedRatings; ratings: RatingEntries; shards: ShardChanges }> => {
  const current = await currentSnapshot(objects);
  const { entries: ratings, records } = await storeFeeds(feeds, objects, current.ratings);
  const shards: ShardChanges = {};
  let rated = 0;
  for (const [name, last] of Object.entries(current.shards)) {
    const ecosystem = name as Ecosystem;
    const builder = shardBuilder(ecosystem);
    const bytes = await verifiedObject(objects, last.key, 'advisory shard');
    for (const record of decodeShard(bytes).records) builder.add(record);
    const before = builder.unrated().length;
    await rateByNvd(builder, storedRatingsOf(objects, ratings));
    const unrated = unratedIn(builder);
    if (unrated.unrated === before) continue;
    rated += before - (unrated.unrated ?? 0);
    shards[ecosystem] = { ...last, ...unrated, key: (await storeShard(objects, ecosystem, builder)).key };
  }
  return { imported: { records, rated }, ratings, shards };
};
