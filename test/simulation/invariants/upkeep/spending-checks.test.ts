import { expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { checkSpending } from './spending-checks.ts';

const client = { accountId: 'p', organizationId: 'c' };
const usage = { ...client, month: '2026-03', core: 2, sast: 0 };

const entry = (cause: string, amount: number, scanId: string) => ({
  ...client,
  pool: 'core',
  cause: `${cause}#${scanId}#u`,
  amount,
  scanId,
});

/** Two scans of a client in a month, one of which is refunded in part, and one that is not of a client. */
const books = [
  ['scan', { organizationId: 'c', scanId: 's', clientMonth: '2026-03' }],
  ['historyScan', { organizationId: 'c', repositoryId: 'r', historyScanId: 'h', clientMonth: '2026-03' }],
  ['scan', { organizationId: 'p', scanId: 'own' }],
  ['ledgerEntry', entry('consume', -3, 's')],
  ['ledgerEntry', entry('consume', -2, 'h')],
  ['ledgerEntry', entry('refund', 3, 's')],
  ['ledgerEntry', entry('expire', -1, 's')],
  ['ledgerEntry', entry('consume', -7, 'own')],
] as const;

const check = async (...more: (readonly [record: string, item: object])[]): Promise<string[]> => {
  const store = new MemoryStore();
  for (const [record, item] of [...books, ...more])
    await store.commit([{ change: 'insert', record, item }] as never);
  const told: string[] = [];
  checkSpending(store, (invariant, what) => void told.push(`${invariant}: ${what}`));
  return told;
};

test('a client has spent what is booked for its scans of the month, without refunds', async () => {
  expect(await check(['clientUsage', usage])).toEqual([]);
  expect(await check(['clientUsage', { ...usage, core: -1 }])).toEqual([
    'budget: c of p in 2026-03, core: -1 are counted and 2 booked',
  ]);
  expect(await check()).toEqual(['budget: c of p in 2026-03, core: none are counted and 2 booked']);
});

test('nothing is known of an erased client any more', async () => {
  expect(await check(['erased', { organizationId: 'c' }])).toEqual([]);
  expect(await check(['erased', { organizationId: 'c' }], ['clientUsage', usage])).toEqual([]);
});
