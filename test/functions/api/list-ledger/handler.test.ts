import * as fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { log } from '#runtime/log.ts';
import { sealPool } from '#app/billing/seal-ledger.ts';
import { encodeCursor } from '#contract/cursor.ts';
import type { LedgerEntry } from '@scangate/domain/records';
import { poolNames, type PoolName } from '@scangate/domain/credits/credit-pool';
import { call, resetWorld, world, type CallOptions } from '#test/support/api/call-endpoint.ts';
import { verify } from '#test/support/billing/sealed-ledger.ts';
import { later, newOrganization, noon, write } from '#test/support/world.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';

/** Opens an account with an empty ledger. */
const empty = { plan: 'Regulated' as const, credits: { core: 0, sast: 0 } };

let organization: Awaited<ReturnType<typeof newOrganization>>;
beforeEach(async () => {
  vi.restoreAllMocks();
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  resetWorld();
  organization = await newOrganization(world.store, empty);
});

const list = (query: Record<string, string> = {}, more: CallOptions = {}) =>
  call('list-ledger', { caller: organization.as('owner'), query, ...more });
const csv = (query: Record<string, string> = {}, more: CallOptions = {}) =>
  call('export-ledger', { caller: organization.as('owner'), query, ...more });
const causes = ({ body }: { body: Record<string, unknown> }) =>
  (body['items'] as LedgerEntry[]).map(({ cause }) => cause);

/** In seconds before noon, so that an export until now has the entry. */
const before = (seconds: number) => later(-seconds).toISOString();

const book = async (pool: PoolName, seconds: number, cause: string, more: Partial<LedgerEntry> = {}) => {
  const accountId = organization.organizationId;
  const amount = more.amount ?? 1;
  await write(world.store, [
    {
      change: 'insert',
      record: 'ledgerEntry',
      item: { accountId, pool, cause, at: before(seconds), kind: 'adjust', amount, ...more },
    },
    {
      change: 'update',
      record: 'pool',
      id: { accountId, pool },
      add: { available: amount, purchased: amount },
    },
  ]);
};

const walk = async (query: Record<string, string>): Promise<string[]> => {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const answer = await list({ ...query, ...(cursor !== undefined && { cursor }) });
    expect(causes(answer).length).toBeLessThanOrEqual(Number(query['limit']));
    seen.push(...causes(answer));
    cursor = answer.body['nextCursor'] as string | undefined;
  } while (cursor !== undefined);
  return seen;
};

