import { Readable } from 'node:stream';

/**
 * The total size of archives that are carried in memory for one scan; base64 and JSON stay far below the limit of a
 * function's response.
 */
const carriedBytes = 512 * 1024;

async function* joined(held: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>) {
  yield* held;
  for (;;) {
    const { done, value } = await rest.next();
    if (done) return;
    yield value;
  }
}

/**
 * Makes a carrier that accepts the archives of a scan's units, one after another. Archives that fit are kept in
 * memory, because a stored object costs more than the invocations that carry it; the others are stored.
 */
export const archiveCarrier = (
  store: (projectUnitId: string, archive: Readable) => Promise<void>,
  limitBytes = carriedBytes,
) => {
  const contents: Record<string, string> = {};
  let left = limitBytes;
  return {
    /** The carried archives in base64, by unit. */
    contents,
    async take(projectUnitId: string, archive: Readable): Promise<void> {
      const pieces = (archive as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
      const held: Uint8Array[] = [];
      let bytes = 0;
      while (bytes <= left) {
        const { done, value } = await pieces.next();
        if (done) {
          contents[projectUnitId] = Buffer.concat(held).toString('base64');
          left -= bytes;
          return;
        }
        held.push(value);
        bytes += value.length;
      }
      try {
        await store(projectUnitId, Readable.from(joined(held, pieces), { objectMode: false }));
      } finally {
        archive.destroy();
      }
    },
  };
};
