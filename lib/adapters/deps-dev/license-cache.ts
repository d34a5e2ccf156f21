import { sha256 } from '@scangate/engines/model/digest';
import { dayMs, dayOf } from '@scangate/domain/instant';
import type { ObjectStore } from '#ports/blobs.ts';
import type { PackageVersion } from '#ports/license-source.ts';

/** A cached license; '' when deps.dev had none on that day. */
interface CachedLicense {
  license: string;
  /** The ISO day of the lookup. */
  on: string;
}
type Page = Record<string, CachedLicense>;

const format = 1;
/** A missing license is looked up again after this; a published version never changes its license. */
const retryMissingAfterMs = 7 * dayMs;
const maxPageEntries = 20_000;

const nameOf = ({ ecosystem, name, version }: PackageVersion): string =>
  JSON.stringify([ecosystem, name, version]);
const keyOf = (name: string): string => `licenses/${sha256(name).slice(0, 2)}.json`;

const read = async (objects: ObjectStore, key: string): Promise<Page> => {
  try {
    const bytes = await objects.get(key);
    const stored = bytes && (JSON.parse(Buffer.from(bytes).toString()) as { format?: number; page?: Page });
    return stored?.format === format && stored.page ? stored.page : {};
  } catch {
    // An unreadable cache counts as empty.
    return {};
  }
};

/**
 * Caches licenses in 256 objects, by a digest of the package version. Two writers of one object can lose a license,
 * which is then looked up again.
 */
export const licenseCache = (objects: ObjectStore) => {
  const pages = new Map<string, Promise<Page>>();
  const pageOf = (key: string): Promise<Page> => {
    const page = pages.get(key) ?? read(objects, key);
    pages.set(key, page);
    return page;
  };
  const fresh = new Map<string, CachedLicense>();
  return {
    /** @returns '' when deps.dev has no license; undefined when the cache has no recent lookup. */
    async get(packageVersion: PackageVersion, now: string): Promise<string | undefined> {
      const name = nameOf(packageVersion);
      const page = await pageOf(keyOf(name));
      const cached = Object.hasOwn(page, name) ? page[name] : undefined;
      if (!cached || typeof cached.license !== 'string') return undefined;
      const old = Date.parse(now) - Date.parse(cached.on) >= retryMissingAfterMs;
      return cached.license === '' && old ? undefined : cached.license;
    },
    keep(packageVersion: PackageVersion, license: string, now: string): void {
      fresh.set(nameOf(packageVersion), { license, on: dayOf(now) });
    },
    /** Writes the new licenses; a license that cannot be written is looked up again. */
    async save(): Promise<void> {
      const byPage = Map.groupBy(fresh, ([name]) => keyOf(name));
      await Promise.allSettled(
        [...byPage].map(async ([key, entries]) => {
          const merged = [...Object.entries(await pageOf(key)), ...entries].slice(-maxPageEntries);
          const text = JSON.stringify({ format, page: Object.fromEntries(merged) });
          await objects.put(key, Buffer.from(text));
        }),
      );
    },
  };
};
