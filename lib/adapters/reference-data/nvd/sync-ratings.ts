import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RatingTable } from '@scangate/engines/advisories/nvd-ratings';
import type { RatingEntries, RatingEntry } from '@scangate/engines/advisories/snapshot';
import type { ObjectStore } from '#ports/blobs.ts';
import { describeError, download } from '../osv/download.ts';
import { readNvdFeed } from './read-feed.ts';
import { loadRatings, storeRatings } from './stored-ratings.ts';

/** The URL under which NVD publishes one feed per year, in the public domain. */
export const nvdFeeds = 'https://nvd.nist.gov/feeds/json/cve/2.0';

/** The result of a sync for one year. After `failed` the last good ratings are still current. */
export type RatingSync =
  | { year: string; outcome: 'updated'; records: number }
  | { year: string; outcome: 'unchanged' }
  | { year: string; outcome: 'failed'; failure: string };

const limits = { timeoutMs: 120_000, largestBytes: 256 * 1024 * 1024 };

/** The time for all feeds of a run; years that are left follow with the next run. */
const budgetMs = 240_000;

/** A feed that lost more than half of its ratings is assumed to be cut off. */
const largestLoss = 0.5;

interface RatingContext {
  /** The base URL of the feeds. */
  baseUrl: string;
  /** The stored ratings. */
  current: RatingEntries;
  objects: ObjectStore;
  fetch: typeof globalThis.fetch;
}

interface YearSync {
  sync: RatingSync;
  entry?: RatingEntry;
}

/** The ratings of one sync. A feed is fetched when the first record without a severity needs its year. */
export class RatingsInSync {
  readonly #context: RatingContext;
  readonly #deadline = AbortSignal.timeout(budgetMs);
  readonly #years = new Map<string, Promise<YearSync>>();

  constructor(context: RatingContext) {
    this.#context = context;
  }

  /** Fetches the year unless this sync already did, and returns its ratings; undefined without any. */
  async of(year: string): Promise<RatingTable | undefined> {
    const { entry } = await this.#synced(year);
    const usable = entry ?? this.#context.current[year];
    try {
      return usable && (await loadRatings(this.#context.objects, usable));
    } catch {
      // Damaged ratings count as missing; the next feed replaces them.
      return undefined;
    }
  }

  /** Fetches the years and returns whether one of them has new ratings. */
  async hasNews(years: readonly string[]): Promise<boolean> {
    const synced: YearSync[] = [];
    for (const year of years) synced.push(await this.#synced(year));
    return synced.some(({ entry }, at) => entry && entry.key !== this.#context.current[years[at] ?? '']?.key);
  }

  /** Returns the results, and the entries to make current. */
  async results(): Promise<{ syncs: RatingSync[]; entries: RatingEntries }> {
    const entries: RatingEntries = {};
    const syncs: RatingSync[] = [];
    for (const [year, syncing] of [...this.#years].sort()) {
      const { sync, entry } = await syncing;
      syncs.push(sync);
      if (entry) entries[year] = entry;
    }
    return { syncs, entries };
  }

  #synced(year: string): Promise<YearSync> {
    const syncing = this.#years.get(year) ?? this.#syncYear(year);
    this.#years.set(year, syncing);
    return syncing;
  }

  async #syncYear(year: string): Promise<YearSync> {
    const directory = await mkdtemp(join(tmpdir(), 'ratings-'));
    try {
      return await this.#fetchYear(year, join(directory, 'feed'));
    } catch (error) {
      return { sync: { year, outcome: 'failed', failure: describeError(error) } };
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }

  async #fetchYear(year: string, path: string): Promise<YearSync> {
    const { baseUrl, current, objects, fetch } = this.#context;
    const last = current[year];
    const url = `${baseUrl}/nvdcve-2.0-${year}.json.gz`;
    const fetched = await download({ url, etag: last?.etag, path, ...limits, signal: this.#deadline }, fetch);
    if (!fetched) return { sync: { year, outcome: 'unchanged' } };
    const rows = (await readNvdFeed(path)).get(year);
    if (!rows) throw new Error('it has no entry of its year');
    const { entry } = await storeRatings(objects, rows.values());
    if (last && entry.records < last.records * largestLoss)
      throw new Error(`it has ${entry.records} ratings where there were ${last.records}`);
    return {
      sync: { year, outcome: 'updated', records: entry.records },
      entry: { ...entry, ...fetched },
    };
  }
}
