import { expect, test } from 'vitest';
import { freedChunks } from '#adapters/freed-chunks.ts';

test('a chunk that has its own buffer is freed when the next one is requested, and a shared one is kept', async () => {
  const own = new Uint8Array([1, 2]);
  const shared = new Uint8Array([3, 4, 5]).subarray(1);
  const seen: number[][] = [];
  const chunks = async function* () {
    yield own;
    yield shared;
  };
  for await (const chunk of freedChunks(chunks())) seen.push([...chunk]);
  expect(seen).toEqual([
    [1, 2],
    [4, 5],
  ]);
  expect(own.length).toBe(0);
  expect([...shared]).toEqual([4, 5]);
});
