import { expect, test } from 'vitest';
import { commit } from '#adapters/dynamodb/commit-transaction.ts';
import type { Change } from '@scangate/domain/record-changes';

const never = {
  client: { send: () => expect.unreachable('nothing is sent') } as never,
  tableName: (table: string) => table,
  uuid: () => '',
  random: () => 0,
  sleep: async () => undefined,
};

const entry = { accountId: 'a', pool: 'core', cause: 'adjust#1', amount: 1, at: '2026-01-01T00:00:00.000Z' };
const id = { accountId: 'a', pool: 'core', cause: 'adjust#1' };
const replacing = {
  change: 'insert',
  record: 'ledgerEntry',
  item: entry,
  replaceIf: [{ field: 'amount', is: 'present' }],
};
const updating = { change: 'update', record: 'ledgerEntry', id, set: { amount: 2 } };
const resealing = {
  change: 'update',
  record: 'ledgerSeal',
  id: { accountId: 'a', pool: 'core', number: 1 },
  set: { balance: 2 },
};

test.each([
  ['replaces an entry', replacing],
  ['updates an entry', updating],
  ['updates a seal', resealing],
])('a change that %s is refused before it is sent, both alone and in a transaction', async (_, change) => {
  const changes = [change] as unknown as Change[];
  await expect(commit(changes, never)).rejects.toThrow('the ledger is only appended to');
  const other = { change: 'insert', record: 'ledgerEntry', item: { ...entry, cause: 'adjust#2' } };
  await expect(commit([other as unknown as Change, ...changes], never)).rejects.toThrow('only appended to');
});
