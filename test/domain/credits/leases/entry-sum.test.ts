import { expect, test } from 'vitest';
import { addBeforeSnapshot, addEntry, driftOfSnapshot } from '@scangate/domain/credits/leases/entry-sum';

const snapshot = { epoch: 5, balance: 7 };
const entries = [
  { amount: 10, epoch: 0 },
  { amount: -3, epoch: 4 },
  { amount: -2, epoch: 5 },
  { amount: -1, epoch: 6 },
];
const nothing = { balance: 0, unnamed: 0 };

test('entries of the epoch of a snapshot and of later ones do not belong to it', () => {
  const sum = entries.reduce(addBeforeSnapshot(snapshot), nothing);
  expect(sum).toEqual({ balance: 7, unnamed: 0 });
  expect(driftOfSnapshot(snapshot, nothing, sum)).toBe(0);
  expect(entries.reduce(addEntry, nothing).balance).toBe(4);
});

test('nothing follows from a sum with entries without an epoch that were not there before the snapshot', () => {
  const before = [{ amount: 10 }].reduce(addEntry, nothing);
  const same = [{ amount: 10 }, { amount: -3, epoch: 1 }].reduce(addBeforeSnapshot(snapshot), nothing);
  const more = [{ amount: 10 }, { amount: -3 }].reduce(addBeforeSnapshot(snapshot), nothing);
  expect([before, same, more].map(({ unnamed }) => unnamed)).toEqual([1, 1, 2]);
  expect([driftOfSnapshot(snapshot, before, same), driftOfSnapshot(snapshot, before, more)]).toEqual([
    0,
    undefined,
  ]);
});

test('an entry of nothing needs no epoch', () => {
  expect(addEntry(nothing, { amount: 0 })).toEqual(nothing);
});
