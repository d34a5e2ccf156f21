import { expect, test } from 'vitest';
import { usageCsv } from '@scangate/domain/ledger/usage';

test('negative credits stay numbers in the CSV of a usage report', () => {
  const day = {
    day: '2026-03-10',
    opening: -5,
    consumed: 0,
    granted: 0,
    refunded: 0,
    expired: 0,
    adjusted: -2,
  };
  const [, row] = usageCsv('day', [{ ...day, closing: -7 }]).split('\r\n');
  expect(row).toBe('2026-03-10,-5,0,0,0,0,-2,-7');
});

test('a name that a spreadsheet would compute is escaped, and its numbers are not', () => {
  const row = { repositoryId: 'r', fullName: '=acme/shop', organizationId: 'o' };
  const [head, line] = usageCsv('repository', [{ ...row, consumed: 2, refunded: 3, net: -1 }]).split('\r\n');
  expect(head).toBe('repositoryId,fullName,organizationId,consumed,refunded,net');
  expect(line).toBe("r,'=acme/shop,o,2,3,-1");
});
