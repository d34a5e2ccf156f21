import { expect, test } from 'vitest';
import { ObjectCache } from '@scangate/git/pack/object-cache';

const ofBytes = (mebibytes: number) => ({
  type: 'blob' as const,
  content: Buffer.alloc(mebibytes * 1024 * 1024),
});

test('the least recently used object is evicted', () => {
  const recent = new ObjectCache();
  for (let offset = 0; offset < 4; offset += 1) recent.add(offset, ofBytes(8));
  expect(recent.get(0)).toBeDefined();
  recent.add(4, ofBytes(8));
  expect([0, 1, 2, 3, 4].map((offset) => recent.get(offset) !== undefined)).toEqual([
    true,
    false,
    true,
    true,
    true,
  ]);
});

test('an object that would evict all others is not cached, and adding one twice counts once', () => {
  const recent = new ObjectCache();
  recent.add(0, ofBytes(8));
  recent.add(1, ofBytes(9));
  for (let again = 0; again < 10; again += 1) recent.add(0, ofBytes(8));
  expect(recent.get(0)).toBeDefined();
  expect(recent.get(1)).toBeUndefined();
});
