import { expect, test, vi } from 'vitest';
import { boundedCache } from '#adapters/oidc/bounded-cache.ts';

const open = () => {
  let at = 0;
  const cache = boundedCache<number>({ ms: 1_000, entries: 2, now: () => at });
  return { cache, pass: (ms: number) => void (at += ms) };
};

test('a value is loaded once within its lifetime, also by concurrent requests', async () => {
  const { cache, pass } = open();
  const load = vi.fn<() => Promise<number>>(async () => 1);
  await Promise.all([cache('a', load), cache('a', load)]);
  pass(999);
  await cache('a', load);
  expect(load).toHaveBeenCalledTimes(1);
  pass(1);
  await cache('a', load);
  expect(load).toHaveBeenCalledTimes(2);
});

test('the oldest value is evicted when there are too many', async () => {
  const { cache } = open();
  const load = vi.fn<() => Promise<number>>(async () => 1);
  for (const key of ['a', 'b', 'c', 'b', 'c']) await cache(key, load);
  expect(load).toHaveBeenCalledTimes(3);
  await cache('a', load);
  expect(load).toHaveBeenCalledTimes(4);
});

test('a failure is not cached', async () => {
  const { cache } = open();
  await expect(cache('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await cache('a', async () => 2)).toBe(2);
});
