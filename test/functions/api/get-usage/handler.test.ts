import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { UsageDay } from '@scangate/domain/ledger/usage';
import { sealPool } from '#app/ledger/seal-ledger.ts';
import { log } from '#runtime/log.ts';
import {
  useLedgerCalls,
  book,
  empty,
  openAccount,
  organization,
} from '#test/support/billing/ledger-calls.ts';
import { call, world } from '#test/support/api/call-endpoint.ts';
import { newCommit, requestScan } from '#test/support/api/request-scan.ts';
import { fullRecords } from '#test/support/full-records.ts';
import { nothingSigned } from '#test/support/billing/memory-ledger-seal-store.ts';
import { later, newOrganization, newRepository, noon, write } from '#test/support/world.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';

useLedgerCalls();

const daySeconds = 86_400;
const ask = (name: 'get-usage' | 'export-usage', query: Record<string, string> = {}) =>
  call(name, { caller: organization.as('owner'), query });
const days = async (query: Record<string, string> = {}) => {
  const { status, body } = await ask('get-usage', query);
  expect(status).toBe(200);
  return body['items'] as UsageDay[];
};
const groups = async (by: string, query: Record<string, string> = {}) =>
  (await ask('get-usage', { by, ...query })).body['items'] as Record<string, unknown>[];
const sealAll = () =>
  sealPool(
    { accountId: organization.organizationId, pool: 'core' },
    { store: world.store, log, timer: { sleep: async () => {} }, sealStore: nothingSigned },
    taskContextAt(noon),
  );

test('a history scan is usage of its repository and of the person who accepted it', async () => {
  const { organizationId } = organization;
  const { repositoryId, fullName } = await newRepository(world.store, organizationId);
  const { historyScan: full } = fullRecords;
  const { personId } = organization.as('member');
  const item = { ...full, organizationId, repositoryId, historyScanId: 'h-1', personId };
  await write(world.store, [{ change: 'insert', record: 'historyScan', item }]);
  const ids = { organizationId, scanId: 'h-1', projectUnitId: repositoryId };
  const debit = { ...ids, kind: 'consume', amount: -3, source: 'history_scan', personId } as const;
  await book('core', 60, `consume#h-1#${repositoryId}`, debit);
  const refund = { ...ids, kind: 'grant', amount: 1, source: 'history_scan_refund' } as const;
  await book('core', 120, `refund#h-1#${repositoryId}`, refund);
  const amounts = { consumed: 3, refunded: 1, net: 2 };
  expect(await groups('repository')).toEqual([{ repositoryId, fullName, organizationId, ...amounts }]);
  expect(await groups('person')).toMatchObject([{ personId, ...amounts }]);
});

