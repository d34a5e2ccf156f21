import { sha256 } from '@scangate/engines/model/digest';
import {
  decodeRatings,
  encodeRatings,
  type NvdRow,
  type RatingTable,
} from '@scangate/engines/advisories/nvd-ratings';
import type { RatingEntry } from '@scangate/engines/advisories/snapshot';
import type { ObjectStore } from '#ports/blobs.ts';
import { ratingsKey } from '../osv/object-keys.ts';
import { verifiedObject } from '../osv/verified-object.ts';

/** Reads the ratings of a year. @throws Error when they are missing or damaged. */
export const loadRatings = async (
  objects: Pick<ObjectStore, 'get'>,
  { key }: RatingEntry,
): Promise<RatingTable> => decodeRatings(await verifiedObject(objects, key, 'ratings'));

/**
 * Stores the ratings of a year under their digest: the rows of a feed on top of `earlier`. They become current only
 * with the manifest.
 */
export const storeRatings = async (
  objects: ObjectStore,
  rows: Iterable<NvdRow>,
  earlier: RatingTable = new Map(),
): Promise<{ entry: RatingEntry; table: RatingTable }> => {
  const table = new Map(earlier);
  for (const { cve, rating } of rows) {
    if (rating) table.set(cve, rating);
    else table.delete(cve);
  }
  const bytes = encodeRatings(table);
  const key = ratingsKey(sha256(bytes));
  await objects.put(key, bytes);
  return { entry: { key, records: table.size }, table };
};
