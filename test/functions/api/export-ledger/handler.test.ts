import { describe, expect, test, vi } from 'vitest';
import { log } from '#runtime/log.ts';
import { sealPool } from '#app/ledger/seal-ledger.ts';
import { poolNames } from '@scangate/domain/credits/credit-pool';
import { world } from '#test/support/api/call-endpoint.ts';
import { verify } from '#test/support/billing/sealed-ledger.ts';
import { nothingSigned } from '#test/support/billing/memory-ledger-seal-store.ts';
import { later, noon } from '#test/support/world.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';
import { useLedgerCalls, organization, csv, before, book } from '#test/support/billing/ledger-calls.ts';

useLedgerCalls();

describe('the export', () => {
  const seal = () =>
    Promise.all(
      poolNames.map((pool) =>
        sealPool(
          { accountId: organization.organizationId, pool },
          { store: world.store, log, timer: { sleep: async () => {} }, sealStore: nothingSigned },
          taskContextAt(noon),
        ),
      ),
    );
  const rows = async (query: Record<string, string> = {}) =>
    (await csv(query)).text.trimEnd().split('\r\n').slice(1);

  test('is a CSV file', async () => {
    const { status, headers, text } = await csv();
    expect([status, headers['Content-Type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers['Content-Disposition']).toBe('attachment; filename="ledger-2026-03-10.csv"');
    expect(text).toMatch(/^at,pool,kind,amount,[^\n]*,cause,segment,position,previousHash,hash\r\n$/);
  });

  test('is oldest first, pool after pool, and verifiable', async () => {
    for (const [pool, seconds] of [
      ['sast', 9_000],
      ['core', 8_000],
      ['core', 7_000],
      ['core', 60],
    ] as const)
      await book(pool, seconds, `adjust#${seconds}`);
    await seal();
    expect((await rows()).map((row) => row.split(',')[12])).toEqual([
      'adjust#8000',
      'adjust#7000',
      'adjust#60',
      'adjust#9000',
    ]);
    expect((await rows())[1]).toMatch(/,1,2 of 2,[0-9a-f]{64},[0-9a-f]{64}$/);
    expect((await rows())[2]).toMatch(/,adjust#60,,,,$/);
    expect(verify((await csv()).text)).toMatchObject({ pools: [{ sealed: 2, unsealed: 1 }, { sealed: 1 }] });
  });

  test('is verifiable when from and to cut the chain', async () => {
    for (let index = 0; index < 30; index++) await book('core', 9_000 - index, `adjust#${10 + index}`);
    for (const at of [later(-5_380), later(-5_375), noon]) {
      const id = { accountId: organization.organizationId, pool: 'core' as const };
      await sealPool(
        id,
        { store: world.store, log, timer: { sleep: async () => {} }, sealStore: nothingSigned },
        taskContextAt(at),
      );
    }
    expect(world.store.all('ledgerSeal').length).toBeGreaterThan(2);
    for (let index = 0; index < 30; index++) {
      const { text } = await csv({ from: before(9_000 - index) });
      const result = verify(text);
      expect(result).toMatchObject({ pools: [{ sealed: 30 - index }] });
      expect(JSON.stringify(result).includes('begins')).toBe(index > 0);
      const early = (await csv({ to: before(9_000 - index) })).text;
      expect(verify(early, { endsEarly: true })).toMatchObject({ pools: [{ sealed: index + 1 }] });
    }
    expect(await rows({ from: '2026-03-11' })).toEqual([]);
  });

  test('has formulas as text and negative amounts as numbers', async () => {
    await book('core', 9_000, 'adjust#1', { motif: '=HYPERLINK("https://example.com","x")', amount: 3 });
    await book('core', 8_000, 'adjust#2', { motif: ' +1', amount: -2 });
    await seal();
    const [first, second] = await rows();
    expect(first).toContain(`,"'=HYPERLINK(""https://example.com"",""x"")",`);
    expect(second).toContain(`,core,adjust,-2,,' +1,`);
    expect(verify((await csv()).text)).toHaveProperty('pools');
  });

  test('is read page by page as it is consumed', async () => {
    for (let index = 0; index < 1_200; index++)
      await book('core', 9_000, `adjust#${index}`, { motif: 'm'.repeat(90) });
    await seal();
    const query = vi.spyOn(world.store, 'list');
    const { text } = await csv({ pool: 'core' });
    expect(text.split('\r\n')).toHaveLength(1_202);
    expect(query.mock.calls.every(([, , page]) => (page?.limit ?? Infinity) <= 500)).toBe(true);
    expect(verify(text)).toMatchObject({ pools: [{ sealed: 1_200 }] });
  });

  test('does not look complete if it breaks off', async () => {
    for (let index = 0; index < 600; index++) await book('core', 9_000 - index, `adjust#${index}`);
    const whole = world.store.list.bind(world.store);
    let pages = 0;
    vi.spyOn(world.store, 'list').mockImplementation(async (...args: Parameters<typeof whole>) => {
      if (args[0] === 'ledgerByTime' && ++pages > 1) throw new Error('the database is gone');
      return (await whole(...args)) as never;
    });
    await expect(csv({ pool: 'core' })).rejects.toThrow('the database is gone');
  });

  test('400 invalid_query before the first byte', async () => {
    const { status, body } = await csv({ from: '2026-03-11', to: '2026-03-10' });
    expect([status, body['code']]).toEqual([400, 'invalid_query']);
  });
});