describe('usage by day', () => {
  test('has thirty days, each with its balance before and after', async () => {
    await book('core', 40 * daySeconds, 'adjust#old', { amount: 500 });
    await book('core', 2 * daySeconds, 'consume#s#u', { kind: 'consume', amount: -30 });
    await book('core', 2 * daySeconds, 'refund#s#u', { kind: 'grant', amount: 10 });
    await book('core', daySeconds, 'refill#p', { kind: 'grant', amount: 100 });
    await book('core', daySeconds, 'expire#p', { kind: 'expire', amount: -80 });
    await book('core', 60, 'adjust#new', { amount: -5 });
    await book('sast', 60, 'adjust#other', { amount: 7 });
    const items = await days();
    expect(items).toHaveLength(30);
    const none = { consumed: 0, granted: 0, refunded: 0, expired: 0, adjusted: 0 };
    expect(items[0]).toEqual({ day: '2026-02-09', opening: 500, ...none, closing: 500 });
    expect(items.slice(-3)).toEqual([
      { day: '2026-03-08', opening: 500, ...none, consumed: 30, refunded: 10, closing: 480 },
      { day: '2026-03-09', opening: 480, ...none, granted: 100, expired: 80, closing: 500 },
      { day: '2026-03-10', opening: 500, ...none, adjusted: -5, closing: 495 },
    ]);
    expect((await days({ pool: 'sast', from: '2026-03-10' })).map(({ closing }) => closing)).toEqual([7]);
  });

  test('each day opens with the closing balance of the day before, whatever is sealed', async () => {
    const booking = fc.record({
      seconds: fc.integer({ min: 1, max: 60 * daySeconds }),
      kind: fc.constantFrom('consume', 'grant', 'expire', 'adjust'),
      amount: fc.integer({ min: 1, max: 1000 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(booking, { maxLength: 25 }),
        fc.boolean(),
        fc.integer({ min: 0, max: 59 }),
        async (bookings, isSealed, since) => {
          await openAccount();
          for (const [index, { seconds, kind, amount }] of bookings.entries()) {
            const signed = kind === 'consume' || kind === 'expire' ? -amount : amount;
            const more = { kind: kind as 'consume', amount: signed };
            await book('core', seconds, `${kind}#${index}`, more);
          }
          if (isSealed) await sealAll();
          const items = await days({ from: later(-since * daySeconds).toISOString() });
          expect(items).toHaveLength(since + 1);
          for (const [index, day] of items.entries()) {
            const { opening, consumed, granted, refunded, expired, adjusted, closing } = day;
            expect(closing).toBe(opening - consumed + granted + refunded - expired + adjusted);
            if (index > 0) expect(opening).toBe(items[index - 1]?.closing);
          }
          const pool = world.store
            .all('pool')
            .find((one) => one.accountId === organization.organizationId && one.pool === 'core');
          expect(items.at(-1)?.closing).toBe(pool?.available);
        },
      ),
      { numRuns: 30 },
    );
  });

  test.each([
    [{ from: '2026-03-11' }, 400],
    [{ from: '2025-01-01' }, 400],
    [{ from: '2026-03-05', to: '2026-03-01' }, 400],
    [{ from: 'yesterday' }, 400],
    [{ by: 'week' }, 400],
    [{ from: '2025-03-10', to: '2026-03-09' }, 200],
    [{ to: '2027-01-01' }, 200],
  ])('%j: %i', async (query, status) => {
    expect((await ask('get-usage', query)).status).toBe(status);
  });
});

describe('usage by repository, person and trigger', () => {
  const scanned = async () => {
    const { organizationId } = organization;
    await book('core', 60, 'adjust#start', { amount: 100 });
    const [shop, tool] = [
      await newRepository(world.store, organizationId, [
        ['', 'npm'],
        ['api', 'npm'],
      ]),
      await newRepository(world.store, organizationId, [['', 'npm']]),
    ];
    const scan = async (repositoryId: string, role: 'owner' | 'admin', kind: 'personal' | 'session') => {
      const caller = organization.as(role, kind);
      const request = { repositoryId, commitHash: newCommit(), scanTypes: ['sca' as const] };
      return requestScan(world.store, { caller, request, now: noon });
    };
    await scan(shop.repositoryId, 'owner', 'personal');
    await scan(shop.repositoryId, 'owner', 'session');
    const cancelled = await scan(tool.repositoryId, 'admin', 'session');
    const params = { scanId: cancelled.body?.scanId ?? '' };
    expect((await call('cancel-scan', { caller: organization.as('admin'), params })).status).toBe(200);
    return { shop, tool };
  };

  test('names each repository, the largest first', async () => {
    const { shop, tool } = await scanned();
    const { organizationId } = organization;
    expect(await groups('repository')).toEqual([
      {
        repositoryId: shop.repositoryId,
        fullName: shop.fullName,
        organizationId,
        consumed: 4,
        refunded: 0,
        net: 4,
      },
      {
        repositoryId: tool.repositoryId,
        fullName: tool.fullName,
        organizationId,
        consumed: 1,
        refunded: 1,
        net: 0,
      },
    ]);
  });

  test('names each person, including refunds', async () => {
    await scanned();
    const { organizationId } = organization;
    const person = (role: 'owner' | 'admin') => organization.as(role).personId;
    expect(await groups('person')).toEqual([
      {
        personId: person('owner'),
        email: 'owner@example.com',
        organizationId,
        consumed: 4,
        refunded: 0,
        net: 4,
      },
      {
        personId: person('admin'),
        email: 'admin@example.com',
        organizationId,
        consumed: 1,
        refunded: 1,
        net: 0,
      },
    ]);
  });

  test('counts each trigger, and nothing of another pool or day', async () => {
    await scanned();
    expect(await groups('trigger')).toEqual([
      { sourceTrigger: 'manual', consumed: 3, refunded: 1, net: 2 },
      { sourceTrigger: 'api', consumed: 2, refunded: 0, net: 2 },
    ]);
    expect(await groups('trigger', { pool: 'sast' })).toEqual([]);
    expect(await groups('trigger', { to: '2026-03-09' })).toEqual([]);
  });

  test('lists usage without a scan without a name', async () => {
    await book('core', 60, 'consume#gone#unit', { kind: 'consume', amount: -2, scanId: 'gone' });
    expect(await groups('repository')).toEqual([{ consumed: 2, refunded: 0, net: 2 }]);
  });

  test('is exported as CSV, without formulas', async () => {
    const { shop, tool } = await scanned();
    const { organizationId } = organization;
    const { text, headers } = await ask('export-usage', { by: 'repository' });
    expect(headers['Content-Type']).toBe('text/csv; charset=utf-8');
    expect(headers['Content-Disposition']).toBe('attachment; filename="usage-core-2026-03-10.csv"');
    expect(text.split('\r\n')).toEqual([
      'repositoryId,fullName,organizationId,consumed,refunded,net',
      `${shop.repositoryId},${shop.fullName},${organizationId},4,0,4`,
      `${tool.repositoryId},${tool.fullName},${organizationId},1,1,0`,
      '',
    ]);
    const daily = await ask('export-usage', { from: '2026-03-10' });
    expect(daily.text).toBe(
      'day,opening,consumed,granted,refunded,expired,adjusted,closing\r\n2026-03-10,0,5,0,1,0,100,96\r\n',
    );
  });
});

test('is for owners and admins of a separate account', async () => {
  const client = await newOrganization(world.store, { ...empty, parent: organization.organizationId });
  for (const name of ['get-usage', 'export-usage'] as const) {
    for (const [role, status] of [
      ['owner', 200],
      ['admin', 200],
      ['billing', 403],
      ['member', 403],
    ] as const)
      expect((await call(name, { caller: organization.as(role) })).status).toBe(status);
    const refused = await call(name, { caller: client.as('owner') });
    expect(refused.body['code']).toBe('managed_by_parent');
  }
});
