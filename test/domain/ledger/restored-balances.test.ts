import { beforeAll, describe, expect, test, vi } from 'vitest';
import { isRestoration, type ChainStatement } from '@scangate/domain/ledger/restoration';
import { RestorableLedger } from '#test/support/billing/restorable-ledger.ts';
import { verify } from '#test/support/billing/sealed-ledger.ts';

/** A ledger that was restored to before its first seal, so that none of its rows is sealed. */
const found = { rows: '', header: '', statements: [] as ChainStatement[] };
beforeAll(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const ledger = await RestorableLedger.open();
  const kept = await ledger.keep();
  await ledger.book(5);
  await ledger.seal();
  await ledger.restore(kept);
  await ledger.continueFrom(kept);
  found.rows = await ledger.export();
  found.header = `${found.rows.split('\r\n')[0]}\r\n`;
  found.statements = ledger.statements;
});

const stating = (balanceAfter: number) =>
  found.statements.map((one) => (isRestoration(one) ? { ...one, balanceAfter } : one));
const restorations = [expect.objectContaining({ number: 2, continuesAfter: 0 })];

describe('a chain that continues after nothing', () => {
  test('is compared with the restoration by its unsealed rows', () => {
    const { rows, statements } = found;
    expect(verify(rows, { statements })).toMatchObject({ pools: [{ sealed: 0, unsealed: 1, restorations }] });
    expect(verify(rows, { statements: stating(105) })).toMatchObject({
      reason: expect.stringContaining('sum to 100, but restoration 2 states 105') as string,
    });
  });

  test('is compared and told where no row is left', () => {
    const { header, statements } = found;
    expect(verify(header, { statements })).toEqual({
      reason: expect.stringContaining('sum to 0, but restoration 2 states 100') as string,
    });
    const pools = [{ pool: 'core', sealed: 0, unsealed: 0, restorations }];
    expect(verify(header, { statements: stating(0) })).toEqual({ pools });
    expect(verify(header, { statements, endsEarly: true })).toEqual({ pools });
  });
});
