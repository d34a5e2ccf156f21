import * as z from 'zod';

const cacheIndex = z.object({
  /** The digest of each object by its key; files are named by it. */
  objects: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
  reports: z.array(
    z.object({
      bad: z.int(),
      badRecords: z.array(z.object({ name: z.string(), reason: z.string() })),
    }),
  ),
});

/** Parses the index of a cache entry. @throws Error */
export const parseCacheIndex = (text: string): z.output<typeof cacheIndex> =>
  cacheIndex.parse(JSON.parse(text));
