import { sha256 } from '@scangate/engines/model/digest';
import type { ObjectStore } from '#ports/blobs.ts';
import type { PackageVersion } from '#ports/license-source.ts';

/** What was answered once: an expression, or '' where none was known on that day. */
interface Kept {
  license: string;
  /** ISO day. */
  on: string;
}
type Page = Record<string, Kept>;

const format = 1;
/** An answer that there is none is asked for again; a published version does not change its licence. */
const unknownForMs = 7 * 24 * 60 * 60_000;
const largestPage = 20_000;

const nameOf = ({ ecosystem, name, version }: PackageVersion): string =>
  JSON.stringify([ecosystem, name, version]);
const keyOf = (name: string): string => `licenses/${sha256(name).slice(0, 2)}.json`;

const read = async (objects: ObjectStore, key: string): Promise<Page> => {
  try {
    const bytes = await objects.get(key);
    const stored = bytes && (JSON.parse(Buffer.from(bytes).toString()) as { format?: number; page?: Page });
    return stored?.format === format && stored.page ? stored.page : {};
  } catch {
    // A cache that cannot be read is empty.
    return {};
  }
};

/**
 * Answers in 256 objects by a digest of what was asked. Two that write one page at the same time lose an answer, which
 * is asked for again.
 */
export const licenseCache = (objects: ObjectStore) => {
  const pages = new Map<string, Promise<Page>>();
  const pageOf = (key: string): Promise<Page> => {
    const page = pages.get(key) ?? read(objects, key);
    pages.set(key, page);
    return page;
  };
  const fresh = new Map<string, Kept>();
  return {
    /** @returns '' when it is known that none is known; undefined when it was never asked, or too long ago. */
    async get(asked: PackageVersion, now: string): Promise<string | undefined> {
      const name = nameOf(asked);
      const page = await pageOf(keyOf(name));
      const kept = Object.hasOwn(page, name) ? page[name] : undefined;
      if (!kept || typeof kept.license !== 'string') return undefined;
      const old = Date.parse(now) - Date.parse(kept.on) >= unknownForMs;
      return kept.license === '' && old ? undefined : kept.license;
    },
    keep(asked: PackageVersion, license: string, now: string): void {
      fresh.set(nameOf(asked), { license, on: now.slice(0, 10) });
    },
    /** Writes what was kept; what cannot be written is asked for again. */
    async save(): Promise<void> {
      const byPage = Map.groupBy(fresh, ([name]) => keyOf(name));
      await Promise.allSettled(
        [...byPage].map(async ([key, entries]) => {
          const merged = [...Object.entries(await pageOf(key)), ...entries].slice(-largestPage);
          const text = JSON.stringify({ format, page: Object.fromEntries(merged) });
          await objects.put(key, Buffer.from(text));
        }),
      );
    },
  };
};
