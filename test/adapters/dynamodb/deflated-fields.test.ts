import { expect, test } from 'vitest';
import { fromItem, toItem } from '#adapters/dynamodb/items.ts';
import { verdictStatement } from '@scangate/domain/evidence/verdict-statement';
import { derivedId, sha256 } from '@scangate/engines/model/digest';
import { verdictFacts } from '#test/support/evidence/signed-verdict.ts';
import { fullRecords } from '#test/support/full-records.ts';

/** The statement of a scan of so many units, each with findings and an SBOM. */
const statementOf = (units: number): string => {
  const evidence = Object.fromEntries(
    Array.from({ length: units * 2 }, (_, index) => {
      const unit = derivedId('unit', String(Math.floor(index / 2)));
      return [`${unit}/${index % 2 === 0 ? 'findings' : 'sbom'}.json`, sha256(`document ${index}`)];
    }),
  );
  return JSON.stringify(verdictStatement({ ...verdictFacts(), evidence }));
};

/** The bytes that a write is billed by: names and values. */
const bytesOf = (item: Record<string, unknown>): number =>
  Object.entries(item).reduce((sum, [name, value]) => {
    const bytes = value instanceof Uint8Array ? value.length : Buffer.byteLength(String(value));
    return sum + name.length + bytes;
  }, 0);

test('a statement is read as it was written, byte for byte', () => {
  for (const statement of [statementOf(0), statementOf(200), '{"name":"schöp"}', '']) {
    const attestation = { ...fullRecords.attestation, statement };
    const item = toItem('attestation', attestation);
    expect(item['statement']).toBeInstanceOf(Uint8Array);
    expect(fromItem('attestation', item)).toEqual(attestation);
  }
});

test('the signed verdict of a scan of 12 units fits into 3 KB, which a transaction writes for 6 units', () => {
  const signed = {
    signature: 'x'.repeat(96),
    keyId: 'x'.repeat(43),
    signedAt: '2026-03-10T12:00:00.000Z',
    organizationId: derivedId('organization'),
    scanId: derivedId('scan'),
  };
  const item = toItem('attestation', { ...fullRecords.attestation, ...signed, statement: statementOf(12) });
  expect(bytesOf(item)).toBeLessThanOrEqual(3 * 1024);
});

test('texts of other records stay texts', () => {
  expect(toItem('policy', fullRecords.policy)['createdAt']).toBe(fullRecords.policy.createdAt);
});
