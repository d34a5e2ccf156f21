import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { corePool as pool, entriesUpTo as entries, entryAt } from '#test/support/billing/sealed-ledger.ts';
import { later, noon } from '#test/support/world.ts';
import { canonicalJson } from '@scangate/engines/model/digest';
import { ledgerView } from '@scangate/domain/ledger/ledger-view';
import {
  genesisHash,
  hasChainHash,
  maxSegmentEntries,
  sealEntries,
} from '@scangate/domain/ledger/seal-ledger';

describe('a chain', () => {
  test('continues from segment to segment, with the balance', () => {
    const first = sealEntries(pool, { entries: entries(3) }, noon.toISOString());
    const second = sealEntries(pool, { last: first, entries: [entryAt(3), entryAt(4)] }, noon.toISOString());
    expect([first.number, first.previousHash, first.balance]).toEqual([1, genesisHash, 3]);
    expect([second.number, second.previousHash, second.balance]).toEqual([2, first.hashes.slice(-64), 10]);
    expect([second.throughAt, second.throughCause]).toEqual([later(4).toISOString(), 'adjust#0004']);
  });

  test('has SHA-256 hashes over the previous hash and the canonical JSON of the row', () => {
    const { hashes } = sealEntries(pool, { entries: [entryAt(1)] }, noon.toISOString());
    const row =
      '{"amount":1,"at":"2026-03-10T12:00:01.000Z","cause":"adjust#0001","form":2,"kind":"adjust","pool":"core","position":"1 of 1","segment":1}';
    expect(hashes).toBe(createHash('sha256').update(`${genesisHash}${row}`).digest('hex'));
  });

  test('of the earlier version, over the rows themselves, is still verified', () => {
    const row = { ...ledgerView(entryAt(1)), segment: 1, position: '1 of 1' };
    const before = createHash('sha256')
      .update(genesisHash + canonicalJson(row))
      .digest('hex');
    expect(hasChainHash(before, genesisHash, row)).toBe(true);
    expect(hasChainHash(before, genesisHash, { ...row, amount: 2 })).toBe(false);
  });

  test('never seals too many entries, or entries out of order', () => {
    const now = noon.toISOString();
    expect(() => sealEntries(pool, { entries: [] }, now)).toThrow('a segment of 0');
    expect(() => sealEntries(pool, { entries: entries(maxSegmentEntries + 1) }, now)).toThrow(
      'a segment of 501',
    );
    expect(() => sealEntries(pool, { entries: [entryAt(2), entryAt(1)] }, now)).toThrow('not in order');
    const last = sealEntries(pool, { entries: entries(2) }, now);
    expect(() => sealEntries(pool, { last, entries: [entryAt(1)] }, now)).toThrow('not in order');
  });
});
