import { describe, expect, test } from 'vitest';
import type { TablePlan } from '@scangate/emulator-aws/template/cloud-plan';
import { readUnits, writtenItem } from './capacity.ts';
import { itemBytes, valueBytes, type StoredItem } from './item-size.ts';
import { serialChain } from '../operations.ts';

describe('the size of an item follows the published rules', () => {
  test.each([
    ['text by its UTF-8 bytes', { S: 'é€' }, 5],
    ['a number by a byte for two digits, and one', { N: '12345' }, 4],
    ['a number without leading and trailing zeros', { N: '0100' }, 2],
    ['a negative number with one more', { N: '-12' }, 3],
    ['true as one', { BOOL: true }, 1],
    ['null as one', { NULL: true }, 1],
    ['bytes by their decoded length', { B: 'AAEC' }, 3],
    ['bytes that are not encoded as they are', { B: Buffer.from([0, 1, 2, 200]) }, 4],
    ['an empty list as three', { L: [] }, 3],
    ['a list with one more for each element', { L: [{ S: 'ab' }, { S: 'c' }] }, 8],
    ['a map with its names, and one more for each', { M: { ab: { S: 'c' } } }, 7],
  ])('%s', (_rule, value, bytes) => {
    expect(valueBytes(value)).toBe(bytes);
  });

  test('names count in addition to values', () => {
    expect(itemBytes({ pk: { S: 'abc' }, n: { N: '7' } })).toBe(2 + 3 + 1 + 2);
  });

  test('an unknown type is rejected', () => {
    expect(() => valueBytes({ X: 1 })).toThrow(/type X/);
  });
});

const key = (name: string) => ({ name, type: 'HASH' });
const table: TablePlan = {
  name: 'Core',
  attributes: [],
  keys: [key('pk'), key('sk')],
  indexes: [
    { name: 'dueQueue', keys: [key('dueQueue'), key('dueAt')], projection: { ProjectionType: 'KEYS_ONLY' } },
  ],
};
const id = { pk: { S: 'ORG#1' }, sk: { S: 'SCAN#1' } };
const queued: StoredItem = { ...id, dueQueue: { S: '1' }, dueAt: { S: 'now' } };
const costOf = (before: StoredItem | undefined, after: StoredItem | undefined, transactional = false) => {
  const { units, indexUnits } = writtenItem(table, { key: id, before, after }, transactional);
  return [units, indexUnits];
};
const padded = (bytes: number): StoredItem => ({ ...id, x: { S: 'x'.repeat(bytes - itemBytes(id) - 1) } });

describe('the cost of a write', () => {
  test('is one unit per started KB, twice that in a transaction', () => {
    expect(costOf(undefined, padded(1024))).toEqual([1, 0]);
    expect(costOf(undefined, padded(1025))).toEqual([2, 0]);
    expect(costOf(undefined, padded(1025), true)).toEqual([4, 0]);
  });

  test('is that of the larger of the old and the new item', () => {
    expect(costOf(padded(3000), padded(100))).toEqual([3, 0]);
    expect(costOf(padded(3000), undefined)).toEqual([3, 0]);
  });

  test('is that of the stored item for a failed condition, and at least one', () => {
    expect(costOf(undefined, undefined, true)).toEqual([2, 0]);
    expect(costOf(padded(1500), padded(1500), true)).toEqual([4, 0]);
  });

  test('includes an index when its entry is added, removed or moved, and not when it stays', () => {
    expect(costOf(undefined, queued)).toEqual([1, 1]);
    expect(costOf(queued, id)).toEqual([1, 1]);
    expect(costOf(queued, { ...queued, dueAt: { S: 'later' } })).toEqual([1, 2]);
    expect(costOf(queued, { ...queued, status: { S: 'running' } })).toEqual([1, 0]);
  });
});

test('a read costs per started 4 KB, half of it when it is eventually consistent, and something even without an item', () => {
  expect([readUnits(4096, true), readUnits(4097, true), readUnits(4097, false), readUnits(0, false)]).toEqual(
    [1, 2, 1, 0.5],
  );
});

test('concurrent calls are one round trip', () => {
  const call = (startMs: number, endMs: number) => ({ startMs, endMs });
  expect(serialChain([call(0, 10), call(1, 12), call(13, 20)])).toHaveLength(2);
  expect(serialChain([call(0, 1), call(2, 3), call(4, 5)])).toHaveLength(3);
  expect(serialChain([])).toHaveLength(0);
});
