import { expect, test } from 'vitest';
import { ledgerFields, ledgerView } from '@scangate/domain/ledger/ledger-view';
import type { LedgerEntry } from '@scangate/domain/records';

const entry: LedgerEntry = {
  accountId: 'account',
  at: '2026-03-10T12:00:00.000Z',
  pool: 'core',
  kind: 'adjust',
  amount: -5,
  cause: 'adjust#1',
};

test('a view has the entry without its account, empty texts and what UTF-8 cannot encode', () => {
  const { accountId: _account, ...rest } = entry;
  const motif = 'half of a pair: \ud83d.';
  expect(ledgerView({ ...entry, motif, source: '' })).toEqual({ ...rest, motif: motif.toWellFormed() });
  expect(motif.toWellFormed()).not.toBe(motif);
});

test('the fields of a view have one order', () => {
  expect(Object.keys(ledgerView({ ...entry, scanId: 'scan', motif: 'why' }))).toEqual(
    ledgerFields.filter((field) =>
      ['at', 'pool', 'kind', 'amount', 'motif', 'scanId', 'cause'].includes(field),
    ),
  );
});
