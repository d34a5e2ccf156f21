import { expect, test } from 'vitest';
import { runConcurrently } from '#app/jobs/run-concurrently.ts';

const { signal } = new AbortController();

/** Work that ends on request. */
const heldWork = () => {
  const begun: number[] = [];
  const ends = new Map<number, () => void>();
  const work = (item: number) =>
    new Promise<void>((resolve) => {
      begun.push(item);
      ends.set(item, resolve);
    });
  return { begun, work, end: (item: number) => ends.get(item)?.() };
};
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('as many items as permitted are processed concurrently, and each once', async () => {
  const { begun, work, end } = heldWork();
  const all = runConcurrently([1, 2, 3, 4], { atOnce: 2, signal }, work);
  expect(begun).toEqual([1, 2]);
  end(2);
  await settle();
  expect(begun).toEqual([1, 2, 3]);
  for (const item of [1, 3]) end(item);
  await settle();
  end(4);
  expect(await all).toBe(true);
  expect(begun).toEqual([1, 2, 3, 4]);
});

test('no item is begun after the abort, and those that were begun complete', async () => {
  const timeUp = new AbortController();
  const { begun, work, end } = heldWork();
  const all = runConcurrently([1, 2, 3], { atOnce: 1, signal: timeUp.signal }, work);
  timeUp.abort();
  end(1);
  expect(await all).toBe(false);
  expect(begun).toEqual([1]);
});

test('an error ends the run after the items that were begun', async () => {
  const done: number[] = [];
  const work = async (item: number) => {
    if (item === 1) throw new Error('broken');
    await settle();
    done.push(item);
  };
  await expect(runConcurrently([1, 2, 3], { atOnce: 2, signal }, work)).rejects.toThrow('broken');
  expect(done).toEqual([2]);
});

test('an empty list completes at once', async () => {
  expect(await runConcurrently([], { atOnce: 4, signal }, () => Promise.reject(new Error('never')))).toBe(
    true,
  );
});
