import { expect, test } from 'vitest';
import { gatherBytes } from '#app/gather-bytes.ts';

test.each([[[]], [[3]], [[1, 0, 2]], [[8_000_000, 8_000_000, 8_000_000]]])(
  'chunks of %j bytes become one piece of memory of its own',
  async (lengths) => {
    const chunks = lengths.map((length, index) => new Uint8Array(length).fill(index + 1));
    const stream = async function* () {
      yield* chunks;
    };
    const gathered = await gatherBytes(stream());
    expect(Buffer.from(gathered).equals(Buffer.concat(chunks))).toBe(true);
    expect(chunks.map(({ buffer }) => buffer)).not.toContain(gathered.buffer);
  },
);
