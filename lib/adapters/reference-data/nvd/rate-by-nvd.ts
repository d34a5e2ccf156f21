import { aliasRatings } from '@scangate/engines/advisories/alias-ratings';
import { feedYear, type RatingTable } from '@scangate/engines/advisories/nvd-ratings';
import type { ShardBuilder, ShardEntry } from '@scangate/engines/advisories/snapshot';

/** Returns the ratings of a feed year; undefined without any. */
export type RatingsOfYear = (year: string) => Promise<RatingTable | undefined>;

const cvesByYear = (builder: ShardBuilder): Map<string, string[]> => {
  const ids = [...new Set(builder.unrated().flat())].filter((id) => feedYear(id) !== undefined);
  return Map.groupBy(ids, (id) => feedYear(id) ?? '');
};

/** Returns the facts in the entry about the records without a severity. */
export const unratedIn = (builder: ShardBuilder): Pick<ShardEntry, 'unrated' | 'unratedYears'> => ({
  unrated: builder.unrated().length,
  unratedYears: [...cvesByYear(builder).keys()].sort(),
});

/** Gives records without a severity the highest one that NVD has for any of their CVEs. */
export const rateByNvd = async (builder: ShardBuilder, ratingsOf: RatingsOfYear): Promise<void> => {
  const ratings = aliasRatings();
  for (const [year, cves] of cvesByYear(builder)) {
    const table = await ratingsOf(year);
    for (const cve of cves) {
      const rating = table?.get(cve);
      if (rating) ratings.add({ ids: [cve], ...rating });
    }
  }
  builder.rateUnknown(ratings.find);
};
