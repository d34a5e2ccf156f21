import * as z from 'zod';
import { dayMs } from '@scangate/domain/instant';
import type { Manifest } from './manifest.ts';
import type { ObjectRemover, ObjectStore } from '#ports/blobs.ts';

/** No scan reads a snapshot for longer than an hour; a month leaves time to examine older verdicts. */
const keptForMs = 30 * dayMs;

const retiredKey = 'advisories/retired.json';
/** Key → ISO instant from which no manifest named it. */
const schema = z.record(z.string().regex(/^advisories\/[^/]{1,100}\/[^/]{1,200}$/), z.string());
type Retired = z.output<typeof schema>;

/** The part of a manifest that names objects. */
export type ManifestEntries = Pick<Manifest, 'shards' | 'signals' | 'ratings' | 'licenses'>;
const keysOf = ({ shards, signals, ratings, licenses }: ManifestEntries): Set<string> => {
  const all = [shards, signals, ratings, licenses?.shards ?? {}];
  return new Set(all.flatMap((entries) => Object.values(entries)).map(({ key }) => key));
};

/** Reads the list. An unreadable list starts empty; then some unused objects are kept forever, which is harmless. */
const readRetired = async (objects: ObjectStore): Promise<Retired> => {
  const bytes = await objects.get(retiredKey);
  try {
    return bytes ? schema.parse(JSON.parse(Buffer.from(bytes).toString())) : {};
  } catch {
    return {};
  }
};

/**
 * Records the objects that the switch from `before` to `after` left unused, and removes those unused for 30
 * days. Current objects are never removed. An interrupted run is continued by the next one.
 * @param now ISO instant.
 */
export const retireObjects = async (
  { before, after }: { before: ManifestEntries; after: ManifestEntries },
  objects: ObjectStore & ObjectRemover,
  now: string,
): Promise<{ removed: number }> => {
  const current = keysOf(after);
  const known = await readRetired(objects);
  const noted: Retired = {};
  const due: string[] = [];
  for (const key of new Set([...Object.keys(known), ...keysOf(before)])) {
    if (current.has(key)) continue;
    const since = known[key] ?? now;
    if (Date.parse(now) - Date.parse(since) >= keptForMs) due.push(key);
    else noted[key] = since;
  }
  for (const key of due) await objects.remove(key);
  if (JSON.stringify(noted) !== JSON.stringify(known))
    await objects.put(retiredKey, Buffer.from(JSON.stringify(noted)));
  return { removed: due.length };
};
