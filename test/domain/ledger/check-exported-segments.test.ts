import { describe, expect, test } from 'vitest';
import { sealEntries, sealedRow } from '@scangate/domain/ledger/seal-ledger';
import { sealStatement, type SealStatement } from '@scangate/domain/ledger/seal-statement';
import { corePool, csvOf, entriesUpTo, verify } from '#test/support/billing/sealed-ledger.ts';
import { noon } from '#test/support/world.ts';

const entries = entriesUpTo(3);
const seal = sealEntries(corePool, { entries }, noon.toISOString());
const file = csvOf(entries.map((entry, index) => sealedRow(entry, seal, index + 1)));
const statement = sealStatement(seal);
const verified = (...statements: SealStatement[]) => verify(file, { statements });

describe('the segments of a file and signed statements about them', () => {
  test('agree when the whole segment matches what was signed', () => {
    expect(verified(statement)).toMatchObject({ pools: [{ sealed: 3, signed: 1 }] });
  });

  test('agree with a repeated statement', () => {
    expect(verified(statement, { ...statement })).toMatchObject({ pools: [{ signed: 1 }] });
  });

  test('disagree when two statements name different heads of one segment', () => {
    const reason = 'there are two statements about segment 1 of core';
    expect(verified({ ...statement, head: '0'.repeat(64) }, statement)).toEqual({ reason });
  });

  test('disagree when the segment continues another chain than the signed one', () => {
    expect(verified({ ...statement, previousHash: '0'.repeat(64) })).toMatchObject({
      line: 4,
      reason: 'its previous hash is not the one that was signed',
    });
  });
});