describe('the list', () => {
  test('has each entry with all fields but the account', async () => {
    const fields = {
      kind: 'consume' as const,
      amount: -1,
      source: 's',
      motif: 'm',
      scanId: organization.organizationId,
      projectUnitId: organization.organizationId,
      sourceTrigger: 'cli' as const,
      invoiceId: 'in_1',
      organizationId: organization.organizationId,
      personId: organization.organizationId,
    };
    await book('core', 60, 'adjust#first', { amount: 5 });
    await book('core', 30, 'consume#1#2', fields);
    const { body } = await list({ pool: 'core', limit: '1' });
    expect(body['items']).toEqual([{ at: before(30), pool: 'core', cause: 'consume#1#2', ...fields }]);
  });

  test('of a pool is newest first, with one query per page', async () => {
    for (const seconds of [10, 20, 30]) await book('core', seconds, `adjust#${seconds}`);
    await book('sast', 15, 'adjust#sast');
    const query = vi.spyOn(world.store, 'list');
    expect(causes(await list({ pool: 'core' }))).toEqual(['adjust#10', 'adjust#20', 'adjust#30']);
    expect(query).toHaveBeenCalledTimes(1);
    expect(await walk({ pool: 'core', limit: '2' })).toEqual(['adjust#10', 'adjust#20', 'adjust#30']);
  });

  test('of both pools is merged by time over all pages, with every entry once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...poolNames), fc.nat(4)), { maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        async (booked, limit) => {
          resetWorld();
          organization = await newOrganization(world.store, empty);
          for (const [index, [pool, seconds]] of booked.entries())
            await book(pool, seconds, `adjust#${pool}#${index}#${seconds}`);
          const seen = await walk({ limit: String(limit) });
          expect(seen.toSorted()).toEqual(
            booked.map(([pool, at], index) => `adjust#${pool}#${index}#${at}`).toSorted(),
          );
          const times = seen.map((cause) => Number(cause.split('#').at(-1)));
          expect(times).toEqual(times.toSorted((a, b) => a - b));
        },
      ),
      { numRuns: 40 },
    );
  });

  test('of both pools does not query a pool again that has ended', async () => {
    await book('sast', 10, 'adjust#sast');
    for (const seconds of [20, 30, 40]) await book('core', seconds, `adjust#${seconds}`);
    const { body } = await list({ limit: '3' });
    const query = vi.spyOn(world.store, 'list');
    expect(causes(await list({ limit: '3', cursor: String(body['nextCursor']) }))).toEqual(['adjust#40']);
    expect(query).toHaveBeenCalledTimes(1);
  });

  test('from and to are included, as instants and as dates', async () => {
    await book('core', 86_400, 'adjust#yesterday');
    await book('core', 0, 'adjust#today');
    const found = async (query: Record<string, string>) => causes(await list(query));
    expect(await found({ from: noon.toISOString() })).toEqual(['adjust#today']);
    expect(await found({ to: before(86_400) })).toEqual(['adjust#yesterday']);
    expect(await found({ from: '2026-03-09', to: '2026-03-09' })).toEqual(['adjust#yesterday']);
    expect(await found({ from: '2026-03-09', to: '2026-03-10' })).toHaveLength(2);
    expect(await found({ from: '2026-03-11' })).toEqual([]);
  });

  test.each<Record<string, string>>([
    { pool: 'gold' },
    { from: 'yesterday' },
    { to: '2026-02-30' },
    { from: '2026-03-11', to: '2026-03-10' },
    { limit: '0' },
    { limit: '101' },
  ])('400 invalid_query: %j', async (query) => {
    const { status, body } = await list(query);
    expect([status, body['code']]).toEqual([400, 'invalid_query']);
  });

  test('400 invalid_cursor for a cursor that was altered, or is of another filter or account', async () => {
    for (const seconds of [10, 20]) await book('core', seconds, `adjust#${seconds}`);
    const cursor = String((await list({ limit: '1' })).body['nextCursor']);
    const other = await newOrganization(world.store);
    const refused = async (query: Record<string, string>, more: CallOptions = {}) =>
      expect((await list({ cursor, ...query }, more)).body['code']).toBe('invalid_cursor');
    await refused({ cursor: `${cursor}x` });
    await refused({ pool: 'core' });
    await refused({ from: '2026-03-01' });
    await refused({}, { caller: other.as('owner') });
  });

  test.each(['x', '[]', '{"core":7}', '{"gold":"x"}', 'null'])(
    '400 invalid_cursor: the position %s, which no page ended with',
    async (position) => {
      const made = encodeCursor(position, {
        list: 'list-ledger',
        owner: JSON.stringify([organization.organizationId, undefined, {}]),
      });
      expect((await list({ cursor: String(made) })).body['code']).toBe('invalid_cursor');
    },
  );

  test('of a client organization is that of its parent', async () => {
    await book('core', 10, 'adjust#parent');
    const client = await newOrganization(world.store, { parent: organization.organizationId });
    const caller = client.as('admin');
    expect(causes(await list({}, { caller }))).toEqual(['adjust#parent']);
    expect((await csv({}, { caller })).text).toContain('adjust#parent');
  });

  test('of another organization is not visible', async () => {
    await book('core', 10, 'adjust#mine');
    const other = await newOrganization(world.store, empty);
    expect(causes(await list({}, { caller: other.as('owner') }))).toEqual([]);
  });
});

describe('the export', () => {
  const seal = () =>
    Promise.all(
      poolNames.map((pool) =>
        sealPool(
          { accountId: organization.organizationId, pool },
          { store: world.store, log, timer: { sleep: async () => {} } },
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
      await sealPool(id, { store: world.store, log, timer: { sleep: async () => {} } }, taskContextAt(at));
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

  test('that breaks off does not look complete', async () => {
    for (let index = 0; index < 600; index++) await book('core', 9_000 - index, `adjust#${index}`);
    const whole = world.store.list.bind(world.store);
    let pages = 0;
    vi.spyOn(world.store, 'list').mockImplementation(async (...args: Parameters<typeof whole>) => {
      if (++pages > 1) throw new Error('the database is gone');
      return (await whole(...args)) as never;
    });
    await expect(csv({ pool: 'core' })).rejects.toThrow('the database is gone');
  });

  test('400 invalid_query before the first byte', async () => {
    const { status, body } = await csv({ from: '2026-03-11', to: '2026-03-10' });
    expect([status, body['code']]).toEqual([400, 'invalid_query']);
  });
});
